import { readSourceTree } from '#test/support/source-facts.ts'
import { importsOf, nearestFirst, type Surroundings } from './nearness.ts'
import { processorSeconds } from './processor.ts'
import type { Fault } from './sample.ts'
import type { Scratch } from './scratch.ts'
import { Stories, storiesNear } from './stories.ts'
import { Suite, type TestRun } from './suite.ts'
import { gatherWitnesses, type LeftOut } from './witnesses.ts'

/** What became of one fault. */
export interface Finding {
  readonly id: string
  readonly area: string
  /** `file:line`. */
  readonly place: string
  readonly operator: string
  readonly before: string
  readonly after: string
  readonly outcome: 'found' | 'timed out' | 'survived'
  /** The test that found it, and how. */
  readonly by: string
  /** The test files that looked for it, in this order. */
  readonly lookedIn: readonly string[]
  /** Processor time. */
  readonly seconds: number
}

interface Hunt {
  readonly root: string
  readonly scratch: Scratch
  readonly faults: readonly Fault[]
  /** Whether it was looked for before; it is planted all the same. */
  readonly isKnown: (fault: Fault) => boolean
  /** Test files that shall not look. */
  readonly barred: ReadonlySet<string>
  /** Hears of each finding at once. */
  readonly onFinding: (finding: Finding) => Promise<void>
  /** Hears of the test files that do not look, and why. */
  readonly onLeftOut: (files: readonly LeftOut[]) => void
}

type Looked = Pick<Finding, 'outcome' | 'by' | 'lookedIn'>

/** The search for one fault so far. */
interface Trail {
  readonly fault: Fault
  readonly looked: Looked
  readonly seconds: number
}

/** The model tells the same stories each time, and fewer than usual. */
const alwaysTheSame = {
  OVATION_TEST_ENGINE: 'pglite',
  OVATION_MODEL_SEED: '1',
  OVATION_MODEL_RUNS: '15',
  OVATION_BANK_SECONDS: '3',
}

/**
 * Wakes one fault after the other and looks whether a test sees it: the tests without a server, then those of the server,
 * then the stories for what is left of the browser code.
 */
export async function hunt(options: Hunt): Promise<void> {
  const environment = { ...process.env }
  Object.assign(process.env, alwaysTheSame)
  const { root, scratch, faults, isKnown, onFinding } = options
  const sources = await readSourceTree(root)
  const surroundings = { sources, imports: importsOf(sources) }
  let open = faults
    .filter((fault) => !isKnown(fault))
    .map((fault): Trail => ({ fault, looked: { outcome: 'survived', by: '', lookedIn: [] }, seconds: 0 }))
  const suite = await Suite.open(scratch)
  try {
    for (const isOfServer of [false, true]) {
      const isMeant = ({ fault }: Trail) => !isOfServer || fault.area !== 'web'
      if (open.some(isMeant))
        open = await huntInSuite(options, { suite, open, isMeant, isOfServer, ...surroundings })
    }
  } finally {
    await suite.close()
  }
  const isShown = ({ fault }: Trail) => fault.area === 'web'
  for (const trail of open) if (!isShown(trail)) await onFinding(findingOf(trail))
  if (open.some(isShown)) await huntInBrowser(options, open.filter(isShown), { ...surroundings, environment })
}

interface Phase extends Surroundings {
  readonly suite: Suite
  readonly open: readonly Trail[]
  readonly isMeant: (trail: Trail) => boolean
  readonly isOfServer: boolean
}

/** Answers the searches that go on. */
async function huntInSuite(
  { scratch, faults, barred, onFinding, onLeftOut }: Hunt,
  { suite, open, isMeant, isOfServer, sources, imports }: Phase,
): Promise<Trail[]> {
  const { witnesses, leftOut } = await gatherWitnesses({ suite, scratch, faults, sources, isOfServer })
  onLeftOut(leftOut)
  const mayLook = witnesses.filter(({ file }) => !barred.has(file))
  const missed: Trail[] = []
  for (const trail of open) {
    const near = isMeant(trail) ? nearestFirst(trail.fault, mayLook, imports) : []
    const usual = new Map(near.map((witness) => [witness.file, witness.processorSeconds]))
    const next = await goOn(trail, [...usual.keys()], (file) =>
      runProven(suite, scratch, { file, id: trail.fault.id, usualSeconds: usual.get(file) ?? 0 }),
    )
    if (next.looked.outcome === 'survived') missed.push(next)
    else await onFinding(findingOf(next))
  }
  return missed
}

async function huntInBrowser(
  { scratch, onFinding, onLeftOut }: Hunt,
  open: readonly Trail[],
  { environment, ...surroundings }: Surroundings & { readonly environment: NodeJS.ProcessEnv },
): Promise<void> {
  const stories = await Stories.open(scratch, environment)
  try {
    for (const trail of open) {
      const near = storiesNear(trail.fault, surroundings)
      const next = await goOn(trail, near, (file) => stories.run(file, trail.fault.id))
      onLeftOut(stories.leftOut())
      await onFinding(findingOf(next))
    }
  } finally {
    await stories.close()
  }
}

/** Looks in one file after the other, up to the first that does not pass. */
async function goOn(
  { fault, looked, seconds }: Trail,
  files: readonly string[],
  run: (file: string) => Promise<TestRun>,
): Promise<Trail> {
  const startedAt = await processorSeconds()
  const lookedIn = [...looked.lookedIn]
  for (const file of files) {
    lookedIn.push(file)
    const { outcome, failure } = await run(file)
    if (outcome === 'passed') continue
    const found: Looked = {
      outcome: outcome === 'failed' ? 'found' : outcome,
      by: `${file} > ${failure}`,
      lookedIn,
    }
    return { fault, looked: found, seconds: seconds + (await processorSeconds()) - startedAt }
  }
  return { fault, looked: { ...looked, lookedIn }, seconds: seconds + (await processorSeconds()) - startedAt }
}

interface Wanted {
  readonly file: string
  readonly id: string
  readonly usualSeconds: number
}

/** On a busy machine a test that waits can fail by itself: it has to pass while the fault sleeps, then to fail again. */
async function runProven(
  suite: Suite,
  scratch: Scratch,
  { file, id, usualSeconds }: Wanted,
): Promise<TestRun> {
  const limitSeconds = 45 + usualSeconds * 4
  await scratch.wake(id)
  const first = await suite.run(file, limitSeconds)
  const isDoubtful = first.outcome === 'timed out' || /tim(ed|e) ?out/i.test(first.failure)
  if (first.outcome === 'passed' || !isDoubtful) return first
  await scratch.wake(null)
  const asleep = await suite.run(file, limitSeconds)
  if (asleep.outcome !== 'passed') return { outcome: 'passed', failure: '' }
  await scratch.wake(id)
  return suite.run(file, limitSeconds)
}

function findingOf({ fault, looked, seconds }: Trail): Finding {
  const { id, area, path, line, operator, before, after } = fault
  return {
    id,
    area,
    place: `${path}:${line}`,
    operator,
    before: oneLine(before),
    after: oneLine(after),
    ...looked,
    seconds: Math.round(seconds * 10) / 10,
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 160)
}
