import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Database } from '#server/db/handle.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { createDatabase } from '#test/support/postgres.ts'

/** Brings an empty database to where the product would at its first start; `url` names it on PostgreSQL. */
export async function prepareDatabase(db: Database, url: string | null): Promise<void> {
  await migrate(db)
  const jobs = await startJobs({ db, databaseUrl: url }, createLog('silent'), 'UTC')
  await jobs.stop()
}

/** Makes a prepared database on a server, from which others are copied, and answers its name. */
export async function createTemplate(server: string): Promise<string> {
  const name = 'template_ovation'
  const url = await createDatabase(server, name)
  const db = openPostgres(url, () => undefined)
  await prepareDatabase(db, url)
  // Nothing can be copied from a database while somebody is connected to it.
  await db.close()
  return name
}

/** Changes with everything that `prepareDatabase` puts into a database. */
export async function templateChecksum(): Promise<string> {
  const root = new URL('../../', import.meta.url)
  const migrations = new URL('src/server/db/migrations/', root)
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
  const jobs = ['src/server/jobs/boss.ts', 'src/server/jobs/queues.ts', 'package.json']
  const hash = createHash('sha256')
  for (const name of names) hash.update(await readFile(new URL(name, migrations)))
  for (const name of jobs) hash.update(await readFile(new URL(name, root)))
  return hash.digest('hex').slice(0, 16)
}
