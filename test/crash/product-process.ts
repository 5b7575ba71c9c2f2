import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const keptOutputCharacters = 8_000
const longestStartMs = 30_000

export type Environment = Readonly<Record<string, string>>

/** A program of this project in a process of its own, with nothing of this process's environment but the path. */
export class ProjectProcess {
  readonly child: ChildProcess
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
    const killWithUs = () => this.child.kill('SIGKILL')
    process.once('exit', killWithUs)
    this.child.once('close', () => process.off('exit', killWithUs))
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

export interface Product extends ProjectProcess {
  /** From the start of the process until it said that it was ready, by the clock on the wall. */
  readonly readyAfterMs: number
  /** How much of that it stood in line for a processor that other programs had; 0 where the system does not say. */
  readonly stoodInLineMs: number
}

/** Starts the real server and waits until it says that it is ready. Throws with its output when it ends instead. */
export async function startProduct(origin: string, environment: Environment): Promise<Product> {
  const startedAtMs = performance.now()
  const product = new ProjectProcess(['src/server/main.ts'], environment)
  while (!(await isReady(origin))) {
    if (product.isOver) throw new Error(`the server ended: ${product.output}`)
    if (performance.now() - startedAtMs > longestStartMs) {
      await product.end('SIGKILL')
      throw new Error(`the server was not ready after ${longestStartMs} ms: ${product.output}`)
    }
    await sleep(10)
  }
  const readyAfterMs = performance.now() - startedAtMs
  return Object.assign(product, { readyAfterMs, stoodInLineMs: timeInLineMs(product.child.pid) })
}

// Linux: nanoseconds on a processor, nanoseconds ready to run but waiting for one, and how often; of the main thread.
function timeInLineMs(pid: number | undefined): number {
  try {
    const [, waitedNs = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
    return Number(waitedNs) / 1_000_000
  } catch {
    return 0
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
