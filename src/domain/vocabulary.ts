/** The closed lists of words that the product, its API and its database share. */

export const platforms = ['linkedin', 'twitter', 'facebook', 'instagram', 'youtube', 'tiktok'] as const
export type Platform = (typeof platforms)[number]

/** Platforms that a points rule may name: those of posts, and the chat. */
export const rulePlatforms = [...platforms, 'slack'] as const
export type RulePlatform = (typeof rulePlatforms)[number]

export const interactionTypes = ['like', 'comment', 'share'] as const
export type InteractionType = (typeof interactionTypes)[number]

export const actionTypes = [
  'like',
  'comment',
  'share',
  'link_click',
  'achievement',
  'share_twitter',
  'share_linkedin',
  'share_facebook',
  'share_instagram',
  'share_youtube',
  'share_tiktok',
] as const
export type ActionType = (typeof actionTypes)[number]

export const ruleContexts = [
  'slack',
  'honor_system',
  'verified',
  'streak_master',
  'social_butterfly',
  'team_leader',
  'engagement_king',
  'first_steps',
] as const
export type RuleContext = (typeof ruleContexts)[number]

export const bonusTypes = ['custom_message', 'streak', 'engagement_threshold'] as const
export type BonusType = (typeof bonusTypes)[number]

export const roles = ['user', 'moderator', 'admin'] as const
export type Role = (typeof roles)[number]

export const ledgerReasons = [
  'interaction',
  'undo',
  'share',
  'achievement',
  'link_click',
  'adjustment',
] as const
export type LedgerReason = (typeof ledgerReasons)[number]

export const shareStatuses = ['pending', 'approved', 'rejected', 'completed'] as const
export type ShareStatus = (typeof shareStatuses)[number]

/** How each platform writes its own name. */
export const platformNames: Readonly<Record<Platform, string>> = {
  linkedin: 'LinkedIn',
  twitter: 'X (Twitter)',
  facebook: 'Facebook',
  instagram: 'Instagram',
  youtube: 'YouTube',
  tiktok: 'TikTok',
}

/** What became of a report. */
export const reportStates = ['live', 'undone', 'taken_back'] as const
export type ReportState = (typeof reportStates)[number]

/** Why a report is checked: drawn by lot, among the member's first ones, or one of many within minutes. */
export const checkCauses = ['sample', 'new_member', 'burst'] as const
export type CheckCause = (typeof checkCauses)[number]

/** What a member answers to a check. */
export const checkAnswers = ['confirm', 'take_back'] as const
export type CheckAnswer = (typeof checkAnswers)[number]

export const checkDecisions = ['confirmed', 'taken_back'] as const
export type CheckDecision = (typeof checkDecisions)[number]

/** How often reports are checked. */
export const checkLevels = ['off', 'light', 'normal'] as const
export type CheckLevel = (typeof checkLevels)[number]

export const appealDecisions = ['upheld', 'given_back'] as const
export type AppealDecision = (typeof appealDecisions)[number]

/** Who disabled a member: an administrator, or the import, because the chat no longer has the person. */
export const disablers = ['admin', 'chat'] as const
export type Disabler = (typeof disablers)[number]
