import { relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { processorSeconds } from './processor.ts'
import type { Scratch } from './scratch.ts'

export interface TestRun {
  readonly outcome: 'passed' | 'failed' | 'timed out'
  /** The first failure, as text. */
  readonly failure: string
}

/** The Vitest tests of a scratch copy, run one file at a time in one long-lived Vitest. */
export class Suite {
  readonly #scratch: Scratch
  readonly #vitest: Vitest
  readonly #files: ReadonlyMap<string, TestSpecification>

  private constructor(scratch: Scratch, vitest: Vitest, files: ReadonlyMap<string, TestSpecification>) {
    this.#scratch = scratch
    this.#vitest = vitest
    this.#files = files
  }

  static async open(scratch: Scratch): Promise<Suite> {
    const vitest = await createVitest('test', {
      root: scratch.root,
      config: `${scratch.root}/vitest.config.ts`,
      watch: false,
      maxWorkers: 1,
      // A process reads which fault is on when it starts.
      isolate: true,
      bail: 1,
      reporters: [{}],
      silent: true,
      printConsoleTrace: false,
    })
    // On a busy machine, a slow test does not mean that it found a fault.
    for (const { config } of vitest.projects)
      Object.assign(config, { testTimeout: 180_000, hookTimeout: 300_000 })
    await vitest.standalone()
    const all = await vitest.globTestSpecifications()
    // The tests on the embedded database are not repeated on PostgreSQL.
    const own = all.filter(({ project }) => project.name !== 'server-pg')
    return new Suite(
      scratch,
      vitest,
      new Map(own.map((each) => [relative(scratch.root, each.moduleId).replaceAll('\\', '/'), each])),
    )
  }

  /** The paths of the test files from the project's root: those of the server, or all others. */
  filesOf(isServer: boolean): string[] {
    const files = [...this.#files].filter(([, { project }]) => (project.name === 'server') === isServer)
    return files.map(([file]) => file).sort()
  }

  /** Runs one file up to its first failure, or until it has used the given CPU time. */
  async run(file: string, limitSeconds: number): Promise<TestRun> {
    const specification = this.#files.get(file)
    if (!specification) throw new Error(`${file} is not a test file`)
    await this.#scratch.clearPlaces()
    const finished = new AbortController()
    const watching = this.#killWhenSpent(limitSeconds, finished.signal)
    this.#vitest.state.filesMap.clear()
    this.#vitest.state.idMap.clear()
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications([specification])
    finished.abort()
    const isTimedOut = await watching
    if (isTimedOut)
      return { outcome: 'timed out', failure: `longer than ${Math.round(limitSeconds)} s of CPU time` }
    const isOk =
      testModules.length === 1 && testModules.every((each) => each.ok()) && unhandledErrors.length === 0
    if (isOk) return { outcome: 'passed', failure: '' }
    return { outcome: 'failed', failure: firstFailure(testModules, unhandledErrors) }
  }

  async close(): Promise<void> {
    await this.#vitest.close()
  }

  /**
   * Kills the processes of a run that a fault sends into an endless loop, because they would not react to a request to
   * stop. Returns whether it killed any. Vitest itself ends a test that only waits.
   */
  async #killWhenSpent(limitSeconds: number, finished: AbortSignal): Promise<boolean> {
    for (;;) {
      await wait(2_000, null, { signal: finished }).catch(() => null)
      if (finished.aborted) return false
      const { processes } = await this.#scratch.readPlaces()
      const spent = await Promise.all(processes.map((pid) => processorSeconds(pid)))
      if (spent.reduce((sum, seconds) => sum + seconds, 0) < limitSeconds) continue
      for (const pid of processes) killProcess(pid)
      return true
    }
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

type TestModules = Awaited<ReturnType<Vitest['runTestSpecifications']>>['testModules']

function firstFailure(modules: TestModules, errors: readonly unknown[]): string {
  for (const each of modules) {
    for (const test of each.children.allTests('failed')) {
      return `${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`
    }
    for (const suite of each.children.allSuites()) {
      const [error] = suite.errors()
      if (error) return `${suite.fullName}: ${firstLine(error.message)}`
    }
    const [error] = each.errors()
    if (error) return firstLine(error.message)
  }
  return firstLine(String(errors[0] ?? 'nothing ran'))
}

function firstLine(message = ''): string {
  return message.split('\n', 1)[0]?.slice(0, 160) ?? ''
}
