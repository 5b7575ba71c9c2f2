import type { Db } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { deadLetterQueue, queueNames } from './queues.ts'

// The time of the database, by which pg-boss itself starts its jobs.
const listWaiting = query({
  name: 'list_waiting_jobs',
  sql: `select name, count(*)::int as queued,
      extract(epoch from clock_timestamp() - min(start_after))::float8 as "oldestSeconds"
    from pgboss.job where state in ('created', 'retry') and start_after <= clock_timestamp() group by name`,
  row: { name: col.text, queued: col.int, oldestSeconds: col.float },
})

/** Of each queue, the jobs whose time has come and that wait. And the jobs that failed for good. */
export async function readQueues(db: Db) {
  const rows = new Map((await listWaiting(db, {})).map((row) => [row.name, row]))
  return {
    queues: queueNames.map((queue) => {
      const { queued = 0, oldestSeconds = 0 } = rows.get(queue) ?? {}
      return { queue, queued, oldestSeconds }
    }),
    deadLetters: rows.get(deadLetterQueue)?.queued ?? 0,
  }
}
