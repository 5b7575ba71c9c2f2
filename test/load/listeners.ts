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
    if (!isAboutPoints(bytes)) return
    this.#remaining--
    if (this.#remaining > 0) return
    this.lastText = bytes.toString()
    this.#onLast(sharedClockMs())
  }
}

const start = Buffer.from('{"type":"POINT_')

/** Whether a live message is a POINT_UPDATE or POINT_REMOVAL, without parsing it. */
export function isAboutPoints(bytes: Buffer): boolean {
  return bytes.length > start.length && bytes.compare(start, 0, start.length, 0, start.length) === 0
}
