import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from './check.ts'
import { type Counts, runProgram } from './programs.ts'
import { checkWebSize } from './web-size.ts'

interface Stage {
  name: string
  /** What the stage runs on, as the table at the end says it. */
  engine: string
  run(): Promise<Counts>
  /** When this stage fails, nothing after it runs. */
  isGate?: boolean
}

interface Result {
  stage: Stage
  counts: Counts
  seconds: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

const reports = await mkdtemp(join(tmpdir(), 'ovation-reports-'))

const stages: Stage[] = [
  { name: 'check', engine: '-', run: runChecks, isGate: true },
  { name: 'unit', engine: '-', run: () => runVitest('unit', {}) },
  { name: 'server', engine: 'PGlite', run: () => runVitest('server', { OVATION_TEST_ENGINE: 'pglite' }) },
  {
    name: 'server',
    engine: 'PostgreSQL',
    run: () => runVitest('server', { OVATION_TEST_ENGINE: 'postgres' }),
  },
  { name: 'web build and size', engine: '-', run: buildWeb },
  { name: 'browser stories', engine: 'Chromium', run: runStories },
]

try {
  process.exitCode = summarise(await runStages())
} finally {
  await rm(reports, { recursive: true, force: true })
}

async function runStages(): Promise<Result[]> {
  const results: Result[] = []
  for (const stage of stages) {
    console.log(`\n=== ${titleOf(stage)}`)
    const startedAtMs = Date.now()
    const counts = await stage.run().catch((error: unknown) => {
      console.error(error)
      return { passed: 0, failed: 1, skipped: 0 }
    })
    results.push({ stage, counts, seconds: (Date.now() - startedAtMs) / 1000 })
    if (stage.isGate && counts.failed > 0) break
  }
  return results
}

async function runVitest(project: string, env: NodeJS.ProcessEnv): Promise<Counts> {
  const file = join(reports, `${project}-${env.OVATION_TEST_ENGINE ?? ''}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const isOk = await runProgram(['vitest', 'run', '--project', project, ...reporters], env)
  const report = await readReport<VitestReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  // A file that fails before its first test has no test to count.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return withVerdict(counts, isOk)
}

async function buildWeb(): Promise<Counts> {
  if (!(await runProgram(['node', 'scripts/build-once.ts']))) return { passed: 0, failed: 1, skipped: 0 }
  const sizes = await checkWebSize()
  return { ...sizes, passed: sizes.passed + 1 }
}

async function runStories(): Promise<Counts> {
  const file = join(reports, 'browser.json')
  const isOk = await runProgram(['node', 'scripts/e2e.ts'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  const report = await readReport<PlaywrightReport>(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  if (flaky > 0) console.log(`${flaky} of the stories passed only when they were run again`)
  return withVerdict({ passed: expected + flaky, failed: unexpected + report.errors.length, skipped }, isOk)
}

/** A run can go wrong although every test in it passed, or without finding a single one. */
function withVerdict(counts: Counts, isOk: boolean): Counts {
  const isSound = isOk && counts.passed > 0
  return isSound || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

async function readReport<Report>(file: string): Promise<Report | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Report)
}

/** Prints what ran on what and, alone on the last line, the sum. Answers the exit code. */
function summarise(results: Result[]): number {
  console.log(`\n${row(['stage', 'engine', 'passed', 'failed', 'skipped', 'seconds'])}`)
  for (const { stage, counts, seconds } of results) {
    const { passed, failed, skipped } = counts
    console.log(row([stage.name, stage.engine, passed, failed, skipped, seconds.toFixed(1)]))
  }
  for (const stage of stages.slice(results.length)) console.log(row([stage.name, stage.engine, 'not run']))
  const passed = results.reduce((sum, { counts }) => sum + counts.passed, 0)
  const failed = results.reduce((sum, { counts }) => sum + counts.failed, 0)
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

function row([name = '', engine = '', ...figures]: (string | number)[]): string {
  const cells = figures.map((figure) => String(figure).padStart(8))
  return [String(name).padEnd(20), String(engine).padEnd(11), ...cells].join(' ')
}

function titleOf({ name, engine }: Stage): string {
  return engine === '-' ? name : `${name} on ${engine}`
}
