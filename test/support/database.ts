import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openEmbedded } from '#server/db/embedded.ts'
import type { Database } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { cacheFolder } from '#test/support/cache-folder.ts'
import { createDatabase, databaseZone } from '#test/support/postgres.ts'
import { prepareDatabase, slimDatabase, templateChecksum } from '#test/support/template.ts'

export interface TestDatabase {
  readonly db: Database
  /** Set on PostgreSQL. */
  readonly url: string | null
}

/** A database of its own as the product has it after its first start, on the engine that this run tests. */
export async function freshDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  if (server !== null) {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const url = await createDatabase(server, name, inject('postgresTemplate'))
    return { db: openPostgres(url, () => undefined), url }
  }
  templateDump ??= readTemplate()
  const db = await openEmbedded(null, await templateDump)
  if (databaseZone) await db.script(`set timezone = '${databaseZone}'`)
  return { db, url: null }
}

let templateDump: Promise<Blob> | undefined

// All of it, because another process may put its own dump in this one's place while it is being read.
async function readTemplate(): Promise<Blob> {
  return new Blob([await readFile(await embeddedTemplate())])
}

// Making an embedded database takes seconds, loading a dump of one a fraction: the dump is made once per version of what it holds.
async function embeddedTemplate(): Promise<string> {
  const folder = join(cacheFolder(), `ovation-test-${process.getuid?.() ?? 0}`)
  const file = join(folder, `${await templateChecksum()}.tar`)
  if (existsSync(file)) return file
  const db = await openEmbedded(null)
  await prepareDatabase(db, null)
  await slimDatabase(db)
  const dump = await db.client.dumpDataDir('none')
  await db.close()
  await mkdir(folder, { recursive: true })
  const partial = `${file}.${randomUUID()}`
  await writeFile(partial, Buffer.from(await dump.arrayBuffer()))
  await rename(partial, file)
  return file
}
