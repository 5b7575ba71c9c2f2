import { parseArgs } from 'node:util'
import { systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { excuseDay } from '#server/features/streaks/commands.ts'
import { listExcusedDays } from '#server/features/streaks/store.ts'
import { Relay } from '#server/live/relay.ts'
import { createLog } from '#server/log.ts'
import { hasDatabase } from '#server/ops/data-folder.ts'
import { DataFolderError } from '#server/ops/data-folder-error.ts'
import { runCommand, withDatabase } from './configured-database.ts'

const usage = `npm run streaks -- excuse --day 2026-03-03 --reason "outage"
npm run streaks -- list`

// Excuses a day on which the product was down, or lists the days that are excused.
await runCommand(async (config) => {
  const options = { day: { type: 'string' }, reason: { type: 'string' } } as const
  const { positionals, values } = parseArgs({ allowPositionals: true, options })
  const { day, reason } = values
  const [command] = positionals
  if (command === 'list') return listDays(config)
  if (command !== 'excuse' || !day || !reason) throw new DataFolderError(usage)
  await excuse(config, { day, reason })
})

async function excuse(config: Config, wanted: { day: string; reason: string }): Promise<void> {
  await withSchema(config, async (db) => {
    // Tells the running instances, which show streaks from memory.
    const relay = new Relay(db, createLog(config.logLevel))
    const changed = await excuseDay({ db, clock: systemClock(), config }, wanted)
    await relay.close()
    if (changed === null) console.log(`${wanted.day} was excused before: nothing changed`)
    else console.log(`${wanted.day} is excused, and changed the streaks of ${changed} members`)
  })
}

async function listDays(config: Config): Promise<void> {
  const days = await withSchema(config, (db) => listExcusedDays(db, {}))
  for (const { day, reason } of days) console.log(`${day}  ${reason}`)
  if (days.length === 0) console.log('No day is excused.')
}

function withSchema<Result>(
  config: Config,
  work: Parameters<typeof withDatabase<Result>>[1],
): Promise<Result> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null && !hasDatabase(dataDir))
    throw new DataFolderError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`)
  return withDatabase(config, async (db) => {
    if (!(await isMigrated(db))) {
      throw new DataFolderError(
        'The database has the schema of another version: start the server once, then run this again',
      )
    }
    return work(db)
  })
}
