import type { ToAchieve } from '#contract/achievements.ts'
import type { AchievementCode } from '#domain/achievements.ts'
import { counted } from '#web/ui/time-words.ts'

/** What the way to an achievement is counted in. Others decide the lead too, so it is not counted. */
const units: Readonly<Record<Exclude<AchievementCode, 'team_leader'>, string>> = {
  first_steps: 'report',
  social_butterfly: 'share',
  streak_master: 'day',
  engagement_king: 'report',
}

export interface Progress {
  readonly code: keyof typeof units
  readonly have: number
  readonly need: number
}

/** How far a member is on the way to an achievement; null where nothing is counted. */
export function progressOf(code: AchievementCode, ways: readonly ToAchieve[]): Progress | null {
  const { have = null, need = null } = ways.find(({ id }) => id === code) ?? {}
  return code === 'team_leader' || have === null || need === null ? null : { code, have, need }
}

/** "10 of 25 shares", or "One report" where a single one is enough. */
export function progressWords({ code, have, need }: Progress): string {
  const unit = units[code]
  return need === 1 ? `One ${unit}` : `${have.toLocaleString('en-US')} of ${counted(need, unit)}`
}

/** "15 shares to go". */
export function restWords({ code, have, need }: Progress): string {
  return `${counted(need - have, units[code])} to go`
}
