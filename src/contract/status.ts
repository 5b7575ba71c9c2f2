import type { DeadLetterId } from '#domain/ids.ts'
import type { Data } from './answers.ts'
import type { Backups } from './backups.ts'
import { endpoint, type NoContent } from './endpoint.ts'
import type { SystemState } from './system.ts'

/** How many dead letters the status lists at most. */
export const longestDeadLetterList = 50

/** The jobs of one queue whose time has come and that wait. */
export interface QueueState {
  readonly queue: string
  readonly queued: number
  /** How long the oldest one has waited. */
  readonly oldestSeconds: number
}

/** A background job that failed for good. */
export interface DeadLetter {
  readonly id: DeadLetterId
  /** The queue in which it failed; null if that is not known. */
  readonly queue: string | null
  readonly failedAt: string
  /** The message of its last failure. */
  readonly reason: string
  readonly tries: number
}

/** What came out when the ledger was last verified. */
export interface Verification {
  readonly at: string
  readonly violations: number
  /** False if only the totals were compared with the ledger. */
  readonly isWhole: boolean
}

/** What the person on call asks first. Whatever only the database knows is null while it does not answer. */
export interface Status extends Pick<SystemState, 'mode' | 'version' | 'startedAt'> {
  /** The version of Node.js. */
  readonly node: string
  readonly database: {
    readonly engine: SystemState['database']['engine']
    readonly isConnected: boolean
    readonly version: string | null
    readonly sizeBytes: number | null
    /** How many migrations of the schema were applied. */
    readonly migrations: number | null
  }
  /** Every queue, also those in which nothing waits. */
  readonly jobs: readonly QueueState[] | null
  /** The newest ones. */
  readonly deadLetters: readonly DeadLetter[] | null
  readonly deadLetterCount: number | null
  readonly backups: Backups | null
  /** Null as well if nothing was verified yet. */
  readonly verification: Verification | null
  /** Notifications to the chat that wait, and that have failed. */
  readonly chat: { readonly waiting: number; readonly failed: number } | null
}

export const getStatus = endpoint<{ answer: Data<Status> }>('GET', '/api/admin/status')

/** Has the totals compared with the ledger soon. Answers the verification before it. */
export const startVerification = endpoint<{ answer: Data<Verification | null> }>(
  'POST',
  '/api/admin/status/verify',
)

type OfDeadLetter = { params: { id: DeadLetterId }; answer: NoContent }

/** Puts a dead letter back into its queue. 404 if somebody else has done so; 409 if its queue is gone. */
export const replayDeadLetter = endpoint<OfDeadLetter>('POST', '/api/admin/status/dead-letters/:id/replay')

export const discardDeadLetter = endpoint<OfDeadLetter>('DELETE', '/api/admin/status/dead-letters/:id')
