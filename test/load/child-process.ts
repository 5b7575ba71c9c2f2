import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What a child process can be asked for, by name, with one argument at most. All of it travels as JSON. */
export type Requests = Readonly<Record<string, (argument: never) => unknown>>

type Answer<R extends Requests, Name extends keyof R> = Awaited<ReturnType<R[Name]>>

interface Question {
  readonly id: number
  readonly name: string
  readonly argument: unknown
}

interface Reply {
  readonly id: number
  readonly answer?: unknown
  readonly error?: string
}

const stopTimeoutMs = 15_000

/** A process of its own that answers requests; it ends with this one, however this one ends. */
export class Child<R extends Requests> {
  readonly #process: ChildProcess
  readonly #waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  #asked = 0

  /** `file` is the module beside this one that calls `answerRequests`. */
  constructor(file: string) {
    this.#process = fork(fileURLToPath(new URL(file, import.meta.url)), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#process.on('message', (message) => this.#settle(message as Reply))
    this.#process.once('exit', (code, signal) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`${file} ended: ${code ?? signal}`))
      this.#waiting.clear()
    })
  }

  ask<Name extends keyof R & string>(
    name: Name,
    ...parameters: Parameters<R[Name]>
  ): Promise<Answer<R, Name>> {
    const id = this.#asked++
    return new Promise<Answer<R, Name>>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#process.send({ id, name, argument: parameters[0] } satisfies Question)
    })
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    const lastResort = setTimeout(() => this.#process.kill('SIGKILL'), stopTimeoutMs)
    this.#process.disconnect()
    await ended
    clearTimeout(lastResort)
  }

  #settle({ id, answer, error }: Reply): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error !== undefined) waiting?.reject(new Error(error))
    else waiting?.resolve(answer as never)
  }
}

/** The child's side: answers what the parent asks, and ends after `stop` once the parent lets go or is gone. */
export function answerRequests(requests: Requests, stop: () => Promise<void> | void): void {
  process.on('message', async ({ id, name, argument }: Question) => {
    const send = (reply: Reply) => process.send?.(reply)
    try {
      const request = requests[name]
      if (!request) throw new Error(`cannot do ${name}`)
      send({ id, answer: await request(argument as never) })
    } catch (error) {
      send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  process.once('disconnect', async () => {
    try {
      await stop()
    } finally {
      process.exit()
    }
  })
  // A Ctrl-C reaches the whole group of processes: the parent decides when this one has to go.
  process.on('SIGINT', () => undefined)
}

/** Milliseconds on a clock that all processes of one machine share. */
export function sharedClockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Processor time that a process has used so far, and when that was on the shared clock. */
export interface Usage {
  readonly cpuMs: number
  readonly atMs: number
}

/** Of this process, all threads together. */
export function processUsage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1_000, atMs: sharedClockMs() }
}
