import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDay, type Day, dayOf, startOfDay } from './days.ts'
import {
  choicesWith,
  type DirectKind,
  directChoices,
  directKinds,
  dueAt,
  expiryOf,
  fewerThan,
  includesKind,
  isQuiet,
  isRoundOf,
  mostDirectADay,
  ownDayOf,
  passesIn,
  planned,
  type QuietHours,
  type WaitingDirect,
} from './direct-messages.ts'
import { asId } from './ids.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const night: QuietHours = { from: '19:00', to: '08:00' }

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Pacific/Tongatapu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Tehran',
]
const zone = fc.constantFrom(...zones)
const anyMoment = fc.date({ min: new Date('2015-01-02'), max: new Date('2045-12-30'), noInvalidDate: true })
/** Around the changes of the clock in Europe, North America, Lord Howe, Chatham and Cuba. */
const changes = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-09-27',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
]
const nearChange = fc
  .tuple(
    fc.constantFrom(...changes),
    fc.integer({ min: -2 * 1_440, max: 2 * 1_440 }),
    fc.nat({ max: 59_999 }),
  )
  .map(([day, minutes, ms]) => new Date(Date.parse(day) + minutes * minuteMs + ms))
const moment = fc.oneof(anyMoment, nearChange)
const time = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const quietHours = fc.oneof(
  fc.constant(night),
  fc.record({ from: time, to: time }),
  // Nearly the whole day, so that a change of the clock can swallow what is left.
  fc.constant({ from: '02:59', to: '02:00' }),
  fc.constant({ from: '00:01', to: '00:00' }),
)

describe('a choice', () => {
  it.each<[DirectKind, readonly string[]]>([
    ['share_decided', ['mine', 'all']],
    ['appeal_decided', ['mine', 'all']],
    ['achievement_unlocked', ['mine', 'all']],
    ['streak_danger', ['mine', 'all']],
    ['passed_by', ['all']],
    ['week_recap', ['all']],
    ['contest_ending', ['all']],
    ['post_reminder', ['all']],
  ])('includes %s with %j', (kind, choices) => {
    expect(choicesWith(kind)).toEqual(choices)
  })

  it('includes nothing when it is off', () => {
    expect(directKinds.filter((kind) => includesKind('off', kind))).toEqual([])
  })

  it('becomes less step by step', () => {
    expect(directChoices.map(fewerThan)).toEqual(['off', 'off', 'mine'])
  })
})

describe('the first moment without quiet', () => {
  it.each([
    ['2026-06-10T10:00:00.000Z', 'Europe/Berlin', night, '2026-06-10T10:00:00.000Z'],
    ['2026-06-10T16:59:59.999Z', 'Europe/Berlin', night, '2026-06-10T16:59:59.999Z'],
    ['2026-06-10T17:00:00.000Z', 'Europe/Berlin', night, '2026-06-11T06:00:00.000Z'],
    ['2026-06-11T05:59:30.500Z', 'Europe/Berlin', night, '2026-06-11T06:00:00.000Z'],
    ['2026-06-10T23:30:00.000Z', 'Asia/Kathmandu', night, '2026-06-11T02:15:00.000Z'],
    [
      '2026-01-10T23:30:00.000Z',
      'Pacific/Chatham',
      { from: '13:00', to: '14:00' },
      '2026-01-11T00:15:00.000Z',
    ],
    // The clock goes from 02:00 to 03:00, and quiet until 02:30 ends with that.
    ['2026-03-29T00:30:00.000Z', 'Europe/Berlin', { from: '01:00', to: '02:30' }, '2026-03-29T01:00:00.000Z'],
    // It goes from 03:00 back to 02:00, so half past two comes twice, and the first time ends the quiet.
    ['2026-10-24T23:30:00.000Z', 'Europe/Berlin', { from: '01:00', to: '02:30' }, '2026-10-25T00:30:00.000Z'],
    // It goes back by half an hour, from 02:00 to 01:30.
    ['2026-04-04T14:00:00.000Z', 'Australia/Lord_Howe', night, '2026-04-04T21:30:00.000Z'],
    // On this day there is no time between two and three, in which alone it is not quiet.
    ['2026-03-29T00:10:00.000Z', 'Europe/Berlin', { from: '02:59', to: '02:00' }, '2026-03-30T00:00:00.000Z'],
    ['2026-06-10T22:00:00.000Z', 'UTC', { from: '08:00', to: '08:00' }, '2026-06-10T22:00:00.000Z'],
    ['2026-06-10T22:00:00.000Z', 'Mars/Olympus', night, '2026-06-11T08:00:00.000Z'],
  ])('from %s in %s with %j is %s', (at, timeZone, quiet, due) => {
    expect(dueAt(new Date(at), timeZone, quiet).toISOString()).toBe(due)
  })

  it('is not quiet, not earlier, and every minute before it is quiet', () => {
    fc.assert(
      fc.property(moment, zone, quietHours, (at, timeZone, quiet) => {
        const due = dueAt(at, timeZone, quiet)
        expect(due >= at).toBe(true)
        expect(isQuiet(due, timeZone, quiet)).toBe(false)
        if (due.getTime() === at.getTime()) return
        for (let ms = at.getTime(); ms < due.getTime(); ms += 7 * minuteMs)
          expect(isQuiet(new Date(ms), timeZone, quiet)).toBe(true)
        expect(isQuiet(new Date(due.getTime() - 1), timeZone, quiet)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('how long a message holds', () => {
  const now = new Date('2026-06-12T15:30:00.000Z')
  it.each<[DirectKind, string]>([
    ['streak_danger', '2026-06-12T22:00:00.000Z'],
    ['appeal_decided', '2026-06-15T15:30:00.000Z'],
    ['share_decided', '2026-06-15T15:30:00.000Z'],
    ['achievement_unlocked', '2026-06-15T15:30:00.000Z'],
    ['week_recap', '2026-06-14T22:00:00.000Z'],
    ['passed_by', '2026-06-13T15:30:00.000Z'],
  ])('%s: until %s', (kind, until) => {
    expect(expiryOf(kind, { now, timeZone: 'Europe/Berlin' }).toISOString()).toBe(until)
  })

  it('contest_ending: until the contest is over', () => {
    const lastDay = asDay('2026-06-14')
    const until = expiryOf('contest_ending', { now, timeZone: 'Europe/Berlin', lastDay })
    expect(until.toISOString()).toBe('2026-06-14T22:00:00.000Z')
  })
})

const now = new Date('2026-06-10T10:00:00.000Z')
const usually = { now, timeZone: 'Europe/Berlin', quiet: night, told: new Map<Day, number>() }
const nth = (n: number) => asId<'directMessage'>(`00000000-0000-7000-8000-${String(n).padStart(12, '0')}`)
const waiting = (
  n: number,
  kind: DirectKind,
  expiresAt = new Date('2026-06-13T10:00:00.000Z'),
): WaitingDirect => ({
  id: nth(n),
  kind,
  createdAt: new Date(now.getTime() + n),
  notBefore: null,
  expiresAt,
})
const planOf = (messages: readonly WaitingDirect[], change: Partial<typeof usually> = {}) =>
  planned(messages, { ...usually, ...change }).map(({ message, dueAt: due }) => [
    message.kind,
    due?.toISOString() ?? null,
  ])

describe('a plan', () => {
  const tomorrow = '2026-06-11T06:00:00.000Z'

  it('sends two a day, the more important first, and the rest on the next days', () => {
    const messages = [
      waiting(1, 'achievement_unlocked'),
      waiting(2, 'share_decided'),
      waiting(3, 'achievement_unlocked'),
      waiting(4, 'streak_danger', new Date('2026-06-10T22:00:00.000Z')),
      waiting(5, 'achievement_unlocked'),
    ]
    expect(planOf(messages)).toEqual([
      ['streak_danger', now.toISOString()],
      ['share_decided', now.toISOString()],
      ['achievement_unlocked', tomorrow],
      ['achievement_unlocked', tomorrow],
      ['achievement_unlocked', '2026-06-12T06:00:00.000Z'],
    ])
  })

  it('counts what was sent before on the same day', () => {
    const told = new Map([[asDay('2026-06-10'), 2]])
    expect(planOf([waiting(1, 'share_decided')], { told })).toEqual([['share_decided', tomorrow]])
  })

  it('waits for the moment before which a message is not sent', () => {
    const notBefore = new Date('2026-06-10T12:34:00.000Z')
    const reminder = { ...waiting(1, 'post_reminder'), notBefore }
    expect(planOf([reminder])).toEqual([['post_reminder', notBefore.toISOString()]])
    const late = { now: new Date('2026-06-10T13:00:00.000Z') }
    expect(planOf([reminder], late)).toEqual([['post_reminder', late.now.toISOString()]])
  })

  it('leaves the second message of a day for news, so that a reminder is only the first', () => {
    const tonight = new Date('2026-06-10T15:00:00.000Z')
    const reminder = waiting(1, 'post_reminder', tonight)
    expect(planOf([reminder, waiting(2, 'share_decided')])).toEqual([
      ['share_decided', now.toISOString()],
      ['post_reminder', null],
    ])
    const told = new Map([[asDay('2026-06-10'), 1]])
    expect(planOf([reminder], { told })).toEqual([['post_reminder', null]])
  })

  it('drops what no longer holds when its turn comes', () => {
    const tonight = new Date('2026-06-10T22:00:00.000Z')
    const late = { now: new Date('2026-06-10T18:00:00.000Z') }
    expect(planOf([waiting(1, 'streak_danger', tonight)], late)).toEqual([['streak_danger', null]])
  })
})

const day = (at: Date, timeZone: string) => dayOf(at, timeZone)
const message = fc.record({
  kind: fc.constantFrom(...directKinds),
  ageMs: fc.nat({ max: 3 * dayMs }),
  waitsMs: fc.option(fc.integer({ min: -hourMs, max: dayMs })),
  leftMs: fc.integer({ min: -dayMs, max: 5 * dayMs }),
})
const messages = fc.array(message, { maxLength: 12 })
const counts = fc.array(fc.nat({ max: 3 }), { maxLength: 4 })

describe('every plan', () => {
  it('keeps quiet hours, two a day and the life of each message, and loses none without need', () => {
    fc.assert(
      fc.property(moment, zone, quietHours, messages, counts, (at, timeZone, quiet, given, before) => {
        const all = given.map(({ kind, ageMs, waitsMs, leftMs }, n) => ({
          id: nth(n),
          kind,
          createdAt: new Date(at.getTime() - ageMs),
          notBefore: waitsMs === null ? null : new Date(at.getTime() + waitsMs),
          expiresAt: new Date(at.getTime() + leftMs),
        }))
        const told = new Map<Day, number>()
        before.forEach((count, later) => {
          told.set(day(new Date(at.getTime() + later * dayMs), timeZone), count)
        })
        const plan = planned(all, { now: at, timeZone, quiet, told })
        expect(plan.map(({ message: { id } }) => id).sort()).toEqual(all.map(({ id }) => id))
        const perDay = new Map(told)
        plan.forEach(({ message: each, dueAt: due }, place) => {
          if (due === null) {
            expect(isLostWithNeed(plan, place, { at, timeZone, quiet, told })).toBe(true)
            return
          }
          expect(due >= at && due >= (each.notBefore ?? at) && due < each.expiresAt).toBe(true)
          expect(isQuiet(due, timeZone, quiet)).toBe(false)
          const own = day(due, timeZone)
          expect(perDay.get(own) ?? 0).toBeLessThan(mostOf(each.kind))
          perDay.set(own, (perDay.get(own) ?? 0) + 1)
        })
      }),
      { numRuns: 400 },
    )
  })

  it('comes to an end whatever the zone and the times are', () => {
    fc.assert(
      fc.property(
        moment,
        fc.string(),
        fc.string(),
        fc.string(),
        messages,
        (at, timeZone, from, to, given) => {
          const all = given.map(({ kind, leftMs }, n) => ({
            id: nth(n),
            kind,
            createdAt: at,
            notBefore: null,
            expiresAt: new Date(at.getTime() + leftMs),
          }))
          const plan = planned(all, { now: at, timeZone, quiet: { from, to }, told: new Map() })
          expect(plan).toHaveLength(all.length)
          expect(ownDayOf(at, timeZone)).toMatch(/^\d{4}-\d\d-\d\d$/)
        },
      ),
      { numRuns: 200 },
    )
  })
})

const mostOf = (kind: DirectKind) => (kind === 'post_reminder' ? 1 : mostDirectADay)

interface Lost {
  readonly at: Date
  readonly timeZone: string
  readonly quiet: QuietHours
  readonly told: ReadonlyMap<Day, number>
}

/** Whether each own day of a message's life was full with more important ones, or over when its quiet hours end. */
function isLostWithNeed(
  plan: ReturnType<typeof planned<WaitingDirect>>,
  place: number,
  { at, timeZone, quiet, told }: Lost,
): boolean {
  const lost = plan[place]?.message
  if (!lost) return false
  const from = Math.max(at.getTime(), lost.notBefore?.getTime() ?? 0)
  const taken = new Map(told)
  for (const { dueAt: due } of plan.slice(0, place))
    if (due) taken.set(day(due, timeZone), (taken.get(day(due, timeZone)) ?? 0) + 1)
  for (let ms = from; ms < lost.expiresAt.getTime(); ms += 5 * minuteMs) {
    const moment = new Date(ms)
    const isFull = (taken.get(day(moment, timeZone)) ?? 0) >= mostOf(lost.kind)
    if (!isFull && !isQuiet(moment, timeZone, quiet)) return false
  }
  return true
}

describe('the time of a round', () => {
  it.each([
    ['2026-06-10T14:59:00.000Z', false],
    ['2026-06-10T15:00:00.000Z', true],
    ['2026-06-10T18:59:00.000Z', true],
    ['2026-06-10T19:00:00.000Z', false],
  ])('at five in the afternoon of Berlin, %s: %s', (at, isTime) => {
    expect(isRoundOf(17, new Date(at), 'Europe/Berlin')).toBe(isTime)
  })

  it('comes once on each day of every zone', () => {
    fc.assert(
      fc.property(moment, zone, (at, timeZone) => {
        const begin = startOfDay(day(at, timeZone), timeZone)
        const steps = Array.from({ length: 144 }, (_, n) => new Date(begin.getTime() + n * 10 * minuteMs))
        const isIn = steps.map((each) => isRoundOf(17, each, timeZone))
        expect(isIn.filter((each, n) => each && !isIn[n - 1])).toHaveLength(1)
      }),
      { numRuns: 100 },
    )
  })
})

describe('who was passed', () => {
  const place = (id: string, before: number | null, current: number | null) => ({
    id,
    before,
    place: current,
  })

  it('is whoever stood ahead when the day began and is behind since the last look', () => {
    const changes = [place('ana', 1, 2), place('bo', 2, 1), place('cy', 3, 3)]
    const earlier = new Map([
      ['bo', 1],
      ['ana', 2],
    ])
    expect(passesIn(changes, earlier)).toEqual([{ id: 'ana', by: 'bo', place: 2 }])
    expect(passesIn(changes, new Map())).toEqual([])
    expect(passesIn(changes, new Map([...earlier, ['ana', 1] as const]))).toEqual([])
  })

  it('names the nearest of several, also one who had no place', () => {
    const changes = [place('ana', 1, 4), place('bo', 9, 1), place('cy', null, 3), place('di', 5, 3)]
    const earlier = new Map(changes.map(({ id, place: current }) => [id, current ?? 0]))
    expect(passesIn(changes, earlier)).toEqual([
      { id: 'ana', by: 'cy', place: 4 },
      { id: 'di', by: 'bo', place: 3 },
    ])
  })

  it.each([
    ['an equal place', [place('ana', 1, 1), place('bo', 2, 1)]],
    ['a place behind the first hundred', [place('ana', 101, 102), place('bo', 102, 101)]],
    ['a place that is not known any more', [place('ana', 1, null), place('bo', 2, 1)]],
    ['somebody who was ahead before', [place('ana', 2, 3), place('bo', 1, 1), place('cy', 3, 3)]],
  ])('says nothing of %s', (_what, changes) => {
    const earlier = new Map(changes.map(({ id, place: current }) => [id, current ?? 999]))
    expect(passesIn(changes, earlier)).toEqual([])
  })
})
