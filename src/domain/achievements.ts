import type { RuleContext } from './vocabulary.ts'

/** Each code is also the context of the points rule that says what the achievement earns. */
export const achievementCodes = [
  'first_steps',
  'social_butterfly',
  'streak_master',
  'engagement_king',
  'team_leader',
] as const satisfies readonly RuleContext[]
export type AchievementCode = (typeof achievementCodes)[number]

export const achievementIcons = ['fire', 'share', 'crown', 'heart'] as const
export type AchievementIcon = (typeof achievementIcons)[number]

export const rarities = ['common', 'rare', 'epic', 'legendary'] as const
export type Rarity = (typeof rarities)[number]

export interface AchievementKind {
  readonly code: AchievementCode
  readonly name: string
  readonly description: string
  readonly icon: AchievementIcon
  readonly rarity: Rarity
}

/** What a member has done, as far as achievements ask. */
export interface Progress {
  /** Live reports. */
  readonly reports: number
  /** Those of type share. */
  readonly shares: number
  /** Days of the longest streak that live reports make. */
  readonly longestStreak: number
}

const sharesWanted = 25
const streakDaysWanted = 7
const reportsWanted = 100
/** The points from which the first member of the team board is its leader. */
export const leaderPoints = 500
/** How many members must be on the board for one to lead it. */
export const leaderMembers = 3

/** All achievements, the easiest first. */
export const achievementKinds: readonly AchievementKind[] = [
  {
    code: 'first_steps',
    name: 'First Steps',
    description: 'Report your first interaction',
    icon: 'heart',
    rarity: 'common',
  },
  {
    code: 'social_butterfly',
    name: 'Social Butterfly',
    description: `Share ${sharesWanted} posts`,
    icon: 'share',
    rarity: 'rare',
  },
  {
    code: 'streak_master',
    name: 'Streak Master',
    description: `Keep a streak of ${streakDaysWanted} days`,
    icon: 'fire',
    rarity: 'epic',
  },
  {
    code: 'engagement_king',
    name: 'Engagement King',
    description: `Report ${reportsWanted} interactions`,
    icon: 'heart',
    rarity: 'epic',
  },
  {
    code: 'team_leader',
    name: 'Team Leader',
    description: `Lead the team board with ${leaderPoints} points or more`,
    icon: 'crown',
    rarity: 'legendary',
  },
]

/** The achievements that follow from a member's own reports. Leading the team depends on others too: `leadOf`. */
const reached: Readonly<Record<Exclude<AchievementCode, 'team_leader'>, (progress: Progress) => boolean>> = {
  first_steps: ({ reports }) => reports >= 1,
  social_butterfly: ({ shares }) => shares >= sharesWanted,
  streak_master: ({ longestStreak }) => longestStreak >= streakDaysWanted,
  engagement_king: ({ reports }) => reports >= reportsWanted,
}

/** Whether a member's reports amount to this achievement; always true for leading the team, which they alone do not decide. */
export function isReached(code: AchievementCode, progress: Progress): boolean {
  return code === 'team_leader' || reached[code](progress)
}

/** The achievements that these reports amount to and that are not among those held, the easiest first. */
export function dueAchievements(held: readonly AchievementCode[], progress: Progress): AchievementCode[] {
  return achievementCodes.filter(
    (code) => code !== 'team_leader' && !held.includes(code) && isReached(code, progress),
  )
}

/** Up to which counts one more report cannot bring an achievement; null where no bound is left. */
export function countsWithoutNews(held: readonly AchievementCode[]): {
  readonly reports: number | null
  readonly shares: number | null
} {
  const missing = (code: AchievementCode) => !held.includes(code)
  return {
    reports: missing('first_steps') ? 0 : missing('engagement_king') ? reportsWanted - 1 : null,
    shares: missing('social_butterfly') ? sharesWanted - 1 : null,
  }
}

/** The team board around one member. */
export interface Lead {
  readonly points: number
  /** Whether nobody stands above the member. */
  readonly isFirst: boolean
  /** The points of the best of the others; 0 without others. */
  readonly nextPoints: number
  /** How many members have points. */
  readonly members: number
}

/** By how many points the member leads the team, and could lose before not leading it any more; null without a lead. */
export function leadOf({ points, isFirst, nextPoints, members }: Lead): number | null {
  if (!isFirst || members < leaderMembers || points < leaderPoints) return null
  return points - Math.max(leaderPoints, nextPoints)
}
