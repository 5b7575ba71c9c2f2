import { readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Another process, or another part of this one, holds the lock. */
export class LockedError extends Error {
  readonly pid: number
  constructor(pid: number) {
    super(`locked by pid ${pid}`)
    this.pid = pid
  }
}

interface Holder {
  readonly pid: number
  /** Distinguishes a process from a later one with the same pid; null when the system does not say. */
  readonly startedAt: string | null
}

// How long a process may take between creating its lock file and writing into it.
const settleMs = 200

/**
 * Creates a lock file that names this process, and returns a function that releases it. Takes over the lock of a dead
 * process. Throws a LockedError when a living process holds it.
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder)
  const takeover = `${path}.takeover`
  while (!(await createFile(path, mine))) {
    // Several processes may find the same dead holder. Only the one that creates this file removes its lock.
    if (await createFile(takeover, mine))
      await removeUnlessHeld(path).finally(() => rm(takeover, { force: true }))
    else await removeUnlessHeld(takeover)
  }
  return () => rm(path, { force: true })
}

async function removeUnlessHeld(path: string): Promise<void> {
  let holder = await readHolder(path)
  if (holder === 'unreadable') {
    await sleep(settleMs)
    holder = await readHolder(path)
  }
  // Its holder has just released it. A new file in its place would belong to somebody else.
  if (holder === 'gone') return
  if (holder !== 'unreadable' && isRunning(holder)) throw new LockedError(holder.pid)
  await rm(path, { force: true })
}

async function createFile(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

async function readHolder(path: string): Promise<Holder | 'gone' | 'unreadable'> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, 'utf8'))
    return isHolder(holder) ? holder : 'unreadable'
  } catch (error) {
    if (error instanceof SyntaxError) return 'unreadable'
    if (hasCode(error, 'ENOENT')) return 'gone'
    throw error
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null || !('pid' in value && 'startedAt' in value)) return false
  return Number.isInteger(value.pid) && (value.startedAt === null || typeof value.startedAt === 'string')
}

function isRunning({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    if (!hasCode(error, 'EPERM')) return false
  }
  const runningSince = startOf(pid)
  if (runningSince !== null && startedAt !== null) return runningSince === startedAt
  // A restarted container reuses pids, so a holder with our own pid may be an earlier process.
  return pid !== process.pid
}

// Linux: field 22 of the process's stat line, in ticks since boot. The program's name before it may contain spaces. A
// process that has ended but was not collected yet (state Z) matches no start time.
function startOf(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...rest] = line.slice(line.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? 'ended' : (rest[18] ?? null)
  } catch {
    return null
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
