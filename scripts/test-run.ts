import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The environment variable with the name of the run. Every program that the run starts has it. */
export const runVariable = 'OVATION_TEST_RUN'

/** One run of the tests. All its programs have its name in their environment, and all its files are in its folder. */
export interface TestRun {
  readonly folder: string
  /** Variables that its programs get in addition to the usual environment. */
  readonly environment: Readonly<Record<string, string>>
  /** Kills the programs that are still running and deletes the folder. */
  end(): Promise<void>
}

const namePattern = /^ovation-run-(\d+)-(\d+)-[0-9a-f]{8}$/
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Begins a run, after cleaning up the programs and folders that killed runs of the same user left behind. A run whose
 * process is alive is left alone, whatever checkout it belongs to.
 */
export async function beginTestRun(): Promise<TestRun> {
  const root = tmpdir()
  await clearDeadRuns(root)
  const name = `ovation-run-${process.pid}-${startOf(process.pid) ?? 0}-${randomBytes(4).toString('hex')}`
  const folder = join(root, name)
  await mkdir(folder)
  // PostgreSQL refuses to run as root, and its unprivileged user has to write in here.
  await chmod(folder, 0o1777)
  const end = () => clear(root, name)
  for (const signal of endSignals) {
    process.once(signal, () => void end().finally(() => process.exit(1)))
  }
  return {
    folder,
    environment: {
      TMPDIR: folder,
      // Half of the programs are the product itself, which starts a quarter faster when its code is compiled already.
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      [runVariable]: name,
      OVATION_CACHE_DIR: process.env.OVATION_CACHE_DIR ?? root,
    },
    end,
  }
}

/** Cleans up after those of this user's runs in a temporary folder whose process is dead. Returns their names. */
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
      // It has ended already.
    }
  }
  // A program that was killed a moment ago may still be writing.
  await rm(join(root, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

/** The processes that were started with the name of a run. Works on Linux only. */
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

// The system reuses pids, so a pid identifies a process only together with its start time.
function isAlive(pid: number, start: number): boolean {
  const actualStart = startOf(pid)
  if (actualStart !== null) return actualStart === start
  try {
    process.kill(pid, 0)
    return start === 0
  } catch {
    return false
  }
}

/** When a living process was started, in ticks since boot; null when that is unknown. */
export function startOf(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets, which may contain spaces and brackets itself.
    const [state, ...others] = status.slice(status.lastIndexOf(')') + 2).split(' ')
    // A process that has ended stays in the list, in state Z, until its parent collects its exit status.
    return state === 'Z' ? null : Number(others[18])
  } catch {
    return null
  }
}
