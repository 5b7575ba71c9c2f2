import type { Topic } from '#contract/topics.ts'

interface ShownTable {
  /** A transaction that writes the table has to announce at least one of them. */
  readonly topics: readonly Topic[]
  /** What some of these writes also have to announce. */
  readonly further?: readonly Topic[]
  /** Columns that no cached answer and no open window shows. A write of these alone needs no announcement. */
  readonly unshown?: readonly string[]
}

/** The tables whose rows are part of cached answers, or whose changes are sent to open windows. */
export const shownTables: Readonly<Record<string, ShownTable>> = {
  access_tokens: { topics: ['tokens'], unshown: ['last_used_at'] },
  activities: { topics: ['activities'] },
  adjustments: { topics: ['adjustments'] },
  appeals: { topics: ['appeals'], further: ['review'] },
  checks: { topics: ['checks'], further: ['review'] },
  applause: { topics: ['activities'] },
  automation_settings: { topics: ['automation'] },
  contests: { topics: ['contests'] },
  earned_achievements: { topics: ['achievements'], unshown: ['lead'] },
  board_settings: { topics: ['members'] },
  streak_rules: { topics: ['streakRules'] },
  holidays: { topics: ['streakRules'] },
  own_days: { topics: ['streaks', 'account'] },
  honesty_settings: { topics: ['honesty'] },
  interactions: { topics: ['reports'] },
  ledger: { topics: ['totals'] },
  link_clicks: { topics: ['links'] },
  monthly_winners: { topics: ['contests'] },
  team_standings: { topics: ['contests'] },
  place_marks: { topics: ['marks'] },
  points_configurations: { topics: ['rules'], further: ['rewards'] },
  posts: {
    topics: ['posts'],
    further: ['authors'],
    // A change of the numbers also changes `updated_at`.
    unshown: ['engagement_at', 'likes_count', 'comments_count', 'shares_count', 'views_count'],
  },
  sessions: { topics: ['sessions'], unshown: ['last_seen_at'] },
  shares: { topics: ['shares'], unshown: ['engagement_at'] },
  social_accounts: { topics: ['socialAccounts'] },
  quests: { topics: ['quests'] },
  take_backs: { topics: ['review'], further: ['appeals'] },
  standings: { topics: ['totals', 'contests'] },
  teams: { topics: ['teams'] },
  webhooks: { topics: ['webhooks'] },
  users: {
    topics: ['totals', 'members', 'account', 'streaks', 'teams'],
    unshown: ['password_hash', 'imported_at', 'achievement_codes'],
  },
}

/** All other tables, and why their changes need no announcement. */
export const unshownTables: Readonly<Record<string, string>> = {
  announcements: 'what was announced',
  board_blocks: 'derived from the totals and the standings, whose changes are announced',
  board_entries: 'derived from the totals and the standings, whose changes are announced',
  board_moves: 'derived from the totals and the standings, whose changes are announced',
  board_totals: 'derived from the totals and the standings, whose changes are announced',
  board_windows: 'opened and built for whoever reads them; a build is announced as totals',
  window_moves: 'derived from the ledger, whose changes are announced',
  window_parts: 'derived from the ledger, whose changes are announced',
  window_scores: 'derived from the ledger, whose changes are announced',
  team_scores: 'derived from the ledger, whose changes are announced',
  team_totals: 'derived from the ledger, whose changes are announced',
  active_days: 'derived from reports, the ledger and shares, whose changes are announced',
  daily_figures: 'derived from reports, the ledger and shares, whose changes are announced',
  member_days: 'derived from reports, the ledger and shares, whose changes are announced',
  team_days: 'derived from reports, the ledger and shares, whose changes are announced',
  entry_moves: 'derived from reports, the ledger and shares, whose changes are announced',
  post_surges: 'looked for every five minutes; an answer shows them when it is asked for again',
  period_leaders: 'counted once an hour; an answer shows them with the next change of reports',
  post_figures: 'derived from reports, the ledger and shares, whose changes are announced',
  report_moves: 'derived from reports, the ledger and shares, whose changes are announced',
  share_figures: 'derived from reports, the ledger and shares, whose changes are announced',
  share_moves: 'derived from reports, the ledger and shares, whose changes are announced',
  audit_entries: 'read again whenever somebody opens the audit trail',
  chat_messages: 'what stands in the chat; nobody lists it',
  chat_presses: 'presses of buttons in the chat; nobody lists them',
  chat_notifications: 'the outbox; its state is read again whenever somebody looks at it',
  direct_messages: 'the outbox of messages to single members, which nobody sees here',
  notification_settings: 'read again whenever their member opens the profile',
  deliveries: 'read again whenever somebody opens the log',
  emergency_invitations: 'nobody lists them; only the person with the link asks for one',
  excused_days: 'only the operator lists them; the streaks that they change are announced',
  hook_receipts: 'stored answers for repeated deliveries',
  link_previews: 'counts of visits by programs, which earn nothing; read whenever a member opens their links',
  member_directory: 'kept by a trigger on the members, whose changes are announced',
  member_addresses: 'keyed hashes, which nobody sees',
  parked_engagements: 'numbers without a post; they show when it arrives',
  report_basis: 'a version for the server alone',
  settings:
    'secrets of the product; a new one is announced as such, and so are the rows with topics of their own',
  standings_builds: 'the progress is asked for again while there is one',
  throttles: 'counters of attempts',
}

/**
 * Topics of single rows of a table that otherwise shows nothing: the state of the chat, the card of the set-up, backups
 * and the last verification.
 */
export const settingTopics: readonly Topic[] = ['chat', 'setup', 'backups', 'status']
