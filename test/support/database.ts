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

/** A database of its own as the product has it after its first start, on the engine that this run tests; it is checked. */
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

/** An embedded database as the product has it after its first start, to be loaded into others. */
export function preparedDump(): Promise<Blob> {
  preparedTar ??= readDump('prepared', (db) => prepareDatabase(db, null))
  return preparedTar
}

/** An embedded database in which nothing of ours has ever run. */
export function blankDump(): Promise<Blob> {
  blankTar ??= readDump('blank', () => Promise.resolve())
  return blankTar
}

type Prepare = (db: EmbeddedDatabase) => Promise<void>

// All of it, because another process may put its own dump in this one's place while it is being read.
async function readDump(name: string, prepare: Prepare): Promise<Blob> {
  return new Blob([await readFile(await dumpFile(name, prepare))])
}

// Making an embedded database takes seconds, loading a dump of one a fraction: each is made once per version of what it holds.
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
