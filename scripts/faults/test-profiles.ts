import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SourceFile } from '#test/support/source-facts.ts'
import { processorSeconds } from './processor.ts'
import type { Fault } from './sample.ts'
import type { Scratch } from './scratch.ts'
import type { Suite } from './suite.ts'

/** The code that a test file reaches and the CPU time that it takes, with all faults off. */
export interface TestProfile {
  readonly file: string
  /** The ids of the faults whose code it reached. */
  readonly places: ReadonlySet<string>
  /** CPU time. */
  readonly processorSeconds: number
}

/** A test file that is not used to find faults, and why. */
export interface ExcludedTest {
  readonly file: string
  readonly reason: string
}

interface StoredProfile extends Omit<TestProfile, 'places'> {
  readonly places: readonly string[]
  /** The failure with every fault off; empty if all tests passed. */
  readonly failure: string
}

interface Profiling {
  readonly suite: Suite
  readonly scratch: Scratch
  readonly faults: readonly Fault[]
  readonly sources: readonly SourceFile[]
  readonly isServer: boolean
}

/**
 * These tests kill the product, wait for minutes or start PostgreSQL. Others read the source itself, which contains
 * every planted fault even while it is off.
 */
const unsuitable =
  /^test\/(crash\/|model\/|architecture|coverage-doc|connect-docs|hook-secret|instances|time-zones|support\/)|^scripts\/|mantine-styles/
const limitSeconds = 900

/** Runs every test file once with all faults off. A file that fails then cannot find any fault. */
export async function profileTests({ suite, scratch, faults, sources, isServer }: Profiling): Promise<{
  profiles: TestProfile[]
  unusable: ExcludedTest[]
}> {
  const cacheFile = join(scratch.cacheFolder, `${checksumOf(faults, sources)}.json`)
  const known = JSON.parse(await readFile(cacheFile, 'utf8').catch(() => '[]')) as StoredProfile[]
  await mkdir(dirname(cacheFile), { recursive: true })
  await scratch.switchTo(null)
  const all = suite.filesOf(isServer)
  const files = all.filter((file) => !unsuitable.test(file))
  for (const [nth, file] of files.entries()) {
    if (known.some((each) => each.file === file)) continue
    const profile = await profileOf(suite, scratch, file)
    console.log(
      `[${nth + 1}/${files.length}] ${file} ${profile.processorSeconds.toFixed(1)} s ${profile.failure}`,
    )
    known.push(profile)
    await writeFile(cacheFile, JSON.stringify(known))
  }
  const own = known.filter(({ file }) => files.includes(file))
  const unreliable = own.filter(({ failure }) => failure !== '')
  return {
    profiles: own
      .filter(({ failure }) => failure === '')
      .map((each) => ({ ...each, places: new Set(each.places) })),
    unusable: [
      ...unreliable.map(({ file, failure }) => ({ file, reason: `fails without a fault: ${failure}` })),
      ...all.filter((file) => unsuitable.test(file)).map((file) => ({ file, reason: 'unsuitable' })),
    ],
  }
}

async function profileOf(suite: Suite, scratch: Scratch, file: string): Promise<StoredProfile> {
  const startedAt = await processorSeconds()
  let run = await suite.run(file, limitSeconds)
  if (run.outcome !== 'passed') run = await suite.run(file, limitSeconds)
  const { places } = await scratch.readPlaces()
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
