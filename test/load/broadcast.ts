import { setTimeout as sleep } from 'node:timers/promises'
import { reportInteraction } from '#contract/interactions.ts'
import type { BareRequests } from './bare-process.ts'
import { Child, sharedClockMs } from './child-process.ts'
import { type Figure, median, percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import { LiveConnection } from './live-connection.ts'
import type { Bench } from './measurement.ts'
import type { ProductRequests } from './product-process.ts'

const socketCount = 1_000
const memberCount = 50
const rounds = 10
const eventsPerRound = 20
const warmUpEvents = 30
const pauseMs = 25

/** From a report's announcement to the last of 1,000 sockets, against a bare `ws` server that sends the same bytes. */
export async function measureBroadcast(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  const bare = new Child<BareRequests>('bare-process.ts')
  bench.later(() => product.stop())
  bench.later(() => bare.stop())
  const { port } = await product.ask('start', { databaseUrl: await bench.newDatabase() })
  const members = await product.ask('addMembers', { count: memberCount, hasPoints: true })
  const posts = await product.ask('addPosts', warmUpEvents + rounds * eventsPerRound)
  const ours = await Listeners.open(bench, { port, cookies: members.map(({ cookie }) => cookie) })
  const { port: barePort } = await bare.ask('openSockets')
  const others = await Listeners.open(bench, { port: barePort, cookies: [] })
  const reporter = await HttpConnection.open(port)
  bench.later(() => reporter.close())

  const report = async () => {
    const [postId, member] = [posts.pop(), members[posts.length % memberCount]]
    const headers = { cookie: member?.cookie ?? '', 'sec-fetch-site': 'same-origin' }
    const arrival = ours.next()
    const body = { postId, interactionType: 'like' }
    const { status } = await reporter.ask(requestBytes(`POST ${reportInteraction.path}`, headers, body))
    if (status !== 200) throw new Error(`A report was answered with ${status}`)
    const arrivedAtMs = await arrival
    const announced = await product.ask('announced')
    const sentAtMs = announced.find((each) => each.postId === postId)?.atMs
    if (sentAtMs === undefined) throw new Error('A report was not announced')
    return arrivedAtMs - sentAtMs
  }
  const send = async () => {
    const arrival = others.next()
    const sentAtMs = await bare.ask('broadcast', ours.lastText)
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
      aim: { is: 'at most', value: 1.5 },
      note:
        `${delays.ours.length} events each; half of them within ${median(delays.ours).toFixed(1)} ms, ` +
        `bare within ${median(delays.bare).toFixed(1)} ms; the pushes of the board in between are part of it`,
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

/** Many sockets to one server that wait together for one message about points. */
class Listeners {
  /** The last such message, as it came. */
  lastText = ''
  #missing = 0
  #onLast: (atMs: number) => void = () => undefined

  static async open(
    bench: Bench,
    { port, cookies }: { port: number; cookies: readonly string[] },
  ): Promise<Listeners> {
    const listeners = new Listeners()
    for (let first = 0; first < socketCount; first += 100) {
      const opening = Array.from({ length: 100 }, (_, place) =>
        LiveConnection.open({ port, cookie: cookies[(first + place) % cookies.length] }, (bytes) =>
          listeners.#hear(bytes),
        ),
      )
      for (const connection of await Promise.all(opening)) bench.later(() => connection.close())
    }
    return listeners
  }

  /** When the next message has reached every socket, on the shared clock. */
  next(): Promise<number> {
    this.#missing = socketCount
    return new Promise((resolve, reject) => {
      const tooLate = setTimeout(() => reject(new Error(`${this.#missing} sockets heard nothing`)), 10_000)
      this.#onLast = (atMs) => {
        clearTimeout(tooLate)
        resolve(atMs)
      }
    })
  }

  #hear(bytes: Buffer): void {
    if (!isAboutPoints(bytes)) return
    this.#missing--
    if (this.#missing > 0) return
    this.lastText = bytes.toString()
    this.#onLast(sharedClockMs())
  }
}

const start = Buffer.from('{"type":"POINT_')

/** Whether a live message is a POINT_UPDATE or POINT_REMOVAL, without parsing it. */
export function isAboutPoints(bytes: Buffer): boolean {
  return bytes.length > start.length && bytes.compare(start, 0, start.length, 0, start.length) === 0
}
