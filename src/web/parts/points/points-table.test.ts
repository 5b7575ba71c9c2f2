import { describe, expect, test } from 'vitest'
import type { PointsConfiguration } from '#contract/points.ts'
import { asId } from '#domain/ids.ts'
import { pointsTable } from './points-table.ts'

const rule = (id: number, fields: Partial<PointsConfiguration>): PointsConfiguration => ({
  id: asId(`00000000-0000-7000-8000-00000000000${id}`),
  actionType: 'like',
  platform: null,
  context: 'honor_system',
  pointValue: 15,
  multiplier: 100,
  bonusType: null,
  bonusValue: null,
  description: null,
  isActive: true,
  ...fields,
})

describe('the table of report points', () => {
  test('has no points without a rule', { tags: ['rules-whole-truth'] }, () => {
    expect(pointsTable([]).map((line) => [line.type, line.points, line.exceptions])).toEqual([
      ['like', 0, []],
      ['comment', 0, []],
      ['share', 0, []],
    ])
  })

  test('follows the active rules, with their multipliers', () => {
    const [like] = pointsTable([rule(1, { pointValue: 10, multiplier: 250 })])
    expect(like?.points).toBe(25)
  })

  test('names the platforms with different points', () => {
    const [like] = pointsTable([
      rule(1, {}),
      rule(2, { platform: 'linkedin', pointValue: 40 }),
      rule(3, { platform: 'tiktok', pointValue: 40 }),
      rule(4, { platform: 'youtube', pointValue: 5 }),
    ])
    expect(like).toMatchObject({ points: 15, exceptions: ['LinkedIn, TikTok +40', 'YouTube +5'] })
  })

  test('names the platforms on which nothing is earned', { tags: ['rules-whole-truth'] }, () => {
    const many = ['linkedin', 'facebook', 'instagram', 'youtube'] as const
    const [like] = pointsTable(many.map((platform, nth) => rule(nth, { platform })))
    expect(like).toMatchObject({ points: 15, exceptions: ['X (Twitter), TikTok without points'] })
  })

  test('takes the newer of two equal rules, which comes first in the list', () => {
    const [like] = pointsTable([rule(1, { pointValue: 22 }), rule(2, { pointValue: 11 })])
    expect(like?.points).toBe(22)
  })

  test('leaves out rules that are inactive or for Slack', () => {
    const [like] = pointsTable([
      rule(1, { pointValue: 99, isActive: false }),
      rule(2, { pointValue: 98, context: 'slack' }),
    ])
    expect(like?.points).toBe(0)
  })

  test('names a streak bonus only if it applies on every platform', () => {
    const bonus = { bonusType: 'streak', bonusValue: 5 } as const
    expect(pointsTable([rule(1, bonus)])[0]?.streakBonus).toBe('+5 more on a streak of 3 days or longer')
    expect(pointsTable([rule(1, { ...bonus, platform: 'linkedin' })])[0]?.streakBonus).toBeNull()
  })
})
