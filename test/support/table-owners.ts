import type { SourceFile } from '#test/support/source-facts.ts'

interface Access {
  readonly path: string
  readonly table: string
}

/** The modules that write a table, and the others that read it. A module is a feature, an integration or a room. */
export interface TableUse {
  readonly owners: readonly string[]
  readonly readers: readonly string[]
}

const f = (...names: string[]) => names.map((name) => `features/${name}`)

/** Who owns each table, and who else may read it. */
export const tableUses: Readonly<Record<string, TableUse>> = {
  access_tokens: { owners: ['access'], readers: [] },
  adjustments: { owners: f('ledger'), readers: f('analytics', 'bell', 'statements') },
  appeals: { owners: f('appeals'), readers: f('bell', 'review', 'statements') },
  checks: { owners: f('interactions', 'reports', 'checks'), readers: f('bell', 'report-cases') },
  take_backs: {
    owners: f('interactions'),
    readers: ['db', ...f('bell', 'contests', 'leaderboard', 'ledger', 'review', 'statements')],
  },
  activities: { owners: f('activities'), readers: f('bell', 'posts', 'interactions', 'shares') },
  announcements: { owners: ['db'], readers: ['live'] },
  applause: { owners: f('activities'), readers: f('bell') },
  audit_entries: { owners: ['access'], readers: f('audit', 'contests', 'team-contests') },
  automation_settings: { owners: f('automation'), readers: ['hooks'] },
  chat_messages: { owners: ['integrations/slack'], readers: [] },
  chat_presses: { owners: ['integrations/slack'], readers: [] },
  chat_notifications: { owners: f('notifications'), readers: [] },
  contests: {
    owners: f('contests'),
    readers: f(
      'audit',
      'bell',
      'boards',
      'direct-rounds',
      'interactions',
      'leaderboard',
      'ledger',
      'setup',
      'team-contests',
      'windows',
    ),
  },
  direct_messages: { owners: f('direct-messages', 'direct-rounds', 'mail'), readers: [] },
  notification_settings: { owners: f('direct-messages'), readers: f('direct-rounds', 'mail') },
  deliveries: { owners: ['hooks', 'integrations/slack'], readers: f('webhooks') },
  earned_achievements: {
    owners: f('ledger'),
    readers: f('achievements', 'activities', 'bell', 'shares', 'statements'),
  },
  board_blocks: { owners: f('boards'), readers: [] },
  board_entries: {
    owners: f('boards'),
    readers: f('bell', 'contests', 'direct-rounds', 'directory', 'leaderboard', 'ledger'),
  },
  board_moves: { owners: f('boards'), readers: f('analytics', 'contests') },
  board_totals: { owners: f('boards'), readers: f('analytics', 'contests') },
  board_settings: { owners: f('board-settings'), readers: [] },
  board_windows: { owners: f('windows'), readers: f('boards', 'leaderboard', 'teams') },
  window_scores: { owners: f('windows'), readers: f('boards') },
  window_parts: { owners: f('windows'), readers: [] },
  window_moves: { owners: f('ledger'), readers: f('windows', 'teams') },
  teams: {
    owners: f('teams'),
    readers: ['db', ...f('analytics', 'audit', 'contests', 'exports', 'statements', 'team-contests')],
  },
  team_scores: { owners: f('windows'), readers: f('teams') },
  team_totals: { owners: f('windows'), readers: f('teams') },
  team_standings: { owners: f('team-contests'), readers: f('contests') },
  active_days: { owners: f('analytics'), readers: f('quests') },
  daily_figures: { owners: f('analytics'), readers: f('quests') },
  entry_moves: { owners: f('analytics'), readers: [] },
  member_days: { owners: f('analytics'), readers: [] },
  team_days: { owners: f('analytics'), readers: [] },
  post_surges: { owners: f('surges'), readers: [] },
  period_leaders: { owners: f('analytics'), readers: [] },
  post_figures: { owners: f('analytics'), readers: f('posts', 'surges') },
  report_moves: { owners: f('analytics'), readers: f('posts') },
  share_figures: { owners: f('analytics'), readers: [] },
  share_moves: { owners: f('analytics'), readers: [] },
  emergency_invitations: { owners: f('auth'), readers: [] },
  honesty_settings: { owners: f('honesty'), readers: f('report-cases') },
  excused_days: { owners: f('streaks'), readers: f('report-cases') },
  streak_rules: { owners: f('streaks'), readers: f('interactions', 'report-cases', 'users') },
  holidays: { owners: f('streaks'), readers: [] },
  own_days: { owners: f('streaks'), readers: f('direct-rounds', 'interactions', 'users') },
  hook_receipts: { owners: ['hooks'], readers: [] },
  interactions: {
    owners: f('interactions', 'reports'),
    readers: [
      'live',
      ...f(
        'analytics',
        'appeals',
        'bell',
        'checks',
        'contests',
        'direct-rounds',
        'leaderboard',
        'ledger',
        'members',
        'posts',
        'quests',
        'team-contests',
        'report-cases',
        'review',
        'shares',
        'statements',
        'streaks',
        'surges',
        'teams',
        'today',
        'users',
      ),
    ],
  },
  ledger: {
    owners: f('ledger'),
    readers: f(
      'achievements',
      'analytics',
      'bell',
      'contests',
      'exports',
      'interactions',
      'leaderboard',
      'links',
      'members',
      'shares',
      'statements',
      'team-contests',
      'teams',
      'today',
      'webhooks',
    ),
  },
  link_clicks: { owners: f('links'), readers: f('analytics', 'ledger', 'statements') },
  link_previews: { owners: f('links'), readers: [] },
  member_addresses: { owners: ['access'], readers: f('links') },
  monthly_winners: {
    owners: f('contests'),
    readers: f('interactions', 'members', 'team-contests', 'windows'),
  },
  parked_engagements: { owners: f('posts'), readers: [] },
  place_marks: { owners: f('leaderboard'), readers: f('direct-rounds') },
  points_configurations: { owners: f('points'), readers: f('report-cases') },
  posts: {
    owners: f('posts'),
    readers: f(
      'activities',
      'analytics',
      'appeals',
      'audit',
      'direct-rounds',
      'bell',
      'checks',
      'interactions',
      'ledger',
      'links',
      'report-cases',
      'reports',
      'review',
      'setup',
      'shares',
      'statements',
      'surges',
      'today',
    ),
  },
  quests: { owners: f('quests'), readers: f('audit') },
  /** Triggers write it. */
  report_basis: { owners: [], readers: f('report-cases', 'reports') },
  /** A trigger on the members keeps it. */
  member_directory: {
    owners: f('directory'),
    readers: f('audit', 'boards', 'leaderboard', 'shares', 'users'),
  },
  sessions: { owners: ['access'], readers: [] },
  settings: { owners: ['access'], readers: [] },
  shares: {
    owners: f('shares'),
    readers: f(
      'analytics',
      'appeals',
      'audit',
      'bell',
      'exports',
      'interactions',
      'ledger',
      'review',
      'statements',
    ),
  },
  social_accounts: { owners: f('social-accounts'), readers: [] },
  standings: { owners: f('ledger'), readers: f('boards', 'contests') },
  standings_builds: { owners: f('contests'), readers: f('boards', 'ledger') },
  throttles: { owners: ['access'], readers: [] },
  webhooks: { owners: f('webhooks'), readers: ['hooks'] },
  /** The ledger writes the totals in a member's row, and the sign-in writes the password. */
  users: {
    owners: f('users', 'auth', 'ledger', 'streaks', 'teams'),
    readers: [
      'access',
      'hooks',
      ...f('achievements', 'activities', 'analytics', 'appeals', 'audit', 'bell', 'boards', 'checks'),
      ...f(
        'contests',
        'team-contests',
        'direct-messages',
        'direct-rounds',
        'directory',
        'exports',
        'interactions',
        'leaderboard',
        'links',
        'mail',
        'members',
        'posts',
      ),
      ...f('quests', 'report-cases', 'reports', 'review', 'setup', 'shares', 'statements', 'webhooks'),
    ],
  },
}

const inSql = (table: string) => ({
  writes: new RegExp(`\\b(insert into|delete from|update) ${table}\\b(?! ahead)(?=[\\s(])(?!\\s*$)`, 'i'),
  reads: new RegExp(`\\b(from|join|using) ${table}\\b|'${table} t\\b`, 'i'),
})
const inBuilder = (name: string) => ({
  writes: new RegExp(`\\.(insert|update|delete)\\(${name}\\)`),
  reads: new RegExp(`(\\.(from|\\w+Join)\\(${name}\\b|\\b(from|join) \\$\\{${name}\\})`),
})
/** Columns in a member's row that only the ledger writes. */
const totals = /update users set [^`]*\b(total_(points|shares|engagements)|reached_at) =/i
const ledger = 'features/ledger'

/** Every access to a table that `uses` does not allow. */
export function tableViolations(
  files: readonly SourceFile[],
  uses: Readonly<Record<string, TableUse>> = tableUses,
): { readonly writes: Access[]; readonly reads: Access[] } {
  const writes: Access[] = []
  const reads: Access[] = []
  for (const { path, text } of files.filter(isStatementCode)) {
    const own = moduleOf(path)
    for (const [table, { owners, readers }] of Object.entries(uses)) {
      const patterns = [inSql(table), inBuilder(camelCase(table))]
      const isWritten = patterns.some((each) => each.writes.test(text))
      if (isWritten && !owners.includes(own)) writes.push({ path, table })
      const isRead = patterns.some((each) => each.reads.test(text))
      if (isRead && ![...owners, ...readers].includes(own)) reads.push({ path, table })
    }
    if (own !== ledger && totals.test(text)) writes.push({ path, table: 'users, totals' })
  }
  return { writes, reads }
}

/** The tables that the schema defines, by their names in SQL. */
export function tablesIn(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('src/server/db/schema/'))
    .flatMap(({ text }) => Array.from(text.matchAll(/pgTable\(\s*'(\w+)'/g), ([, name = '']) => name))
}

function isStatementCode({ path }: SourceFile): boolean {
  return (
    path.startsWith('src/server/') && !path.includes('.test.') && !path.startsWith('src/server/db/schema/')
  )
}

function moduleOf(path: string): string {
  const [room = '', name = ''] = path.slice('src/server/'.length).split('/')
  return room === 'features' || room === 'integrations' ? `${room}/${name}` : room
}

function camelCase(table: string): string {
  return table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
