import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pathTo } from '#contract/endpoint.ts'
import { getLeaderboard, getNewcomers } from '#contract/leaderboard.schema.ts'
import { getTeam, getTeamBoard, listTeams } from '#contract/teams.schema.ts'
import { type BoardWindow, boardWindows } from '#domain/board-windows.ts'
import { statusOfCode } from '#server/errors.ts'
import { Child } from './child-process.ts'
import { type Figure, median, percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import type { ProductRequests } from './product-process.ts'
import { prepareReports } from './report.ts'
import { describeTimes, insertReporters, streamReports } from './report-stream.ts'
import { makeSchema, waitForJobs } from './size.ts'
import { insertCompany } from './size-rows.ts'

const rounds = 15
const roundMs = 1_000
const postCount = 2_000
const quietMs = 3_000
const costAim = 1.3
const rebuildAimSeconds = 10
/** A report that is answered within a second has not been stopped. */
const slowestAimMs = 1_000
const cachedAimMs = 20
const asked = 500
const askEveryMs = 50

/** Twenty reports for each member. */
const tens = 2

/**
 * Measures what windows and teams cost a report, against the same product without them, and how long each window takes
 * to be made anew, what reports wait meanwhile, and how fast each board is answered afterwards.
 */
export function measureBoards(members: number) {
  return async (bench: Bench): Promise<Figure[]> => {
    const databaseUrl = await bench.newDatabase()
    await makeSchema(databaseUrl)
    const company = await insertCompany(databaseUrl, members, bench.log, tens)
    const sessions = await insertReporters(databaseUrl)
    const product = new Child<ProductRequests>('product-process.ts')
    const plain = new Child<ProductRequests>('product-process.ts')
    bench.defer(() => product.stop())
    bench.defer(() => plain.stop())
    const { port } = await product.ask('start', { databaseUrl })
    await plain.ask('leaveBoardsOut')
    const { port: plainPort } = await plain.ask('start', { databaseUrl })
    const [half, whole] = [company.posts.length / 2, company.posts.length]
    const cost = await costFigure(bench, {
      withBoards: await prepareReports(bench, {
        port,
        members: company.reporters,
        posts: company.posts.slice(0, half),
      }),
      plain: await prepareReports(bench, {
        port: plainPort,
        members: company.reporters,
        posts: company.posts.slice(half, whole),
      }),
    })
    await plain.stop()
    await waitForJobs(databaseUrl)
    const posts = await product.ask('addPosts', postCount)
    const stream = await streamReports(bench, { port, sessions, posts })
    await sleep(quietMs)
    const before = stream.take()
    bench.log(`reports before: ${describeTimes(before)}`)
    const asker = { port, secret: company.sessions.median.secret, databaseUrl }
    const seconds = await rebuildAll(bench, asker)
    const meanwhile = stream.take()
    await stream.stop()
    const answers = await askBoards(bench, asker, () => product.ask('answersBuilt'))
    return [cost, ...rebuildFigures(members, seconds, { before, meanwhile }), answers]
  }
}

type Reports = Awaited<ReturnType<typeof prepareReports>>

async function costFigure(
  bench: Bench,
  { withBoards, plain }: { withBoards: Reports; plain: Reports },
): Promise<Figure> {
  const results: { ours: number; plain: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const result = {
      ours: await withBoards({ durationMs: roundMs }),
      plain: await plain({ durationMs: roundMs }),
    }
    // The first round warms both up.
    if (round > 0) results.push(result)
    bench.log(`reports a second: ${result.ours.toFixed(0)}, and ${result.plain.toFixed(0)} without`)
  }
  return {
    measurement: 'boards',
    name: 'cost of a report, against one without windows and teams',
    ours: median(results.map(({ ours }) => 1_000 / ours)),
    unit: 'ms a report',
    counterpart: { name: 'without', value: median(results.map((each) => 1_000 / each.plain)) },
    ratio: median(results.map((each) => each.plain / each.ours)),
    aim: { is: 'at most', value: costAim },
  }
}

interface Asker {
  readonly port: number
  readonly secret: string
  readonly databaseUrl: string
}

/** Ends each window, and returns after how many seconds its board has an answer again. */
async function rebuildAll(bench: Bench, { port, secret, databaseUrl }: Asker) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  bench.defer(() => client.end())
  const connection = await HttpConnection.open(port)
  bench.defer(() => connection.close())
  const ask = (path: string) => connection.ask(requestBytes(`GET ${path}`, { cookie: `sid=${secret}` }))
  const [team] = listTeams.answer.parse(JSON.parse(String((await ask(listTeams.path)).body))).data
  if (!team) throw new Error('There is no team')
  const isReady = async (window: BoardWindow) => {
    // Neither answer is in a cache. Only teams have a window of all time.
    const path =
      window === 'all'
        ? `${pathTo(getTeam.path, { id: team.id })}?window=all`
        : `${getLeaderboard.path}?window=${window}&offset=100`
    const { status, body } = await ask(path)
    if (status === statusOfCode['not-ready']) return false
    if (status !== 200) throw new Error(`${path} was answered with ${status}`)
    return !(JSON.parse(String(body)) as { isPreparing?: boolean }).isPreparing
  }
  const seconds = new Map<BoardWindow, number>()
  for (const window of boardWindows) {
    await client.query('select close_window(id) from board_windows where kind = $1', [window])
    const startedAtMs = performance.now()
    while (!(await isReady(window))) await sleep(askEveryMs)
    seconds.set(window, (performance.now() - startedAtMs) / 1_000)
    bench.log(`${window}: ${seconds.get(window)?.toFixed(2)} s`)
  }
  return seconds
}

/** Asks for each board many times while nobody reports: after the first answer, each comes from a cache. */
async function askBoards(
  bench: Bench,
  { port, secret, databaseUrl }: Asker,
  answersBuilt: () => Promise<number>,
): Promise<Figure> {
  await waitForJobs(databaseUrl)
  await sleep(quietMs)
  const connection = await HttpConnection.open(port)
  bench.defer(() => connection.close())
  const paths = [getNewcomers.path, ...boardWindows.flatMap((window) => boardsOf(window))]
  // As browsers ask: all teams together are a long answer.
  const headers = { cookie: `sid=${secret}`, 'accept-encoding': 'gzip' }
  const ask = async (path: string) => {
    const startedAtMs = performance.now()
    const { status } = await connection.ask(requestBytes(`GET ${path}`, headers))
    if (status !== 200) throw new Error(`${path} was answered with ${status}`)
    return performance.now() - startedAtMs
  }
  for (const path of paths) await ask(path)
  const builtBefore = await answersBuilt()
  let slowest = 0
  for (const path of paths) {
    const times: number[] = []
    for (let nth = 0; nth < asked; nth++) times.push(await ask(path))
    slowest = Math.max(slowest, percentile(times, 99))
    bench.log(`${path}: ${describeTimes(times)}`)
  }
  const built = (await answersBuilt()) - builtBefore
  return {
    measurement: 'boards',
    name: 'the slowest of all boards from their caches, p99',
    ours: slowest,
    unit: 'ms',
    counterpart: null,
    ratio: null,
    aim: { is: 'at most', value: cachedAimMs },
    note: `${paths.length} boards, each asked ${asked} times; ${built} answers built meanwhile`,
  }
}

function boardsOf(window: BoardWindow): string[] {
  return [getLeaderboard.path, getTeamBoard.path].map((path) => `${path}?window=${window}`)
}

interface ReportTimes {
  readonly before: readonly number[]
  readonly meanwhile: readonly number[]
}

function rebuildFigures(
  members: number,
  seconds: ReadonlyMap<BoardWindow, number>,
  { before, meanwhile }: ReportTimes,
): Figure[] {
  const base = { measurement: 'boards', counterpart: null, ratio: null }
  return [
    ...Array.from(
      seconds,
      ([window, took]): Figure => ({
        ...base,
        name: `making the boards of ${window === 'all' ? 'all time' : `a ${window}`} anew, ${members} members with ${10 * tens * members} reports`,
        ours: took,
        unit: 's',
        aim: { is: 'at most', value: rebuildAimSeconds },
      }),
    ),
    {
      ...base,
      name: 'the slowest report while boards are made anew',
      ours: percentile(meanwhile, 100),
      unit: 'ms',
      aim: { is: 'at most', value: slowestAimMs },
      note: `${describeTimes(meanwhile)}; in the seconds before: ${describeTimes(before)}`,
    },
  ]
}
