import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#server/clock.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { writeBackup } from '#server/ops/backup.ts'
import { restoreBackup } from '#server/ops/restore.ts'
import { verify } from '#server/verify.ts'
import type { Figure } from './figures.ts'
import { insertHistory } from './history-rows.ts'
import type { Bench } from './measurement.ts'

/** `OVATION_BENCH_REPORTS` sets another size. */
const usualReports = 500_000
const reportsOfMember = 10
const leastRowsPerSecond = 200_000
/** What a verification may take, and of how many reports. */
const verifyLimit = { seconds: 180, reports: 10_000_000 }

/** Measures a backup of two years of a company, its restore into an empty database, and a verification of it. */
export async function measureBackup(bench: Bench): Promise<Figure[]> {
  const reports = Number(process.env.OVATION_BENCH_REPORTS ?? usualReports)
  const source = await openDatabase(bench)
  await migrate(source)
  await insertHistory(source, { members: Math.ceil(reports / reportsOfMember), reports })
  const file = join(await bench.newFolder(), 'backup.gz')
  const [written, backupSeconds] = await timed(() => writeBackup(source, file, systemClock().now()))
  const rows = written.tables.reduce((sum, table) => sum + table.rows, 0)
  bench.log(
    `${rows} rows, ${((await stat(file)).size / 1e6).toFixed(0)} MB, in ${backupSeconds.toFixed(1)} s`,
  )
  const target = await openDatabase(bench)
  await migrate(target)
  const [, restoreSeconds] = await timed(() => restoreBackup(target, file))
  bench.log(`restored in ${restoreSeconds.toFixed(1)} s`)
  const [findings, verifySeconds] = await timed(() => verify(target))
  bench.log(`verified in ${verifySeconds.toFixed(1)} s`)
  const wrong = findings.flatMap(({ violations }) => violations)
  if (wrong.length > 0) throw new Error(`The restored database does not verify: ${wrong[0]}`)
  const note = `${reports.toLocaleString('en-US')} reports, ${rows.toLocaleString('en-US')} rows`
  return [
    { ...figureOf(note), name: 'backup', ours: rows / backupSeconds, ...atLeast },
    { ...figureOf(note), name: 'restore, with every index and key', ours: rows / restoreSeconds, ...atLeast },
    {
      ...figureOf(`${note}: ${verifySeconds.toFixed(1)} s, reckoned up from there`),
      name: `verify ${verifyLimit.reports.toLocaleString('en-US')} reports`,
      ours: (verifySeconds * verifyLimit.reports) / reports,
      unit: 's',
      aim: { is: 'at most', value: verifyLimit.seconds },
    },
  ]
}

const atLeast = { unit: 'rows/s', aim: { is: 'at least', value: leastRowsPerSecond } } as const

function figureOf(note: string) {
  return { measurement: 'backup', counterpart: null, ratio: null, note }
}

async function openDatabase(bench: Bench) {
  const db = openPostgres(await bench.newDatabase(), (error) => bench.log(error.message))
  bench.defer(() => db.close())
  return db
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const startedAtMs = performance.now()
  const result = await work()
  return [result, (performance.now() - startedAtMs) / 1_000]
}
