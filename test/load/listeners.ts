import { setTimeout as sleep } from 'node:timers/promises'
import { sharedClockMs } from './child-process.ts'
import { LiveConnection } from './live-connection.ts'
import type { Bench } from './measurement.ts'

interface Wanted {
  readonly port: number
  readonly count: number
  /** The sockets take them in turn. */
  readonly cookies: readonly string[]
}

const openedAtOnce = 100
const patienceMs = 30_000

/** Many sockets to one server, which together wait for messages about points. */
export class Listeners {
  /** The last such message, as received. */
  lastText = ''
  /** How long it took to open all. */
  openingMs = 0
  #remaining = 0
  #takenIn = 0
  #onLast: (atMs: number) => void = () => undefined

  static async open(bench: Bench, { port, count, cookies }: Wanted): Promise<Listeners> {
    const listeners = new Listeners()
    const startMs = performance.now()
    let next = 0
    const openOneByOne = async () => {
      while (next < count) {
        const cookie = cookies[next++ % cookies.length]
        const connection = await LiveConnection.open({ port, cookie }, (bytes) => listeners.#receive(bytes))
        bench.defer(() => connection.close())
      }
    }
    await Promise.all(Array.from({ length: openedAtOnce }, openOneByOne))
    listeners.openingMs = performance.now() - startMs
    // The product takes a window in once it knows whose it is, and only then tells it anything.
    while (cookies.length > 0 && listeners.#takenIn < count) await sleep(5)
    return listeners
  }

  private constructor() {}

  /** Resolves once `messages` more have reached every socket of `count`, with that time on the shared clock. */
  next(count: number, messages = 1): Promise<number> {
    this.#remaining = count * messages
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(
        () => reject(new Error(`${this.#remaining} messages were not received`)),
        patienceMs,
      )
      this.#onLast = (atMs) => {
        clearTimeout(timeout)
        resolve(atMs)
      }
    })
  }

  #receive(bytes: Buffer): void {
    if (isTakenIn(bytes)) this.#takenIn++
    if (!isAboutPoints(bytes)) return
    this.#remaining--
    if (this.#remaining > 0) return
    this.lastText = bytes.toString()
    this.#onLast(sharedClockMs())
  }
}

const pointsStart = Buffer.from('{"type":"POINT_')
const connectedStart = Buffer.from('{"type":"connected"')

/** Whether a live message is a POINT_UPDATE or POINT_REMOVAL, without parsing it. */
export function isAboutPoints(bytes: Buffer): boolean {
  return beginsWith(bytes, pointsStart)
}

/** Whether it is the first one, after which a window gets all others. */
export function isTakenIn(bytes: Buffer): boolean {
  return beginsWith(bytes, connectedStart)
}

function beginsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.length > start.length && bytes.compare(start, 0, start.length, 0, start.length) === 0
}
