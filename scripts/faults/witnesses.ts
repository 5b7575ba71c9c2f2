import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SourceFile } from '#test/support/source-facts.ts'
import { processorSeconds } from './processor.ts'
import type { Fault } from './sample.ts'
import type { Scratch } from './scratch.ts'
import type { Suite } from './suite.ts'

/** What a test file was seen to do while all faults slept. */
export interface Witness {
  readonly file: string
  /** The ids of the faults that it came by. */
  readonly places: ReadonlySet<string>
  /** Processor time. */
  readonly processorSeconds: number
}

/** A test file that does not look for faults, and why. */
export interface LeftOut {
  readonly file: string
  readonly reason: string
}

interface StoredWitness extends Omit<Witness, 'places'> {
  readonly places: readonly string[]
  /** What failed although every fault slept; empty when all passed. */
  readonly failure: string
}

interface Gathering {
  readonly suite: Suite
  readonly scratch: Scratch
  readonly faults: readonly Fault[]
  readonly sources: readonly SourceFile[]
  readonly isOfServer: boolean
}

/**
 * They kill the product, wait for minutes or start PostgreSQL; or they read the source itself, in which every planted
 * fault shows although it sleeps.
 */
const unfit =
  /^test\/(crash\/|model\/|architecture|coverage-doc|connect-docs|hook-secret|instances|time-zones|support\/)|^scripts\/|mantine-styles/
const limitSeconds = 900

/** Runs every test file once with all faults asleep; what does not pass then cannot find anything. */
export async function gatherWitnesses({ suite, scratch, faults, sources, isOfServer }: Gathering): Promise<{
  witnesses: Witness[]
  leftOut: LeftOut[]
}> {
  const kept = join(scratch.cacheFolder, `${checksumOf(faults, sources)}.json`)
  const known = JSON.parse(await readFile(kept, 'utf8').catch(() => '[]')) as StoredWitness[]
  await mkdir(dirname(kept), { recursive: true })
  await scratch.wake(null)
  const all = suite.filesOf(isOfServer)
  const files = all.filter((file) => !unfit.test(file))
  for (const [nth, file] of files.entries()) {
    if (known.some((each) => each.file === file)) continue
    const witness = await watch(suite, scratch, file)
    console.log(
      `[${nth + 1}/${files.length}] ${file} ${witness.processorSeconds.toFixed(1)} s ${witness.failure}`,
    )
    known.push(witness)
    await writeFile(kept, JSON.stringify(known))
  }
  const own = known.filter(({ file }) => files.includes(file))
  const unsound = own.filter(({ failure }) => failure !== '')
  return {
    witnesses: own
      .filter(({ failure }) => failure === '')
      .map((each) => ({ ...each, places: new Set(each.places) })),
    leftOut: [
      ...unsound.map(({ file, failure }) => ({ file, reason: `fails without a fault: ${failure}` })),
      ...all.filter((file) => unfit.test(file)).map((file) => ({ file, reason: 'unfit' })),
    ],
  }
}

async function watch(suite: Suite, scratch: Scratch, file: string): Promise<StoredWitness> {
  const startedAt = await processorSeconds()
  let run = await suite.run(file, limitSeconds)
  if (run.outcome !== 'passed') run = await suite.run(file, limitSeconds)
  const { places } = await scratch.takePlaces()
  return {
    file,
    processorSeconds: (await processorSeconds()) - startedAt,
    failure: run.outcome === 'passed' ? '' : run.failure || run.outcome,
    places: [...places],
  }
}

function checksumOf(faults: readonly Fault[], sources: readonly SourceFile[]): string {
  const hash = createHash('sha256')
  for (const { id } of faults) hash.update(id)
  for (const { path, text } of sources) if (!path.startsWith('scripts/')) hash.update(path).update(text)
  return hash.digest('hex').slice(0, 20)
}
