import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { boardWindows, windowKinds } from '#domain/board-windows.ts'
import { Child } from './child-process.ts'
import type { Figure } from './figures.ts'
import { percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import type { ProductRequests } from './product-process.ts'
import { dashboardFigure } from './size-dashboards.ts'
import { herdFigure, measureReportsAtSize, type SizedProduct } from './size-reports.ts'
import { insertCompany, type SizedCompany, type SizedMember } from './size-rows.ts'

const warmRounds = 500
const mostBytes = 200_000
const warmAimMs = { member: 20, admin: 150 } as const
const coldAimMs = 100
const smallCompany = 1_000
const mostJobsMs = 300_000

/** What is asked, and by whom. Names in braces are filled in. */
const asked: readonly (readonly [SizedMember, string])[] = [
  ...[
    '/api/user',
    '/api/achievements/user/{median}',
    '/api/activities',
    '/api/activities?limit=100',
    '/api/activities?userId={median}&limit=20',
    '/api/notifications',
    '/api/ledger/mine',
    '/api/contests/{contest}/race',
    '/api/social-feed-posts/counts',
    '/api/checks/mine',
    '/api/achievements/progress',
    '/api/today',
    '/api/contests',
    '/api/monthly-contests/current',
    '/api/monthly-winners/previous',
    '/api/annual-winners',
    '/api/leaderboard',
    '/api/leaderboard?offset=5000',
    '/api/leaderboard?offset={half}',
    '/api/leaderboard?search=tanaka',
    '/api/leaderboard?search=member.7777',
    '/api/leaderboard?search=zzzz',
    ...windowKinds.flatMap((kind) => [
      `/api/leaderboard?window=${kind}`,
      `/api/leaderboard?window=${kind}&offset=5000`,
      `/api/leaderboard/me?window=${kind}`,
      `/api/leaderboard/around?window=${kind}`,
      `/api/leaderboard/movement?window=${kind}`,
    ]),
    ...boardWindows.flatMap((kind) => [
      `/api/leaderboard/teams?window=${kind}`,
      `/api/teams/{team}?window=${kind}`,
    ]),
    '/api/teams',
    '/api/leaderboard/newcomers',
    '/api/leaderboard/me',
    '/api/leaderboard/around',
    '/api/leaderboard/movement',
    '/api/leaderboard/movement?since=week',
    '/api/leaderboard/streaks',
    '/api/leaderboard/{contest}',
    '/api/leaderboard/{contest}?offset=5000',
    '/api/leaderboard/{contest}/me',
    '/api/leaderboard/{contest}/around',
    '/api/social-feed-posts',
    '/api/social-feed-posts?limit=100',
    '/api/social-interactions/recent',
    '/api/social-interactions/mine',
    '/api/shares',
    '/api/shares?submitted=true',
    '/api/links/mine',
    '/api/users?page=1',
    '/api/users?page=1&search=tanaka',
    '/api/users?page=1&search=zzzz',
    '/api/users/{power}/card',
    '/api/users/{power}/days',
  ].map((path) => ['median', path] as const),
  ['power', '/api/social-interactions/mine'],
  ['power', '/api/leaderboard/around'],
  ['last', '/api/leaderboard/me'],
  ['last', '/api/leaderboard/around'],
  ...[
    '/api/users?page=1',
    '/api/users?page=1&sort=totalPoints&direction=desc',
    '/api/users?page=1&sort=createdAt&direction=desc',
    '/api/users?page=1&sort=email',
    '/api/users?page=1&search=tanaka',
    '/api/users?page=1&search=zzzz',
    '/api/shares?page=1',
    '/api/shares?page=1&sort=username',
    '/api/shares?page=1&sort=engagements&direction=desc',
    '/api/shares?page=1&search=tanaka',
    '/api/shares?submitted=true&status=pending&page=1',
    '/api/admin/analytics',
    '/api/admin/audit',
    '/api/admin/audit?actor=ada',
    '/api/admin/audit?action=post',
    '/api/webhooks/deliveries',
    '/api/webhooks/deliveries?outcome=failed',
    '/api/admin/status',
    '/api/admin/analytics/posts',
    '/api/review/shares',
    '/api/review/checks',
    '/api/review/appeals',
    '/api/review/reports',
    '/api/review/counts',
    '/api/ledger/users/{power}',
  ].map((path) => ['admin', path] as const),
]

/** Measures every list, every own answer and reports in a company of `members` members with ten times as many reports. */
export function measureSize(members: number) {
  return async (bench: Bench): Promise<Figure[]> => {
    const large = await startCompany(bench, members)
    const { company, product } = large
    const space = await spaceFigure(large.databaseUrl)
    const herd = await herdFigure(bench, product)
    await waitForJobs(large.databaseUrl)
    const connection = await HttpConnection.open(product.port)
    bench.defer(() => connection.close())
    const endpoints = await endpointFigures(bench, connection, company)
    const small = await startCompany(bench, smallCompany)
    const name = `${members} members`
    const dashboards = [
      await dashboardFigure(bench, large, { windows: 50, aimMs: 500, company: name }),
      await dashboardFigure(bench, small, { windows: 200, aimMs: 400, company: `${smallCompany} members` }),
    ]
    return [
      space,
      herd,
      ...endpoints,
      ...dashboards,
      ...(await measureReportsAtSize(bench, product, small.product)),
    ]
  }
}

async function startCompany(bench: Bench, members: number) {
  const databaseUrl = await bench.newDatabase()
  await makeSchema(databaseUrl)
  const company = await insertCompany(databaseUrl, members, bench.log)
  const child = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => child.stop())
  const { port } = await child.ask('start', { databaseUrl })
  const { reporters, unlocking, posts } = company
  const product: SizedProduct = { port, members: reporters, unlocking, posts }
  return { company, child, product, databaseUrl }
}

/** Waits for the jobs that a start sets off, of which the count of the most engaged people is the longest. */
export async function waitForJobs(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const dueCount = async () => {
    const { rows } = await client.query<{ due: number }>(
      `select count(*)::int as due from pgboss.job_common
       where state in ('created', 'retry', 'active') and start_after <= now()`,
    )
    return rows[0]?.due ?? 0
  }
  const untilMs = performance.now() + mostJobsMs
  for (let quietSeconds = 0; quietSeconds < 3 && performance.now() < untilMs; ) {
    await sleep(1_000)
    quietSeconds = (await dueCount()) === 0 ? quietSeconds + 1 : 0
  }
  await client.end()
}

/** What a report takes on the disk with all that belongs to it: its entries, lines, places and indexes. */
async function spaceFigure(databaseUrl: string): Promise<Figure> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ bytes: number }>(
    `select pg_database_size(current_database())::float8 / (select count(*) from interactions) as bytes`,
  )
  await client.end()
  return {
    measurement: 'size',
    name: 'space of the database, by report',
    ours: rows[0]?.bytes ?? 0,
    unit: 'bytes',
    counterpart: null,
    ratio: null,
    aim: null,
  }
}

/** Starts the product once on the empty database. */
export async function makeSchema(databaseUrl: string): Promise<void> {
  const product = new Child<ProductRequests>('product-process.ts')
  await product.ask('start', { databaseUrl })
  await product.stop()
}

async function endpointFigures(bench: Bench, connection: HttpConnection, company: SizedCompany) {
  const ask = async (who: SizedMember, path: string) => {
    const cookie = `sid=${company.sessions[who].secret}`
    const startedAtMs = performance.now()
    const { status, bodyBytes, body } = await connection.ask(requestBytes(`GET ${path}`, { cookie }))
    return { status, bodyBytes, body, tookMs: performance.now() - startedAtMs }
  }
  const { body } = await ask('median', '/api/contests')
  const [contest] = (JSON.parse(String(body)) as { data: { id: string }[] }).data
  const list = await ask('median', '/api/teams')
  const [team] = (JSON.parse(String(list.body)) as { data: { id: string }[] }).data
  const filled = (path: string) =>
    path
      .replace('{contest}', contest?.id ?? '')
      .replace('{team}', team?.id ?? '')
      .replace('{half}', String(Math.round(company.members / 2)))
      .replace(/\{(power|median)\}/, (_, who: SizedMember) => company.sessions[who].id)
  const figures: Figure[] = []
  const refused: string[] = []
  for (const [who, path] of asked) {
    const cold = await ask(who, filled(path))
    const warm: number[] = []
    for (let round = 0; round < warmRounds; round++) warm.push((await ask(who, filled(path))).tookMs)
    const [half, most] = [percentile(warm, 50), percentile(warm, 99)]
    const line = `${who} ${path}: ${cold.status}, cold ${cold.tookMs.toFixed(1)}, p50 ${half.toFixed(2)}, p99 ${most.toFixed(1)} ms, ${cold.bodyBytes} bytes`
    bench.log(line)
    figures.push(...endpointAims(who, path, { most, coldMs: cold.tookMs, bytes: cold.bodyBytes }))
    if (cold.status !== 200) refused.push(line)
  }
  if (refused.length > 0) throw new Error(`These answers are refusals:\n${refused.join('\n')}`)
  return figures
}

interface Seen {
  readonly most: number
  readonly coldMs: number
  readonly bytes: number
}

function endpointAims(who: SizedMember, path: string, { most, coldMs, bytes }: Seen): Figure[] {
  const base = { measurement: 'size', counterpart: null, ratio: null }
  const at = (name: string, ours: number, unit: string, value: number | null): Figure => ({
    ...base,
    name: `${who} ${path}, ${name}`,
    ours,
    unit,
    aim: value === null ? null : { is: 'at most', value },
  })
  const warmAim = warmAimMs[who === 'admin' ? 'admin' : 'member']
  return [
    at('p99 warm', most, 'ms', warmAim),
    ...(who === 'admin' ? [] : [at('cold', coldMs, 'ms', coldAimMs)]),
    at('size', bytes, 'bytes', mostBytes),
  ]
}
