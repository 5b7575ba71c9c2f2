import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Orm, Statement, StatementValue, Tx } from '#server/db/handle.ts'
import { queriesByName } from '#server/db/query.ts'
import { AnnouncedWrites, shownTablesIn } from '#test/support/announced-writes.ts'
import { rowsError } from '#test/support/checked-rows.ts'

type Run = Tx['run']
type Breach = (error: Error) => never

const insideFixture = new AsyncLocalStorage<true>()

/** For rows that a test inserts directly. Transactions inside it need no announcement. */
export function asFixture<Result>(work: () => Promise<Result>): Promise<Result> {
  return insideFixture.run(true, work)
}

/**
 * The same database with two checks. A query fails if its rows differ from what it declares, and a transaction fails if
 * it does not announce what it writes. Closing the database then fails too, because code may have caught the error.
 */
export function checkedDatabase<Handle extends Db>(db: Handle): Handle {
  const breaches: Error[] = []
  const breach = (error: Error) => {
    breaches.push(error)
    throw error
  }
  return {
    ...db,
    // A plain copy would read this getter only once.
    get orm() {
      return db.orm
    },
    run: outsideTransaction(
      checkedRun((statement, values) => db.run(statement, values), breach),
      breach,
    ),
    transaction: (work) =>
      db.transaction(async (tx) => {
        const writes = new AnnouncedWrites()
        const result = await work(checkedTx(tx, writes, breach))
        if (!insideFixture.getStore()) await writes.assertAnnounced(tx.run).catch(breach)
        return result
      }),
    singleStatement: async (work) => {
      const writes = new AnnouncedWrites()
      const result = await db.singleStatement((tx) => work(checkedStatement(tx, writes, breach)))
      await writes.assertAnnouncedAlone(db.run).catch(breach)
      return result
    },
    close: async () => {
      await db.close()
      if (breaches.length > 0) throw new AggregateError(breaches, String(breaches[0]?.message))
    },
  }
}

/** Nothing can be announced outside a transaction, so the product's queries must not write shown tables there. */
function outsideTransaction(run: Run, breach: Breach): Run {
  return async (statement, values) => {
    const [table] = queriesByName.has(statement.name) ? shownTablesIn(statement.text) : []
    if (table !== undefined && !insideFixture.getStore())
      breach(new Error(`${statement.name} writes ${table} outside a transaction`))
    return run(statement, values)
  }
}

function checkedTx(tx: Tx, writes: AnnouncedWrites, breach: Breach): Tx {
  const { run, ...rest } = checkedStatement(tx, writes, breach)
  let asked: Promise<void> = Promise.resolve()
  return {
    ...rest,
    orm: notedOrm(tx.orm, writes),
    // In the order in which they are asked, as without this check: what follows a write reads what it wrote.
    run: (statement, values) => {
      const turn = asked.then(() => writes.countDeleted(statement.text, tx.run))
      asked = turn.catch(() => undefined)
      return turn.then(() => run(statement, values))
    },
  }
}

function checkedStatement(tx: Tx, writes: AnnouncedWrites, breach: Breach): Tx {
  const run = checkedRun(tx.run, breach)
  return {
    isTransaction: true,
    get orm() {
      return tx.orm
    },
    run: (statement, values) => {
      writes.noteStatement(statement.text, values)
      return run(statement, values)
    },
    copyFrom: (from) => tx.copyFrom(from),
    copyTo: (to, blocks) => tx.copyTo(to, blocks),
    announce: (announcement) => {
      writes.noteAnnouncement(announcement)
      tx.announce(announcement)
    },
  }
}

/** Each transaction has its own query builder. Every statement of the builder passes through `prepareQuery`. */
function notedOrm(orm: Orm, writes: AnnouncedWrites): Orm {
  const { session } = orm._
  const prepare = session.prepareQuery
  session.prepareQuery = function (query, ...options) {
    writes.noteStatement(query.sql)
    return Reflect.apply(prepare, this, [query, ...options])
  }
  return orm
}

function checkedRun(run: Run, breach: Breach): Run {
  return async <Row>(statement: Statement<Row>, values: readonly StatementValue[]) => {
    const rows = await run(statement, values)
    const query = queriesByName.get(statement.name)
    const error = query && rowsError(query, rows)
    if (error) breach(error)
    return rows
  }
}
