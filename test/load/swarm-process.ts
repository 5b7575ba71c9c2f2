import { setTimeout as sleep } from 'node:timers/promises'
import { answerRequests } from './child-process.ts'
import { isAboutPoints, isTakenIn } from './listeners.ts'
import { LiveConnection } from './live-connection.ts'
import { type Refreshing, SwarmClient } from './swarm-client.ts'

/** The requests that this process answers. */
export type SwarmRequests = {
  /** Opens a browser for each value of a `cookie` header. */
  open(options: { port: number; cookies: string[]; refreshing: Refreshing }): Promise<void>
  requests(): number
  waitUntilFresh(events: number): Promise<void>
  delaysSince(events: { announcedAtMs: number[]; first: number }): number[]
}

const settleTimeoutMs = 10_000

const clients: SwarmClient[] = []
const sockets: LiveConnection[] = []

const requests: SwarmRequests = {
  open: async ({ port, cookies, refreshing }) => {
    for (const cookie of cookies) {
      const client = await SwarmClient.open(port, cookie, refreshing)
      const takenIn = Promise.withResolvers<void>()
      const onText = (bytes: Buffer) => {
        if (isTakenIn(bytes)) takenIn.resolve()
        if (isAboutPoints(bytes)) client.onEvent()
      }
      clients.push(client)
      sockets.push(await LiveConnection.open({ port, cookie }, onText))
      await takenIn.promise
    }
  },

  requests: () => clients.reduce((sum, client) => sum + client.requests, 0),

  waitUntilFresh: async (events) => {
    const deadlineMs = performance.now() + settleTimeoutMs
    while (clients.some((client) => client.freshAtMs.length < events)) {
      if (performance.now() > deadlineMs) {
        const late = clients.filter((client) => client.freshAtMs.length < events)
        throw new Error(`${late.length} clients never got their lists; one of them ${late[0]?.state}`)
      }
      await sleep(5)
    }
  },

  delaysSince: ({ announcedAtMs, first }) =>
    clients.flatMap(({ freshAtMs }) =>
      freshAtMs.slice(first).map((atMs, n) => atMs - (announcedAtMs[first + n] ?? Number.NaN)),
    ),
}

answerRequests(requests, () => {
  for (const each of [...clients, ...sockets]) each.close()
})
