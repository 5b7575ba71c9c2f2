import pg from 'pg'
import type { Db } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { type Connection, clear, type Prepared, readPrepared, shapeOf } from '#test/support/database-reset.ts'

// Copies of one template are the same down to the numbers of their tables.
let prepared: Promise<Prepared> | undefined
const mostIdle = 4
const idle: string[] = []

/** A prepared database of the server, with its address. Making one is slow, so that closing the handle cleans it for the next. */
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
    if (idle.length < mostIdle && (await isFitAgain(url))) idle.push(url)
  }
  return {
    db: {
      ...db,
      // A getter, which a copy would read once.
      get orm() {
        return db.orm
      },
      close,
    },
    url,
  }
}

/** Cleans the database unless somebody else still uses it, or a test has changed more than rows. */
async function isFitAgain(url: string): Promise<boolean> {
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
  // The server takes a moment to see that a connection was closed.
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
