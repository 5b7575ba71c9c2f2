import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { StandingClock } from '#sandbox/standing-clock.ts'
import { type Db, statement } from '#server/db/handle.ts'
import { momentVariable, testClock } from '#test/support/moment.ts'
import { processNow } from '#test/support/process-now.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const processTime = './test/support/process-time.ts'
const keptOutputCharacters = 8_000
const longestStartMs = 60_000
const sampleEveryMs = 20

export type Environment = Readonly<Record<string, string>>

export interface Elapsed {
  readonly wallMs: number
  /** The processor time that it used. Unlike `wallMs`, it does not count the time that other programs took. */
  readonly cpuMs: number
}

export interface Product extends ProjectProcess {
  readonly readyAfter: Elapsed
}

/**
 * A program of this project in a separate process. Of this process's environment it gets only the path, the home folder,
 * the name of the run and where compiled code is kept. Its clock is this process's, or that of the database server if it
 * uses one.
 */
export class ProjectProcess {
  readonly child: ChildProcess
  readonly #startedAtMs = performance.now()
  #cpuMs = 0
  #output = ''

  constructor(args: readonly string[], environment: Environment) {
    const { PATH = '', HOME = '', OVATION_TEST_RUN = '', NODE_COMPILE_CACHE = '' } = process.env
    const usesDatabaseTime = environment.DATABASE_URL !== undefined
    this.child = spawn(process.execPath, usesDatabaseTime ? [...args] : ['--import', processTime, ...args], {
      cwd: root,
      env: {
        PATH,
        HOME,
        OVATION_TEST_RUN,
        NODE_COMPILE_CACHE,
        [momentVariable]: processNow().toISOString(),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-keptOutputCharacters)
      })
    }
    const sampling = setInterval(() => {
      this.#cpuMs = cpuMsOf(this.child.pid) ?? this.#cpuMs
    }, sampleEveryMs)
    const killWithParent = () => this.child.kill('SIGKILL')
    process.once('exit', killWithParent)
    this.child.once('close', () => {
      clearInterval(sampling)
      process.off('exit', killWithParent)
    })
  }

  get elapsed(): Elapsed {
    return { wallMs: Math.round(performance.now() - this.#startedAtMs), cpuMs: this.#cpuMs }
  }

  /** The end of its output, standard and error output together. */
  get output(): string {
    return this.#output
  }

  get hasExited(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  /** Waits until it has exited and all its output is read. Returns the exit code or the signal. */
  async waitForExit(): Promise<number | string> {
    const [code, signal] = this.hasExited
      ? [this.child.exitCode, this.child.signalCode]
      : await once(this.child, 'close')
    return code ?? signal
  }

  async stop(signal: NodeJS.Signals): Promise<number | string> {
    const exited = this.waitForExit()
    this.child.kill(signal)
    return exited
  }
}

const readTime = statement<{ now: Date }>('test_read_time', 'select clock_timestamp() as now')

/** A stopped clock, at the time of the processes that will use this database. */
export async function clockOf(db: Db): Promise<StandingClock> {
  const [row] = await db.run(readTime, [])
  return testClock(row?.now)
}

/** Starts the real server and waits until it is ready. Throws its output if it exits or takes too long. */
export async function startProduct(
  origin: string,
  environment: Environment,
  args: readonly string[] = ['src/server/main.ts'],
): Promise<Product> {
  const product = new ProjectProcess(args, environment)
  while (!(await isReady(origin))) {
    if (product.hasExited) throw new Error(`the server exited: ${product.output}`)
    if (product.elapsed.wallMs > longestStartMs) {
      await product.stop('SIGKILL')
      throw new Error(`the server was not ready after ${longestStartMs} ms: ${product.output}`)
    }
    await sleep(10)
  }
  return Object.assign(product, { readyAfter: product.elapsed })
}

// Linux only: after the name in brackets come, among others, the user and the system time in hundredths of a second.
function cpuMsOf(pid: number | undefined): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return 10 * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return null
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/health/ready`)
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}
