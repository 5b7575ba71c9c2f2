import type { PointsConfiguration } from '#contract/points.ts'
import { decidingRule, type PointsRule, pointsFor, streakBonusDays } from '#domain/points.ts'
import {
  type InteractionType,
  interactionTypes,
  type Platform,
  platformNames,
  platforms,
} from '#domain/vocabulary.ts'
import { listedRules } from '#web/parts/points/listed-rules.ts'

/** The points of one report type: in general, on platforms that differ, and the streak bonus. */
export interface PointsLine {
  readonly type: InteractionType
  /** 0 if no rule applies. */
  readonly points: number
  /** Platforms with different points, grouped by points: `LinkedIn, TikTok +40`, `YouTube without points`. */
  readonly exceptions: readonly string[]
  readonly streakBonus: string | null
}

/** The points of each report type under the active rules. `configurations` is sorted newest first. */
export function pointsTable(configurations: readonly PointsConfiguration[]): PointsLine[] {
  const rules = listedRules(configurations)
  return interactionTypes.map((type) => {
    const onPlatform = platforms.map((platform) => ({ platform, points: pointsOf(rules, type, platform) }))
    const points = mostCommon(onPlatform.map((one) => one.points))
    return {
      type,
      points,
      exceptions: grouped(onPlatform.filter((one) => one.points !== points)),
      streakBonus: streakBonusOf(rules, type),
    }
  })
}

function pointsOf(rules: readonly PointsRule[], actionType: InteractionType, platform: Platform): number {
  return pointsFor(rules, { actionType, platform, context: 'honor_system' })
}

function mostCommon(values: readonly number[]): number {
  const times = (value: number) => values.filter((other) => other === value).length
  return values.reduce((best, value) => (times(value) > times(best) ? value : best))
}

function grouped(differing: readonly { readonly platform: Platform; readonly points: number }[]): string[] {
  const byPoints = new Map<number, string[]>()
  for (const { platform, points } of differing) {
    byPoints.set(points, [...(byPoints.get(points) ?? []), platformNames[platform]])
  }
  return [...byPoints].map(
    ([points, names]) => `${names.join(', ')} ${points > 0 ? `+${points}` : 'without points'}`,
  )
}

/** Null unless the bonus applies on every platform. */
function streakBonusOf(rules: readonly PointsRule[], actionType: InteractionType): string | null {
  const bonuses = platforms.map((platform) => {
    const rule = decidingRule(rules, { actionType, platform, context: 'honor_system' })
    return rule?.bonusType === 'streak' ? (rule.bonusValue ?? 0) : 0
  })
  const [bonus = 0] = bonuses
  if (bonus === 0 || bonuses.some((other) => other !== bonus)) return null
  return `+${bonus} more on a streak of ${streakBonusDays} days or longer`
}
