import { expect, test } from 'vitest'
import type { PointsConfiguration } from '#contract/points.ts'
import { asId } from '#domain/ids.ts'
import { rulesInOrder } from './rule-order.ts'

const rule = (id: number, fields: Partial<PointsConfiguration>): PointsConfiguration => ({
  id: asId(`00000000-0000-7000-8000-00000000000${id}`),
  actionType: 'like',
  platform: null,
  context: null,
  pointValue: 15,
  multiplier: 100,
  bonusType: null,
  bonusValue: null,
  description: null,
  isActive: true,
  ...fields,
})

/** As the server sends them, the newest first. */
const rules = [
  rule(9, { actionType: 'share_tiktok' }),
  rule(8, {}),
  rule(7, { actionType: 'comment', platform: 'slack' }),
  rule(6, { context: 'verified' }),
  rule(5, { platform: 'tiktok' }),
  rule(4, { platform: 'linkedin' }),
  rule(3, { context: 'slack' }),
  rule(2, { platform: 'youtube', context: 'slack' }),
  rule(1, {}),
]

function placesOf(list: readonly PointsConfiguration[]): string[] {
  return rulesInOrder(list).map(({ id }) => id.slice(-1))
}

test('rules stand by action, then as they take precedence, then by platform and context', () => {
  expect(placesOf(rules)).toEqual(['2', '4', '5', '3', '6', '8', '1', '7', '9'])
})

test('among equal rules the newest comes first, whatever becomes of their other fields', () => {
  const edited = rules.map((one) =>
    one.actionType === 'like' ? { ...one, pointValue: 99, multiplier: 50, isActive: false } : one,
  )
  expect(placesOf(edited)).toEqual(placesOf(rules))
  expect(placesOf([rule(8, {}), rule(1, {})])).toEqual(['8', '1'])
})

test('the order of the list that is read does not matter for rules that differ', () => {
  const different = rules.filter(({ id }) => !id.endsWith('1'))
  expect(placesOf(different.toReversed())).toEqual(placesOf(different))
})
