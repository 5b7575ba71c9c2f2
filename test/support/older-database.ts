import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openEmbedded } from '#server/db/embedded.ts'
import type { Db } from '#server/db/handle.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { blankDump } from '#test/support/database.ts'
import { createDatabase } from '#test/support/postgres.ts'

/** A database with the migrations up to this number, as an earlier release left it. The caller closes it. */
export async function olderDatabase(last: number): Promise<Db> {
  const db = await emptyDatabase()
  await migrate(db, last)
  return db
}

/** A database in which the product has never run. The caller closes it. */
export async function emptyDatabase(): Promise<Db> {
  const server = inject('postgresUrl')
  if (server === null) return openEmbedded(null, await blankDump())
  const url = await createDatabase(server, `test_${randomUUID().replaceAll('-', '')}`)
  return openPostgres(url, () => undefined)
}
