import type { ExportFile } from '#contract/analytics.ts'
import type { CsvCell } from '#domain/csv.ts'
import type { Day } from '#domain/days.ts'
import type { LedgerSubject } from '#domain/ids.ts'
import { ledgerReasons, platforms, roles, shareStatuses } from '#domain/vocabulary.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, type Kind, query } from '#server/db/query.ts'
import { membersOfReports, reachOfPosts } from '../analytics/store.ts'

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`

const teamOf = (rows: string) => `(select name from teams where teams.id = ${rows}.team_id)`
const teamName = teamOf('t')

/** The files that are read page by page. */
export type PagedFile = Exclude<ExportFile, 'analytics.csv' | 'weeks.csv' | 'teams.csv'>

export const exportSources: Readonly<Record<PagedFile, ReturnType<typeof sourceOf>>> = {
  'members.csv': sourceOf('members', 'users t', {
    ID: ['t.id', col.id<'user'>()],
    Username: ['username', col.text],
    Name: ['display_name', col.text],
    Email: ['email', col.nullable(col.text)],
    Role: ['role', col.word(roles)],
    'Slack ID': ['slack_user_id', col.nullable(col.text)],
    'Tracking code': ['tracking_code', col.text],
    Points: ['total_points', col.int],
    Engagements: ['total_engagements', col.int],
    Shares: ['total_shares', col.int],
    'Longest streak': ['longest_streak', col.int],
    'Joined (UTC)': [time('t.created_at'), col.text],
    'Disabled (UTC)': [time('disabled_at'), col.nullable(col.text)],
    Team: [teamName, col.nullable(col.text)],
  }),
  'shares.csv': sourceOf('shares', 'shares t join users u on u.id = t.user_id', {
    ID: ['t.id', col.id<'share'>()],
    'Member ID': ['u.id', col.id<'user'>()],
    Member: ['u.username', col.text],
    Name: ['u.display_name', col.text],
    Platform: ['platform', col.word(platforms)],
    Type: ['content_type', col.text],
    Message: ['custom_message', col.nullable(col.text)],
    Address: ['share_url', col.nullable(col.text)],
    Engagements: ['engagements', col.int],
    Points: ['points', col.int],
    Status: ['status', col.word(shareStatuses)],
    'Submitted (UTC)': [time('t.created_at'), col.text],
    'Reviewed (UTC)': [time('reviewed_at'), col.nullable(col.text)],
    'Team of member': [teamOf('u'), col.nullable(col.text)],
  }),
  'points.csv': sourceOf('ledger', 'ledger t join users u on u.id = t.user_id', {
    ID: ['t.id', col.id<'ledgerEntry'>()],
    'Booked (UTC)': [time('t.created_at'), col.text],
    'Counts for day': ['day::text', col.day],
    'Member ID': ['u.id', col.id<'user'>()],
    Member: ['u.username', col.text],
    Name: ['u.display_name', col.text],
    Points: ['amount', col.int],
    Reason: ['reason', col.word(ledgerReasons)],
    For: ['subject_id', col.id<LedgerSubject>()],
    'Reverses entry': ['reverses_id', col.nullable(col.id<'ledgerEntry'>())],
    Team: [teamName, col.nullable(col.text)],
  }),
  'posts.csv': sourceOf(
    'posts',
    `(${reachOfPosts.select}) t`,
    {
      ID: ['t.id', col.id<'post'>()],
      Platform: ['platform', col.word(platforms)],
      Author: ['"authorName"', col.text],
      Text: ['content', col.text],
      Address: ['"postUrl"', col.nullable(col.text)],
      'Posted (UTC)': [time('"originalPostDate"'), col.text],
      Likes: ['likes', col.int],
      Comments: ['comments', col.int],
      Shares: ['shares', col.int],
      Engagement: ['engagements', col.float],
      Members: ['members', col.int],
      Clicks: ['clicks', col.int],
      People: ['people', col.int],
      Points: ['points', col.float],
    },
    reachOfPosts.params,
  ),
  'people.csv': sourceOf(
    'people',
    `(${membersOfReports.select}) t`,
    {
      ID: ['t.id', col.id<'user'>()],
      Username: ['username', col.text],
      Name: ['display_name', col.text],
      Reports: ['reports', col.int],
      Team: [teamName, col.nullable(col.text)],
    },
    membersOfReports.params,
  ),
}

/** The days of a period, both included, and the instants at which it begins and is over. */
interface Span {
  readonly from: Day
  readonly to: Day
  readonly since: Date
  readonly until: Date
}

interface PageWanted {
  readonly file: PagedFile
  /** The period, for a file that has one. */
  readonly span: Span
  readonly after: string | null
  readonly limit: number
}

/** A page of rows in the order of their ids, starting after the id `after`, with the last id; null if it is empty. */
export async function listExportRows(
  db: Db | Tx,
  { file, span, after, limit }: PageWanted,
): Promise<{ rows: CsvCell[][]; last: string | null }> {
  const { heads, list } = exportSources[file]
  const found = await list(db, { ...span, after: after ?? leastId, limit })
  const last = found.at(-1)?.ID
  return {
    rows: found.map((row) => heads.map((head) => row[head] ?? null)),
    last: last === undefined ? null : String(last),
  }
}

const leastId = '00000000-0000-0000-0000-000000000000'

type Columns = Readonly<Record<string, readonly [sql: string, kind: Kind<CsvCell>]>>

/**
 * One file: its column heads, and the query for its rows, which may have parameters of the period. Each row has a unique
 * `ID`.
 */
function sourceOf(
  name: string,
  from: string,
  columns: Columns,
  params: Readonly<Record<string, Kind<unknown>>> = {},
) {
  const cells = Object.entries(columns).map(([head, [column]]) => `${column} as "${head}"`)
  return {
    heads: Object.keys(columns),
    list: query({
      name: `export_${name}`,
      sql: `select ${cells.join(', ')} from ${from} where t.id > $after order by t.id limit $limit`,
      params: { ...params, after: col.uuid, limit: col.int },
      row: Object.fromEntries(Object.entries(columns).map(([head, [, kind]]) => [head, kind])),
    }),
  }
}
