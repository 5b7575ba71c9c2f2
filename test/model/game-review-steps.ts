import fc from 'fast-check'
import { shareStatuses } from '#domain/vocabulary.ts'

/** Who reviews: the administrator, or the member who is a moderator. */
export type Reviewer = 'admin' | 'moderator'
type CheckLevel = 'off' | 'light' | 'normal'

/** What reviewers and administrators do, and what members answer. `back` counts from the newest one. */
export type ReviewStep =
  | {
      do: 'review a share'
      back: number
      by: Reviewer
      reason: string | null
      points?: number
      engagements?: number
      status?: string
    }
  | { do: 'take back'; back: number; by: Reviewer }
  | { do: 'appeal'; of: 'report' | 'share'; back: number; asOwner: boolean }
  | { do: 'decide an appeal'; back: number; by: Reviewer; decision: 'upheld' | 'given_back' }
  | {
      do: 'refuse and decide'
      of: 'report' | 'share'
      back: number
      by: Reviewer
      decider: Reviewer
      decision: 'upheld' | 'given_back'
    }
  | { do: 'correct points'; member: number; amount: number }
  | { do: 'limit'; caps: { like: number | null; comment: number | null; share: number | null } }
  | { do: 'set checks'; level: CheckLevel }
  | {
      do: 'answer a check'
      back: number
      asOwner: boolean
      answer: 'confirm' | 'take_back'
      note: string | null
    }
  | { do: 'decide a check'; back: number; by: Reviewer; decision: 'confirmed' | 'taken_back' }
  | { do: 'disable or enable'; member: number }
  | { do: 'leave out or let in'; member: number }
  | { do: 'change the team'; member: number; team: string | null }
  | { do: 'leave moderators out'; isOut: boolean }

const back = fc.constantFrom(0, 0, 0, 1, 2, 3)
const by = fc.constantFrom<Reviewer>('admin', 'admin', 'moderator')
const asOwner = fc.constantFrom(true, true, true, false)
const cap = fc.constantFrom(null, null, 1, 2, 5)
const member = fc.nat({ max: 3 })
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })

const share = fc
  .record({
    back: fc.nat({ max: 3 }),
    by,
    reason: fc.constantFrom('It names no post', 'It names no post', null),
    points: optional(fc.constantFrom(0, 30, 400)),
    engagements: optional(fc.constantFrom(0, 49, 50, 80)),
    status: optional(fc.constantFrom(...shareStatuses, 'completed', 'completed', 'rejected')),
  })
  .map(({ points, engagements, status, ...wish }) => ({
    do: 'review a share' as const,
    ...wish,
    ...(points !== undefined && { points }),
    ...(engagements !== undefined && { engagements }),
    ...(status !== undefined && { status }),
  }))

export const reviewStep: fc.Arbitrary<ReviewStep> = fc.oneof(
  { weight: 6, arbitrary: share },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('take back' as const), back, by }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('appeal' as const),
      of: fc.constantFrom('report' as const, 'report' as const, 'share' as const),
      back: fc.nat({ max: 1 }),
      asOwner,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide an appeal' as const),
      back: fc.nat({ max: 1 }),
      by,
      decision: fc.constantFrom('upheld' as const, 'given_back' as const, 'given_back' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refuse and decide' as const),
      of: fc.constantFrom('report' as const, 'report' as const, 'share' as const),
      back,
      by,
      decider: by,
      decision: fc.constantFrom('upheld' as const, 'given_back' as const, 'given_back' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('correct points' as const),
      member,
      amount: fc.constantFrom(-1, -30, -400, 5, 60, 500),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('limit' as const),
      caps: fc.record({ like: cap, comment: cap, share: cap }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('set checks' as const),
      level: fc.constantFrom<CheckLevel>('normal', 'normal', 'light', 'off'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('answer a check' as const),
      back: fc.nat({ max: 2 }),
      asOwner,
      answer: fc.constantFrom('confirm' as const, 'take_back' as const),
      note: fc.constantFrom('Seen', 'Seen', 'ok', null),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide a check' as const),
      back: fc.nat({ max: 2 }),
      by,
      decision: fc.constantFrom('confirmed' as const, 'taken_back' as const, 'taken_back' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disable or enable' as const), member }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave out or let in' as const), member }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change the team' as const),
      member,
      team: fc.constantFrom('Red', 'Red', 'Blue', null),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('leave moderators out' as const), isOut: fc.boolean() }),
  },
)
