import type { PointsConfiguration } from '#contract/points.ts'
import { type AchievementCode, achievementKinds } from '#domain/achievements.ts'
import { streakBonusDays } from '#domain/points.ts'
import { engagementThreshold } from '#domain/shares.ts'
import {
  type ActionType,
  type BonusType,
  platformNames,
  type RuleContext,
  type RulePlatform,
} from '#domain/vocabulary.ts'

/** The labels of a points rule's values. */

export const actionNames: Readonly<Record<ActionType, string>> = {
  like: 'Like',
  comment: 'Comment',
  share: 'Share',
  link_click: 'Link click',
  achievement: 'Achievement',
  share_twitter: 'Share on X (Twitter)',
  share_linkedin: 'Share on LinkedIn',
  share_facebook: 'Share on Facebook',
  share_instagram: 'Share on Instagram',
  share_youtube: 'Share on YouTube',
  share_tiktok: 'Share on TikTok',
}

export const rulePlatformNames: Readonly<Record<RulePlatform, string>> = { ...platformNames, slack: 'Slack' }

const achievementNames = Object.fromEntries(achievementKinds.map(({ code, name }) => [code, name]))

export const contextNames: Readonly<Record<RuleContext, string>> = {
  slack: 'Slack',
  honor_system: 'Honor system',
  verified: 'Verified',
  ...(achievementNames as Record<AchievementCode, string>),
}

export const bonusNames: Readonly<Record<BonusType, string>> = {
  custom_message: 'Custom message',
  streak: 'Streak',
  engagement_threshold: 'Engagement threshold',
}

/** When a bonus is earned. */
export const bonusConditions: Readonly<Record<BonusType, string>> = {
  custom_message: 'For a share with a custom message.',
  streak: `For a report on a streak of ${streakBonusDays} days or longer.`,
  engagement_threshold: `For a share that reaches ${engagementThreshold} engagements, once.`,
}

export const anyPlatform = 'All platforms'
export const anyContext = 'All contexts'

/** A short name that distinguishes a rule from others: `Like, LinkedIn, Honor system`. */
export function ruleName({
  actionType,
  platform,
  context,
}: Pick<PointsConfiguration, 'actionType' | 'platform' | 'context'>): string {
  const names = [
    actionNames[actionType],
    platform && rulePlatformNames[platform],
    context && contextNames[context],
  ]
  return names.filter(Boolean).join(', ')
}
