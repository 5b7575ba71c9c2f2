import type { HttpAnswer, HttpConnection } from './http-connection.ts'

/** One request that is due, and what to do with its answer. */
export interface Turn {
  readonly request: Buffer
  readonly onAnswer?: (answer: HttpAnswer) => void
}

export interface Rate {
  readonly answers: number
  readonly perSecond: number
  readonly statuses: ReadonlyMap<number, number>
}

/**
 * Keeps every connection busy with one request after the other, until the time is up or `next` has no more; then waits
 * for the last answers. Fails when a connection fails.
 */
export async function measureRate(
  connections: readonly HttpConnection[],
  next: (connection: number) => Turn | null,
  durationMs: number,
): Promise<Rate> {
  const statuses = new Map<number, number>()
  const startedAtMs = performance.now()
  const endsAtMs = startedAtMs + durationMs
  let answers = 0
  const drive = (connection: HttpConnection, place: number) =>
    new Promise<void>((resolve, reject) => {
      connection.onError(reject)
      const go = () => {
        const turn = performance.now() < endsAtMs ? next(place) : null
        if (!turn) return resolve()
        connection.send(turn.request, (answer) => {
          answers++
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          turn.onAnswer?.(answer)
          go()
        })
      }
      go()
    })
  await Promise.all(connections.map(drive))
  return { answers, perSecond: (answers / (performance.now() - startedAtMs)) * 1_000, statuses }
}

/** Throws unless every answer had this status. */
export function assertAll(rate: Rate, status: number): void {
  const others = [...rate.statuses].filter(([other]) => other !== status)
  if (others.length > 0 || rate.answers === 0) {
    throw new Error(`Answers other than ${status}: ${JSON.stringify(others)} of ${rate.answers}`)
  }
}
