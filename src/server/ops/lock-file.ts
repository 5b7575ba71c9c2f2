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
  /** Tells a process from a later one that got the same number; null where the system does not say. */
  readonly startedAt: string | null
}

// How long a process may take from making its lock file to having written into it.
const settleMs = 200

/**
 * Makes a lock file that names this process, and answers how to let go of it. One that a dead process left behind is
 * taken over. Throws a LockedError when a living process holds it.
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder)
  const takeover = `${path}.takeover`
  while (!(await createFile(path, mine))) {
    // Two processes may find the same dead holder: only the one that makes this file clears it away.
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
  // Its holder let go just now; what may come in its place is not ours to remove.
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
    // Not allowed to signal it means that it is there.
    if (!hasCode(error, 'EPERM')) return false
  }
  const runningSince = startOf(pid)
  if (runningSince !== null && startedAt !== null) return runningSince === startedAt
  // A restarted container gives the same number again, so its own says nothing.
  return pid !== process.pid
}

// Linux: the 22nd field of the process's status line, in ticks since boot; the name before it may hold spaces. One
// that ended and that nobody has collected yet (state Z) is answered as started never.
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
