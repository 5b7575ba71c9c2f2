import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/log.ts'

const lastWaitMs = 500

/** The HTTP server that is closed. */
export type ClosingApp = FastifyInstance

/** From now on each connection is closed after its next answer. Resolves after the given time. */
export async function closeEachAnswered({ server }: ClosingApp, forMs: number): Promise<void> {
  server.prependListener('request', (_, answer) => answer.setHeader('connection', 'close'))
  await sleep(forMs)
}

interface Closing {
  readonly log: Log
  /** How long requests under way may take. */
  readonly graceMs: number
}

/**
 * Returns how to close the server: idle connections at once, and all others after `graceMs`, because some clients never
 * finish a request or never confirm a close. It resolves soon after that, whatever the server does. Call it before
 * the server listens: it remembers the connections, and the HTTP server itself forgets those of live sockets.
 */
export function closingInTime(app: FastifyInstance, { log, graceMs }: Closing): () => Promise<void> {
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return async () => {
    const closed = app
      .close()
      .catch((error: unknown) => log.error({ err: error }, 'could not close the HTTP server'))
      .then(() => true)
    app.server.closeIdleConnections()
    if (await isDoneWithin(closed, graceMs)) return
    for (const socket of open) socket.destroy()
    if (!(await isDoneWithin(closed, lastWaitMs))) log.error('the HTTP server did not close')
  }
}

function isDoneWithin(work: Promise<boolean>, limitMs: number): Promise<boolean> {
  return Promise.race([work, sleep(limitMs, false, { ref: false })])
}
