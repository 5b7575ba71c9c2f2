import { expect, it } from 'vitest'
import { selectedOf, toggled } from './selection.ts'

it('selects a row and lets go of it', { tags: ['review-bulk'] }, () => {
  const one = toggled(new Set(), 'a')
  const two = toggled(one, 'b')
  expect([[...one], [...two], [...toggled(two, 'a')]]).toEqual([['a'], ['a', 'b'], ['b']])
})

it('counts only the rows that are still there', { tags: ['review-bulk'] }, () => {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(selectedOf(rows, new Set(['c', 'gone', 'a']))).toEqual([{ id: 'a' }, { id: 'c' }])
})
