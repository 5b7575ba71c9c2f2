import { expect, test } from 'vitest'
import { asDay } from '#domain/days.ts'
import { everything, filtersOf, isReversed, type StatementChoice } from './statement-period.ts'

const today = asDay('2026-03-11')

test.each<[Partial<StatementChoice>, object]>([
  [{}, {}],
  [{ reason: 'undo' }, { reason: 'undo' }],
  [{ period: 'this-month' }, { from: '2026-03-01' }],
  [{ period: 'last-month' }, { from: '2026-02-01', to: '2026-02-28' }],
  [
    { period: 'days', from: '2026-01-02', to: '2026-01-05' },
    { from: '2026-01-02', to: '2026-01-05' },
  ],
  [{ period: 'days', from: '2026-01-02' }, { from: '2026-01-02' }],
  [{ period: 'days', from: '0020-01-02', to: '2026-01-05' }, { to: '2026-01-05' }],
  [{ period: 'days', from: '2026-01-05', to: '2026-01-02' }, {}],
  [{ period: '', from: '2026-01-02', to: '2026-01-05' }, {}],
  [
    { reason: 'share', period: 'this-month' },
    { reason: 'share', from: '2026-03-01' },
  ],
])('the choice %o asks for %o', { tags: ['statement-filters'] }, (choice, asked) => {
  expect(filtersOf({ ...everything, ...choice }, today)).toEqual(asked)
})

test('the last month of January is December of the year before', () => {
  const choice = { ...everything, period: 'last-month' } as const
  expect(filtersOf(choice, asDay('2026-01-31'))).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('days in the wrong order contradict each other', () => {
  const days = { ...everything, period: 'days', from: '2026-01-05', to: '2026-01-02' } as const
  expect(isReversed(days)).toBe(true)
  expect(isReversed({ ...days, to: '2026-01-05' })).toBe(false)
  expect(isReversed({ ...days, period: '' })).toBe(false)
})
