import pg from 'pg'
import type { Db } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { type Connection, clear, type Prepared, readPrepared, shapeOf } from '#test/support/database-reset.ts'

// Copies of one template are identical, even in the oids of their tables.
let prepared: Promise<Prepared> | undefined
const mostIdle = 4
const idle: string[] = []

/** A prepared database of the server, with its address. Creation is slow, so closing the handle cleans it for reuse. */
export async function takePostgres(create: () => Promise<string>): Promise<{ db: Db; url: string }> {
  const url = idle.pop() ?? (await create())
  prepared ??= connected(url, readPrepared)
  await prepared
  const db = openPostgres(url, () => undefined)
  let isOver = false
  const close = async () => {
    await db.close()
    if (isOver) return
    isOver = true
    if (idle.length < mostIdle && (await restoreForReuse(url))) idle.push(url)
  }
  return {
    db: {
      ...db,
      // A plain copy would read this getter only once.
      get orm() {
        return db.orm
      },
      close,
    },
    url,
  }
}

/** Cleans the database, unless it still has other connections or a test has changed more than rows. */
async function restoreForReuse(url: string): Promise<boolean> {
  const was = await prepared
  if (!was) return false
  return connected(url, async (connection) => {
    if (!(await isAlone(connection)) || (await shapeOf(connection)) !== was.shape) return false
    await clear(connection, was)
    return true
  }).catch(() => false)
}

const countOthers = `select count(*)::int as others from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

async function isAlone(connection: Connection): Promise<boolean> {
  // The server needs a moment to notice that a connection was closed.
  for (let attempt = 0; attempt < 5; attempt++) {
    const { rows } = await connection.query<{ others: number }>(countOthers)
    if (rows[0]?.others === 0) return true
    await connection.query('select pg_sleep(0.01)')
  }
  return false
}

async function connected<Result>(
  url: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work({
      query: async <Row>(sql: string, values: unknown[] = []) => {
        const { rows } = await client.query(sql, values)
        return { rows: rows as Row[] }
      },
      exec: (sql) => client.query(sql),
    })
  } finally {
    await client.end()
  }
}
