import { expect, test } from 'vitest'
import { shownRatio } from './picture-ratio.ts'

test.each([
  ['a banner', 3000, 300, 16 / 9],
  ['16:10', 1600, 1000, 16 / 9],
  ['a square', 500, 500, 1],
  ['4:5', 800, 1000, 4 / 5],
  ['a column', 100, 9000, 4 / 5],
  ['a drawing without a size', 0, 0, 16 / 9],
])('%s of %i by %i pixels is shown in its shape, within limits', (_, naturalWidth, naturalHeight, ratio) => {
  expect(shownRatio({ naturalWidth, naturalHeight })).toBe(ratio)
})
