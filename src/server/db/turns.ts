import { monotonicMs } from '#server/clock.ts'

const longestMs = 20

/**
 * Gives the rest of the process its turn. The embedded engine answers within the microtasks of a process, ahead of all
 * sockets and timers: whoever asks one statement after another, such as a queue with many short jobs, would keep everybody
 * else waiting to the end.
 */
export class Turns {
  #sinceMs: number | null = null

  /** Waits for the next turn when statements have followed one another for 20 milliseconds, and otherwise not. */
  async next(): Promise<void> {
    const nowMs = monotonicMs()
    if (this.#sinceMs === null) {
      this.#sinceMs = nowMs
      setImmediate(() => {
        this.#sinceMs = null
      })
    } else if (nowMs - this.#sinceMs > longestMs) {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
