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
