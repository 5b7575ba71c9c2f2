import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import type * as Prepared from '#test/e2e/prepared.ts'
import { ensureBrowser } from '#test/support/browser.ts'
import type { Surroundings } from './nearness.ts'
import type { Fault } from './sample.ts'
import type { Scratch } from './scratch.ts'
import type { TestRun } from './suite.ts'
import type { ExcludedTest } from './test-profiles.ts'

/** At most this many story files run for one fault. */
const mostStories = 2
const limitSeconds = 900

interface Failure {
  readonly title: string
  /** `file:line`, as the runner accepts it. */
  readonly place: string
}

interface ProgramRun {
  readonly isOk: boolean
  readonly isTimedOut: boolean
  readonly output: string
}

interface PlaywrightSuite {
  readonly specs?: readonly {
    readonly title: string
    readonly ok: boolean
    readonly file: string
    readonly line: number
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

/** Runs browser stories in a scratch copy whose browser code was built once. */
export class Stories {
  readonly #scratch: Scratch
  readonly #environment: NodeJS.ProcessEnv
  readonly #preparedFolder: string
  /** Stories that passed with every fault off. A failure of any other proves nothing. */
  readonly #reliable = new Set<string>()
  readonly #unreliable = new Set<string>()

  private constructor(scratch: Scratch, environment: NodeJS.ProcessEnv, preparedFolder: string) {
    this.#scratch = scratch
    this.#environment = environment
    this.#preparedFolder = preparedFolder
  }

  /** `base` is the process's environment from before Vitest changed it. */
  static async open(scratch: Scratch, base: NodeJS.ProcessEnv): Promise<Stories> {
    const browserPath = await ensureBrowser()
    const { preparedDataVariable } = (await import(
      join(scratch.root, 'test/e2e/prepared.ts')
    )) as typeof Prepared
    const bin = join(scratch.root, 'node_modules/.bin')
    const folder = await mkdtemp(join(tmpdir(), 'ovation-fault-stories-'))
    const environment = { ...base, PATH: `${bin}:${base.PATH}`, CHROME_PATH: browserPath }
    const stories = new Stories(scratch, environment, folder)
    for (const command of [['node', 'scripts/build-once.ts'], prepare(folder)]) {
      const { isOk, output } = await stories.#start(command)
      if (!isOk) throw new Error(`The stories cannot be run: ${output}`)
    }
    Object.assign(environment, { [preparedDataVariable]: await readFile(join(folder, 'made'), 'utf8') })
    return stories
  }

  /** Runs one file up to the first failure, and checks that it comes from this fault. */
  async run(file: string, id: string): Promise<TestRun> {
    const { isOk, output } = await this.#runStories(file, id)
    if (isOk) return { outcome: 'passed', failure: '' }
    const { title, place } = firstFailure(output) ?? { title: output.slice(-300), place: file }
    // A busy machine makes stories fail too. This one must pass with the fault off and fail again with it on.
    if (!(await this.#isReliable(place))) return { outcome: 'passed', failure: '' }
    const again = await this.#runStories(place, id)
    if (again.isOk) return { outcome: 'passed', failure: '' }
    return { outcome: again.isTimedOut ? 'timed out' : 'failed', failure: title }
  }

  /** The stories that failed with every fault off. */
  unreliable(): ExcludedTest[] {
    return [...this.#unreliable].map((file) => ({ file, reason: 'fails without a fault' }))
  }

  async close(): Promise<void> {
    await rm(this.#preparedFolder, { recursive: true, force: true })
  }

  async #isReliable(place: string): Promise<boolean> {
    if (this.#reliable.has(place)) return true
    for (let tries = 0; tries < 2; tries++) {
      if (!(await this.#runStories(place, null)).isOk) continue
      this.#reliable.add(place)
      return true
    }
    this.#unreliable.add(place)
    console.log(`${place} fails without a fault`)
    return false
  }

  async #runStories(place: string, active: string | null): Promise<ProgramRun> {
    await this.#scratch.switchBrowserTo(active)
    const options = ['--max-failures=1', '--retries=0', '--workers=1', '--timeout=240000', '--reporter=json']
    return this.#start(['playwright', 'test', place, ...options])
  }

  async #start([program = '', ...args]: string[]): Promise<ProgramRun> {
    const child = spawn(program, args, {
      cwd: this.#scratch.root,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    let isTimedOut = false
    const timer = setTimeout(() => {
      isTimedOut = true
      // SIGTERM lets it stop its browsers and servers first.
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 30_000).unref()
    }, limitSeconds * 1000)
    const [code] = (await once(child, 'close')) as [number | null]
    clearTimeout(timer)
    return { isOk: code === 0, isTimedOut, output: Buffer.concat(chunks).toString() }
  }
}

/** A program that prepares the stories' data at their moment, and writes the path of its folder to the file `made`. */
function prepare(folder: string): string[] {
  const program = `
    import { existsSync } from 'node:fs'
    import { writeFile } from 'node:fs/promises'
    if (existsSync('test/support/process-time.ts')) await import('#test/support/process-time.ts')
    const { prepareData } = await import('#test/e2e/prepared.ts')
    const [folder] = process.argv.slice(-1)
    await writeFile(folder + '/made', await prepareData(folder))`
  return ['node', '--input-type=module', '--eval', program, folder]
}

/** The story files that most likely cover a browser file: those that share the most words with it. */
export function storiesNear({ path }: Fault, { sources, imports }: Surroundings): string[] {
  const texts = new Map(sources.map((each) => [each.path, each.text]))
  const own = wordsOf(texts.get(path) ?? '')
  const around = [...imports].filter(([, files]) => files.includes(path)).map(([file]) => file)
  const nearby = new Set(around.flatMap((file) => [...wordsOf(texts.get(file) ?? '')]))
  const folders = posix.dirname(path).split('/').slice(2)
  const names = [...folders, posix.basename(path).split(/[.-]/)[0] ?? '']
  const ranked = sources
    .filter((each) => /^test\/e2e\/.*\.spec\.ts$/.test(each.path))
    .map((story) => {
      const named = names.filter((each) => story.path.includes(each)).length
      return {
        file: story.path,
        score: 3 * countIn(story.text, own) + 4 * named + countIn(story.text, nearby),
      }
    })
  ranked.sort((one, other) => other.score - one.score || one.file.localeCompare(other.file))
  return ranked.slice(0, mostStories).map(({ file }) => file)
}

/** The texts that a file shows to people. */
function wordsOf(text: string): Set<string> {
  const shown = [...text.matchAll(/>\s*([A-Z][^<>{}]{3,}?)\s*<|'([A-Z][^'\n]{3,})'/g)]
  return new Set(shown.map(([, between, quoted]) => between ?? quoted ?? ''))
}

function countIn(text: string, words: ReadonlySet<string>): number {
  return [...words].filter((word) => text.includes(word)).length
}

function firstFailure(output: string): Failure | undefined {
  const json = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)
  try {
    return failedIn(JSON.parse(json) as PlaywrightSuite)
  } catch {
    return undefined
  }
}

function failedIn({ specs = [], suites = [] }: PlaywrightSuite): Failure | undefined {
  const spec = specs.find(({ ok }) => !ok)
  if (spec) return { title: spec.title, place: `${spec.file}:${spec.line}` }
  for (const suite of suites) {
    const found = failedIn(suite)
    if (found) return found
  }
  return undefined
}
