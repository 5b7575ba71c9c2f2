import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from './durable-file.ts'

const keptDays = 7
const keptWeeks = 4
const dayMs = 24 * 3_600_000
const suffix = '.backup.gz'
const partial = '.partial'
const encryptedSuffix = `${suffix}.age`

interface NextBackup {
  readonly now: Date
  readonly isEncrypted: boolean
}

/** The path for the next backup in a data folder. Creates its folder if necessary. */
export async function nextBackupPath(dataDir: string, { now, isEncrypted }: NextBackup): Promise<string> {
  const folder = backupsIn(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, `${now.toISOString().replaceAll(':', '-')}${isEncrypted ? encryptedSuffix : suffix}`)
}

/** The path of the newest backup in a data folder; null if there is none. */
export async function newestBackup(dataDir: string): Promise<string | null> {
  const folder = backupsIn(dataDir)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const [newest] = newestFirst(names)
  return newest ? join(folder, newest.name) : null
}

/** Notes in a data folder when a backup was last restored as a drill. */
export async function noteDrill(dataDir: string, at: Date): Promise<void> {
  await mkdir(backupsIn(dataDir), { recursive: true, mode: 0o700 })
  await writeDurably(drillNoteIn(dataDir), (file) => file.writeFile(`${at.toISOString()}\n`))
}

/** When a backup in this data folder was last restored as a drill, as an ISO instant; null if never. */
export async function lastDrill(dataDir: string): Promise<string | null> {
  const note = await readFile(drillNoteIn(dataDir), 'utf8').catch(() => '')
  const at = Date.parse(note.trim())
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** Deletes the backups that `outdatedBackups` names and returns how many. Other files are left alone. */
export async function deleteOutdatedBackups(dataDir: string, now: Date): Promise<number> {
  const folder = backupsIn(dataDir)
  const outdated = outdatedBackups(await readdir(folder), now)
  await Promise.all(outdated.map((name) => rm(join(folder, name), { force: true })))
  return outdated.length
}

/**
 * The names of backups that may be deleted. It keeps all from the last 24 hours. It also keeps the newest of each of
 * the seven latest days and four latest weeks that have a backup, in UTC. What a killed process has left goes after a day.
 */
export function outdatedBackups(names: readonly string[], now: Date): string[] {
  const files = newestFirst(names)
  const kept = [
    ...files.filter(({ at }) => now.getTime() - at < dayMs),
    ...newestOfEach(files, (at) => Math.floor(at / dayMs)).slice(0, keptDays),
    // Day 0 of the epoch was a Thursday, so an offset of four days makes weeks begin on Mondays.
    ...newestOfEach(files, (at) => Math.floor((at / dayMs - 4) / 7)).slice(0, keptWeeks),
  ]
  return [
    ...files.filter((file) => !kept.includes(file)).map(({ name }) => name),
    ...names.filter((name) => {
      const whole = name.endsWith(partial) ? name.slice(0, -partial.length) : ''
      return now.getTime() - instantOf(whole) >= dayMs
    }),
  ]
}

function newestFirst(names: readonly string[]): BackupName[] {
  return names
    .map((name) => ({ name, at: instantOf(name) }))
    .filter(({ at }) => !Number.isNaN(at))
    .sort((one, other) => other.at - one.at)
}

function backupsIn(dataDir: string): string {
  return join(dataDir, 'backups')
}

function drillNoteIn(dataDir: string): string {
  return join(backupsIn(dataDir), 'restore_drill_last_success')
}

interface BackupName {
  readonly name: string
  readonly at: number
}

function newestOfEach(files: readonly BackupName[], periodOf: (at: number) => number): BackupName[] {
  const seen = new Set<number>()
  return files.filter(({ at }) => !seen.has(periodOf(at)) && seen.add(periodOf(at)))
}

function instantOf(name: string): number {
  const [, day, hour, minute, second] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.(?:backup\.gz|jsonl\.gz)(?:\.age)?$/.exec(name) ?? []
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`)
}
