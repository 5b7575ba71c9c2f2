import { expect, test } from 'vitest'
import { signedPoints } from './signed-points.ts'

test('points have a sign and commas', () => {
  expect([15, 0, -10_000].map(signedPoints)).toEqual(['+15', '+0', '−10,000'])
})
