import { createHash, randomUUID } from 'node:crypto'
import { existsSync, openAsBlob } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openEmbedded } from '#server/db/embedded.ts'
import type { Database } from '#server/db/handle.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createDatabase } from '#test/support/postgres.ts'

export interface TestDatabase {
  readonly db: Database
  /** Set on PostgreSQL. */
  readonly url: string | null
}

/** An empty, migrated database of its own, on the engine that this run tests. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  if (server !== null) {
    const url = await createDatabase(server, `test_${randomUUID().replaceAll('-', '')}`)
    const db = openPostgres(url, () => undefined)
    await migrate(db)
    return { db, url }
  }
  return { db: await openEmbedded(null, await openAsBlob(await embeddedTemplate())), url: null }
}

// Making an embedded database takes seconds, loading a dump of one a fraction: the dump is made once per schema.
async function embeddedTemplate(): Promise<string> {
  const folder = join(tmpdir(), `ovation-test-${process.getuid?.() ?? 0}`)
  const file = join(folder, `${await schemaChecksum()}.tar`)
  if (existsSync(file)) return file
  const db = await openEmbedded(null)
  await migrate(db)
  const dump = await db.client.dumpDataDir('none')
  await db.close()
  await mkdir(folder, { recursive: true })
  const partial = `${file}.${randomUUID()}`
  await writeFile(partial, Buffer.from(await dump.arrayBuffer()))
  await rename(partial, file)
  return file
}

async function schemaChecksum(): Promise<string> {
  const folder = new URL('../../src/server/db/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()) {
    hash.update(await readFile(new URL(file, folder)))
  }
  return hash.digest('hex').slice(0, 16)
}
