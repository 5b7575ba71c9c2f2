import { describe, expect, it } from 'vitest'
import { annualWinners, type MonthWon, monthOfContest } from './contests.ts'
import { asDay } from './days.ts'
import { asId, type UserId } from './ids.ts'

const ana = asId<'user'>('01890000-0000-7000-8000-00000000000a')
const ben = asId<'user'>('01890000-0000-7000-8000-00000000000b')
const monthId = (year: number, month: number) =>
  asId<'monthlyWinner'>(`01890000-0000-7000-8000-${String(year * 100 + month).padStart(12, '0')}`)
const won = (userId: UserId, year: number, month: number, totalPoints = 100): MonthWon => ({
  id: monthId(year, month),
  userId,
  year,
  month,
  totalPoints,
  totalShares: 2,
  totalEngagements: 5,
})

describe('the winner of a year', () => {
  it('is nobody when no month was won', () => {
    expect(annualWinners([])).toEqual([])
  })

  it('won the most months, and has the totals of those months', () => {
    const months = [won(ana, 2026, 1, 900), won(ben, 2026, 2, 10), won(ben, 2026, 3, 20)]
    expect(annualWinners(months)).toEqual([
      {
        id: monthId(2026, 2),
        userId: ben,
        year: 2026,
        totalMonthsWon: 2,
        totalPoints: 30,
        totalShares: 4,
        totalEngagements: 10,
      },
    ])
    expect(annualWinners(months.toReversed())).toEqual(annualWinners(months))
  })

  it('has the most points among members with equally many months', () => {
    const months = [won(ana, 2026, 1, 50), won(ben, 2026, 2, 51)]
    expect(annualWinners(months).map(({ userId }) => userId)).toEqual([ben])
  })

  it('does not depend on the order of equals', () => {
    const months = [won(ben, 2026, 1), won(ana, 2026, 2)]
    expect(annualWinners(months)[0]?.userId).toBe(ana)
    expect(annualWinners(months.toReversed())[0]?.userId).toBe(ana)
  })

  it('is found for each year separately, newest year first', () => {
    const months = [won(ana, 2025, 12), won(ben, 2026, 1), won(ana, 2024, 1)]
    expect(annualWinners(months).map(({ year, userId }) => [year, userId])).toEqual([
      [2026, ben],
      [2025, ana],
      [2024, ana],
    ])
  })
})

describe('the month of a contest', () => {
  it('is the month of its first day', () => {
    expect(monthOfContest({ startDate: asDay('2026-12-20') })).toEqual({ year: 2026, month: 12 })
  })
})
