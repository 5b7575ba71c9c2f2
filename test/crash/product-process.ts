import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { StandingClock } from '#sandbox/standing-clock.ts'
import { type Db, statement } from '#server/db/handle.ts'
import { momentVariable, testClock } from '#test/support/moment.ts'
import { processNow } from '#test/support/process-time.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const processTime = './test/support/process-time.ts'
const keptOutputCharacters = 8_000
const longestStartMs = 60_000
const sampleEveryMs = 20

export type Environment = Readonly<Record<string, string>>

export interface Age {
  readonly wallMs: number
  /** What its processors did for it meanwhile: what other programs take from it is not its own doing. */
  readonly workMs: number
}

export interface Product extends ProjectProcess {
  readonly readyAfter: Age
}

/**
 * A program of this project in a process of its own, with nothing of this process's environment but the path and the name of the run. Its time of
 * day is the one of this process, or that of the server when it follows one.
 */
export class ProjectProcess {
  readonly child: ChildProcess
  readonly #startedAtMs = performance.now()
  #workMs = 0
  #output = ''

  constructor(args: readonly string[], environment: Environment) {
    const { PATH = '', HOME = '', OVATION_TEST_RUN = '' } = process.env
    const isFollowing = environment.DATABASE_URL !== undefined
    this.child = spawn(process.execPath, isFollowing ? [...args] : ['--import', processTime, ...args], {
      cwd: root,
      env: { PATH, HOME, OVATION_TEST_RUN, [momentVariable]: processNow().toISOString(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-keptOutputCharacters)
      })
    }
    const sampling = setInterval(() => {
      this.#workMs = workOf(this.child.pid) ?? this.#workMs
    }, sampleEveryMs)
    const killWithUs = () => this.child.kill('SIGKILL')
    process.once('exit', killWithUs)
    this.child.once('close', () => {
      clearInterval(sampling)
      process.off('exit', killWithUs)
    })
  }

  get age(): Age {
    return { wallMs: Math.round(performance.now() - this.#startedAtMs), workMs: this.#workMs }
  }

  /** The last of what it wrote, standard and error output together. */
  get output(): string {
    return this.#output
  }

  get isOver(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null
  }

  /** Answers the exit code or the signal once it has ended and all its output is read. */
  async ended(): Promise<number | string> {
    const [code, signal] = this.isOver
      ? [this.child.exitCode, this.child.signalCode]
      : await once(this.child, 'close')
    return code ?? signal
  }

  async end(signal: NodeJS.Signals): Promise<number | string> {
    const ended = this.ended()
    this.child.kill(signal)
    return ended
  }
}

const readTime = statement<{ now: Date }>('test_read_time', 'select clock_timestamp() as now')

/** A clock that stands at the time of the processes that will run on this database. */
export async function clockOf(db: Db): Promise<StandingClock> {
  const [row] = await db.run(readTime, [])
  return testClock(row?.now)
}

/** Starts the real server and waits until it says that it is ready. Throws with its output when it ends instead. */
export async function startProduct(origin: string, environment: Environment): Promise<Product> {
  const product = new ProjectProcess(['src/server/main.ts'], environment)
  while (!(await isReady(origin))) {
    if (product.isOver) throw new Error(`the server ended: ${product.output}`)
    if (product.age.wallMs > longestStartMs) {
      await product.end('SIGKILL')
      throw new Error(`the server was not ready after ${longestStartMs} ms: ${product.output}`)
    }
    await sleep(10)
  }
  return Object.assign(product, { readyAfter: product.age })
}

// Linux: behind the name in brackets stand, among others, the hundredths of a second in the program and in the kernel.
function workOf(pid: number | undefined): number | null {
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
