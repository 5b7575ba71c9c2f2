import { addDays, type Day, dayOf, isTimeZone, mondayOf, startOfDay } from './days.ts'
import type { AppealId, DirectMessageId, PostId, ShareId } from './ids.ts'
import type { AppealDecision, Platform } from './vocabulary.ts'

/** Which direct messages a member gets: none, those about what is theirs, or all. */
export const directChoices = ['off', 'mine', 'all'] as const
export type DirectChoice = (typeof directChoices)[number]

/** How often a member gets an e-mail with what is new. */
export const mailChoices = ['off', 'daily', 'weekly'] as const
export type MailChoice = (typeof mailChoices)[number]

/** How a member gets a message: in the chat, or in an e-mail with others. */
export const directMedia = ['chat', 'mail'] as const
export type DirectMedium = (typeof directMedia)[number]

/** What direct messages are about, the most important first. */
export const directKinds = [
  'streak_danger',
  'appeal_decided',
  'share_decided',
  'achievement_unlocked',
  'review_waits',
  'contest_ending',
  'week_recap',
  'passed_by',
  'post_reminder',
] as const
export type DirectKind = (typeof directKinds)[number]

/** What the text of each kind needs. */
export interface DirectFacts {
  /** In how many days the streak stands. */
  readonly streak_danger: { readonly days: number }
  readonly appeal_decided: {
    readonly subject: 'report' | 'share'
    readonly decision: AppealDecision
    readonly reason: string
  }
  readonly share_decided: {
    readonly platform: Platform
    readonly isVerified: boolean
    readonly points: number
    /** Why it was not accepted; null if it was. */
    readonly reason: string | null
  }
  readonly achievement_unlocked: {
    readonly achievement: string
    readonly description: string
    readonly points: number
  }
  /** What waits for a decision of the member, who is a reviewer, and whose it is. */
  readonly review_waits: {
    readonly subject: 'share' | 'appeal'
    readonly id: ShareId | AppealId
    readonly displayName: string
  }
  readonly contest_ending: {
    readonly title: string
    readonly prize: string | null
    readonly endDate: Day
  }
  readonly week_recap: {
    readonly reports: number
    /** By how many places the member has risen since the week began; null where that is not known. */
    readonly risen: number | null
    /** The day with the most reports. */
    readonly bestDay: Day
  }
  /** Who passed, and at which place the member is since. */
  readonly passed_by: { readonly displayName: string; readonly place: number }
  /** A post on which the member has reported nothing yet. */
  readonly post_reminder: { readonly postId: PostId }
}

/** A kind with its facts. */
export type DirectNews = {
  [Kind in DirectKind]: { readonly kind: Kind; readonly facts: DirectFacts[Kind] }
}[DirectKind]

/** News whose message needs nothing but its facts. */
export type PlainNews = Exclude<DirectNews, { readonly kind: 'post_reminder' }>

const onlyWithAll: readonly DirectKind[] = [
  'review_waits',
  'contest_ending',
  'week_recap',
  'passed_by',
  'post_reminder',
]

/** Whether a choice includes a kind. */
export function includesKind(choice: DirectChoice, kind: DirectKind): boolean {
  return choice === 'all' || (choice === 'mine' && !onlyWithAll.includes(kind))
}

/** The choices that include a kind. */
export function choicesWith(kind: DirectKind): DirectChoice[] {
  return directChoices.filter((choice) => includesKind(choice, kind))
}

/** What a choice becomes for somebody who wants fewer messages. */
export function fewerThan(choice: DirectChoice): DirectChoice {
  return choice === 'all' ? 'mine' : 'off'
}

/** Hours without messages, each time as `hh:mm` on the member's clock. They may cross midnight; equal times are none. */
export interface QuietHours {
  readonly from: string
  readonly to: string
}

export interface NotificationChoices {
  readonly direct: DirectChoice
  readonly quiet: QuietHours
  readonly email: MailChoice
}

export const defaultChoices: NotificationChoices = {
  direct: 'mine',
  quiet: { from: '19:00', to: '08:00' },
  email: 'off',
}

/** No member gets more messages on one day of their own. */
export const mostDirectADay = 2
/** A reminder is only sent as the first message of a day, so that the second is left for news. */
const mostBeforeReminder = 0

/** On a member's clock, a streak in danger is told from this hour on, and the week on a Friday from that one. */
export const dangerHour = 17
export const recapHour = 15
/** So many hours later it is too late to begin. */
export const roundHours = 4
/** A streak of so many days is worth a word. */
export const leastStreakDays = 2
/** Somebody at a lower place is not told who passed. */
export const lastPassedPlace = 100
/** A message about the end of a contest comes so many days before, with today as a full one. */
export const contestEndingDays = 3

const dayMs = 86_400_000
const minuteMs = 60_000
const minutesADay = 1_440
/** How long a decision or an achievement is news. */
const newsMs = 3 * dayMs

/**
 * When a message of a kind no longer holds. `timeZone` is that of the days that it is about; `lastDay` is the last day of a
 * contest.
 */
export function expiryOf(
  kind: DirectKind,
  { now, timeZone, lastDay }: { readonly now: Date; readonly timeZone: string; readonly lastDay?: Day },
): Date {
  const today = dayOf(now, timeZone)
  switch (kind) {
    case 'streak_danger':
      return startOfDay(addDays(today, 1), timeZone)
    case 'week_recap':
      return startOfDay(addDays(mondayOf(today), 7), timeZone)
    case 'contest_ending':
      return startOfDay(addDays(lastDay ?? today, 1), timeZone)
    case 'passed_by':
      return new Date(now.getTime() + dayMs)
    default:
      return new Date(now.getTime() + newsMs)
  }
}

/** The first moment from `at` on that is not in the quiet hours of a time zone. An unknown zone counts as UTC. */
export function dueAt(at: Date, timeZone: string, quiet: QuietHours): Date {
  const zone = knownZone(timeZone)
  const to = minutesOf(quiet.to)
  let moment = at
  // Each turn ends the quiet hours or comes to a change of the clock, and there are hardly two of these in a day.
  for (let turns = 0; turns < mostTurns && isQuiet(moment, zone, quiet); turns++) {
    const begunMs = Math.floor(moment.getTime() / minuteMs) * minuteMs
    const left = (to - minuteOf(moment, zone) + minutesADay) % minutesADay
    const end = new Date(begunMs + left * minuteMs)
    moment = changeOfClock(new Date(begunMs), end, zone) ?? end
  }
  return moment
}

const mostTurns = 10

/** Whether a moment is in the quiet hours. Times that cannot be read are none. */
export function isQuiet(moment: Date, timeZone: string, quiet: QuietHours): boolean {
  return isQuietMinute(minuteOf(moment, knownZone(timeZone)), quiet)
}

/** Whether a minute of the day is in the quiet hours. */
export function isQuietMinute(minute: number, { from, to }: QuietHours): boolean {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  if (Number.isNaN(start + end)) return false
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end
}

/** News that waits. */
export interface WaitingNews {
  readonly id: DirectMessageId
  readonly kind: DirectKind
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A message that waits. */
export interface WaitingDirect extends WaitingNews {
  /** The moment before which it is not sent; null for none. */
  readonly notBefore: Date | null
}

/** What decides when a member can get messages. */
export interface Reachable {
  readonly now: Date
  readonly timeZone: string
  readonly quiet: QuietHours
  /** How many messages the member may have got, by their own days from today on. */
  readonly told: ReadonlyMap<Day, number>
}

export interface Planned<Message> {
  readonly message: Message
  /** Null if it expires before it can be sent. */
  readonly dueAt: Date | null
}

/**
 * When each message that waits for a member is to be sent, the most important first. Those that find a day full are put off
 * to the next one.
 */
export function planned<Message extends WaitingDirect>(
  waiting: readonly Message[],
  { now, timeZone, quiet, told }: Reachable,
): Planned<Message>[] {
  const zone = knownZone(timeZone)
  const counts = new Map(told)
  return waiting.toSorted(byImportance).map((message) => {
    const most = message.kind === 'post_reminder' ? mostBeforeReminder : mostDirectADay - 1
    let due = dueAt(later(now, message.notBefore), zone, quiet)
    while (due < message.expiresAt) {
      const day = dayOf(due, zone)
      const count = counts.get(day) ?? 0
      if (count <= most) {
        counts.set(day, count + 1)
        return { message, dueAt: due }
      }
      due = dueAt(startOfDay(addDays(day, 1), zone), zone, quiet)
    }
    return { message, dueAt: null }
  })
}

function later(now: Date, notBefore: Date | null): Date {
  return notBefore !== null && notBefore > now ? notBefore : now
}

/** Orders what waits, the most important first. */
export function byImportance(a: WaitingNews, b: WaitingNews): number {
  const rank = directKinds.indexOf(a.kind) - directKinds.indexOf(b.kind)
  return rank || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)
}

/** A member's own day. An unknown zone counts as UTC. */
export function ownDayOf(now: Date, timeZone: string): Day {
  return dayOf(now, knownZone(timeZone))
}

/** Whether the clock of a time zone shows a moment within `roundHours` after an hour of the day. */
export function isRoundOf(hour: number, now: Date, timeZone: string): boolean {
  const minute = minuteOf(now, knownZone(timeZone))
  return minute >= hour * 60 && minute < (hour + roundHours) * 60
}

/** Where a member stood when the day began, and stands now; null behind those that are compared. */
export interface PlaceChange<Member> {
  readonly id: Member
  readonly before: number | null
  readonly place: number | null
}

interface Pass<Member> {
  readonly id: Member
  /** Whoever stands nearest ahead of those that passed. */
  readonly by: Member
  readonly place: number
}

/**
 * Who was passed since the day began, of those who stood in the first places, and by whom. A pass counts once it was seen
 * in `earlier` places too, so that a report that is undone passes nobody.
 */
export function passesIn<Member extends string>(
  changes: readonly PlaceChange<Member>[],
  earlier: ReadonlyMap<Member, number>,
): Pass<Member>[] {
  const wasAhead = (by: Member, id: Member) =>
    (earlier.get(by) ?? Number.POSITIVE_INFINITY) < (earlier.get(id) ?? Number.POSITIVE_INFINITY)
  return changes.flatMap(({ id, before, place: current }) => {
    if (before === null || before > lastPassedPlace || current === null) return []
    const isPasser = (other: PlaceChange<Member>) =>
      other.place !== null &&
      other.place < current &&
      (other.before === null || other.before > before) &&
      wasAhead(other.id, id)
    const [nearest] = changes
      .filter(isPasser)
      .toSorted((a, b) => (b.place ?? 0) - (a.place ?? 0) || (a.id < b.id ? -1 : 1))
    return nearest ? [{ id, by: nearest.id, place: current }] : []
  })
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The minute of the day on the clock of a known time zone. */
export function minuteOf(moment: Date, zone: string): number {
  let clock = clocks.get(zone)
  if (!clock) {
    const shown = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', numberingSystem: 'latn' } as const
    clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...shown })
    clocks.set(zone, clock)
  }
  return minutesOf(clock.format(moment))
}

/** The moment of a day at which the clock of a known time zone shows a minute of the day. */
export function atMinute(day: Day, minute: number, zone: string): Date {
  const startMs = startOfDay(day, zone).getTime()
  const guessMs = startMs + (minute - minuteOf(new Date(startMs), zone)) * minuteMs
  // The clock may have changed since the day began.
  return new Date(guessMs + (minute - minuteOf(new Date(guessMs), zone)) * minuteMs)
}

/** The minute of the day that `hh:mm` names. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

const zonesKnown = new Map<string, boolean>()

/** The zone itself, or UTC for one that the runtime does not know. */
export function knownZone(name: string): string {
  const isKnown = zonesKnown.get(name) ?? isTimeZone(name)
  zonesKnown.set(name, isKnown)
  return isKnown ? name : 'UTC'
}

/** The first minute after `from`, up to `to`, from which on the clock is another number of minutes ahead; null for none. */
function changeOfClock(from: Date, to: Date, zone: string): Date | null {
  const offset = minutesAhead(from, zone)
  if (minutesAhead(to, zone) === offset) return null
  let [before, after] = [from.getTime(), to.getTime()]
  while (after - before > minuteMs) {
    const middle = before + Math.floor((after - before) / 2 / minuteMs) * minuteMs
    if (minutesAhead(new Date(middle), zone) === offset) before = middle
    else after = middle
  }
  return new Date(after)
}

/** How many minutes the clock is ahead of UTC, or of it by whole days. */
function minutesAhead(moment: Date, zone: string): number {
  const ofUtc = Math.floor(moment.getTime() / minuteMs)
  return (((minuteOf(moment, zone) - ofUtc) % minutesADay) + minutesADay) % minutesADay
}
