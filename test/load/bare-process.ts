import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { WebSocket, WebSocketServer } from 'ws'
import { answerRequests, processUsage, sharedClockMs, type Usage } from './child-process.ts'

/** The minimal servers that the product is compared with. */
export type BareRequests = {
  /** Starts a server whose only route sends this body. */
  serve(answer: { path: string; body: string }): Promise<{ port: number }>
  /** Starts a server that accepts web sockets and sends them nothing until `broadcast`. */
  openSockets(): Promise<{ port: number }>
  /** Sends one text to every socket. Returns when it started, on the shared clock. */
  broadcast(text: string): number
  usage(): Usage
}

const closers: (() => unknown)[] = []
let sockets: WebSocketServer | null = null

const requests: BareRequests = {
  serve: async ({ path, body }) => {
    const app = fastify()
    const bytes = Buffer.from(body)
    app.get(path, (_, reply) => reply.type('application/json; charset=utf-8').send(bytes))
    await app.listen({ host: '127.0.0.1', port: 0 })
    closers.push(() => app.server.closeAllConnections())
    return { port: (app.server.address() as AddressInfo).port }
  },
  openSockets: async () => {
    sockets = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
    await once(sockets, 'listening')
    return { port: (sockets.address() as AddressInfo).port }
  },
  broadcast: (text) => {
    const bytes = Buffer.from(text)
    const atMs = sharedClockMs()
    for (const socket of sockets?.clients ?? []) {
      if (socket.readyState === WebSocket.OPEN) socket.send(bytes, { binary: false })
    }
    return atMs
  },
  usage: processUsage,
}

answerRequests(requests, () => {
  for (const close of closers) close()
})
