import type { Topic } from '#contract/topics.ts'

interface ShownTable {
  /** A transaction that writes the table has to announce one of them at least. */
  readonly topics: readonly Topic[]
  /** What some of these writes have to announce besides. */
  readonly further?: readonly Topic[]
  /** What nothing that is kept or watched shows: to set these columns alone needs no word. */
  readonly unshown?: readonly string[]
}

/** The tables whose rows come into answers that are kept, or that open windows are told of. */
export const shownTables: Readonly<Record<string, ShownTable>> = {
  activities: { topics: ['activities'] },
  automation_settings: { topics: ['automation'] },
  contests: { topics: ['contests'] },
  earned_achievements: { topics: ['achievements'], unshown: ['lead'] },
  interactions: { topics: ['reports'] },
  ledger: { topics: ['totals'] },
  link_clicks: { topics: ['links'] },
  link_previews: { topics: ['links'] },
  monthly_winners: { topics: ['contests'] },
  points_configurations: { topics: ['rules'], further: ['rewards'] },
  posts: {
    topics: ['posts'],
    further: ['authors'],
    // Numbers that differ come with another `updated_at`.
    unshown: ['engagement_at', 'likes_count', 'comments_count', 'shares_count', 'views_count'],
  },
  shares: { topics: ['shares'], unshown: ['engagement_at'] },
  social_accounts: { topics: ['socialAccounts'] },
  standings: { topics: ['totals', 'contests'] },
  users: {
    topics: ['totals', 'members', 'account', 'streaks'],
    unshown: ['password_hash', 'imported_at', 'achievement_codes'],
  },
}

/** All others, and why nobody needs to hear of them. */
export const unshownTables: Readonly<Record<string, string>> = {
  audit_entries: 'read anew by whoever opens the record',
  chat_notifications: 'what the chat is told; its state is read anew by whoever looks at it',
  deliveries: 'read anew by whoever opens the log',
  hook_receipts: 'answers to repeats of hooks',
  parked_engagements: 'numbers without a post; they come with it',
  sessions: 'ended ones are announced as such',
  settings: 'secrets of the product; a new one is announced as such',
  throttles: 'counters of attempts',
}
