import type { RaceLine } from '#contract/contests.ts'
import type { Day } from '#domain/days.ts'
import { displayFirstName } from '#domain/names.ts'

/** A day of a race as it is written: "Sun, Nov 22". */
export function raceDay(day: Day): string {
  const format = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return format.format(new Date(day))
}

/** What a member is called in a race: "You", or the first name. */
export function racerName({ id, displayName }: RaceLine, ownId: string | undefined): string {
  return id === ownId ? 'You' : displayFirstName(displayName)
}

/** The points after a day, the most first: "Leila 1,035, Aisha 955, You 665". */
export function raceWords(members: readonly RaceLine[], day: number, ownId: string | undefined): string {
  return byPoints(members, day)
    .map((member) => `${racerName(member, ownId)} ${(member.points[day] ?? 0).toLocaleString('en-US')}`)
    .join(', ')
}

/** The members with the most points after a day first; equal ones in the order of the standings. */
export function byPoints(members: readonly RaceLine[], day: number): RaceLine[] {
  return members.toSorted((a, b) => (b.points[day] ?? 0) - (a.points[day] ?? 0))
}
