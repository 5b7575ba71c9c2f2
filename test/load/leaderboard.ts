import { getLeaderboard } from '#contract/leaderboard.ts'
import type { BareRequests } from './bare-process.ts'
import { Child, type Usage } from './child-process.ts'
import { type Figure, median } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import { assertAll, measureRate } from './pace.ts'
import type { ProductRequests } from './product-process.ts'

const memberCount = 24
const connectionCount = 32
const rounds = 24
const roundMs = 400
const warmUpMs = 2_000

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
  const read = async (
    from: { child: Measured; connections: readonly HttpConnection[] },
    durationMs: number,
  ) => {
    const before = await from.child.ask('usage')
    const rate = await measureRate(from.connections, turnOf, durationMs)
    const after = await from.child.ask('usage')
    assertAll(rate, 200)
    return {
      perSecond: rate.perSecond,
      cpuMicroseconds: ((after.cpuMs - before.cpuMs) * 1_000) / rate.answers,
    }
  }
  const sides = { ours: { child: product, connections: ours }, bare: { child: bare, connections: bares } }
  await read(sides.ours, warmUpMs)
  await read(sides.bare, warmUpMs)
  const results: { ours: Reading; bare: Reading }[] = []
  for (let round = 1; round <= rounds; round++) {
    const result = { ours: await read(sides.ours, roundMs), bare: await read(sides.bare, roundMs) }
    bench.say(
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
      // Of each round by itself: what else the machine does meets both sides of a round alike.
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

/** Either kind of server. */
interface Measured {
  ask(name: 'usage'): Promise<Usage>
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

async function firstAnswer(
  connections: readonly HttpConnection[],
  requests: readonly Buffer[],
): Promise<string> {
  const [connection, request] = [connections[0], requests[0]]
  if (!connection || !request) throw new Error('There is nobody to read')
  const { status, body } = await connection.ask(request)
  const text = body.toString()
  const page = getLeaderboard.answer.parse(JSON.parse(text)) as { total: number }
  if (status !== 200 || page.total !== memberCount) throw new Error(`Not the board: ${status} ${text}`)
  return text
}
