import type { LiveMessage } from '#contract/live.ts'
import { monotonicMs } from '#server/clock.ts'

type MessageType = LiveMessage['type']

/** Somebody whom the frames go to. */
export interface Reader {
  /** The number of the newest frame that it was given. */
  heard: number
}

/** What a broadcast needs of those whom it reaches. */
export interface Readers<R extends Reader> {
  readonly all: ReadonlySet<R>
  /** Hands bytes over. Answers false if this reader is gone. */
  write(reader: R, bytes: Buffer): boolean
  countSent(type: MessageType | null, count: number): void
}

interface Frame {
  readonly number: number
  /** Null for a frame that is no message, such as a ping. */
  readonly type: MessageType | null
  readonly bytes: Buffer
}

/** Frames that go out in one write. */
interface Bundle {
  readonly bytes: Buffer
  readonly types: readonly Frame['type'][]
}

interface Own<R extends Reader> {
  readonly reader: R
  /** Null for whatever this reader has not heard yet. */
  readonly frame: Omit<Frame, 'number'> | null
}

// How long other work may wait for a slice. A request takes several turns of the event loop.
const sliceMs = 1
const writesPerLook = 8
// When slices have used this much of the recent time, they rest. In the long run they take this part of the time.
const burstMs = 200
const longestShare = 0.5
/** Of these only the newest matters. */
const replaced: ReadonlySet<MessageType | null> = new Set(['LEADERBOARD_UPDATE'])

/**
 * Writes frames to all readers in short slices between other work, so that nothing waits for a broadcast. It goes round
 * and round through the readers, and gives each in one write all that came since its last turn. So it costs the same
 * number of writes however many frames arrive in one round.
 */
export class Broadcast<R extends Reader> {
  readonly #readers: Readers<R>
  readonly #sliceMs: number
  #own: Own<R>[] = []
  #frames: Frame[] = []
  #newest = 0
  /** The number of the newest frame when this round began. */
  #newestBefore = 0
  #round: Iterator<R>
  /** How many readers have to be looked at until all have heard everything. */
  #left = 0
  /** What those get whose newest frame has this number. */
  readonly #bundles = new Map<number, Bundle>()
  #isDue = false
  #usedMs = 0
  #usedAtMs = monotonicMs()

  constructor(readers: Readers<R>, slice = sliceMs) {
    this.#readers = readers
    this.#sliceMs = slice
    this.#round = readers.all.values()
  }

  /** Takes in a reader that was just added to all. It gets what is sent from now on. */
  join(reader: R): void {
    reader.heard = this.#newest
    if (this.#left > 0) this.#left++
  }

  /** Sends a frame to all readers, and to `first` before the others. Only puts it in the queue. */
  send(type: MessageType, bytes: Buffer, first: readonly R[] = []): void {
    if (this.#left === 0) {
      this.#round = this.#readers.all.values()
      this.#newestBefore = this.#newest
    }
    this.#newest++
    this.#frames.push({ number: this.#newest, type, bytes })
    this.#bundles.clear()
    this.#left = this.#readers.all.size
    for (const reader of first) this.#own.push({ reader, frame: null })
    this.#continue()
  }

  /** Sends a frame to one reader. Only puts it in the queue. */
  sendTo(reader: R, type: MessageType | null, bytes: Buffer): void {
    this.#own.push({ reader, frame: { type, bytes } })
    this.#continue()
  }

  #continue(): void {
    if (this.#isDue || this.#left + this.#own.length === 0) return
    this.#isDue = true
    const restMs = (this.#usedMs - burstMs) / longestShare
    if (restMs > 0) setTimeout(() => this.#slice(), restMs)
    else setImmediate(() => this.#slice())
  }

  #slice(): void {
    const startMs = monotonicMs()
    this.#usedMs = Math.max(0, this.#usedMs - (startMs - this.#usedAtMs) * longestShare)
    const sent = new Map<Bundle, number>()
    const isOver = () => monotonicMs() - startMs >= this.#sliceMs
    this.#writeOwn(isOver)
    if (this.#own.length === 0) this.#writeRound(isOver, sent)
    for (const [{ types }, count] of sent) for (const type of types) this.#readers.countSent(type, count)
    this.#usedAtMs = monotonicMs()
    this.#usedMs += this.#usedAtMs - startMs
    this.#isDue = false
    this.#continue()
  }

  #writeOwn(isOver: () => boolean): void {
    let done = 0
    for (const { reader, frame } of this.#own) {
      if (done % writesPerLook === writesPerLook - 1 && isOver()) break
      done++
      const bundle = frame ? { bytes: frame.bytes, types: [frame.type] } : this.#catchUp(reader)
      if (!bundle || !this.#readers.write(reader, bundle.bytes)) continue
      for (const type of bundle.types) this.#readers.countSent(type, 1)
    }
    this.#own = this.#own.slice(done)
  }

  #writeRound(isOver: () => boolean, sent: Map<Bundle, number>): void {
    for (let looks = 1; this.#left > 0; looks++) {
      if (looks % writesPerLook === 0 && isOver()) return
      const { value: reader, done } = this.#round.next()
      if (done) {
        this.#beginRound()
        continue
      }
      this.#left--
      const bundle = this.#catchUp(reader)
      if (bundle && this.#readers.write(reader, bundle.bytes)) sent.set(bundle, (sent.get(bundle) ?? 0) + 1)
    }
    this.#frames = []
    this.#bundles.clear()
  }

  #beginRound(): void {
    this.#round = this.#readers.all.values()
    // All readers were looked at since, so they have heard these.
    this.#frames = this.#frames.filter(({ number }) => number > this.#newestBefore)
    this.#newestBefore = this.#newest
    if (this.#readers.all.size === 0) this.#left = 0
  }

  /** What a reader has not heard yet, which it counts as given from now on; null if that is nothing. */
  #catchUp(reader: R): Bundle | null {
    const { heard } = reader
    if (heard >= this.#newest) return null
    reader.heard = this.#newest
    const known = this.#bundles.get(heard)
    if (known) return known
    const bundle = bundled(this.#frames.filter(({ number }) => number > heard))
    this.#bundles.set(heard, bundle)
    return bundle
  }
}

function bundled(frames: readonly Frame[]): Bundle {
  const isSent = ({ type, number }: Frame) =>
    !replaced.has(type) || !frames.some((other) => other.type === type && other.number > number)
  const sent = frames.filter(isSent)
  return {
    bytes: sent.length === 1 && sent[0] ? sent[0].bytes : Buffer.concat(sent.map(({ bytes }) => bytes)),
    types: sent.map(({ type }) => type),
  }
}
