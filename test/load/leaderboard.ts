import { getLeaderboard } from '#contract/leaderboard.ts'
import type { BareRequests } from './bare-process.ts'
import { Child } from './child-process.ts'
import { type Figure, median } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import { assertAll, measureRate } from './pace.ts'
import type { ProductRequests } from './product-process.ts'

const memberCount = 24
const connectionCount = 32
const rounds = 7
const roundMs = 2_000
const warmUpMs = 3_000

/** Reads of the board by signed-in members, against a bare route that sends the same bytes. */
export async function measureLeaderboard(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  const bare = new Child<BareRequests>('bare-process.ts')
  bench.later(() => product.stop())
  bench.later(() => bare.stop())
  const { port } = await product.ask('start', { databaseUrl: await bench.newDatabase() })
  const members = await product.ask('addMembers', { count: memberCount, hasPoints: true })
  const requests = members.map(({ cookie }) =>
    requestBytes(`GET ${getLeaderboard.path}`, { cookie, 'sec-fetch-site': 'same-origin' }),
  )
  const ours = await connect(bench, port)
  const body = await firstAnswer(ours, requests)
  const { port: barePort } = await bare.ask('serve', { path: getLeaderboard.path, body })
  const bares = await connect(bench, barePort)

  const turnOf = (place: number) => ({ request: requests[place % requests.length] ?? Buffer.alloc(0) })
  const readRate = async (connections: readonly HttpConnection[], durationMs: number) => {
    const rate = await measureRate(connections, turnOf, durationMs)
    assertAll(rate, 200)
    return rate.perSecond
  }
  await readRate(ours, warmUpMs)
  await readRate(bares, warmUpMs)
  const results: { ours: number; bare: number }[] = []
  const before = await product.ask('usage')
  for (let round = 0; round < rounds; round++) {
    const result = { ours: await readRate(ours, roundMs), bare: await readRate(bares, roundMs) }
    bench.say(`round ${round + 1}: ${result.ours.toFixed(0)} and ${result.bare.toFixed(0)} reads/s`)
    results.push(result)
  }
  const after = await product.ask('usage')
  const busy = (after.cpuMs - before.cpuMs) / (rounds * roundMs)
  return [
    {
      measurement: 'leaderboard',
      name: 'leaderboard read',
      ours: median(results.map((result) => result.ours)),
      unit: 'reads/s',
      counterpart: { name: 'bare Fastify route', value: median(results.map((result) => result.bare)) },
      // Of each round by itself: what else the machine does meets both sides of a round alike.
      ratio: median(results.map((result) => result.ours / result.bare)),
      aim: { is: 'at least', value: 0.8 },
      note: `${memberCount} members, ${connectionCount} connections, ${body.length} bytes, ${busy.toFixed(2)} cores`,
    },
  ]
}

async function connect(bench: Bench, port: number): Promise<HttpConnection[]> {
  const connections = await Promise.all(
    Array.from({ length: connectionCount }, () => HttpConnection.open(port)),
  )
  bench.later(() => {
    for (const connection of connections) connection.close()
  })
  return connections
}

async function firstAnswer(connections: readonly HttpConnection[], requests: readonly Buffer[]): Promise<string> {
  const [connection, request] = [connections[0], requests[0]]
  if (!connection || !request) throw new Error('There is nobody to read')
  const { status, body } = await connection.ask(request)
  const text = body.toString()
  const page = getLeaderboard.answer.parse(JSON.parse(text)) as { total: number }
  if (status !== 200 || page.total !== memberCount) throw new Error(`Not the board: ${status} ${text}`)
  return text
}
