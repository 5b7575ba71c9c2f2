import type { MonthlyWinner } from '#contract/contests.ts'
import { preferences } from '#web/app/preferences.ts'

/** How long after a month its champion is still news. */
const newsDays = 14

type Champion = Pick<MonthlyWinner, 'id' | 'year' | 'month'>

/** The champion that the member has not seen yet. `seen` is the key of the newest one they saw. */
export function championNews(
  winners: readonly MonthlyWinner[],
  seen: string | undefined,
  now: Date,
): MonthlyWinner | null {
  const newest = winners[0]
  if (!newest || isSeen(newest, seen)) return null
  const newsEndsMs = Date.UTC(newest.year, newest.month, 1 + newsDays)
  return now.getTime() < newsEndsMs ? newest : null
}

/** `2026-03` for March 2026; later months are greater. */
function monthKey({ year, month }: Pick<MonthlyWinner, 'year' | 'month'>): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

/** A month can have several champions, and ids grow: `2026-03 <id>`. Later champions have greater keys. */
export function championKey(winner: Champion): string {
  return `${monthKey(winner)} ${winner.id}`
}

/** An earlier version remembered the month alone, which stands for all of its champions. */
function isSeen(winner: Champion, seen = ''): boolean {
  return championKey(winner) <= seen || monthKey(winner) === seen
}

/** Remembers in this browser that the member has seen a champion, and so all earlier ones. */
export function rememberChampion(userId: string, winner: Champion): void {
  const { seenChampion } = preferences.read()
  if (isSeen(winner, seenChampion[userId])) return
  preferences.change({ seenChampion: { ...seenChampion, [userId]: championKey(winner) } })
}
