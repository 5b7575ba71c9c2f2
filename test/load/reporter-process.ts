import { setTimeout as sleep } from 'node:timers/promises'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { answerRequests } from './child-process.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'

export interface Report {
  /** The value of a `cookie` header. */
  readonly cookie: string
  readonly postId: string
}

interface Series {
  readonly port: number
  readonly reports: readonly Report[]
  /** How many members report at once, each as soon as the last answer is there. */
  readonly atOnce?: number
  /** Without `atOnce`: how many reports begin in a second, whatever is answered. */
  readonly perSecond?: number
}

/** Reports in a process of their own, so that nothing else delays what is measured. */
export type ReporterRequests = {
  /** Returns how long each answer took, in milliseconds. */
  report(series: Series): Promise<number[]>
}

const connectionCount = 100

const requests: ReporterRequests = {
  report: async ({ port, reports, atOnce, perSecond = 1 }) => {
    const count = Math.min(atOnce ?? connectionCount, reports.length)
    const connections = await Promise.all(Array.from({ length: count }, () => HttpConnection.open(port)))
    const left = [...reports]
    const answersMs: number[] = []
    const send = async (connection: HttpConnection, { cookie, postId }: Report) => {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' }
      const body = { postId, interactionType: 'like' }
      const startMs = performance.now()
      const { status } = await connection.ask(requestBytes(`POST ${reportInteraction.path}`, headers, body))
      answersMs.push(performance.now() - startMs)
      if (status !== 200) throw new Error(`A report got status ${status}`)
    }
    const loop = async (connection: HttpConnection) => {
      for (let next = left.pop(); next; next = left.pop()) await send(connection, next)
    }
    const paced = async () => {
      const startMs = performance.now()
      const sent = reports.map(async (report, nth) => {
        await sleep(Math.max(1, (nth * 1_000) / perSecond - (performance.now() - startMs)))
        const connection = connections.pop()
        if (!connection) throw new Error('Too many reports wait for their answers')
        await send(connection, report)
        connections.push(connection)
      })
      await Promise.all(sent)
    }
    try {
      await (atOnce === undefined ? paced() : Promise.all(connections.map(loop)))
    } finally {
      for (const connection of connections) connection.close()
    }
    return answersMs
  },
}

answerRequests(requests, () => undefined)
