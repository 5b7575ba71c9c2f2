import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { freePort } from '#sandbox/free-port.ts'
import { createDatabase, startPostgres } from '#test/support/postgres.ts'
import { Child } from './child-process.ts'
import { type Figure, median } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import { assertAll, measureRate } from './pace.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'
import { prepareReports } from './report.ts'

const counts = [1, 2, 4]
const memberCount = 48
const postCount = 30_000
const rounds = 3
const roundMs = 2_000
/** Until the work of a start is done. */
const settleMs = 25_000
const idleMs = 30_000
const mostIdleStatements = 5

/**
 * Measures instances of the product on one PostgreSQL behind nginx: reports and ready reads a second of one, two and four,
 * and how many statements an instance sends that nobody uses.
 */
export async function measureInstances(bench: Bench): Promise<Figure[]> {
  const server = await startPostgres({ settings: ['shared_preload_libraries=pg_stat_statements'] })
  bench.defer(() => server.stop())
  const databaseUrl = await createDatabase(server.url, 'instances')
  const ports: number[] = []
  const products: Child<ProductRequests>[] = []
  const startOne = async () => {
    const product = new Child<ProductRequests>('product-process.ts')
    bench.defer(() => product.stop())
    products.push(product)
    ports.push((await product.ask('start', { databaseUrl })).port)
    return product
  }
  const first = await startOne()
  const figures = [await idleFigure(databaseUrl)]
  const members = await first.ask('addMembers', { count: memberCount, hasPoints: false })
  const posts = await first.ask('addPosts', postCount)
  await first.ask('runMaintenance')
  if (spawnSync('nginx', ['-v']).status !== 0) {
    bench.log('nginx is not on this machine, so nothing was measured behind it')
    return figures
  }
  const share = Math.floor(posts.length / counts.length)
  for (const [nth, count] of counts.entries()) {
    while (products.length < count) await startOne()
    const port = await startNginx(bench, ports)
    const own = posts.slice(nth * share, (nth + 1) * share)
    const rates = await ratesOf(bench, { port, members, posts: own })
    bench.log(
      `${count} behind nginx: ${rates.reports.toFixed(0)} reports/s, ${rates.reads.toFixed(0)} reads/s`,
    )
    const figure = { measurement: 'instances', counterpart: null, ratio: null, aim: null }
    figures.push(
      { ...figure, name: `reports, ${counted(count)}`, ours: rates.reports, unit: 'writes/s' },
      { ...figure, name: `ready reads, ${counted(count)}`, ours: rates.reads, unit: 'reads/s' },
    )
  }
  return figures
}

function counted(instances: number): string {
  return `${instances} ${instances === 1 ? 'instance' : 'instances'} behind nginx`
}

/** Counts statements of transactions too, and those that PostgreSQL itself sends for foreign keys. */
async function idleFigure(databaseUrl: string): Promise<Figure> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('create extension pg_stat_statements')
    await sleep(settleMs)
    await client.query('select pg_stat_statements_reset()')
    await sleep(idleMs)
    const { rows } = await client.query<{ calls: number }>(
      'select sum(calls)::int as calls from pg_stat_statements',
    )
    return {
      measurement: 'instances',
      name: 'statements of an idle instance',
      ours: (rows[0]?.calls ?? 0) / (idleMs / 1_000),
      unit: 'a second',
      counterpart: null,
      ratio: null,
      aim: { is: 'at most', value: mostIdleStatements },
    }
  } finally {
    await client.end()
  }
}

interface Behind {
  readonly port: number
  readonly members: readonly LoadMember[]
  readonly posts: string[]
}

async function ratesOf(bench: Bench, { port, members, posts }: Behind) {
  const report = await prepareReports(bench, { port, members, posts })
  const connections = await Promise.all(members.map(() => HttpConnection.open(port)))
  const read = async () => {
    const next = (nth: number) => ({
      request: requestBytes(`GET ${getLeaderboard.path}`, { cookie: members[nth]?.cookie ?? '' }),
    })
    const rate = await measureRate(connections, next, roundMs)
    assertAll(rate, 200)
    return rate.perSecond
  }
  const results: { reports: number; reads: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const result = { reports: await report({ durationMs: roundMs }), reads: await read() }
    // The first round warms the instances up.
    if (round > 0) results.push(result)
  }
  for (const connection of connections) connection.close()
  return {
    reports: median(results.map(({ reports }) => reports)),
    reads: median(results.map(({ reads }) => reads)),
  }
}

/** Starts nginx in front of these ports. */
async function startNginx(bench: Bench, ports: readonly number[]): Promise<number> {
  const folder = await bench.newFolder()
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    file,
    `worker_processes 1;
error_log stderr;
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  ${places.map((place) => `${place}_temp_path ${folder}/${place};`).join('\n  ')}
  upstream instances { ${ports.map((each) => `server 127.0.0.1:${each};`).join(' ')} keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
    }
  }
}
`,
  )
  const nginx = spawn('nginx', ['-c', file, '-p', folder, '-g', 'daemon off;'], { stdio: 'ignore' })
  await once(nginx, 'spawn')
  bench.defer(async () => {
    const closed = once(nginx, 'close')
    nginx.kill('SIGTERM')
    await closed
  })
  await sleep(500)
  return port
}
