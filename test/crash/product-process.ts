import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const keptOutputCharacters = 8_000
const longestStartMs = 60_000
const sampleEveryMs = 20

export type Environment = Readonly<Record<string, string>>

export interface Age {
  readonly wallMs: number
  readonly ownMs: number
}

export interface Product extends ProjectProcess {
  readonly readyAfter: Age
}

/** A program of this project in a process of its own, with nothing of this process's environment but the path. */
export class ProjectProcess {
  readonly child: ChildProcess
  readonly #startedAtMs = performance.now()
  #stoodInLineMs = 0
  #output = ''

  constructor(args: readonly string[], environment: Environment) {
    const { PATH = '', HOME = '' } = process.env
    this.child = spawn(process.execPath, [...args], {
      cwd: root,
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-keptOutputCharacters)
      })
    }
    const sampling = setInterval(() => {
      this.#stoodInLineMs = timeInLineMs(this.child.pid) ?? this.#stoodInLineMs
    }, sampleEveryMs)
    const killWithUs = () => this.child.kill('SIGKILL')
    process.once('exit', killWithUs)
    this.child.once('close', () => {
      clearInterval(sampling)
      process.off('exit', killWithUs)
    })
  }

  /**
   * How long ago it was started: by the clock on the wall, and without the time for which it stood in line for a
   * processor. What other programs take from it, in a test run that keeps every processor busy, is not its own doing.
   */
  get age(): Age {
    const wallMs = performance.now() - this.#startedAtMs
    return { wallMs: Math.round(wallMs), ownMs: Math.round(wallMs - this.#stoodInLineMs) }
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

// Linux: nanoseconds on a processor, nanoseconds ready to run but waiting for one, and how often; of the main thread.
function timeInLineMs(pid: number | undefined): number | null {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(waitedNs) / 1_000_000
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
