import {
  atMinute,
  isQuietMinute,
  knownZone,
  minuteOf,
  minutesOf,
  ownDayOf,
  type QuietHours,
} from './direct-messages.ts'
import { drawOf } from './honesty.ts'
import type { PostId, UserId } from './ids.ts'

/** Reminders are spread over this part of a member's working hours, by their own clock. */
export const reminderHours: QuietHours = { from: '09:00', to: '16:30' }
/** On that clock, a reminder that was not sent by then is dropped. */
const workEnd = '17:00'
/** The reminders of a day are made from this hour on. */
export const reminderHour = 9
/** A post is worth a reminder for so long, so that one of a Friday is left for Monday. */
export const remindedMs = 72 * 3_600_000
/** Only so many of the newest posts are looked at. */
export const mostReminded = 20

/** Whom a reminder is for, and when it is made. */
export interface Reminding {
  readonly postId: PostId
  readonly userId: UserId
  readonly now: Date
  readonly timeZone: string
  readonly quiet: QuietHours
}

/**
 * When a member is reminded of a post: at a minute of the same own day in their working hours, outside the quiet hours and
 * not before `now`. The minutes of all members are spread evenly, and a member's is another for each post. Null if no
 * minute is left. An unknown zone counts as UTC.
 */
export function reminderAt({ postId, userId, now, timeZone, quiet }: Reminding): Date | null {
  const zone = knownZone(timeZone)
  const today = ownDayOf(now, zone)
  const first = Math.max(minutesOf(reminderHours.from), minuteOf(now, zone) + 1)
  const length = Math.max(0, minutesOf(reminderHours.to) - first)
  const minutes = Array.from({ length }, (_, nth) => first + nth).filter(
    (each) => !isQuietMinute(each, quiet),
  )
  const minute = minutes[(drawOf(postId) + drawOf(userId)) % minutes.length]
  return minute === undefined ? null : atMinute(today, minute, zone)
}

/** When the working hours of the own day end. */
export function workEndOf(now: Date, timeZone: string): Date {
  const zone = knownZone(timeZone)
  return atMinute(ownDayOf(now, zone), minutesOf(workEnd), zone)
}
