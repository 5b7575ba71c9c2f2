import { expect, test } from 'vitest'
import { asDay } from '#domain/days.ts'
import { spansOf } from './away-spans.ts'

test('days in a row are one span, over the end of a month too', () => {
  const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-03'].map(asDay)
  expect(spansOf(days)).toEqual([
    { from: '2026-02-27', to: '2026-03-01' },
    { from: '2026-03-03', to: '2026-03-03' },
  ])
  expect(spansOf([])).toEqual([])
})
