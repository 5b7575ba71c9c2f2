import type { Reviewer, ReviewStep } from './game-review-steps.ts'
import type { Step } from './game-steps.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

type Changes = Omit<ReviewStep & { do: 'review a share' }, 'do' | 'back' | 'by' | 'reason'>

/** A review of the newest share. */
export const review = (
  changes: Changes,
  by: Reviewer = 'admin',
  reason: string | null = 'It names no post',
) => ({ do: 'review a share', back: 0, by, reason, ...changes }) as const
export const submit = (member: number, message: string) =>
  ({ do: 'submit a share', member, platform: 'twitter', message }) as const
const report = (member: number, post: number, type: 'like' | 'comment' | 'share' = 'like') =>
  ({ do: 'report', member, post, type }) as const
const reportMany = (member: number, count: number, type: 'like' | 'comment' | 'share' = 'like') =>
  ({ do: 'report many', member, type, count }) as const
const undo = (back = 0) => ({ do: 'undo', back, asOwner: true }) as const
const takeBack = (back = 0, by: Reviewer = 'admin') => ({ do: 'take back', back, by }) as const
const moveClock = (ms: number) => ({ do: 'move the clock', ms }) as const
const appeal = (of: 'report' | 'share' = 'report', asOwner = true) =>
  ({ do: 'appeal', of, back: 0, asOwner }) as const
const decideAppeal = (decision: 'upheld' | 'given_back', by: Reviewer = 'moderator') =>
  ({ do: 'decide an appeal', back: 0, by, decision }) as const
const correct = (member: number, amount: number) => ({ do: 'correct points', member, amount }) as const
const limit = (like: number | null) => ({ do: 'limit', caps: { like, comment: null, share: null } }) as const
const setChecks = (level: 'off' | 'normal') => ({ do: 'set checks', level }) as const
const confirm = (back = 0, note: string | null = null) =>
  ({ do: 'answer a check', back, asOwner: true, answer: 'confirm', note }) as const
const withdraw = (back = 0) =>
  ({ do: 'answer a check', back, asOwner: true, answer: 'take_back', note: null }) as const
const decide = (decision: 'confirmed' | 'taken_back', back = 0, by: Reviewer = 'admin') =>
  ({ do: 'decide a check', back, by, decision }) as const
const disableOrEnable = (member: number) => ({ do: 'disable or enable', member }) as const
const changeTeam = (member: number, team: string | null) => ({ do: 'change the team', member, team }) as const
const leaveOutOrLetIn = (member: number) => ({ do: 'leave out or let in', member }) as const
const contest = { do: 'save a contest', nth: 0, from: -5, days: 5, isActive: true } as const

const caps: Step[] = [
  limit(2),
  report(0, 0),
  report(0, 1),
  report(0, 2),
  undo(),
  report(0, 3),
  undo(2),
  report(0, 4),
  takeBack(4),
  report(0, 5),
  moveClock(dayMs),
  report(0, 6),
  limit(null),
  { do: 'change a rule', nth: 0, change: 'switch' },
  report(0, 7),
  undo(),
]

const takeBacks: Step[] = [
  report(0, 0, 'share'),
  takeBack(),
  takeBack(),
  report(0, 0, 'share'),
  report(3, 1),
  takeBack(0, 'moderator'),
  appeal('report', false),
  appeal(),
  appeal(),
  decideAppeal('given_back', 'admin'),
  decideAppeal('given_back'),
  decideAppeal('upheld', 'admin'),
  decideAppeal('upheld'),
  takeBack(1),
  undo(1),
  takeBack(1),
  report(1, 2),
  moveClock(6 * minuteMs),
  takeBack(),
  disableOrEnable(3),
  appeal(),
  decideAppeal('upheld', 'admin'),
  disableOrEnable(3),
  report(2, 3),
  takeBack(),
  moveClock(31 * dayMs),
  appeal(),
]

/** A report's share is rejected, and everything is taken and given back around it. */
const rejections: Step[] = [
  report(0, 0, 'share'),
  review({ status: 'rejected' }),
  undo(),
  report(0, 0, 'share'),
  review({ status: 'rejected' }),
  takeBack(),
  appeal('share'),
  decideAppeal('given_back'),
  appeal('report'),
  decideAppeal('given_back'),
  review({ points: 400 }),
  review({ status: 'rejected' }),
  undo(),
  review({ status: 'pending' }),
]

const handIns: Step[] = [
  submit(1, 'Look'),
  submit(1, ' look'),
  review({ status: 'completed' }, 'moderator'),
  review({ status: 'rejected' }, 'admin', null),
  review({ status: 'rejected' }),
  submit(1, 'Look'),
  { ...review({ points: 40 }), back: 1, by: 'moderator', reason: null },
  appeal('share', false),
  appeal('share'),
  appeal('share'),
  decideAppeal('given_back', 'admin'),
  decideAppeal('given_back'),
  moveClock(dayMs),
  { ...review({ status: 'pending' }), back: 1 },
  { ...review({ status: 'completed' }), back: 1 },
  { ...review({ status: 'approved' }), back: 1 },
  submit(3, 'Mine'),
  review({ status: 'completed' }, 'moderator'),
  submit(0, 'Ours'),
  review({ status: 'rejected' }),
  appeal('share'),
  decideAppeal('upheld'),
  submit(2, 'Theirs'),
  review({ status: 'rejected' }),
  moveClock(31 * dayMs),
  appeal('share'),
  { do: 'submit shares', member: 2, count: 21 },
]

/** A share is verified again on an earlier day than the first time, by a clock that went back. */
const countedEarlier: Step[] = [
  submit(1, 'Look'),
  review({ status: 'completed' }),
  review({ status: 'pending' }),
  moveClock(-dayMs),
  review({ status: 'completed' }),
  review({ status: 'pending' }),
]

const butterfly: Step[] = [
  reportMany(0, 24, 'share'),
  submit(0, 'Look'),
  review({ status: 'completed' }),
  moveClock(dayMs),
  review({ status: 'rejected' }),
]

const corrections: Step[] = [
  correct(0, -1),
  report(0, 0, 'share'),
  correct(0, -30),
  undo(),
  correct(0, -1),
  correct(0, 5),
  correct(0, 60),
  report(1, 0),
  report(2, 0),
  correct(0, 500),
  correct(0, -400),
]

/** Who is disabled leads nothing and wins nothing. */
const disabled: Step[] = [
  contest,
  report(0, 0),
  report(1, 1, 'share'),
  report(2, 2),
  disableOrEnable(1),
  correct(1, 500),
  moveClock(dayMs),
  { do: 'close' },
  disableOrEnable(1),
  correct(1, 5),
]

/** Who is left out leads nothing and wins nothing, and has a place again afterwards. */
const leftOut: Step[] = [
  contest,
  report(0, 0),
  report(1, 1, 'share'),
  report(2, 2),
  leaveOutOrLetIn(1),
  { do: 'leave moderators out', isOut: true },
  correct(1, 500),
  moveClock(dayMs),
  { do: 'close' },
  leaveOutOrLetIn(1),
  { do: 'leave moderators out', isOut: false },
  correct(1, 5),
]

/** What is earned in a team stays with it, also when it is taken back in another one. */
const inTeams: Step[] = [
  changeTeam(0, 'Red'),
  changeTeam(1, 'Red'),
  changeTeam(2, 'Blue'),
  report(1, 1),
  report(2, 2),
  report(0, 0),
  changeTeam(0, 'Blue'),
  { do: 'undo', back: 0, asOwner: true },
  report(0, 3, 'share'),
  leaveOutOrLetIn(2),
  changeTeam(2, null),
  report(2, 4),
  leaveOutOrLetIn(2),
  disableOrEnable(1),
  moveClock(dayMs),
  disableOrEnable(1),
]

const afterTheWinner: Step[] = [
  contest,
  report(0, 0),
  report(1, 1, 'share'),
  moveClock(dayMs),
  { do: 'close' },
  takeBack(),
  appeal(),
  { do: 'close' },
  decideAppeal('given_back'),
]

const ofOneDay = (nth: number, from: number) =>
  ({ do: 'save a contest', nth, from, days: 0, isActive: true }) as const

const twoWinners: Step[] = [
  ofOneDay(0, 1),
  ofOneDay(1, 2),
  moveClock(dayMs),
  report(0, 0),
  report(1, 1, 'share'),
  moveClock(dayMs),
  report(1, 2),
  moveClock(dayMs),
  { do: 'close' },
  { do: 'delete a contest', nth: 0 },
  takeBack(1),
  takeBack(2),
  { do: 'save a contest', nth: 1, from: -1, days: 0, isActive: false },
  takeBack(),
  { do: 'save a contest', nth: 1, from: -1, days: 0, isActive: true },
  { do: 'close' },
]

const checks: Step[] = [
  setChecks('normal'),
  reportMany(0, 12),
  { ...confirm(), asOwner: false },
  confirm(),
  confirm(),
  decide('confirmed'),
  decide('confirmed'),
  moveClock(6 * minuteMs),
  withdraw(1),
  decide('taken_back', 1),
  reportMany(1, 12, 'comment'),
  confirm(0, 'ok'),
  decide('taken_back'),
  confirm(0, 'Seen'),
  decide('taken_back', 0, 'moderator'),
  moveClock(5 * dayMs),
  decide('confirmed', 1),
  decide('taken_back', 2),
  reportMany(3, 12),
  decide('confirmed', 0, 'moderator'),
  setChecks('off'),
  reportMany(2, 8),
]

const goneChecks: Step[] = [
  setChecks('normal'),
  reportMany(0, 9),
  ...Array.from({ length: 9 }, (_, nth) => takeBack(nth)),
  confirm(),
  decide('confirmed'),
  ...[1, 2, 3].map((member) => reportMany(member, 8, 'comment')),
]

/** Stories about reviewers, each told from two and a half minutes before a month ends. */
export const reviewExamples: readonly (readonly Step[])[] = [
  caps,
  takeBacks,
  rejections,
  handIns,
  countedEarlier,
  butterfly,
  corrections,
  disabled,
  leftOut,
  inTeams,
  afterTheWinner,
  twoWinners,
  checks,
  goneChecks,
]
