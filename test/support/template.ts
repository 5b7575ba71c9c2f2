import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Db, statement } from '#server/db/handle.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { testMoment } from '#test/support/moment.ts'
import { createDatabase } from '#test/support/postgres.ts'

// The default rules of the migrations start here, before every moment that a test chooses.
const longAgo = '2020-01-01T00:00:00.000Z'
const putRulesBack = statement(
  'test_put_rules_back',
  'update points_configurations set created_at = $1::timestamptz',
)

/** Brings an empty database to its state after the product's first start. `url` is its address on PostgreSQL. */
export async function prepareDatabase(db: Db, url: string | null): Promise<void> {
  await migrate(db)
  await db.run(putRulesBack, [longAgo])
  const jobs = await startJobs({ db, databaseUrl: url }, createLog('silent'), { timeZone: 'UTC' })
  await jobs.stop()
}

/** Creates a prepared database on a server as a template for others, and returns its name. */
export async function createTemplate(server: string): Promise<string> {
  const name = 'template_ovation'
  const url = await createDatabase(server, name)
  const db = openPostgres(url, () => undefined)
  await prepareDatabase(db, url)
  // PostgreSQL cannot copy a database while somebody is connected to it.
  await db.close()
  return name
}

/** Makes the dump of an embedded database cheaper to load: no unused databases, and not 128 MB of unneeded buffers. */
export async function slimDatabase(db: Db): Promise<void> {
  await db.script("update pg_database set datistemplate = false where datname like 'template_'")
  for (const unused of ['template0', 'template1']) await db.script(`drop database ${unused}`)
  await db.script("alter system set shared_buffers = '8MB'")
  await db.script('checkpoint')
}

/** A hash of everything that affects what `prepareDatabase` puts into a database. */
export async function templateChecksum(): Promise<string> {
  const root = new URL('../../', import.meta.url)
  const migrations = new URL('src/server/db/migrations/', root)
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
  const others = [
    'src/server/jobs/boss.ts',
    'src/server/jobs/queues.ts',
    'test/support/template.ts',
    'test/support/database.ts',
    'package.json',
  ]
  const hash = createHash('sha256').update(testMoment.toISOString())
  for (const name of names) hash.update(await readFile(new URL(name, migrations)))
  for (const name of others) hash.update(await readFile(new URL(name, root)))
  return hash.digest('hex').slice(0, 16)
}
