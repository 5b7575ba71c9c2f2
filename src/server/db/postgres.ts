import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { noteAnnounced } from './announced.ts'
import { type Announcement, Announcements, type Listener } from './announcement.ts'
import { copyFromServer, copyToServer } from './copy.ts'
import { failed, guarded } from './failure.ts'
import type { Db, Orm, Statement, StatementValue, Tx } from './handle.ts'
import { Pipeline } from './pipeline.ts'
import {
  assertOutsideTransaction,
  markTransaction,
  retrySerialisation,
  singleStatement,
} from './transaction.ts'

const connectTimeoutMs = 3_000
const statementTimeoutMs = 5_000
const poolSize = 12
// A new connection costs the first look after a pause more than the look itself: the server reads its catalogs again, and
// plans each statement. So a few stay open, and the others for some minutes.
const keptOpen = 4
const openForMs = 600_000
/** So that no firewall forgets a connection that is not used. */
const keepAliveMs = 60_000

type Retry = typeof retrySerialisation

/** Connections to a PostgreSQL server; none is opened before the first query. */
export function openPostgres(connectionString: string, onIdleError: (error: Error) => void): Db {
  return open({ connectionString }, { onIdleError, retry: retrySerialisation })
}

/**
 * Connections to a replica, for reading. Nothing is tried again there, because the primary can be asked. A server that
 * falls silent is given up after as long as a statement may take.
 */
export function openReplica(connectionString: string, onIdleError: (error: Error) => void): Db {
  const config = { connectionString, application_name: 'ovation lists', query_timeout: statementTimeoutMs }
  return open(config, { onIdleError, retry: (work) => work() })
}

interface Manner {
  readonly onIdleError: (error: Error) => void
  readonly retry: Retry
}

function open(given: pg.ClientConfig, { onIdleError, retry }: Manner): Db {
  const config = {
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
    application_name: 'ovation',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...given,
  }
  // Statements of a transaction that do not wait for each other leave together, the first ones with its beginning.
  const kept = { max: poolSize, min: keptOpen, idleTimeoutMillis: openForMs }
  const pool = new pg.Pool({ ...config, ...kept, pipeline: true } as pg.PoolConfig)
  pool.on('error', onIdleError)
  const pipeline = new Pipeline(config, onIdleError)
  const root = guarded(drizzle({ client: pool }))
  const announcements = new Announcements()
  return {
    isTransaction: false,
    engine: 'postgres',
    get orm(): Orm {
      assertOutsideTransaction()
      return root
    },
    run: (statement, values) => {
      assertOutsideTransaction()
      return retry(() => runOn(pool, statement, values))
    },
    transaction: (work) =>
      retry(() =>
        announcements.afterCommit((...collected) =>
          markTransaction(() => transactionOn(pool, collected, work)),
        ),
      ),
    singleStatement: (work) => {
      assertOutsideTransaction()
      return retry(() =>
        announcements.afterCommit((announce) =>
          work(singleStatement(announce, (statement, values) => runOn(pipeline, statement, values))),
        ),
      )
    },
    listen: (listener) => announcements.listen(listener),
    load: () => {
      const alone = pipeline.load()
      return {
        open: pool.totalCount + alone.open,
        inUse: pool.totalCount - pool.idleCount + alone.inUse,
        waiting: pool.waitingCount + alone.waiting,
      }
    },
    script: async (sql) => {
      assertOutsideTransaction()
      await pool.query(sql)
    },
    close: async () => {
      await Promise.all([pool.end(), pipeline.close()])
    },
  }
}

async function transactionOn<Result>(
  pool: pg.Pool,
  [announce, announced]: readonly [Listener, readonly Announcement[]],
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch(failed('connect'))
  // The query under way fails with it; without a listener the process would end too.
  client.on('error', ignoreError)
  let failure: Error | undefined
  try {
    const begun = client.query('begin').catch(failed('begin'))
    // If it fails, so does the first statement.
    begun.catch(ignoreError)
    const tx: Tx = {
      isTransaction: true,
      announce,
      orm: guarded(drizzle({ client })),
      run: (statement, values) => runOn(client, statement, values),
      copyFrom: (from) => copyFromServer(unpipelined(client), from),
      copyTo: (to, blocks) => copyToServer(unpipelined(client), to, blocks),
    }
    const result = await work(tx)
    await begun
    // Sent together. After a failed statement the server rolls back, although it answers the commit without an error.
    await Promise.all([noteAnnounced(tx, announced), client.query('commit').catch(failed('commit'))])
    return result
  } catch (error) {
    // A connection that cannot roll back is broken: it leaves the pool instead of poisoning the next caller.
    await client.query('rollback').catch((broken: Error) => {
      failure = broken
    })
    throw error
  } finally {
    client.off('error', ignoreError)
    Object.assign(client, { pipeline: true })
    client.release(failure)
  }
}

function ignoreError(): void {}

/** The same connection for a copy, which shares it with no other statement. The transaction goes on without sending ahead. */
function unpipelined(client: pg.PoolClient): pg.PoolClient {
  return Object.assign(client, { pipeline: false })
}

async function runOn<Row>(
  client: { readonly query: (query: pg.QueryConfig) => Promise<pg.QueryResult> },
  statement: Statement<Row>,
  values: readonly StatementValue[],
): Promise<Row[]> {
  const { name, text } = statement
  const { rows } = await client.query({ name, text, values: [...values] }).catch(failed(name))
  return rows as Row[]
}
