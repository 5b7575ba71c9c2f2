import type { ExportFile } from '#contract/analytics.ts'
import type { CsvCell } from '#domain/csv.ts'
import { type Db, type Statement, statement, type Tx } from '#server/db/handle.ts'

type Row = Readonly<Record<string, CsvCell>>

/** One file: its heads with what stands below them, and where the rows come from, each with an `id` of its own. */
interface Source {
  readonly heads: readonly string[]
  readonly list: Statement<Row>
}

const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`

const sources: Readonly<Record<ExportFile, Source>> = {
  'members.csv': sourceOf('members', 'users t', {
    ID: 't.id',
    Username: 'username',
    Email: 'email',
    Role: 'role',
    'Slack ID': 'slack_user_id',
    'Tracking code': 'tracking_code',
    Points: 'total_points',
    Engagements: 'total_engagements',
    Shares: 'total_shares',
    'Longest streak': 'longest_streak',
    'Joined (UTC)': time('t.created_at'),
    'Disabled (UTC)': time('disabled_at'),
  }),
  'shares.csv': sourceOf('shares', 'shares t join users u on u.id = t.user_id', {
    ID: 't.id',
    'Member ID': 'u.id',
    Member: 'u.username',
    Platform: 'platform',
    Type: 'content_type',
    Message: 'custom_message',
    Address: 'share_url',
    Engagements: 'engagements',
    Points: 'points',
    Status: 'status',
    'Submitted (UTC)': time('t.created_at'),
    'Reviewed (UTC)': time('reviewed_at'),
  }),
  'points.csv': sourceOf('ledger', 'ledger t join users u on u.id = t.user_id', {
    ID: 't.id',
    'Booked (UTC)': time('t.created_at'),
    'Counts for': 'day::text',
    'Member ID': 'u.id',
    Member: 'u.username',
    Points: 'amount',
    Reason: 'reason',
    For: 'subject_id',
    'Takes back': 'reverses_id',
  }),
}

export function headsOf(file: ExportFile): readonly string[] {
  return sources[file].heads
}

interface Page {
  /** The `id` of the row before the first; null begins at the start. */
  readonly after: string | null
  readonly limit: number
}

/** The cells of the rows behind `after`, in the order of their ids, and the last of these; null without any. */
export async function listExportRows(
  db: Db | Tx,
  file: ExportFile,
  { after, limit }: Page,
): Promise<{ rows: CsvCell[][]; last: string | null }> {
  const { heads, list } = sources[file]
  const found = await db.run(list, [after ?? leastId, limit])
  const last = found.at(-1)?.ID
  return {
    rows: found.map((row) => heads.map((head) => row[head] ?? null)),
    last: last === undefined ? null : String(last),
  }
}

const leastId = '00000000-0000-0000-0000-000000000000'

function sourceOf(name: string, from: string, columns: Readonly<Record<string, string>>): Source {
  const cells = Object.entries(columns).map(([head, column]) => `${column} as "${head}"`)
  return {
    heads: Object.keys(columns),
    list: statement(
      `export_${name}`,
      `select ${cells.join(', ')} from ${from} where t.id > $1 order by t.id limit $2`,
    ),
  }
}
