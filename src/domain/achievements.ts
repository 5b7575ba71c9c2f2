import type { InteractionType, RuleContext } from './vocabulary.ts'

/** Each code is also the context of the points rule that sets the points for the achievement. */
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

/** The part of a member's activity that achievements depend on. */
export interface Progress {
  /** Live reports. */
  readonly reports: number
  /** Live reports of type share. */
  readonly shares: number
  /** The longest streak of live reports, in days. */
  readonly longestStreak: number
}

const sharesWanted = 25
const streakDaysWanted = 7
const reportsWanted = 100
/** The fewest points with which the first member of the team board counts as its leader. */
export const leaderPoints = 500
/** The fewest members on the board for one of them to lead it. */
export const leaderMembers = 3

/** All achievements, easiest first. */
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

/** Conditions on a member's own reports. `team_leader` also depends on other members; `leadOf` decides it. */
const checks: Readonly<Record<Exclude<AchievementCode, 'team_leader'>, (progress: Progress) => boolean>> = {
  first_steps: ({ reports }) => reports >= 1,
  social_butterfly: ({ shares }) => shares >= sharesWanted,
  streak_master: ({ longestStreak }) => longestStreak >= streakDaysWanted,
  engagement_king: ({ reports }) => reports >= reportsWanted,
}

/** Whether a member's reports suffice for this achievement. Always true for `team_leader`, which they alone do not decide. */
export function isReached(code: AchievementCode, progress: Progress): boolean {
  return code === 'team_leader' || checks[code](progress)
}

/** How far a member is on the way to an achievement. */
export interface AchievementProgress {
  readonly have: number
  readonly need: number
}

/** What the next achievements are counted in. */
export interface ReportCounts extends Omit<Progress, 'longestStreak'> {
  /** Days in a row up to today or yesterday. An achievement that is still to come needs this streak to grow. */
  readonly currentStreak: number
}

/** How far these counts are on the way to an achievement; null where no count tells. */
export function progressTowards(
  code: AchievementCode,
  { reports, shares, currentStreak }: ReportCounts,
): AchievementProgress | null {
  const counts: Readonly<Record<AchievementCode, AchievementProgress | null>> = {
    first_steps: { have: reports, need: 1 },
    social_butterfly: { have: shares, need: sharesWanted },
    streak_master: { have: currentStreak, need: streakDaysWanted },
    engagement_king: { have: reports, need: reportsWanted },
    // Others decide it too: points alone do not make a leader.
    team_leader: null,
  }
  const progress = counts[code]
  return progress && { have: Math.min(progress.have, progress.need), need: progress.need }
}

/** The achievements that these reports have earned and that are not in `held`, easiest first. Never `team_leader`. */
export function dueAchievements(held: readonly AchievementCode[], progress: Progress): AchievementCode[] {
  return achievementCodes.filter(
    (code) => code !== 'team_leader' && !held.includes(code) && isReached(code, progress),
  )
}

/** The counts after one more report. */
export function countsAfter(
  { reports, shares }: Omit<Progress, 'longestStreak'>,
  type: InteractionType,
): Omit<Progress, 'longestStreak'> {
  return { reports: reports + 1, shares: shares + (type === 'share' ? 1 : 0) }
}

/** The highest counts that unlock no achievement beyond those in `held`; null where a count cannot unlock any more. */
export function countsWithoutNews(held: readonly AchievementCode[]): {
  readonly mostReports: number | null
  readonly mostShares: number | null
} {
  const isMissing = (code: AchievementCode) => !held.includes(code)
  return {
    mostReports: isMissing('first_steps') ? 0 : isMissing('engagement_king') ? reportsWanted - 1 : null,
    mostShares: isMissing('social_butterfly') ? sharesWanted - 1 : null,
  }
}

/** One member's position on the team board. */
export interface Lead {
  readonly points: number
  /** Whether nobody stands above the member. */
  readonly isFirst: boolean
  /** The points of the best other member; 0 when there is none. */
  readonly nextPoints: number
  /** How many members have points. */
  readonly members: number
}

/** How many points the member can lose and still lead the team; null when the member does not lead it. */
export function leadOf({ points, isFirst, nextPoints, members }: Lead): number | null {
  if (!isFirst || members < leaderMembers || points < leaderPoints) return null
  return points - Math.max(leaderPoints, nextPoints)
}
