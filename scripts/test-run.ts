import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the run in the environment of everything that it starts. */
export const runVariable = 'OVATION_TEST_RUN'

/** One run of the tests: everything that it starts bears its name, and everything that it writes lies in its folder. */
export interface TestRun {
  readonly folder: string
  /** What its programs are given beside the usual environment. */
  readonly environment: Readonly<Record<string, string>>
  /** Ends whatever of its programs is left and deletes its folder. */
  end(): Promise<void>
}

const namePattern = /^ovation-run-(\d+)-(\d+)-[0-9a-f]{8}$/
const goneSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Begins a run, after clearing what killed runs of the same user have left: their programs and their folders. A run
 * whose process is alive is left alone, in whichever checkout it is.
 */
export async function beginTestRun(): Promise<TestRun> {
  const root = tmpdir()
  await clearDeadRuns(root)
  const name = `ovation-run-${process.pid}-${startOf(process.pid) ?? 0}-${randomBytes(4).toString('hex')}`
  const folder = join(root, name)
  await mkdir(folder)
  // PostgreSQL refuses root, and its unprivileged user needs a place in here.
  await chmod(folder, 0o1777)
  const end = () => clear(root, name)
  for (const signal of goneSignals) {
    process.once(signal, () => void end().finally(() => process.exit(1)))
  }
  return {
    folder,
    environment: {
      TMPDIR: folder,
      [runVariable]: name,
      OVATION_CACHE_DIR: process.env.OVATION_CACHE_DIR ?? root,
    },
    end,
  }
}

/** Clears what the runs of this user have left in a temporary folder whose process is no more; answers their names. */
export async function clearDeadRuns(root: string): Promise<string[]> {
  const dead: string[] = []
  for (const name of await readdir(root)) {
    const [, pid, start] = namePattern.exec(name) ?? []
    if (pid === undefined || start === undefined) continue
    const isOurs = (await stat(join(root, name)).catch(() => null))?.uid === (process.getuid?.() ?? 0)
    if (isOurs && !isAlive(Number(pid), Number(start))) dead.push(name)
  }
  for (const name of dead) await clear(root, name)
  return dead
}

async function clear(root: string, name: string): Promise<void> {
  for (const pid of await programsOf(name)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself meanwhile.
    }
  }
  // What was killed a moment ago may still be writing.
  await rm(join(root, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** The processes that were started with the name of a run. Only Linux tells. */
async function programsOf(name: string): Promise<number[]> {
  const found: number[] = []
  for (const entry of await readdir('/proc').catch(() => [])) {
    const pid = Number(entry)
    if (!Number.isInteger(pid) || pid === process.pid) continue
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    if (environment.split('\0').includes(`${runVariable}=${name}`)) found.push(pid)
  }
  return found
}

// A pid is given again to other programs, so that it counts only with the moment at which its process was started.
function isAlive(pid: number, start: number): boolean {
  const present = startOf(pid)
  if (present !== null) return present === start
  try {
    process.kill(pid, 0)
    return start === 0
  } catch {
    return false
  }
}

/** When a living process was started, in ticks since the machine was; null where nothing tells. */
export function startOf(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program comes second, in brackets, and may hold spaces and brackets itself.
    const [state, ...others] = status.slice(status.lastIndexOf(')') + 2).split(' ')
    // One that has ended stays in the list until its parent has asked how.
    return state === 'Z' ? null : Number(others[18])
  } catch {
    return null
  }
}
