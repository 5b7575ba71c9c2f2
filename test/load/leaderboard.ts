import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import type { BareRequests } from './bare-process.ts'
import { Child, type Usage } from './child-process.ts'
import { type Figure, median } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import { assertAll, measureRate } from './pace.ts'
import type { ProductRequests } from './product-process.ts'

const memberCount = 24
const connectionCount = 32
const rounds = 48
const roundMs = 400
const warmUpMs = 2_000

/** Compares reads of the board by signed-in members with a bare route that sends the same bytes. */
export async function measureLeaderboard(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  const bare = new Child<BareRequests>('bare-process.ts')
  bench.defer(() => product.stop())
  bench.defer(() => bare.stop())
  const { port } = await product.ask('start', { databaseUrl: await bench.newDatabase() })
  const members = await product.ask('addMembers', { count: memberCount, hasPoints: true })
  const requests = members.map(({ cookie }) =>
    requestBytes(`GET ${getLeaderboard.path}`, { cookie, 'sec-fetch-site': 'same-origin' }),
  )
  const ourConnections = await openConnections(bench, port)
  const body = await firstAnswer(ourConnections, requests)
  const { port: barePort } = await bare.ask('serve', { path: getLeaderboard.path, body })
  const bareConnections = await openConnections(bench, barePort)

  const next = (index: number) => ({ request: requests[index % requests.length] ?? Buffer.alloc(0) })
  const read = async (
    from: { child: ServerProcess; connections: readonly HttpConnection[] },
    durationMs: number,
  ) => {
    const before = await from.child.ask('usage')
    const rate = await measureRate(from.connections, next, durationMs)
    const after = await from.child.ask('usage')
    assertAll(rate, 200)
    return {
      perSecond: rate.perSecond,
      cpuMicroseconds: ((after.cpuMs - before.cpuMs) * 1_000) / rate.answers,
    }
  }
  const sides = {
    ours: { child: product, connections: ourConnections },
    bare: { child: bare, connections: bareConnections },
  }
  await read(sides.ours, warmUpMs)
  await read(sides.bare, warmUpMs)
  const results: { ours: Reading; bare: Reading }[] = []
  for (let round = 1; round <= rounds; round++) {
    const result = { ours: await read(sides.ours, roundMs), bare: await read(sides.bare, roundMs) }
    bench.log(
      `round ${round}: ${result.ours.perSecond.toFixed(0)} and ${result.bare.perSecond.toFixed(0)} reads/s`,
    )
    results.push(result)
  }
  const cpuOf = (side: 'ours' | 'bare') =>
    median(results.map((result) => result[side].cpuMicroseconds)).toFixed(1)
  return [
    {
      measurement: 'leaderboard',
      name: 'leaderboard read',
      ours: median(results.map((result) => result.ours.perSecond)),
      unit: 'reads/s',
      counterpart: {
        name: 'bare Fastify route',
        value: median(results.map((result) => result.bare.perSecond)),
      },
      // A ratio for each round, because other load on the machine affects both sides of a round equally.
      ratio: median(results.map((result) => result.ours.perSecond / result.bare.perSecond)),
      aim: { is: 'at least', value: 0.8 },
      note:
        `${memberCount} members, ${connectionCount} connections, ${body.length} bytes; ` +
        `processor time of a read ${cpuOf('ours')} µs, of a bare one ${cpuOf('bare')} µs`,
    },
  ]
}

interface Reading {
  readonly perSecond: number
  readonly cpuMicroseconds: number
}

/** The process of either server. */
interface ServerProcess {
  ask(name: 'usage'): Promise<Usage>
}

async function openConnections(bench: Bench, port: number): Promise<HttpConnection[]> {
  const connections = await Promise.all(
    Array.from({ length: connectionCount }, () => HttpConnection.open(port)),
  )
  bench.defer(() => {
    for (const connection of connections) connection.close()
  })
  return connections
}

async function firstAnswer(
  connections: readonly HttpConnection[],
  requests: readonly Buffer[],
): Promise<string> {
  const [connection, request] = [connections[0], requests[0]]
  if (!connection || !request) throw new Error('There is no connection or no request')
  const { status, body } = await connection.ask(request)
  const text = body.toString()
  const page = getLeaderboard.answer.parse(JSON.parse(text)) as { total: number }
  if (status !== 200 || page.total !== memberCount)
    throw new Error(`Not the expected board: ${status} ${text}`)
  return text
}
