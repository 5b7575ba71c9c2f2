/** A planned fault of the server, used up after `times` matching requests. */
export interface Fault {
  /** Tested against the path, without the query. */
  match: RegExp
  times: number
  /** Defaults to 200: Slack reports most failures in an `ok: false` body. */
  status?: number
  headers?: Record<string, string>
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown
  /**
   * `hang` never answers and `reset` breaks the connection. `slow` waits for `delayMs` before it handles the request,
   * and `late` before it answers; both then answer normally. All of them ignore status, headers and body.
   */
  mode?: 'hang' | 'reset' | 'slow' | 'late'
  delayMs?: number
}

export interface FaultQueue {
  add(fault: Fault): void
  clear(): void
  /** The first planned fault that matches this path. Counts as one use. */
  take(path: string): Fault | undefined
}

export function createFaultQueue(): FaultQueue {
  let waiting: { fault: Fault; left: number }[] = []
  return {
    add(fault) {
      waiting.push({ fault, left: fault.times })
    },
    clear() {
      waiting = []
    },
    take(path) {
      const entry = waiting.find(({ fault, left }) => left > 0 && path.search(fault.match) >= 0)
      if (!entry) return undefined
      entry.left -= 1
      waiting = waiting.filter(({ left }) => left > 0)
      return entry.fault
    },
  }
}
