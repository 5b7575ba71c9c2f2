import { addDays, type Day, dayOf, startOfDay } from '#domain/days.ts'
import { type InteractionType, interactionTypes } from '#domain/vocabulary.ts'
import type { Habit, SamplePerson } from './people.ts'
import { postedAt, type SamplePost } from './posts.ts'
import { type Random, randomNumbers } from './random-numbers.ts'

/** One report that a member of the sample team made. */
export interface PlannedReport {
  at: Date
  handle: string
  /** Index in the given list of posts. */
  postIndex: number
  type: InteractionType
}

export interface HistoryOptions {
  people: readonly SamplePerson[]
  posts: readonly SamplePost[]
  now: Date
  timeZone: string
}

const historyDays = 30
const typeChances: Record<InteractionType, number> = { like: 0.55, comment: 0.25, share: 0.2 }
/** A post's weight falls by a factor of e in this many days. */
const attentionDays = 4
/** Hours of the day at which people report, with weights: on arrival, around lunch, before going home. */
const workdayHours = [
  [8, 2],
  [9, 5],
  [10, 3],
  [11, 2],
  [12, 4],
  [13, 3],
  [14, 2],
  [15, 2],
  [16, 3],
  [17, 4],
  [18, 1],
] as const
const weekendHours = [
  [10, 2],
  [11, 3],
  [14, 1],
  [17, 2],
  [20, 2],
] as const

/**
 * Plans the sample team's reports of the last month, sorted by time. The result depends on the arguments only.
 * Nobody reports the same thing twice, a post before it exists, or anything in the future.
 */
export function plannedHistory(options: HistoryOptions): PlannedReport[] {
  const reports = options.people.flatMap((person) =>
    person.habit ? reportsOf(person, person.habit, options) : [],
  )
  return reports.sort((a, b) => a.at.getTime() - b.at.getTime())
}

function reportsOf(
  person: SamplePerson,
  habit: Habit,
  { posts, now, timeZone }: HistoryOptions,
): PlannedReport[] {
  // One random sequence per person, so that changing one person does not change the others.
  const random = randomNumbers(person.handle)
  const today = dayOf(now, timeZone)
  const reported = new Set<string>()
  const reports: PlannedReport[] = []
  for (let daysAgo = historyDays; daysAgo >= 0; daysAgo -= 1) {
    const day = addDays(today, -daysAgo)
    for (const at of reportTimes(habit, { day, daysAgo, timeZone, random })) {
      if (at > now) continue
      const pick = pickReport(posts, { at, now, reported, random })
      if (!pick) continue
      reported.add(keyOf(pick.postIndex, pick.type))
      reports.push({ at, handle: person.handle, ...pick })
    }
  }
  return reports
}

interface PlannedDay {
  day: Day
  daysAgo: number
  timeZone: string
  random: Random
}

function reportTimes(habit: Habit, { day, daysAgo, timeZone, random }: PlannedDay): Date[] {
  const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
  const isActive = random() < activityChance(habit, { daysAgo, isWeekend })
  const count = 1 + Math.floor(random() * (isWeekend ? 1 : habit.mostPerDay))
  const start = startOfDay(day, timeZone).getTime()
  const times = Array.from({ length: count }, () => {
    const hour = weightedPick(isWeekend ? weekendHours : workdayHours, random)
    return new Date(start + Math.floor((hour + random()) * 3_600_000))
  })
  return isActive ? times.sort((a, b) => a.getTime() - b.getTime()) : []
}

// A planned streak has a report on each of its days and none on the day before it. Today is left to chance.
function activityChance(
  habit: Habit,
  { daysAgo, isWeekend }: { daysAgo: number; isWeekend: boolean },
): number {
  if (habit.streakDays > 0 && daysAgo >= 1) {
    if (daysAgo <= habit.streakDays) return 1
    if (daysAgo === habit.streakDays + 1) return 0
  }
  return isWeekend ? habit.weekend : habit.workday
}

interface Moment {
  at: Date
  now: Date
  reported: ReadonlySet<string>
  random: Random
}

function pickReport(posts: readonly SamplePost[], { at, now, reported, random }: Moment) {
  const open = posts.flatMap((post, postIndex) => {
    const ageDays = (at.getTime() - postedAt(post, now).getTime()) / 86_400_000
    if (ageDays <= 0) return []
    const attention = Math.exp(-ageDays / attentionDays) + 0.02
    return interactionTypes
      .filter((type) => !reported.has(keyOf(postIndex, type)))
      .map((type) => [{ postIndex, type }, attention * typeChances[type]] as const)
  })
  return open.length > 0 ? weightedPick(open, random) : null
}

function keyOf(postIndex: number, type: InteractionType): string {
  return `${postIndex} ${type}`
}

function weightedPick<T>(choices: readonly (readonly [choice: T, weight: number])[], random: Random): T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0)
  let rest = random() * total
  for (const [choice, weight] of choices) {
    rest -= weight
    if (rest < 0) return choice
  }
  const last = choices.at(-1)
  if (!last) throw new RangeError('Nothing to pick from')
  return last[0]
}
