import { describe, expect, it } from 'vitest'
import {
  actionTypes,
  bonusTypes,
  interactionTypes,
  platforms,
  roles,
  ruleContexts,
  rulePlatforms,
  shareStatuses,
} from './vocabulary.ts'

const postPlatforms = ['linkedin', 'twitter', 'facebook', 'instagram', 'youtube', 'tiktok']
const sharesOn = ['twitter', 'linkedin', 'facebook', 'instagram', 'youtube', 'tiktok'].map(
  (platform) => `share_${platform}`,
)

// Repeated in full, because callers and old rows use these words.
describe('the words', () => {
  it.each([
    ['platforms of posts', platforms, postPlatforms],
    ['platforms of rules', rulePlatforms, [...postPlatforms, 'slack']],
    ['interaction types', interactionTypes, ['like', 'comment', 'share']],
    ['action types', actionTypes, ['like', 'comment', 'share', 'link_click', 'achievement', ...sharesOn]],
    [
      'contexts',
      ruleContexts,
      [
        'slack',
        'honor_system',
        'verified',
        'streak_master',
        'social_butterfly',
        'team_leader',
        'engagement_king',
        'first_steps',
      ],
    ],
    ['bonus types', bonusTypes, ['custom_message', 'streak', 'engagement_threshold']],
    ['roles', roles, ['user', 'moderator', 'admin']],
    ['share statuses', shareStatuses, ['pending', 'approved', 'rejected', 'completed']],
  ])(
    'for %s are a closed list',
    {
      tags: [
        'number-platforms',
        'number-interactions',
        'number-actions',
        'number-contexts',
        'number-bonuses',
        'number-roles',
        'number-statuses',
      ],
    },
    (_, words, list) => {
      expect(words).toEqual(list)
    },
  )
})
