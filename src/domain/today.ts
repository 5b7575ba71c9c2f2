import { addDays, type Day, hourOf, mondayOf } from './days.ts'
import { type InteractionType, interactionTypes } from './vocabulary.ts'

/** How many days a post waits for reports. */
export const waitingDays = 7

/** Each day of a week: with a report, today without one yet, past without one, or still to come. */
export const dayStates = ['done', 'today', 'missed', 'future'] as const
export type DayState = (typeof dayStates)[number]

export const partsOfDay = ['morning', 'afternoon', 'evening'] as const
export type PartOfDay = (typeof partsOfDay)[number]

/** The fewest posts that show when posts usually arrive. */
const fewestArrivals = 5

/** The reports that are not made yet, in their usual order. */
export function openReports(done: readonly InteractionType[]): InteractionType[] {
  return interactionTypes.filter((type) => !done.includes(type))
}

/** What the open reports on a post earn together. */
export function openWorth(
  worth: Readonly<Record<InteractionType, number>>,
  open: readonly InteractionType[],
): number {
  return open.reduce((sum, type) => sum + worth[type], 0)
}

/** The seven days of today's week, from Monday, with the number of reports on each. */
export function weekAround(
  today: Day,
  reportsOn: (day: Day) => number,
): { day: Day; state: DayState; reports: number }[] {
  const monday = mondayOf(today)
  return Array.from({ length: 7 }, (_, nth) => {
    const day = addDays(monday, nth)
    const reports = reportsOn(day)
    return { day, state: stateOf(day, { today, reports }), reports }
  })
}

function stateOf(day: Day, { today, reports }: { today: Day; reports: number }): DayState {
  if (reports > 0) return 'done'
  if (day === today) return 'today'
  return day < today ? 'missed' : 'future'
}

/** The part of the workspace's day at which most posts arrive, the earlier of equals; null when there are too few. */
export function usualPartOfDay(arrivals: readonly Date[], timeZone: string): PartOfDay | null {
  if (arrivals.length < fewestArrivals) return null
  const counts = { morning: 0, afternoon: 0, evening: 0 }
  for (const arrival of arrivals) counts[partOfDay(arrival, timeZone)]++
  return partsOfDay.reduce((usual, part) => (counts[part] > counts[usual] ? part : usual))
}

function partOfDay(instant: Date, timeZone: string): PartOfDay {
  const hour = hourOf(instant, timeZone)
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}
