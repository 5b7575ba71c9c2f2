import { longestDeadLetterList } from '#contract/status.ts'
import { col, query } from '#server/db/query.ts'
import { deadLetterQueue, type JobData, type QueueName, queueNames } from './queues.ts'

const unfinished = `name = '${deadLetterQueue}' and state = 'created'`

/** The jobs that failed for good, the newest first. A job that ended with its process has a reason from pg-boss. */
export const listDeadLetters = query({
  name: 'list_dead_letters',
  sql: `select id, source_name as queue, created_on as "failedAt",
      coalesce(output ->> 'message', output #>> '{value,message}', 'Unknown') as reason,
      coalesce(source_retry_count, 0) + 1 as tries
    from pgboss.job where ${unfinished} order by created_on desc, id desc limit ${longestDeadLetterList}`,
  row: {
    id: col.id<'deadLetter'>(),
    queue: col.nullable(col.text),
    failedAt: col.instant,
    reason: col.text,
    tries: col.int,
  },
})

/** Takes a dead letter away. Returns no row if it is gone: of two who try at once, one gets it. */
export const takeDeadLetter = query({
  name: 'take_dead_letter',
  sql: `delete from pgboss.job where ${unfinished} and id = $id
    returning source_name as queue, coalesce(data, '{}') as data`,
  params: { id: col.id<'deadLetter'>() },
  row: { queue: col.nullable(col.text), data: col.jsonb<object>() },
})

/** A job that can be enqueued again. */
export type FailedJob = {
  [Name in QueueName]: { readonly queue: Name; readonly data: JobData<Name> }
}[QueueName]

/** Null if the queue no longer exists. */
export function failedJobOf({ queue, data }: { queue: string | null; data: object }): FailedJob | null {
  const name = queueNames.find((each) => each === queue)
  // `enqueue` ties the type of the data to the queue.
  return name === undefined ? null : ({ queue: name, data } as FailedJob)
}
