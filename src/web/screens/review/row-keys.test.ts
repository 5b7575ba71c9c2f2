import { expect, it } from 'vitest'
import { placeAfter, rowActOf } from './row-keys.ts'

const press = { key: 'v', ctrlKey: false, metaKey: false, altKey: false, repeat: false }

it.each([
  ['j', 'next'],
  ['k', 'previous'],
  ['v', 'accept'],
  ['V', 'accept'],
  ['r', 'refuse'],
  ['x', 'select'],
  ['a', null],
  ['Enter', null],
])('%s: %s', { tags: ['review-keyboard'] }, (key, act) => {
  expect(rowActOf({ ...press, key })).toBe(act)
})

it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])(
  'leaves %o to the browser',
  { tags: ['review-keyboard'] },
  (held) => {
    expect(rowActOf({ ...press, ...held })).toBeNull()
  },
)

it('moves on while a key is held, but answers once', { tags: ['review-keyboard'] }, () => {
  const held = ['j', 'k', 'v', 'r', 'x'].map((key) => rowActOf({ ...press, key, repeat: true }))
  expect(held).toEqual(['next', 'previous', null, null, null])
})

it.each([
  ['next', -1, 3, 0],
  ['previous', -1, 3, 2],
  ['next', 0, 3, 1],
  ['next', 2, 3, 2],
  ['previous', 0, 3, 0],
  ['next', -1, 0, null],
] as const)('%s from %d of %d leads to %s', { tags: ['review-keyboard'] }, (act, current, count, place) => {
  expect(placeAfter(act, current, count)).toBe(place)
})
