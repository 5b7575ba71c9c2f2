import type { ToAchieve } from '#contract/achievements.ts'
import type { AchievementCode } from '#domain/achievements.ts'
import { counted } from '#web/ui/time-words.ts'

/** What the way to an achievement is counted in. */
const units: Readonly<Record<AchievementCode, string>> = {
  first_steps: 'report',
  social_butterfly: 'share',
  streak_master: 'day',
  engagement_king: 'report',
  team_leader: 'point',
}

export interface Progress {
  readonly code: AchievementCode
  readonly have: number
  readonly need: number
}

/** How far a member is on the way to an achievement; null where nothing is counted. */
export function progressOf(code: AchievementCode, ways: readonly ToAchieve[]): Progress | null {
  const { have = null, need = null } = ways.find(({ id }) => id === code) ?? {}
  return have === null || need === null ? null : { code, have, need }
}

/** "10 of 25 shares", "One report" where a single one is enough, or "670 points to #1". */
export function progressWords({ code, have, need }: Progress): string {
  const unit = units[code]
  if (code === 'team_leader') return have < need ? `${counted(need - have, unit)} to #1` : 'Level with #1'
  return need === 1 ? `One ${unit}` : `${have.toLocaleString('en-US')} of ${counted(need, unit)}`
}

/** "15 shares to go", or "670 points to #1". */
export function restWords(progress: Progress): string {
  const { code, have, need } = progress
  return code === 'team_leader' ? progressWords(progress) : `${counted(need - have, units[code])} to go`
}
