import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const keptDays = 7
const keptWeeks = 4
const dayMs = 24 * 3_600_000
const suffix = '.jsonl.gz'

/** The path for the next backup in a data folder. Creates its folder if necessary. */
export async function nextBackupPath(dataDir: string, now: Date): Promise<string> {
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, `${now.toISOString().replaceAll(':', '-')}${suffix}`)
}

/** Deletes the backups that `outdatedBackups` names and returns how many. Other files are left alone. */
export async function deleteOutdatedBackups(dataDir: string, now: Date): Promise<number> {
  const folder = join(dataDir, 'backups')
  const outdated = outdatedBackups(await readdir(folder), now)
  await Promise.all(outdated.map((name) => rm(join(folder, name), { force: true })))
  return outdated.length
}

/**
 * The names of backups that may be deleted. It keeps all from the last 24 hours. It also keeps the newest of each of
 * the seven latest days and four latest weeks that have a backup, in UTC.
 */
export function outdatedBackups(names: readonly string[], now: Date): string[] {
  const newestFirst = names
    .map((name) => ({ name, at: instantOf(name) }))
    .filter(({ at }) => !Number.isNaN(at))
    .sort((one, other) => other.at - one.at)
  const kept = [
    ...newestFirst.filter(({ at }) => now.getTime() - at < dayMs),
    ...newestOfEach(newestFirst, (at) => Math.floor(at / dayMs)).slice(0, keptDays),
    // Day 0 of the epoch was a Thursday, so an offset of four days makes weeks begin on Mondays.
    ...newestOfEach(newestFirst, (at) => Math.floor((at / dayMs - 4) / 7)).slice(0, keptWeeks),
  ]
  return newestFirst.filter((file) => !kept.includes(file)).map(({ name }) => name)
}

interface BackupName {
  readonly name: string
  readonly at: number
}

function newestOfEach(newestFirst: readonly BackupName[], periodOf: (at: number) => number): BackupName[] {
  const seen = new Set<number>()
  return newestFirst.filter(({ at }) => !seen.has(periodOf(at)) && seen.add(periodOf(at)))
}

function instantOf(name: string): number {
  const [, day, hour, minute, second] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z\.jsonl\.gz$/.exec(name) ?? []
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`)
}
