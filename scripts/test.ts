import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { runChecks } from './check.ts'
import { dateIndependentTests, hostileMoments } from './hostile-moments.ts'
import { type Counts, runProgram } from './programs.ts'
import { beginTestRun } from './test-run.ts'
import {
  type Engine,
  leftTests,
  leftToOther,
  slowTurns,
  storiesAt,
  storyTurns,
  turnOfCheckout,
  usualStories,
} from './turns.ts'
import { checkWebSize } from './web-size.ts'

interface Stage {
  name: string
  /** What the stage runs on, as shown in the table at the end. */
  engine: string
  run(): Promise<StageCounts>
  /** When this stage fails, no later one runs. */
  isGate?: boolean
}

interface StageCounts extends Counts {
  retried?: number
  /** Each failed test: its file, name and first line of the reason. Empty where the stage ends with its own list. */
  failures?: readonly string[]
}

interface Result {
  stage: Stage
  counts: Counts
  failures: readonly string[]
  retried: number
  seconds: number
}

type Environment = Readonly<Record<string, string>>

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: VitestFile[]
}

interface VitestFile {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

const isAll = process.argv.includes('--all')
// More random model runs and crash cycles, and every test on PostgreSQL.
const fullRun: Environment = isAll
  ? { OVATION_TEST_ALL: '1', OVATION_MODEL_RUNS: '60', OVATION_CRASH_CYCLES: '20' }
  : {}
// Everything once, without the hostile moments.
const isWhole = isAll || process.argv.includes('--whole')
const run = await beginTestRun()
const turn = await turnOfCheckout()
const left = isWhole ? [] : leftTests(turn)
const leftOn = (engine: Engine) => (isWhole ? [] : [...left, ...leftToOther(engine, turn)])
let reports = 0

const stages: Stage[] = [
  { name: 'check', engine: '-', run: runChecks, isGate: true },
  { name: 'unit', engine: '-', run: () => runVitest('unit', {}, left) },
  { name: 'server', engine: 'PGlite', run: () => runServer('PGlite', fullRun, leftOn('PGlite')) },
  { name: 'server', engine: 'PostgreSQL', run: () => runServer('PostgreSQL', fullRun, leftOn('PostgreSQL')) },
  { name: 'web build and size', engine: '-', run: buildWeb, isGate: true },
  { name: 'browser stories', engine: 'Chromium', run: runUsualStories },
  ...(isAll ? hostileStages() : []),
]

if (!isWhole) {
  console.log(
    `Stories: the main ones, a quarter of the weekly ones and part ${(turn % storyTurns) + 1} of ${storyTurns} of the others. ` +
      `Slow tests: part ${(turn % slowTurns) + 1} of ${slowTurns}. Tests of both engines: each on one. ` +
      'Everything: npm run test:whole',
  )
}
try {
  process.exitCode = summarise(await runStages())
} finally {
  await run.end()
}

/**
 * Runs everything again at the hostile moments, with machine and database server in other time zones than the
 * workspace. Each moment runs the units, the server on alternating engines and the stories that depend on the calendar.
 * Every other story runs at one of the moments.
 */
function hostileStages(): Stage[] {
  return hostileMoments.flatMap(({ name, now, machineZone, databaseZone }, index) => {
    const env = {
      OVATION_TEST_NOW: now,
      TZ: machineZone,
      OVATION_TEST_DATABASE_ZONE: databaseZone,
    }
    const engine = index % 2 === 0 ? 'PostgreSQL' : 'PGlite'
    return [
      { name: `unit, ${name}`, engine: '-', run: () => runVitest('unit', env) },
      { name: `server, ${name}`, engine, run: () => runServer(engine, env, dateIndependentTests) },
      {
        name: `stories, ${name}`,
        engine: 'Chromium',
        run: async () => runStories(env, await storiesAt(index)),
      },
    ]
  })
}

async function runStages(): Promise<Result[]> {
  const results: Result[] = []
  for (const stage of stages) {
    console.log(`\n=== ${titleOf(stage)}`)
    const startedAtMs = performance.now()
    const {
      retried = 0,
      failures = [],
      ...counts
    } = await stage.run().catch((error: unknown): StageCounts => {
      console.error(error)
      return { passed: 0, failed: 1, skipped: 0 }
    })
    results.push({ stage, counts, failures, retried, seconds: (performance.now() - startedAtMs) / 1000 })
    if (stage.isGate && counts.failed > 0) break
  }
  return results
}

function runServer(engine: Engine, env: Environment, without: readonly string[] = []): Promise<StageCounts> {
  return engine === 'PGlite'
    ? runVitest('server', { OVATION_TEST_ENGINE: 'pglite', ...env }, without)
    : runVitest('server-pg', { OVATION_TEST_ENGINE: 'postgres', ...env }, without)
}

async function runVitest(
  project: string,
  env: Environment,
  without: readonly string[] = [],
): Promise<StageCounts> {
  const file = nextReport()
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const command = ['vitest', 'run', '--project', project, ...reporters]
  // An --exclude of the command line does not reach the projects.
  const isOk = await runProgram(command, { ...run.environment, ...env, OVATION_TEST_LEFT: without.join(' ') })
  const report = await readReport<VitestReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  // A file that fails before its first test reports no failed test.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return { ...withVerdict(counts, isOk), failures: report.testResults.flatMap(failuresOf) }
}

function failuresOf({ name, status, message, assertionResults }: VitestFile): string[] {
  const file = relative(process.cwd(), name)
  const firstLine = (text = '') => text.split('\n', 1)[0] ?? ''
  if (status === 'failed' && assertionResults.length === 0) return [`${file}: ${firstLine(message)}`]
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${firstLine(failureMessages[0])}`)
}

async function buildWeb(): Promise<Counts> {
  if (!(await runProgram(['node', 'scripts/build-once.ts']))) return { passed: 0, failed: 1, skipped: 0 }
  const sizes = await checkWebSize()
  return { ...sizes, passed: sizes.passed + 1 }
}

/** Every story, or the main ones and those that have their turn. */
async function runUsualStories(): Promise<StageCounts> {
  return runStories({}, isWhole ? [] : await usualStories(turn))
}

/** Runs the given story files, or every story if there are none. */
async function runStories(env: Environment, files: readonly string[]): Promise<Counts & { retried: number }> {
  const file = nextReport()
  const own = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...run.environment, ...env }
  const isOk = await runProgram(['node', 'scripts/e2e.ts', ...files], own)
  const report = await readReport<PlaywrightReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0, retried: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  const counts = { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
  return { ...withVerdict(counts, isOk), retried: flaky }
}

/** A run can fail although every test in it passed, or because it found no test at all. */
function withVerdict(counts: Counts, isOk: boolean): Counts {
  const hasPassed = isOk && counts.passed > 0
  return hasPassed || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

function nextReport(): string {
  reports += 1
  return join(run.folder, `report-${reports}.json`)
}

async function readReport<Report>(file: string): Promise<Report | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}

/** Prints a table of the stages, then the totals alone on the last line. Returns the exit code. */
function summarise(results: Result[]): number {
  console.log(`\n${row(['stage', 'engine', 'passed', 'failed', 'skipped', 'seconds'])}`)
  for (const { stage, counts, seconds } of results) {
    const { passed, failed, skipped } = counts
    console.log(row([stage.name, stage.engine, passed, failed, skipped, seconds.toFixed(1)]))
  }
  for (const stage of stages.slice(results.length)) console.log(row([stage.name, stage.engine, 'not run']))
  // Far above the end of a long run, the reason is easily lost.
  for (const { stage, failures } of results) {
    for (const failure of failures) console.log(`\nfailed, ${titleOf(stage)}: ${failure}`)
  }
  const sum = (figure: (result: Result) => number) => results.reduce((all, one) => all + figure(one), 0)
  const failed = sum(({ counts }) => counts.failed)
  console.log(
    `\n${sum(({ seconds }) => seconds).toFixed(0)} seconds, ${sum(({ retried }) => retried)} retried`,
  )
  console.log(`\n${sum(({ counts }) => counts.passed)} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

function row([name = '', engine = '', ...figures]: (string | number)[]): string {
  const cells = figures.map((figure) => String(figure).padStart(8))
  return [String(name).padEnd(42), String(engine).padEnd(11), ...cells].join(' ')
}

function titleOf({ name, engine }: Stage): string {
  return engine === '-' ? name : `${name} on ${engine}`
}
