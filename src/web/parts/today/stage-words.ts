import type { DoneTodayPost, Today, TodayPost } from '#contract/today.ts'
import { counted } from '#web/ui/time-words.ts'

/** `quiet` is a workspace without posts, `first` a member without a report. */
export type StageState = 'quiet' | 'first' | 'waiting' | 'begun' | 'done'

interface Streak {
  readonly currentStreak: number
  readonly hasReportedToday: boolean
  readonly todayNeeds: 'report' | null
}

export function stageState(
  { lastPostAt, hasReported, waiting }: Pick<Today, 'lastPostAt' | 'hasReported' | 'waiting'>,
  { hasReportedToday }: Pick<Streak, 'hasReportedToday'>,
): StageState {
  if (lastPostAt === null) return 'quiet'
  if (!hasReported) return 'first'
  if (waiting === 0) return 'done'
  return hasReportedToday ? 'begun' : 'waiting'
}

/** The day that a report today makes it, or has made it. */
export function goalDay({ currentStreak, todayNeeds }: Streak): number {
  return todayNeeds || currentStreak === 0 ? currentStreak + 1 : currentStreak
}

export function headlineOf(state: StageState, waiting: number): string {
  if (state === 'quiet') return 'Quiet so far'
  if (state === 'first') return 'Three steps to your first points'
  return state === 'done' ? 'All caught up' : `${counted(waiting, 'post')} waiting`
}

interface Sentence {
  /** What can be earned or was earned, such as `up to +195`; null for nothing. */
  readonly figure: string | null
  readonly text: string
}

/** The line below the headline of a member who has reported before. */
export function sentenceOf(
  today: Pick<Today, 'worth' | 'pointsToday' | 'usualTime' | 'waiting'>,
  streak: Streak,
): Sentence {
  const { worth, pointsToday, usualTime, waiting } = today
  if (waiting > 0) {
    return { figure: worth > 0 ? `up to +${worth.toLocaleString('en-US')}` : null, text: streakText(streak) }
  }
  return {
    figure: pointsToday > 0 ? `+${pointsToday.toLocaleString('en-US')} today` : null,
    text: usualTime
      ? `the next post usually arrives in the ${usualTime}`
      : 'the next post shows up here the moment it is out',
  }
}

function streakText(streak: Streak): string {
  const day = goalDay(streak).toLocaleString('en-US')
  if (streak.hasReportedToday) return `day ${day} is yours`
  if (!streak.todayNeeds) return 'your streak needs no report today'
  return streak.currentStreak > 0 ? `a report today makes it day ${day}` : 'a report today starts a streak'
}

/** A post on the way to the day's goal. `next` is the first that waits. */
export interface Stop {
  readonly post: TodayPost
  readonly state: 'done' | 'next' | 'waiting'
  readonly points: number
}

const mostStops = 3

/** The posts on the way to the goal: the latest done, then those that wait; `more` wait behind the last one. */
export function stopsOf({ doneToday, posts, waiting }: Pick<Today, 'doneToday' | 'posts' | 'waiting'>): {
  readonly stops: readonly Stop[]
  readonly more: number
} {
  const shown = posts.slice(0, waiting > mostStops ? mostStops - 1 : mostStops)
  const room = waiting > mostStops ? 0 : mostStops - shown.length
  const done = doneToday.slice(0, room).reverse()
  return {
    stops: [
      ...done.map((post: DoneTodayPost): Stop => ({ post, state: 'done', points: post.points })),
      ...shown.map((post, at): Stop => ({ post, state: at === 0 ? 'next' : 'waiting', points: post.worth })),
    ],
    more: Math.max(waiting - shown.length, 0),
  }
}
