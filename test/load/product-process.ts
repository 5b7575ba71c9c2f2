import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Day } from '#domain/days.ts'
import type { HonestySettings } from '#domain/honesty.ts'
import { defaultLimits } from '#server/access/limits.ts'
import { newSessionSecret, sessionCookieName } from '#server/access/session.ts'
import { readConfig } from '#server/config.ts'
import { statement } from '#server/db/handle.ts'
import { figureFolding } from '#server/features/analytics/commands.ts'
import { boardFolding } from '#server/features/boards/commands.ts'
import { closeEndedContests } from '#server/features/contests/commands.ts'
import { putHonesty } from '#server/features/honesty/store.ts'
import { isSnapshot } from '#server/ops/data-folder.ts'
import { type RunningServer, runServer } from '#server/run.ts'
import { answerRequests, processUsage, sharedClockMs, type Usage } from './child-process.ts'
import { insertReviewRows, type ReviewRows } from './review-rows.ts'

export interface LoadMember {
  readonly id: string
  readonly username: string
  /** The value of a `cookie` header. */
  readonly cookie: string
}

export interface Announced {
  readonly postId: string
  /** On the shared clock. */
  readonly atMs: number
}

/** The requests that this process answers. */
export type ProductRequests = {
  start(
    options: ({ databaseUrl: string } | { dataDir: string }) & {
      environment?: Readonly<Record<string, string>>
    },
  ): Promise<{
    port: number
    /** When it began to listen, on the shared clock. */
    readyAtMs: number
  }>
  /** Before the start: reports of this process write nothing for windows and teams. */
  leaveBoardsOut(): void
  addMembers(wanted: { count: number; hasPoints: boolean }): Promise<LoadMember[]>
  /** Books the points that members have, as adjustments of a year ago. */
  bookPoints(): Promise<void>
  /** Gives all members these achievements, without their points. */
  holdAchievements(codes: string[]): Promise<void>
  /** Gives a member the role of an admin. */
  promote(memberId: string): Promise<void>
  /** Returns the ids. */
  addPosts(count: number): Promise<string[]>
  /** Adds shares of all members, of every status. */
  addShares(count: number): Promise<void>
  addReviewRows(rows: ReviewRows): Promise<void>
  /** Changes the limits and the checks of reports. */
  setHonesty(settings: HonestySettings): Promise<void>
  /** Adds this many audit entries, and as many deliveries to their log. */
  addLogEntries(count: number): Promise<void>
  /** Returns its id. */
  addContest(window: { startDate: Day; endDate: Day }): Promise<string>
  /** Closes the contests that have ended at this moment, in milliseconds since 1970. */
  closeContests(atMs: number): Promise<void>
  /** Adds past reports by all members, each with its ledger entry and activity, until there are `total` reports. */
  fillWithReports(total: number): Promise<void>
  /** Runs the automatic maintenance of the product now, so that none of it falls into a short measurement. */
  runMaintenance(): Promise<void>
  usage(): Usage
  /** How many answers the caches have built so far. */
  answersBuilt(): number
  /** For how many reports the product has read since the last call. */
  readsForReports(): number
  /** Returns the announcements about posts since the last call. */
  announced(): Announced[]
}

// One machine plays a whole company here, so no rate limit may stop it.
const unlimited = 100_000_000
const limits = {
  perMember: unlimited,
  readyReadsPerMember: unlimited,
  reportsPerMember: unlimited,
  bulkActsPerMember: unlimited,
  perAddress: unlimited,
  perHookSecret: unlimited,
  chatCallsPerAddress: unlimited,
  visitsPerAddress: unlimited,
  countedVisitsPerAddress: unlimited,
  probesPerMember: unlimited,
  chatPauseMs: defaultLimits.chatPauseMs,
  directPauseMs: defaultLimits.directPauseMs,
  chatTimeoutMs: defaultLimits.chatTimeoutMs,
  mailTimeoutMs: defaultLimits.mailTimeoutMs,
  socketsPerMember: unlimited,
  socketsPerAddress: unlimited,
  sockets: unlimited,
}

const batchSize = 5_000

const insertMembers = statement(
  'load_insert_members',
  `insert into users (id, username, display_name, tracking_code, total_points, total_engagements, reached_at, created_at)
   select id, username, left(initcap(username), 20), username, points::int, points::int / 15, now(), now()
   from unnest($1::uuid[], $2::text[], $3::text[]) as given (id, username, points)`,
)
const insertSessions = statement(
  'load_insert_sessions',
  `insert into sessions (id, user_id, kind, cookie_hash, created_at, last_seen_at, expires_at)
   select gen_random_uuid(), user_id, 'slack', hash, now(), now(), now() + interval '1 day'
   from unnest($1::uuid[], $2::text[]) as given (user_id, hash)`,
)
const insertBookings = statement(
  'load_insert_bookings',
  `insert into ledger (id, user_id, amount, reason, subject_id, day, created_at)
   select gen_random_uuid(), id, total_points, 'adjustment', gen_random_uuid(), current_date - 365, now() - interval '1 year'
   from users where total_points > 0`,
)
const setAdmin = statement('load_set_admin', "update users set role = 'admin' where id = $1")
const setAchievements = statement('load_set_achievements', 'update users set achievement_codes = $1::text[]')
const insertContest = statement(
  'load_insert_contest',
  `insert into contests (id, title, start_date, end_date, created_at, standings_id)
   values ($1, 'Load', $2::date, $3::date, now(), $1)`,
)
const countReports = statement<{ count: number }>(
  'load_count_reports',
  'select count(*)::int as count from interactions',
)
const postColumns = `id, identity, brand, platform, author_name, author_handle, content, post_url, original_post_date,
  created_at, updated_at, published_at`
const postValues = `id, id::text, 'default', 'linkedin', 'Brightwater', '@brightwater', 'We have news from the harbour.',
  'https://posts.example/' || id, now(), now(), now(), now()`
const insertPosts = statement<{ id: string }>(
  'load_insert_posts',
  `insert into posts (${postColumns})
   select ${postValues} from (select gen_random_uuid() as id from generate_series(1, $1)) made returning id`,
)
// Creates posts that every member likes. The likes are spread over the last three months.
const insertReports = statement(
  'load_insert_reports',
  `with team as (select id, row_number() over (order by id) - 1 as place, count(*) over () as size from users),
   made_posts as (
     insert into posts (${postColumns})
     select ${postValues} from (
       select gen_random_uuid() as id from generate_series(0, $2::int / (select count(*) from users))
     ) made returning id
   ), feed as (select id, row_number() over () - 1 as place from made_posts),
   made as (
     insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at)
     select gen_random_uuid(), team.id, feed.id, 'like', 'linkedin', 15, current_date - (n % 90)::int - 1,
       now() - ((n % 90) + 1) * interval '1 day' - ($1::int + n) * interval '1 millisecond'
     from generate_series(0, $2::int - 1) n
       join team on team.place = n % team.size join feed on feed.place = n / team.size
     returning id, user_id, points, day, reported_at
   ), entries as (
     insert into ledger (id, user_id, amount, reason, subject_id, day, created_at)
     select gen_random_uuid(), user_id, points, 'interaction', id, day, reported_at from made
   ), lines as (
     insert into activities (id, user_id, type, description, points, platform, subject_id, created_at)
     select gen_random_uuid(), user_id, 'interaction', 'Liked a LinkedIn post by Brightwater', points, 'linkedin', id,
       reported_at from made
   )
   update users set total_points = total_points + earned.points, total_engagements = total_engagements + earned.reports
   from (select user_id, sum(points)::int as points, count(*)::int as reports from made group by user_id) earned
   where users.id = earned.user_id`,
)

// On a slow machine a batch takes longer than a statement of the product may.
const withoutTimeout = statement('load_without_timeout', 'set local statement_timeout = 0')

const insertShares = statement(
  'load_insert_shares',
  `with team as (select id, row_number() over (order by id) - 1 as place, count(*) over () as size from users)
   insert into shares (id, user_id, platform, custom_message, content_type, share_url, engagements, points, status, created_at,
     answered_at)
   select gen_random_uuid(), team.id, (array['linkedin', 'twitter', 'facebook', 'instagram'])[1 + n % 4],
     'Proud of what we do, part ' || n, 'custom', 'https://posts.example/shared/' || n, n % 70, 0,
     (array['pending', 'approved', 'rejected', 'completed'])[1 + n % 4], now() - n * interval '1 minute',
     case when n % 4 >= 2 then now() - n * interval '30 seconds' end
   from generate_series(1, $1::int) n join team on team.place = n % team.size`,
)
const insertAuditEntries = statement(
  'load_insert_acts',
  `insert into audit_entries (id, actor_id, action, subject, details, ip, created_at)
   select gen_random_uuid(), (select id from users where role = 'admin' limit 1), 'contest.update',
     gen_random_uuid()::text, '{"before": {"prize": "A kettle"}, "after": {"prize": "A bicycle"}}', '127.0.0.1',
     now() - n * interval '1 minute'
   from generate_series(1, $1::int) n`,
)
const insertDeliveries = statement(
  'load_insert_deliveries',
  `insert into deliveries (id, direction, route, sender, outcome, status, body, created_at, finished_at)
   select gen_random_uuid(), 'in', '/api/socialpilot/webhook', 'hook', 'accepted', 200,
     '{"event": "engagement.updated", "post_id": "1"}', now() - n * interval '1 minute', now()
   from generate_series(1, $1::int) n`,
)

let server: RunningServer | null = null
let snapshotFolder: string | null = null
let announced: Announced[] = []
let readsForReports = 0

function runningServer(): RunningServer {
  if (!server) throw new Error('the product has not been started')
  return server
}

const requests: ProductRequests = {
  start: async (options) => {
    const environment =
      'databaseUrl' in options ? { DATABASE_URL: options.databaseUrl } : { DATA_DIR: options.dataDir }
    const config = readConfig({ LOG_LEVEL: 'error', ...environment, ...options.environment })
    // A measurement with a browser has to know the port before the start. All others take any free port.
    const port = options.environment?.PORT === undefined ? 0 : config.port
    server = await runServer({ ...config, port }, { limits })
    const readyAtMs = sharedClockMs()
    recordAnnouncements(server)
    countReads(server)
    snapshotFolder = 'dataDir' in options ? join(options.dataDir, 'snapshots') : null
    return { port: server.port, readyAtMs }
  },
  leaveBoardsOut: () => {
    const ask = pg.Client.prototype.query
    pg.Client.prototype.query = function (this: pg.Client, given: unknown, ...rest: unknown[]) {
      const asked = given as { readonly text?: string }
      const isReport = typeof asked?.text === 'string' && asked.text.includes('insert into window_moves')
      return Reflect.apply(ask, this, [
        isReport ? { ...asked, text: withoutBoards(asked.text ?? '') } : given,
        ...rest,
      ])
    } as typeof ask
  },
  addMembers: async ({ count, hasPoints }) => {
    const { db, config } = runningServer().deps
    const created = Array.from({ length: count }, (_, index) => {
      const id = uuidv7()
      const secret = newSessionSecret()
      const points = hasPoints ? 15 * (count - index) : 0
      return { id, username: `member ${id}`, points: String(points), secret }
    })
    const ids = created.map(({ id }) => id)
    await db.run(insertMembers, [
      ids,
      created.map(({ username }) => username),
      created.map(({ points }) => points),
    ])
    await db.run(insertSessions, [ids, created.map(({ secret }) => secret.hash)])
    const cookieName = sessionCookieName(config)
    return created.map(({ id, username, secret }) => ({
      id,
      username,
      cookie: `${cookieName}=${secret.value}`,
    }))
  },
  bookPoints: async () => {
    await runningServer().deps.db.run(insertBookings, [])
  },
  holdAchievements: async (codes) => {
    await runningServer().deps.db.run(setAchievements, [codes])
  },
  promote: async (memberId) => {
    await runningServer().deps.db.run(setAdmin, [memberId])
  },
  addPosts: async (count) => {
    const ids: string[] = []
    // In batches, because the product cancels a statement after a few seconds.
    for (let left = count; left > 0; left -= batchSize) {
      const rows = await runningServer().deps.db.run(insertPosts, [Math.min(left, batchSize)])
      for (const { id } of rows) ids.push(id)
    }
    return ids
  },
  addShares: async (count) => {
    for (let left = count; left > 0; left -= batchSize)
      await runningServer().deps.db.run(insertShares, [Math.min(left, batchSize)])
  },
  addReviewRows: (rows) => insertReviewRows(runningServer().deps.db, rows),
  setHonesty: (settings) => putHonesty(runningServer().deps.db, settings),
  addLogEntries: async (count) => {
    const { db } = runningServer().deps
    for (let left = count; left > 0; left -= batchSize) {
      await db.run(insertAuditEntries, [Math.min(left, batchSize)])
      await db.run(insertDeliveries, [Math.min(left, batchSize)])
    }
  },
  addContest: async ({ startDate, endDate }) => {
    const id = uuidv7()
    await runningServer().deps.db.run(insertContest, [id, startDate, endDate])
    return id
  },
  closeContests: (atMs) =>
    closeEndedContests({ ...runningServer().deps, clock: { now: () => new Date(atMs) } }),
  fillWithReports: async (total) => {
    const { db } = runningServer().deps
    const [row] = await db.run(countReports, [])
    for (let first = row?.count ?? 0; first < total; first += batchSize) {
      await db.transaction(async (tx) => {
        await tx.run(withoutTimeout, [])
        await tx.run(insertReports, [first, Math.min(total - first, batchSize)])
      })
    }
  },
  runMaintenance: async () => {
    const { db } = runningServer().deps
    for (const { fold } of [boardFolding, figureFolding]) await fold(db)
    await db.script('vacuum (analyze)')
    if (snapshotFolder) await waitForFirstSnapshot(snapshotFolder)
  },
  usage: processUsage,
  answersBuilt: () => runningServer().deps.cache.counts.builds,
  readsForReports: () => {
    const counted = readsForReports
    readsForReports = 0
    return counted
  },
  announced: () => {
    const taken = announced
    announced = []
    return taken
  },
}

// What a booking writes for windows, and how it finds out for which team it counts. See `bookedReport`.
const windowPart = /, moves as \(\s*insert into window_moves[^()]*\([^()]*\)[^()]*from booking\s*\)/
const teamPart = /case when first\.id is null[\s\S]*? end as team_id/
const teamJoins = / join users earner on [\s\S]*?\('interaction', 'achievement', 'share'\)/

function withoutBoards(text: string): string {
  for (const part of [windowPart, teamPart, teamJoins])
    if (!part.test(text))
      throw new Error(`A statement of a report is not as expected: ${part} is not in ${text}`)
  return text.replace(windowPart, '').replace(teamPart, 'null::uuid as team_id').replace(teamJoins, '')
}

/** Waits for the snapshot that the embedded engine writes soon after its start. The next one comes much later. */
async function waitForFirstSnapshot(folder: string): Promise<void> {
  const deadlineMs = performance.now() + 60_000
  while (!(await readdir(folder)).some((name) => isSnapshot(name))) {
    if (performance.now() > deadlineMs) throw new Error('The product wrote no snapshot after its start')
    await sleep(100)
  }
}

/** Records when posts are announced, which is right after the commit. The delay of a broadcast starts there. */
function recordAnnouncements({ deps: { live } }: RunningServer): void {
  const announce = live.announce.bind(live)
  live.announce = (announcement) => {
    const atMs = sharedClockMs()
    for (const message of announcement.messages ?? []) {
      const data = 'data' in message && 'postId' in message.data ? message.data : null
      if (data?.postId) announced.push({ postId: data.postId, atMs })
    }
    announce(announcement)
  }
}

function countReads({ deps: { db } }: RunningServer): void {
  const run = db.run.bind(db)
  db.run = (statement, values) => {
    if (statement.name === 'find_report_cases') readsForReports += (values[0] as readonly string[]).length
    return run(statement, values)
  }
}

answerRequests(requests, () => server?.stop())
