import { describe, expect, test } from 'vitest'
import type { MonthlyWinner } from '#contract/contests.ts'
import { asId } from '#domain/ids.ts'
import { championKey, championNews } from './champion-news.ts'

const february = winnerOf(2026, 2)
const winners = [february, winnerOf(2026, 1), winnerOf(2025, 12)]

describe('the champion of a month', () => {
  const cases = [
    ['the day after the month', undefined, '2026-03-01T00:10:00Z', february],
    ['before the month is over, when the contest was shorter', undefined, '2026-02-16T12:00:00Z', february],
    ['on the fourteenth day after the month', undefined, '2026-03-14T23:59:59Z', february],
    ['no longer on the fifteenth day after the month', undefined, '2026-03-15T00:00:00Z', null],
    ['after the one before was seen', '2026-01', '2026-03-02T00:00:00Z', february],
    ['no longer after it was seen', championKey(february), '2026-03-02T00:00:00Z', null],
    ['no longer after its month was seen in an earlier version', '2026-02', '2026-03-02T00:00:00Z', null],
    ['no longer after a later one was seen, which is gone', '2026-03', '2026-03-02T00:00:00Z', null],
  ] as const
  for (const [when, seenMonth, now, news] of cases) {
    test(`is news ${when}`, () => {
      expect(championNews(winners, seenMonth, new Date(now))).toBe(news)
    })
  }

  test('does not exist before the first contest is over', () => {
    expect(championNews([], undefined, new Date('2026-03-01'))).toBeNull()
  })

  test('of December is older than that of January', () => {
    expect(championKey(winnerOf(2025, 12)) < championKey(winnerOf(2026, 1))).toBe(true)
    expect(championKey(winnerOf(2026, 9)) < championKey(winnerOf(2026, 10))).toBe(true)
  })

  test('is news after another one of the same month was seen', { tags: ['contests-each-champion'] }, () => {
    const id = asId<'monthlyWinner'>('01890001-0000-7000-8000-000000000000')
    const second = { ...february, id }
    const now = new Date('2026-03-02T00:00:00Z')
    expect(championNews([second, february], championKey(february), now)).toBe(second)
    expect(championNews([second, february], championKey(second), now)).toBeNull()
  })
})

function winnerOf(year: number, month: number): MonthlyWinner {
  const totals = { totalPoints: 100, totalShares: 1, totalEngagements: 5 }
  const id = asId<'monthlyWinner'>(`01890000-0000-7000-8000-${String(year * 100 + month).padStart(12, '0')}`)
  const user = {
    id: asId<'user'>('01890000-0000-7000-8000-000000000001'),
    username: 'ana',
    displayName: 'Ana',
    avatar: null,
  }
  return { id, year, month, ...totals, user, contest: null, championTeam: null }
}
