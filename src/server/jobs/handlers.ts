import type { JobResult, JobWithMetadata } from 'pg-boss'
import { withoutValues } from '#server/db/failure.ts'
import type { Deps } from '#server/deps.ts'
import type { JobData, QueueName } from './queues.ts'

const mostReasonCharacters = 500

/** One attempt at one job. */
export interface JobRun {
  /** The same in every attempt. */
  readonly id: string
  /** Aborted when the attempt has taken too long or the process stops. */
  readonly signal: AbortSignal
  /** Aborted when the process is about to stop, so that a long-running handler can end in good order. */
  readonly stopping: AbortSignal
  /** Whether the job goes to the dead letters if this attempt fails. */
  readonly isLastTry: boolean
}

/**
 * Handles the jobs of a queue. It must be idempotent, because a job may run more than once: after a crash even if it was
 * done. If `handle` throws, the job is retried later; a `GiveUp` sends it to the dead letters at once.
 */
export type JobHandler = {
  [Name in QueueName]: {
    readonly queue: Name
    handle(deps: Deps, data: JobData<Name>, run: JobRun): Promise<void>
  }
}[QueueName]

/** Thrown by a handler when a retry would fail as well. */
export class GiveUp extends Error {}

/** Runs one job and returns its result; never throws. Only the message of a failure is stored. */
export async function runJob(
  handler: JobHandler,
  job: JobWithMetadata<object>,
  { deps, stopping }: { readonly deps: Deps; readonly stopping: AbortSignal },
): Promise<JobResult<{ message: string }>> {
  const { id, signal, retryCount, retryLimit } = job
  const isLastTry = retryCount >= retryLimit
  try {
    // `enqueue` ties the type of the data to the queue.
    await handler.handle(deps, job.data as never, { id, signal, stopping, isLastTry })
    return { id, status: 'completed' }
  } catch (error) {
    const isLast = error instanceof GiveUp || isLastTry
    const facts = { queue: handler.queue, job: id, tries: retryCount + 1, ...describe(error) }
    if (isLast) deps.log.error(facts, 'a background job failed and will not be retried')
    else deps.log.warn(facts, 'a background job failed and will be retried')
    return {
      id,
      status: error instanceof GiveUp ? 'deadletter' : 'failed',
      output: { message: describe(error).reason },
    }
  }
}

/** The parts of an error that may be logged and stored; its other fields can hold addresses, headers and bodies. */
export function describe(thrown: unknown): { reason: string; stack?: string } {
  const error = withoutValues(thrown)
  if (!(error instanceof Error)) return { reason: String(error).slice(0, mostReasonCharacters) }
  const reason = error.message.slice(0, mostReasonCharacters)
  return error.stack === undefined ? { reason } : { reason, stack: error.stack }
}
