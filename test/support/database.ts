import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type EmbeddedDatabase, openEmbedded } from '#server/db/embedded.ts'
import type { Db } from '#server/db/handle.ts'
import { cacheFolder } from '#test/support/cache-folder.ts'
import { checkedDatabase } from '#test/support/checked-database.ts'
import { takeEmbedded } from '#test/support/embedded-pool.ts'
import { createDatabase } from '#test/support/postgres.ts'
import { takePostgres } from '#test/support/postgres-pool.ts'
import { prepareDatabase, slimDatabase, templateChecksum } from '#test/support/template.ts'

export interface TestDatabase {
  readonly db: Db
  /** Set on PostgreSQL. */
  readonly url: string | null
}

/** A new checked database on the engine of this run, in its state after the product's first start. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  if (server !== null) {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const { db, url } = await takePostgres(() => createDatabase(server, name, inject('postgresTemplate')))
    return { db: checkedDatabase(db), url }
  }
  return { db: checkedDatabase(await takeEmbedded(preparedDump)), url: null }
}

let preparedTar: Promise<Blob> | undefined
let blankTar: Promise<Blob> | undefined

/** A dump of an embedded database in its state after the product's first start. */
export function preparedDump(): Promise<Blob> {
  preparedTar ??= readDump('prepared', (db) => prepareDatabase(db, null))
  return preparedTar
}

/** A dump of an embedded database in which the product has never run. */
export function blankDump(): Promise<Blob> {
  blankTar ??= readDump('blank', () => Promise.resolve())
  return blankTar
}

type Prepare = (db: EmbeddedDatabase) => Promise<void>

// Read whole at once, because another process may replace the file with its own dump meanwhile.
async function readDump(name: string, prepare: Prepare): Promise<Blob> {
  return new Blob([await readFile(await dumpFile(name, prepare))])
}

// Creating an embedded database takes seconds, loading a dump a fraction. So each dump is made once per checksum.
async function dumpFile(name: string, prepare: Prepare): Promise<string> {
  const folder = join(cacheFolder(), `ovation-test-${process.getuid?.() ?? 0}`)
  const file = join(folder, `${await templateChecksum()}-${name}.tar`)
  if (existsSync(file)) return file
  const db = await openEmbedded(null)
  await prepare(db)
  await slimDatabase(db)
  const dump = await db.client.dumpDataDir('none')
  await db.close()
  await mkdir(folder, { recursive: true })
  const partial = `${file}.${randomUUID()}`
  await writeFile(partial, Buffer.from(await dump.arrayBuffer()))
  await rename(partial, file)
  return file
}
