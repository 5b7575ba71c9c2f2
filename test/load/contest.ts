import { setTimeout as sleep } from 'node:timers/promises'
import { listContestBuilds, updateContest } from '#contract/contests.schema.ts'
import { pathTo } from '#contract/endpoint.ts'
import { getLeaderboard, getStandings } from '#contract/leaderboard.schema.ts'
import { addDays, type Day, dayOf } from '#domain/days.ts'
import { Child } from './child-process.ts'
import { type Figure, median } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import { assertAll, measureRate } from './pace.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'
import { prepareReports } from './report.ts'

const fewMembers = 10
const manyMembers = 10_000
const reportsOfEach = 10
const rounds = 10
const reportsInRound = 250
const warmUpReports = 200
const readRounds = 10
const readRoundMs = 300
const moves = 3
const engines = ['PostgreSQL', 'embedded'] as const

/**
 * Compares the cost of a report in a contest of ten members with that in one of ten thousand, and measures reading and
 * moving the large one.
 */
export async function measureContest(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of engines) {
    // The larger one starts first, because it takes longer and the server closes connections that idle for a minute.
    const many = await startContest(bench, engine, manyMembers)
    const few = await startContest(bench, engine, fewMembers)
    figures.push(await compareReports(bench, engine, { few, many }))
    if (engine === 'PostgreSQL') figures.push(await compareReads(bench, many))
    figures.push(await measureMove(bench, engine, many))
    await few.stop()
    await many.stop()
  }
  return figures
}

interface Contest {
  readonly id: string
  readonly port: number
  readonly members: readonly LoadMember[]
  readonly startDate: Day
  readonly endDate: Day
  /** Lets ten members send this many reports concurrently. Returns the reports per second. */
  report(count: number): Promise<number>
  stop(): Promise<void>
}

/** Starts a separate product, in which every member has taken part in the running contest. */
async function startContest(bench: Bench, engine: (typeof engines)[number], size: number): Promise<Contest> {
  const product = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => product.stop())
  const database =
    engine === 'embedded' ? { dataDir: await bench.newFolder() } : { databaseUrl: await bench.newDatabase() }
  const { port } = await product.ask('start', database)
  const members = await product.ask('addMembers', { count: size, hasPoints: false })
  // Updates the statistics, so that the next statements are planned for this many members.
  await product.ask('runMaintenance')
  await product.ask('fillWithReports', size * reportsOfEach)
  const today = dayOf(new Date(), 'UTC')
  // `fillWithReports` spreads the reports over the last ninety days.
  const [startDate, endDate] = [addDays(today, -120), addDays(today, 30)]
  const id = await product.ask('addContest', { startDate, endDate })
  const reporters = members.slice(0, fewMembers)
  const posts = await product.ask('addPosts', warmUpReports + (rounds + 1) * reportsInRound)
  await product.ask('promote', String(members[0]?.id))
  const contest = { id, port, members, startDate, endDate }
  await move(contest, startDate)
  await product.ask('runMaintenance')
  const report = await prepareReports(bench, { port, members: reporters, posts })
  await report({ count: warmUpReports })
  return { ...contest, report: (count) => report({ count }), stop: () => product.stop() }
}

async function compareReports(
  bench: Bench,
  engine: string,
  { few, many }: { few: Contest; many: Contest },
): Promise<Figure> {
  const results: { few: number; many: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    const result = { few: await few.report(reportsInRound), many: await many.report(reportsInRound) }
    bench.log(
      `${engine}, round ${round}: ${result.few.toFixed(0)} and ${result.many.toFixed(0)} writes/s among ${fewMembers} and ${manyMembers}`,
    )
    results.push(result)
  }
  const costOf = (side: 'few' | 'many') => 1_000 / median(results.map((result) => result[side]))
  return {
    measurement: 'contest',
    name: `report in a contest of ${manyMembers}, ${engine}`,
    ours: costOf('many'),
    unit: 'ms/write',
    counterpart: { name: `in a contest of ${fewMembers}`, value: costOf('few') },
    // A ratio for each round, because other load on the machine affects both sides of a round equally.
    ratio: median(results.map((result) => result.few / result.many)),
    aim: { is: 'at most', value: 1.5 },
    note: `${fewMembers} members report at once, ${reportsInRound} reports a round`,
  }
}

async function compareReads(bench: Bench, { id, port, members }: Contest): Promise<Figure> {
  const readers = members.slice(0, fewMembers)
  const connections = await Promise.all(readers.map(() => HttpConnection.open(port)))
  bench.defer(() => {
    for (const connection of connections) connection.close()
  })
  const read = async (path: string) => {
    const requests = readers.map(({ cookie }) =>
      requestBytes(`GET ${path}`, { cookie, 'sec-fetch-site': 'same-origin' }),
    )
    const next = (index: number) => ({ request: requests[index % requests.length] ?? Buffer.alloc(0) })
    const rate = await measureRate(connections, next, readRoundMs)
    assertAll(rate, 200)
    return rate.perSecond
  }
  const standings = pathTo(getStandings.path, { contestId: id })
  await read(standings)
  await read(getLeaderboard.path)
  const results: { ours: number; board: number }[] = []
  for (let round = 1; round <= readRounds; round++) {
    results.push({ ours: await read(standings), board: await read(getLeaderboard.path) })
  }
  return {
    measurement: 'contest',
    name: `standings of ${manyMembers}`,
    ours: median(results.map(({ ours }) => ours)),
    unit: 'reads/s',
    counterpart: { name: 'the team board', value: median(results.map(({ board }) => board)) },
    ratio: median(results.map(({ ours, board }) => ours / board)),
    aim: { is: 'at least', value: 0.8 },
    note: 'both are cached: neither queries the database while nothing changes',
  }
}

async function measureMove(bench: Bench, engine: string, contest: Contest): Promise<Figure> {
  const times: number[] = []
  for (let nth = 1; nth <= moves; nth++) times.push(await move(contest, addDays(contest.startDate, nth)))
  bench.log(`${engine}: moved in ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  return {
    measurement: 'contest',
    name: `moving a contest of ${manyMembers}, ${engine}`,
    ours: Math.max(...times),
    unit: 'ms',
    counterpart: null,
    ratio: null,
    aim: { is: 'at most', value: 2_000 },
    note: `the slowest of ${moves} moves of its start, with ${manyMembers * reportsOfEach} reports in the ledger`,
  }
}

/** Changes the start of a contest as an admin and returns how long that took. */
async function move(
  { id, port, members }: Pick<Contest, 'id' | 'port' | 'members'>,
  startDate: string,
): Promise<number> {
  const connection = await HttpConnection.open(port)
  const headers = { cookie: String(members[0]?.cookie), 'sec-fetch-site': 'same-origin' }
  const startedAtMs = performance.now()
  const { status, body } = await connection.ask(
    requestBytes(`PUT ${pathTo(updateContest.path, { id })}`, headers, { startDate }),
  )
  const tookMs = performance.now() - startedAtMs
  if (status !== 200) throw new Error(`The contest was not moved: ${status} ${body.toString()}`)
  // On a busy machine its standings may take longer than the answer waits.
  const builds = requestBytes(`GET ${listContestBuilds.path}`, headers)
  while (JSON.parse((await connection.ask(builds)).body.toString()).data.length > 0) await sleep(10)
  connection.close()
  return tookMs
}
