import { addDays, type Day, dayOf, startOfDay, weekdayOf } from './days.ts'
import {
  atMinute,
  byImportance,
  type DirectKind,
  directKinds,
  dueAt,
  expiryOf,
  knownZone,
  type MailChoice,
  mailChoices,
  type QuietHours,
  type WaitingNews,
} from './direct-messages.ts'

/** The kinds that no e-mail has: what waits for a reviewer or for a report is worked on in the product or in the chat. */
const onlyInChat: readonly DirectKind[] = ['review_waits', 'post_reminder']
/** A weekly e-mail would come too late for these on every day but one. */
const onlyDaily: readonly DirectKind[] = ['streak_danger']
/** These are told by the clock, shortly before the e-mail goes out. */
const toldByClock: readonly DirectKind[] = ['streak_danger', 'week_recap']

/** Whether the e-mails of a choice have a kind. */
export function mailHasKind(choice: MailChoice, kind: DirectKind): boolean {
  if (choice === 'off' || onlyInChat.includes(kind)) return false
  return choice === 'daily' || !onlyDaily.includes(kind)
}

/** The choices whose e-mails have a kind. */
export function mailChoicesWith(kind: DirectKind): MailChoice[] {
  return mailChoices.filter((choice) => mailHasKind(choice, kind))
}

/** The kinds that the e-mails of a choice have. */
export function mailKindsOf(choice: MailChoice): DirectKind[] {
  return directKinds.filter((kind) => mailHasKind(choice, kind))
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** When e-mails go out, in minutes of the member's own day: after the streak in danger, or the week, was told. */
export const dailyMinute = 17 * 60 + 30
export const weeklyMinute = 15 * 60 + 30
export const weeklyWeekday = 5
/** So many hours later it is too late, and what waits goes into the next mail. */
export const mailWindowHours = 4
/** How long a decision or an achievement is news in an e-mail: longer than a week, because e-mails may be weekly. */
const mailNewsMs = 8 * 24 * hourMs
/** Quiet hours and changes of the clock put an e-mail off by less than two days. */
const mostDaysLate = 2

const longNews: readonly DirectKind[] = ['appeal_decided', 'share_decided', 'achievement_unlocked']

/** When a message of a kind no longer belongs into a mail. Arguments as for `expiryOf`. */
export function mailExpiryOf(kind: DirectKind, about: Parameters<typeof expiryOf>[1]): Date {
  return longNews.includes(kind) ? new Date(about.now.getTime() + mailNewsMs) : expiryOf(kind, about)
}

/** What decides when a member gets mails. */
export interface MailReader {
  readonly now: Date
  readonly timeZone: string
  readonly quiet: QuietHours
  readonly choice: Exclude<MailChoice, 'off'>
  /** The member's own days, from today on, on which an e-mail may have gone out. */
  readonly told: ReadonlySet<Day>
}

/** When the e-mail goes out that has a message; null if the message no longer holds then. */
export function mailDueAt(
  { kind, createdAt, expiresAt }: Pick<WaitingNews, 'kind' | 'createdAt' | 'expiresAt'>,
  { now, timeZone, quiet, choice, told }: MailReader,
): Date | null {
  const zone = knownZone(timeZone)
  for (let day = addDays(dayOf(now, zone), -mostDaysLate); ; day = addDays(day, 1)) {
    if (startOfDay(day, zone) >= expiresAt) return null
    if (choice === 'weekly' && weekdayOf(day) !== weeklyWeekday) continue
    const start = dueAt(mailTimeOn(day, choice, zone), zone, quiet)
    const due = dueAt(start > now ? start : now, zone, quiet)
    const isOver = due.getTime() >= start.getTime() + mailWindowHours * hourMs
    const isTooNew = createdAt > start && !toldByClock.includes(kind)
    if (isOver || isTooNew || told.has(dayOf(due, zone))) continue
    return due < expiresAt ? due : null
  }
}

export interface MailPlan<Message> {
  /** What goes into an e-mail now, the most important first; empty for no e-mail. */
  readonly letter: readonly Message[]
  /** When to look again at each message that waits. */
  readonly later: readonly { readonly message: Message; readonly dueAt: Date }[]
  /** What no longer holds when its mail goes out. */
  readonly gone: readonly Message[]
}

/** What becomes of everything that waits for a member's e-mails. Once one message is due, all go into the same e-mail. */
export function mailPlan<Message extends WaitingNews>(
  waiting: readonly Message[],
  reader: MailReader,
): MailPlan<Message> {
  const { now } = reader
  const plan = waiting
    .toSorted(byImportance)
    .map((message) => ({ message, dueAt: mailDueAt(message, reader) }))
  if (plan.some((each) => each.dueAt !== null && each.dueAt <= now)) {
    const messages = plan.map(({ message }) => message)
    return {
      letter: messages.filter(({ expiresAt }) => expiresAt > now),
      later: [],
      gone: messages.filter(({ expiresAt }) => expiresAt <= now),
    }
  }
  return {
    letter: [],
    later: plan.flatMap(({ message, dueAt: due }) => (due ? [{ message, dueAt: due }] : [])),
    gone: plan.flatMap(({ message, dueAt: due }) => (due ? [] : [message])),
  }
}

/** The moment of a day at which the clock of a known time zone shows the time of the mail. */
export function mailTimeOn(day: Day, choice: MailReader['choice'], zone: string): Date {
  return atMinute(day, choice === 'daily' ? dailyMinute : weeklyMinute, zone)
}

/** A weekday and a time, for people. */
export const mailTimes: Readonly<Record<MailReader['choice'], string>> = {
  daily: 'every day at 17:30',
  weekly: 'on Fridays at 15:30',
}

/** What the mail server does not do for anybody, by the codes that are stored. */
const haltTexts: Readonly<Record<string, string>> = {
  sign_in: 'The mail server does not accept the name and the password in SMTP_URL',
  sender: 'The mail server refuses the sender in MAIL_FROM',
  no_starttls: 'The mail server does not offer STARTTLS, and nothing is sent unencrypted',
  tls: 'The certificate of the mail server is not trusted, or it cannot encrypt',
  unknown_host: 'The host in SMTP_URL is unknown',
  unreachable: 'The mail server cannot be reached',
  timeout: 'The mail server did not answer in time',
  busy: 'The mail server asks to try again later',
  connection: 'The connection to the mail server broke off',
}

/** Why no e-mail goes out, in words for administrators. */
export function mailHaltText(code: string): string {
  return haltTexts[code] ?? `The mail server refuses e-mails (${code})`
}
