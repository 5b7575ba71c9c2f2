import { readSourceTree } from '#test/support/source-facts.ts'
import { importsOf, nearestFirst, type Surroundings } from './nearness.ts'
import { processorSeconds } from './processor.ts'
import type { Fault } from './sample.ts'
import type { Scratch } from './scratch.ts'
import { Stories, storiesNear } from './stories.ts'
import { Suite, type TestRun } from './suite.ts'
import { type ExcludedTest, profileTests } from './test-profiles.ts'

/** The outcome for one fault. */
export interface Finding {
  readonly id: string
  readonly area: string
  /** `file:line`. */
  readonly place: string
  readonly operator: string
  readonly before: string
  readonly after: string
  readonly outcome: 'found' | 'timed out' | 'survived'
  /** The test that found the fault, and its failure. */
  readonly by: string
  /** The test files that ran, in order. */
  readonly lookedIn: readonly string[]
  /** CPU time. */
  readonly seconds: number
}

interface Hunt {
  readonly root: string
  readonly scratch: Scratch
  readonly faults: readonly Fault[]
  /** Whether an earlier run already has a finding for the fault. It is planted anyway. */
  readonly isKnown: (fault: Fault) => boolean
  /** Test files that must not run. */
  readonly excluded: ReadonlySet<string>
  /** Called with each finding immediately. */
  readonly onFinding: (finding: Finding) => Promise<void>
  /** Called with the test files that do not run, and the reasons. */
  readonly onExcluded: (files: readonly ExcludedTest[]) => void
}

type SearchResult = Pick<Finding, 'outcome' | 'by' | 'lookedIn'>

/** The progress of the search for one fault. */
interface Search {
  readonly fault: Fault
  readonly result: SearchResult
  readonly seconds: number
}

/** Makes the model test run the same stories each time, and fewer than usual. */
const fixedRuns = {
  OVATION_TEST_ENGINE: 'pglite',
  OVATION_MODEL_SEED: '1',
  OVATION_MODEL_RUNS: '15',
  OVATION_BANK_SECONDS: '3',
}

/**
 * Turns on one fault after another and runs tests until one fails: first the tests without a server, then those of the
 * server. Faults in browser code that survive these are tested with the stories.
 */
export async function hunt(options: Hunt): Promise<void> {
  const environment = { ...process.env }
  Object.assign(process.env, fixedRuns)
  const { root, scratch, faults, isKnown, onFinding } = options
  const sources = await readSourceTree(root)
  const surroundings = { sources, imports: importsOf(sources) }
  let pending = faults
    .filter((fault) => !isKnown(fault))
    .map((fault): Search => ({ fault, result: { outcome: 'survived', by: '', lookedIn: [] }, seconds: 0 }))
  const suite = await Suite.open(scratch)
  try {
    for (const isServer of [false, true]) {
      const isInScope = ({ fault }: Search) => !isServer || fault.area !== 'web'
      if (pending.some(isInScope))
        pending = await huntInSuite(options, { suite, pending, isInScope, isServer, ...surroundings })
    }
  } finally {
    await suite.close()
  }
  const isBrowserSearch = ({ fault }: Search) => fault.area === 'web'
  for (const search of pending) if (!isBrowserSearch(search)) await onFinding(findingOf(search))
  const browserSearches = pending.filter(isBrowserSearch)
  if (browserSearches.length > 0)
    await huntInBrowser(options, browserSearches, { ...surroundings, environment })
}

interface Phase extends Surroundings {
  readonly suite: Suite
  readonly pending: readonly Search[]
  readonly isInScope: (search: Search) => boolean
  readonly isServer: boolean
}

/** Returns the searches that have found nothing yet. */
async function huntInSuite(
  { scratch, faults, excluded, onFinding, onExcluded }: Hunt,
  { suite, pending, isInScope, isServer, sources, imports }: Phase,
): Promise<Search[]> {
  const { profiles, unusable } = await profileTests({ suite, scratch, faults, sources, isServer })
  onExcluded(unusable)
  const usable = profiles.filter(({ file }) => !excluded.has(file))
  const unfound: Search[] = []
  for (const search of pending) {
    const near = isInScope(search) ? nearestFirst(search.fault, usable, imports) : []
    const usual = new Map(near.map((profile) => [profile.file, profile.processorSeconds]))
    const next = await searchIn(search, [...usual.keys()], (file) =>
      runConfirmed(suite, scratch, { file, id: search.fault.id, usualSeconds: usual.get(file) ?? 0 }),
    )
    if (next.result.outcome === 'survived') unfound.push(next)
    else await onFinding(findingOf(next))
  }
  return unfound
}

async function huntInBrowser(
  { scratch, onFinding, onExcluded }: Hunt,
  pending: readonly Search[],
  { environment, ...surroundings }: Surroundings & { readonly environment: NodeJS.ProcessEnv },
): Promise<void> {
  const stories = await Stories.open(scratch, environment)
  try {
    for (const search of pending) {
      const near = storiesNear(search.fault, surroundings)
      const next = await searchIn(search, near, (file) => stories.run(file, search.fault.id))
      onExcluded(stories.unreliable())
      await onFinding(findingOf(next))
    }
  } finally {
    await stories.close()
  }
}

/** Runs one file after another, up to the first that does not pass. */
async function searchIn(
  { fault, result, seconds }: Search,
  files: readonly string[],
  run: (file: string) => Promise<TestRun>,
): Promise<Search> {
  const startedAt = await processorSeconds()
  const lookedIn = [...result.lookedIn]
  for (const file of files) {
    lookedIn.push(file)
    const { outcome, failure } = await run(file)
    if (outcome === 'passed') continue
    const found: SearchResult = {
      outcome: outcome === 'failed' ? 'found' : outcome,
      by: `${file} > ${failure}`,
      lookedIn,
    }
    return { fault, result: found, seconds: seconds + (await processorSeconds()) - startedAt }
  }
  return { fault, result: { ...result, lookedIn }, seconds: seconds + (await processorSeconds()) - startedAt }
}

interface TestToRun {
  readonly file: string
  readonly id: string
  readonly usualSeconds: number
}

/** A busy machine can make a test time out. Such a test must then pass with the fault off and fail again with it on. */
async function runConfirmed(
  suite: Suite,
  scratch: Scratch,
  { file, id, usualSeconds }: TestToRun,
): Promise<TestRun> {
  const limitSeconds = 45 + usualSeconds * 4
  await scratch.switchTo(id)
  const first = await suite.run(file, limitSeconds)
  const isDoubtful = first.outcome === 'timed out' || /tim(ed|e) ?out/i.test(first.failure)
  if (first.outcome === 'passed' || !isDoubtful) return first
  await scratch.switchTo(null)
  const withoutFault = await suite.run(file, limitSeconds)
  if (withoutFault.outcome !== 'passed') return { outcome: 'passed', failure: '' }
  await scratch.switchTo(id)
  return suite.run(file, limitSeconds)
}

function findingOf({ fault, result, seconds }: Search): Finding {
  const { id, area, path, line, operator, before, after } = fault
  return {
    id,
    area,
    place: `${path}:${line}`,
    operator,
    before: oneLine(before),
    after: oneLine(after),
    ...result,
    seconds: Math.round(seconds * 10) / 10,
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 160)
}
