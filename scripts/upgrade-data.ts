import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { quoted } from '#server/db/copy.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { type Db, statement } from '#server/db/handle.ts'
import { migrate } from '#server/db/migrate.ts'
import { writeBackup } from '#server/ops/backup.ts'
import { rowsOfRelease } from './upgrade/rows.ts'

const [wanted = ''] = process.argv.slice(2)
const takenAt = new Date('2026-03-14T08:00:00.000Z')

// Writes the data of a small team as the release with this newest migration had it. A file that exists is never
// changed: it is what such a release wrote.
if (!/^\d+$/.test(wanted)) {
  console.error('Name the last migration of the release: npm run upgrade-data -- 13')
  process.exitCode = 1
} else await writeRelease(Number(wanted))

async function writeRelease(release: number): Promise<void> {
  const name = `${String(release).padStart(4, '0')}.backup`
  const target = new URL(`../test/upgrades/${name}`, import.meta.url)
  if (existsSync(target)) throw new Error(`test/upgrades/${name} is there already, and never changes`)
  const folder = await mkdtemp(join(tmpdir(), 'ovation-upgrade-'))
  const db = await openEmbedded(null)
  try {
    await migrate(db, release)
    await insertRows(db, release)
    const backup = join(folder, 'backup.gz')
    await writeBackup(db, backup, takenAt)
    await writeFile(target, gunzipSync(await readFile(backup)))
  } finally {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
  console.log(`Wrote test/upgrades/${name}.`)
}

async function insertRows(db: Db, release: number): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { table, rows } of rowsOfRelease(release)) {
      for (const row of rows) {
        const columns = Object.keys(row).map(quoted).join(', ')
        const insert = `insert into ${quoted(table)} (${columns})
          select ${columns} from json_populate_record(null::${quoted(table)}, $1::json)`
        await tx.run(statement('', insert), [JSON.stringify(row)])
      }
    }
  })
}
