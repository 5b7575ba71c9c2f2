import type { HttpAnswer, HttpConnection } from './http-connection.ts'

/** The next request of a connection, and what to do with its answer. */
export interface NextRequest {
  readonly request: Buffer
  readonly onAnswer?: (answer: HttpAnswer) => void
}

export interface Rate {
  readonly answers: number
  readonly perSecond: number
  readonly statuses: ReadonlyMap<number, number>
}

/**
 * Sends one request after the other on every connection, until the time is up or `next` returns null. Then waits for
 * the last answers. Rejects when a connection fails.
 */
export async function measureRate(
  connections: readonly HttpConnection[],
  next: (connection: number) => NextRequest | null,
  durationMs: number,
): Promise<Rate> {
  const statuses = new Map<number, number>()
  const startedAtMs = performance.now()
  const endsAtMs = startedAtMs + durationMs
  let answers = 0
  const drive = (connection: HttpConnection, index: number) =>
    new Promise<void>((resolve, reject) => {
      connection.onError(reject)
      const sendNext = () => {
        const following = performance.now() < endsAtMs ? next(index) : null
        if (!following) return resolve()
        connection.send(following.request, (answer) => {
          answers++
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          following.onAnswer?.(answer)
          sendNext()
        })
      }
      sendNext()
    })
  await Promise.all(connections.map(drive))
  return { answers, perSecond: (answers / (performance.now() - startedAtMs)) * 1_000, statuses }
}

/** Throws unless there were answers and all had this status. */
export function assertAll(rate: Rate, status: number): void {
  const others = [...rate.statuses].filter(([other]) => other !== status)
  if (others.length > 0 || rate.answers === 0) {
    throw new Error(`Answers other than ${status}: ${JSON.stringify(others)} of ${rate.answers}`)
  }
}
