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

describe('the table of what reports earn', () => {
  test('shows the usual points where there is no rule', () => {
    expect(pointsTable([]).map((line) => [line.type, line.points, line.exceptions])).toEqual([
      ['like', 15, []],
      ['comment', 20, []],
      ['share', 30, []],
    ])
  })

  test('follows the rules in force, multiplier included', () => {
    const [like] = pointsTable([rule(1, { pointValue: 10, multiplier: 250 })])
    expect(like?.points).toBe(25)
  })

  test('names the platforms that pay something else', () => {
    const [like] = pointsTable([
      rule(1, {}),
      rule(2, { platform: 'linkedin', pointValue: 40 }),
      rule(3, { platform: 'tiktok', pointValue: 40 }),
      rule(4, { platform: 'youtube', pointValue: 5 }),
    ])
    expect(like).toMatchObject({ points: 15, exceptions: ['LinkedIn, TikTok +40', 'YouTube +5'] })
  })

  test('takes the newer of two equal rules, the one that stands before the other', () => {
    const [like] = pointsTable([rule(1, { pointValue: 22 }), rule(2, { pointValue: 11 })])
    expect(like?.points).toBe(22)
  })

  test('leaves out rules that are switched off or made for the chat', () => {
    const [like] = pointsTable([
      rule(1, { pointValue: 99, isActive: false }),
      rule(2, { pointValue: 98, context: 'slack' }),
    ])
    expect(like?.points).toBe(15)
  })

  test('names a streak bonus that holds on every platform only', () => {
    const bonus = { bonusType: 'streak', bonusValue: 5 } as const
    expect(pointsTable([rule(1, bonus)])[0]?.streakBonus).toBe('+5 more on a streak of 3 days or longer')
    expect(pointsTable([rule(1, { ...bonus, platform: 'linkedin' })])[0]?.streakBonus).toBeNull()
  })
})
