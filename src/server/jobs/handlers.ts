import type { JobResult, JobWithMetadata } from 'pg-boss'
import { withoutValues } from '#server/db/failure.ts'
import type { Deps } from '#server/deps.ts'
import type { JobData, QueueName } from './queues.ts'

const mostReasonCharacters = 500

/** One try of one job. */
export interface JobRun {
  /** The same in every try. */
  readonly id: string
  /** Aborted when the try has taken too long or the process stops. */
  readonly signal: AbortSignal
  /** Aborted when the process is about to stop: who would go on for long ends in good order now. */
  readonly stopping: AbortSignal
  /** Whether the job goes to the dead letters if this try fails. */
  readonly isLastTry: boolean
}

/**
 * Who does the work of a queue. A job may come more than once, after a crash even when it was done: doing it again must
 * do no harm. What `handle` throws makes the job come again later; a `GiveUp` sends it to the dead letters at once.
 */
export type JobHandler = {
  [Name in QueueName]: {
    readonly queue: Name
    handle(deps: Deps, data: JobData<Name>, run: JobRun): Promise<void>
  }
}[QueueName]

/** Thrown by a handler for which no further try would end otherwise. */
export class GiveUp extends Error {}

/** Does one job and says how it went; never throws. Of a failure only the message is kept. */
export async function runJob(
  handler: JobHandler,
  job: JobWithMetadata<object>,
  { deps, stopping }: { readonly deps: Deps; readonly stopping: AbortSignal },
): Promise<JobResult<{ message: string }>> {
  const { id, signal, retryCount, retryLimit } = job
  const isLastTry = retryCount >= retryLimit
  try {
    // Written by `enqueue`, which checked it against the queue.
    await handler.handle(deps, job.data as never, { id, signal, stopping, isLastTry })
    return { id, status: 'completed' }
  } catch (error) {
    const isLast = error instanceof GiveUp || isLastTry
    const facts = { queue: handler.queue, job: id, tries: retryCount + 1, ...describe(error) }
    if (isLast) deps.log.error(facts, 'a background job was given up')
    else deps.log.warn(facts, 'a background job failed and will be tried again')
    return {
      id,
      status: error instanceof GiveUp ? 'deadletter' : 'failed',
      output: { message: describe(error).reason },
    }
  }
}

/** What may be logged and stored of an error: others of its fields can hold addresses, headers and bodies. */
export function describe(thrown: unknown): { reason: string; stack?: string } {
  const error = withoutValues(thrown)
  if (!(error instanceof Error)) return { reason: String(error).slice(0, mostReasonCharacters) }
  const reason = error.message.slice(0, mostReasonCharacters)
  return error.stack === undefined ? { reason } : { reason, stack: error.stack }
}
