import type { MonthlyWinner } from '#contract/contests.ts'
import { preferences } from '#web/app/preferences.ts'

/** How long after a month its champion is still news. */
const newsDays = 14

/** The champion that the member has not seen yet. `seenMonth` (`YYYY-MM`) is the month of the newest one they saw. */
export function championNews(
  winners: readonly MonthlyWinner[],
  seenMonth: string | undefined,
  now: Date,
): MonthlyWinner | null {
  const newest = winners[0]
  if (!newest || (seenMonth !== undefined && monthKey(newest) <= seenMonth)) return null
  const newsEndsMs = Date.UTC(newest.year, newest.month, 1 + newsDays)
  return now.getTime() < newsEndsMs ? newest : null
}

/** `2026-03` for March 2026; later months are greater. */
export function monthKey({ year, month }: Pick<MonthlyWinner, 'year' | 'month'>): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

/** Remembers in this browser that the member has seen a champion, and so all earlier ones. */
export function rememberChampion(userId: string, winner: Pick<MonthlyWinner, 'year' | 'month'>): void {
  const { seenChampion } = preferences.read()
  const month = monthKey(winner)
  if (month <= (seenChampion[userId] ?? '')) return
  preferences.change({ seenChampion: { ...seenChampion, [userId]: month } })
}
