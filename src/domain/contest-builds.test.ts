import { expect, it } from 'vitest'
import { donePercent } from './contest-builds.ts'

it.each([
  [0, 5, 0],
  [2, 5, 40],
  [999, 1_000, 99],
  [5, 5, 99],
  [7, 5, 99],
  [0, 0, 0],
])('%i of %i new lines are %i percent', (done, inAll, percent) => {
  expect(donePercent(done, inAll)).toBe(percent)
})
