import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Listener } from './announcement.ts'
import { codesOf } from './failure.ts'
import type { Orm, Tx } from './handle.ts'

const insideTransaction = new AsyncLocalStorage<true>()
const mostAttempts = 6
const retryable = new Set(['40001', '40P01'])

/**
 * Throws when called inside a transaction. The embedded database has one connection, on which a query beside the
 * open transaction would wait for ever; on PostgreSQL it would silently run outside it.
 */
export function assertOutsideTransaction(): void {
  if (insideTransaction.getStore())
    throw new Error('Inside a transaction every query must use the transaction')
}

/** Marks everything that `work` awaits as inside a transaction. Transactions do not nest. */
export function markTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  assertOutsideTransaction()
  return insideTransaction.run(true, work)
}

/** A transaction that is one statement: `run` works once. */
export function singleStatement(announce: Listener, run: Tx['run']): Tx {
  let hasRun = false
  return {
    isTransaction: true,
    announce,
    get orm(): Orm {
      throw new Error('A single statement is not built')
    },
    run: (statement, values) => {
      if (hasRun) throw new Error('Only one statement is a transaction by itself')
      hasRun = true
      return run(statement, values)
    },
  }
}

/** Repeats `work` after a deadlock or serialisation failure, at most five times, with growing random pauses. */
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

/** The SQLSTATE that an error, or a cause of it, carries. */
export function sqlState(error: unknown): string | null {
  return codesOf(error).find((code) => /^[0-9A-Z]{5}$/.test(code)) ?? null
}
