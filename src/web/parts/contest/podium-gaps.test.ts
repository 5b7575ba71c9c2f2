import { expect, test } from 'vitest'
import { podiumGaps } from './podium-gaps.ts'

test.each([
  [
    'the first from the second and the others from the one before',
    [1035, 955, 915],
    ['80 ahead', '80 behind', '40 behind'],
  ],
  ['with thousands', [12_000, 1000, 0], ['11,000 ahead', '11,000 behind', '1,000 behind']],
  ['as level, where points are equal', [300, 300, 300], ['level', 'level', 'level']],
  ['of somebody alone as level', [15], ['level']],
] as const)('The distances on a podium are told %s', (_, points, words) => {
  expect(podiumGaps(points)).toEqual(words)
})
