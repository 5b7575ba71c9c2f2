import { setTimeout as sleep } from 'node:timers/promises'
import { reportInteraction } from '#contract/interactions.schema.ts'
import type { BareRequests } from './bare-process.ts'
import { Child } from './child-process.ts'
import { type Figure, median, percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import { Listeners } from './listeners.ts'
import type { Bench } from './measurement.ts'
import type { ProductRequests } from './product-process.ts'

const socketCount = 1_000
const memberCount = 50
const rounds = 10
const eventsPerRound = 20
const warmUpEvents = 30
const pauseMs = 25

/**
 * Measures the time from the announcement of a report until the last of 1,000 sockets has received it. The counterpart
 * is a bare `ws` server that sends the same bytes.
 */
export async function measureBroadcast(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  const bare = new Child<BareRequests>('bare-process.ts')
  bench.defer(() => product.stop())
  bench.defer(() => bare.stop())
  const { port } = await product.ask('start', { databaseUrl: await bench.newDatabase() })
  const members = await product.ask('addMembers', { count: memberCount, hasPoints: true })
  const posts = await product.ask('addPosts', warmUpEvents + rounds * eventsPerRound)
  const ourListeners = await Listeners.open(bench, {
    port,
    count: socketCount,
    cookies: members.map(({ cookie }) => cookie),
  })
  const { port: barePort } = await bare.ask('openSockets')
  const bareListeners = await Listeners.open(bench, { port: barePort, count: socketCount, cookies: [] })
  const reporter = await HttpConnection.open(port)
  bench.defer(() => reporter.close())

  const report = async () => {
    const [postId, member] = [posts.pop(), members[posts.length % memberCount]]
    const headers = { cookie: member?.cookie ?? '', 'sec-fetch-site': 'same-origin' }
    const arrival = ourListeners.next(socketCount)
    const body = { postId, interactionType: 'like' }
    const { status } = await reporter.ask(requestBytes(`POST ${reportInteraction.path}`, headers, body))
    if (status !== 200) throw new Error(`A report got status ${status}`)
    const arrivedAtMs = await arrival
    const announced = await product.ask('announced')
    const sentAtMs = announced.find((each) => each.postId === postId)?.atMs
    if (sentAtMs === undefined) throw new Error('A report was not announced')
    return arrivedAtMs - sentAtMs
  }
  const send = async () => {
    const arrival = bareListeners.next(socketCount)
    const sentAtMs = await bare.ask('broadcast', ourListeners.lastText)
    return (await arrival) - sentAtMs
  }
  await series(report, warmUpEvents)
  await series(send, warmUpEvents)
  const delays = { ours: [] as number[], bare: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    delays.ours.push(...(await series(report, eventsPerRound)))
    delays.bare.push(...(await series(send, eventsPerRound)))
  }
  const figure = { ours: percentile(delays.ours, 99), bare: percentile(delays.bare, 99) }
  return [
    {
      measurement: 'broadcast',
      name: `broadcast to the last of ${socketCount} sockets, p99`,
      ours: figure.ours,
      unit: 'ms',
      counterpart: { name: 'bare ws server', value: figure.bare },
      ratio: figure.ours / figure.bare,
      aim: { is: 'at most', value: 1.3 },
      note:
        `${delays.ours.length} events each; half of them within ${median(delays.ours).toFixed(1)} ms, ` +
        `bare within ${median(delays.bare).toFixed(1)} ms; this includes the pushes of the board in between`,
    },
  ]
}

async function series(event: () => Promise<number>, count: number): Promise<number[]> {
  const delays: number[] = []
  for (let n = 0; n < count; n++) {
    delays.push(await event())
    await sleep(pauseMs)
  }
  return delays
}
