import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Listener } from './announcement.ts'
import { codesOf } from './failure.ts'
import type { Orm, Tx } from './handle.ts'

const insideTransaction = new AsyncLocalStorage<true>()
const mostAttempts = 6
const retryable = new Set(['40001', '40P01'])

/**
 * Throws when called inside a transaction. The embedded database has one connection, so a query that bypasses the open
 * transaction would wait endlessly. On PostgreSQL it would silently run outside the transaction.
 */
export function assertOutsideTransaction(): void {
  if (insideTransaction.getStore())
    throw new Error('Inside a transaction every query must use the transaction')
}

/** Marks everything that `work` runs as inside a transaction. Transactions do not nest. */
export function markTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  assertOutsideTransaction()
  return insideTransaction.run(true, work)
}

/** A transaction of a single statement: `run` works once. */
export function singleStatement(announce: Listener, run: Tx['run']): Tx {
  let hasRun = false
  return {
    isTransaction: true,
    announce,
    get orm(): Orm {
      throw new Error('A single-statement transaction has no query builder')
    },
    run: (statement, values) => {
      if (hasRun) throw new Error('A single-statement transaction can run only one statement')
      hasRun = true
      return run(statement, values)
    },
    copyFrom: copiesNothing,
    copyTo: copiesNothing,
  }
}

function copiesNothing(): never {
  throw new Error('A single-statement transaction copies no tables')
}

/** Retries `work` after a deadlock or serialisation failure, at most five times, with random exponential backoff. */
export async function retrySerialisation<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= mostAttempts || !retryable.has(sqlState(error) ?? '')) throw error
      await sleep(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** The SQLSTATE of a row that exists already. */
export const uniqueViolation = '23505'

/** The SQLSTATE of an error or of one of its causes. */
export function sqlState(error: unknown): string | null {
  return codesOf(error).find((code) => /^[0-9A-Z]{5}$/.test(code)) ?? null
}
