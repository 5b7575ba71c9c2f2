import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDay } from './days.ts'
import { openReports, openWorth, partsOfDay, usualPartOfDay, weekAround } from './today.ts'
import { interactionTypes } from './vocabulary.ts'

const worth = { like: 15, comment: 20, share: 30 }

describe('the open reports on a post', () => {
  it('are those that are not made, in their usual order, whatever the order of those made', () => {
    expect(openReports([])).toEqual(['like', 'comment', 'share'])
    expect(openReports(['comment'])).toEqual(['like', 'share'])
    expect(openReports(['share', 'like', 'comment'])).toEqual([])
  })

  it('are worth what is not earned yet', () => {
    fc.assert(
      fc.property(fc.subarray([...interactionTypes]), (done) => {
        const earned = done.reduce((sum, type) => sum + worth[type], 0)
        expect(openWorth(worth, openReports(done)) + earned).toBe(65)
      }),
    )
  })
})

describe('the week around a day', () => {
  const week = (today: string, reports: Record<string, number>) =>
    weekAround(asDay(today), (day) => reports[day] ?? 0)
  const states = (days: ReturnType<typeof week>) => days.map(({ state }) => state)

  it('goes from Monday to Sunday and tells each day with its reports', () => {
    const days = week('2026-03-11', { '2026-03-09': 2, '2026-03-16': 5 })
    expect(days.map(({ day }) => day)).toEqual(
      ['09', '10', '11', '12', '13', '14', '15'].map((nth) => `2026-03-${nth}`),
    )
    expect(states(days)).toEqual(['done', 'missed', 'today', 'future', 'future', 'future', 'future'])
    expect(days.map(({ reports }) => reports)).toEqual([2, 0, 0, 0, 0, 0, 0])
  })

  it('has today done with the first report', () => {
    expect(states(week('2026-03-15', { '2026-03-15': 1 })).at(-1)).toBe('done')
    expect(states(week('2026-03-09', {}))[0]).toBe('today')
  })
})

describe('the part of the day at which posts usually arrive', () => {
  const at = (...hours: number[]) => hours.map((hour) => new Date(Date.UTC(2026, 2, 11, hour)))

  it.each([
    ['too few', [9, 9, 9, 9], null],
    ['mornings', [9, 9, 9, 14, 20], 'morning'],
    ['the last minute before noon and after', [11, 11, 12, 16, 12], 'afternoon'],
    ['evenings from five on', [17, 23, 18, 8, 13], 'evening'],
    ['the earlier of equals', [18, 18, 14, 14, 8], 'afternoon'],
  ])('of %s', (_, hours, expected) => {
    expect(usualPartOfDay(at(...hours), 'UTC')).toBe(expected)
  })

  it('is in the time zone of the workspace', () => {
    expect(usualPartOfDay(at(3, 3, 3, 3, 3), 'Pacific/Auckland')).toBe('afternoon')
  })

  it('is never one at which fewer arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 23 }), { minLength: 5 }), (hours) => {
        const usual = usualPartOfDay(at(...hours), 'UTC')
        const part = (hour: number) => partsOfDay[hour < 12 ? 0 : hour < 17 ? 1 : 2]
        const count = (wanted: unknown) => hours.filter((hour) => part(hour) === wanted).length
        expect(Math.max(...partsOfDay.map(count))).toBe(count(usual))
      }),
    )
  })
})
