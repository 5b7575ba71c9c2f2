import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { momentVariable } from '#test/support/moment.ts'
import { processNow } from '#test/support/process-now.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const processTime = fileURLToPath(new URL('../support/process-time.ts', import.meta.url))
const longestStartMs = 120_000

/** The product as somebody installs it: `npm start` with its environment, until it is stopped or started again. */
export class Installation {
  readonly #url: string
  #environment: Readonly<Record<string, string>>
  #child: ChildProcess | null = null
  #output = ''

  constructor(url: string, environment: Readonly<Record<string, string>>) {
    this.#url = url
    this.#environment = environment
  }

  /** The emergency administrator's password, which the first start prints. */
  get password(): string {
    const [, password] = /password[^\n]*?\b((?:[a-z2-9]{4}-){5}[a-z2-9]{4})\b/is.exec(this.#output) ?? []
    if (!password) throw new Error(`The first start printed no password: ${this.#output}`)
    return password
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    const { PATH = '', HOME = '', OVATION_TEST_RUN = '' } = process.env
    this.#child = spawn('npm', ['start'], {
      cwd: root,
      env: {
        PATH,
        HOME,
        OVATION_TEST_RUN,
        npm_config_node_options: `--import ${processTime}`,
        [momentVariable]: processNow().toISOString(),
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a stop reaches what npm has started.
      detached: true,
    })
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
      })
    }
    const startedAtMs = performance.now()
    while (!(await this.#isReady())) {
      if (this.#child.exitCode !== null) throw new Error(`npm start ended: ${this.#output}`)
      if (performance.now() - startedAtMs > longestStartMs)
        throw new Error(`npm start hangs: ${this.#output}`)
      await sleep(100)
    }
  }

  /** Stops it, and starts it again with more variables. */
  async restart(more: Readonly<Record<string, string>>): Promise<void> {
    await this.stop()
    this.#environment = { ...this.#environment, ...more }
    await this.start()
  }

  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child?.pid || child.exitCode !== null) return
    const ended = once(child, 'close')
    process.kill(-child.pid, 'SIGTERM')
    await ended
  }

  /** What an address of the API answers to this page. */
  async ask(page: Page, path: string): Promise<unknown> {
    const answer = await page.evaluate(async (address) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('auth_token')}` }
      return (await fetch(address, { headers })).json()
    }, path)
    return answer.data
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.#url}/health/ready`)).ok
    } catch {
      return false
    }
  }
}
