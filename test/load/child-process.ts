import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The requests that a child process answers, by name, each with at most one argument. Everything travels as JSON. */
export type Requests = Readonly<Record<string, (argument: never) => unknown>>

type Answer<R extends Requests, Name extends keyof R> = Awaited<ReturnType<R[Name]>>

interface Message {
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

/** A child process that answers requests. It ends when this process ends, for whatever reason. */
export class Child<R extends Requests> {
  readonly #process: ChildProcess
  readonly #pending = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()
  #nextId = 0

  /** `file` names a module in this folder that calls `answerRequests`. */
  constructor(file: string) {
    this.#process = fork(fileURLToPath(new URL(file, import.meta.url)), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#process.on('message', (message) => this.#settle(message as Reply))
    this.#process.once('exit', (code, signal) => {
      for (const { reject } of this.#pending.values()) reject(new Error(`${file} ended: ${code ?? signal}`))
      this.#pending.clear()
    })
  }

  ask<Name extends keyof R & string>(
    name: Name,
    ...parameters: Parameters<R[Name]>
  ): Promise<Answer<R, Name>> {
    const id = this.#nextId++
    return new Promise<Answer<R, Name>>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#process.send({ id, name, argument: parameters[0] } satisfies Message)
    })
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const exited = once(this.#process, 'exit')
    const killTimer = setTimeout(() => this.#process.kill('SIGKILL'), stopTimeoutMs)
    this.#process.disconnect()
    await exited
    clearTimeout(killTimer)
  }

  #settle({ id, answer, error }: Reply): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error !== undefined) pending?.reject(new Error(error))
    else pending?.resolve(answer as never)
  }
}

/** Runs in the child: answers requests. Once the parent disconnects or dies, it calls `stop` and exits. */
export function answerRequests(requests: Requests, stop: () => Promise<void> | void): void {
  process.on('message', async ({ id, name, argument }: Message) => {
    const send = (reply: Reply) => process.send?.(reply)
    try {
      const request = requests[name]
      if (!request) throw new Error(`unknown request: ${name}`)
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
  // Ctrl-C reaches the whole process group, but the parent decides when this process stops.
  process.on('SIGINT', () => undefined)
}

/** Milliseconds on a clock that all processes of one machine share. */
export function sharedClockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** The processor time that a process has used so far, and when it was read, on the shared clock. */
export interface Usage {
  readonly cpuMs: number
  readonly atMs: number
}

/** The usage of this process, all threads together. */
export function processUsage(): Usage {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1_000, atMs: sharedClockMs() }
}
