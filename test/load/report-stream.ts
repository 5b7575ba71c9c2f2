import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { newSessionSecret } from '#server/access/session.ts'
import { percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'

/** How many members report, and how often each of them. */
export const reporters = 20
export const reportEveryMs = 100

export function describeTimes(times: readonly number[]): string {
  const at = (percent: number) => percentile(times, percent).toFixed(1)
  return `p50 ${at(50)}, p99 ${at(99)}, slowest ${at(100)} ms`
}

/** Signs members in who are spread over all ids. Returns their cookie values. */
export async function insertReporters(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const secrets = Array.from({ length: reporters }, () => newSessionSecret())
  await client.query(
    `insert into sessions (id, user_id, kind, cookie_hash, created_at, last_seen_at, expires_at)
     select gen_random_uuid(), chosen.id, 'slack', hash, now(), now(), now() + interval '1 day'
     from unnest($1::text[]) with ordinality as given (hash, nth) join (
       select id, row_number() over (order by id) as nth from (
         select id, row_number() over (order by id) as place, count(*) over () as size from users
       ) placed where place % (size / $2::int) = size / $2::int / 2
     ) chosen using (nth)`,
    [secrets.map(({ hash }) => hash), reporters],
  )
  await client.end()
  return secrets.map(({ value }) => value)
}

interface Reporting {
  readonly port: number
  readonly sessions: readonly string[]
  readonly posts: readonly string[]
}

/** Lets each member report at a steady pace. `take` returns how long the reports since its last call took. */
export async function streamReports(bench: Bench, { port, sessions, posts }: Reporting) {
  let times: number[] = []
  let isOver = false
  const report = async (connection: HttpConnection, secret: string, postId: string | undefined) => {
    const headers = { cookie: `sid=${secret}`, 'sec-fetch-site': 'same-origin' }
    const body = { postId, interactionType: 'like' }
    const startedAtMs = performance.now()
    const { status } = await connection.ask(requestBytes(`POST ${reportInteraction.path}`, headers, body))
    times.push(performance.now() - startedAtMs)
    if (status !== 200) throw new Error(`A report was answered with ${status}`)
  }
  const members = sessions.map(async (secret, member) => {
    const connection = await HttpConnection.open(port)
    bench.defer(() => connection.close())
    await sleep((reportEveryMs * member) / sessions.length)
    for (let nth = 0; !isOver && nth < posts.length; nth++) {
      const nextAtMs = performance.now() + reportEveryMs
      await report(connection, secret, posts[nth])
      await sleep(Math.max(0, nextAtMs - performance.now()))
    }
  })
  return {
    take: () => {
      const taken = times
      times = []
      return taken
    },
    stop: async () => {
      isOver = true
      await Promise.all(members)
    },
  }
}
