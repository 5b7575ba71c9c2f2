import type { Db } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { deadLetterQueue, type QueueName, queueNames } from './queues.ts'

// The time of the database, by which pg-boss itself starts its jobs.
const listWaiting = query({
  name: 'list_waiting_jobs',
  sql: `select name, count(*)::int as queued,
      extract(epoch from clock_timestamp() - min(start_after))::float8 as "oldestSeconds"
    from pgboss.job where state in ('created', 'retry') and start_after <= clock_timestamp() group by name`,
  row: { name: col.text, queued: col.int, oldestSeconds: col.float },
})

const deleteCovered = query({
  name: 'delete_covered_jobs',
  sql: `delete from pgboss.job where name = $queue and state = 'created' and coalesce(data, '{}') = '{}'
     and start_after <= clock_timestamp()`,
  params: { queue: col.text },
})

/**
 * Deletes the jobs of a queue that carry no data and whose time has come, because the caller is about to do the work of all
 * of them. What they were enqueued with is committed by then, so the caller sees it.
 */
export async function deleteCoveredJobs(db: Db, queue: QueueName): Promise<void> {
  await deleteCovered(db, { queue })
}

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
