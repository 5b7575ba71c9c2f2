import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plantAll, switchName } from './plant.ts'
import type { Fault } from './sample.ts'

/** A copy of the project with every fault of a run in it, all off. */
export interface Scratch {
  readonly root: string
  /** Keeps the profiles of the tests from one run to the next. */
  readonly cacheFolder: string
  /** Turns on one fault in every program that starts from now on, and turns off the others; null turns off all. */
  switchTo(id: string | null): Promise<void>
  /** Does the same in the browser code that was built here. */
  switchBrowserTo(id: string | null): Promise<void>
  /** Clears the record of reached places. */
  clearPlaces(): Promise<void>
  /** The places reached since `clearPlaces` while all faults were off, and the pids of all processes started since. */
  readPlaces(): Promise<{ places: Set<string>; processes: number[] }>
  remove(): Promise<void>
}

const copied = [
  'src',
  'sandbox',
  'scripts',
  'test',
  'docs',
  'README.md',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
  'drizzle.config.ts',
]
const stateVariable = 'OVATION_FAULT_STATE'
const startScript = 'dist/web/page-start.js'

// Every program of a run, however deep, loads this first. It reads which fault is on, and records the places reached.
const preload = `
import { appendFileSync, readFileSync } from 'node:fs'
const { on, places } = JSON.parse(readFileSync(process.env.${stateVariable}, 'utf8'))
if (places) appendFileSync(places, 'process ' + process.pid + '\\n')
const seen = new Set()
globalThis.${switchName} = (id) => {
  if (places && on === null && !seen.has(id)) {
    seen.add(id)
    appendFileSync(places, id + '\\n')
  }
  return id === on
}
`

/** Creates the copy. From then on, the switch applies to every process that this one starts. */
export async function makeScratch(root: string, faults: readonly Fault[]): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'ovation-faults-'))
  for (const name of copied.filter((each) => existsSync(join(root, each)))) {
    await cp(join(root, name), join(folder, name), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [path, ofFile] of Map.groupBy(faults, (fault) => fault.path)) {
    const text = await readFile(join(root, path), 'utf8')
    await writeFile(join(folder, path), plantAll(path, text, ofFile))
  }
  const own = join(folder, '.faults')
  await mkdir(own)
  await writeFile(join(own, 'switch.mjs'), preload)
  const [state, places] = [join(own, 'state.json'), join(own, 'places')]
  const switchTo = (on: string | null) => writeFile(state, JSON.stringify({ on, places }))
  await switchTo(null)
  await writeFile(places, '')
  process.env[stateVariable] = state
  process.env.NODE_OPTIONS = `--import=${join(own, 'switch.mjs')}`
  return {
    root: folder,
    cacheFolder: join(root, '.cache/faults'),
    switchTo,
    switchBrowserTo: (id) => writeSwitch(join(folder, startScript), id),
    clearPlaces: () => writeFile(places, ''),
    readPlaces: async () => {
      const lines = (await readFile(places, 'utf8')).split('\n').filter(Boolean)
      return {
        places: new Set(lines.filter((line) => !line.startsWith('process '))),
        processes: lines.filter((line) => line.startsWith('process ')).map((line) => Number(line.slice(8))),
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Writes the switch into the page's first script, which runs before all others. */
async function writeSwitch(file: string, id: string | null): Promise<void> {
  const mark = '/* end of the switch */\n'
  const text = await readFile(file, 'utf8')
  const own = text.slice(text.includes(mark) ? text.indexOf(mark) + mark.length : 0)
  await writeFile(file, `globalThis.${switchName} = (id) => id === ${JSON.stringify(id)}; ${mark}${own}`)
  for (const ending of ['.br', '.gz']) await rm(`${file}${ending}`, { force: true })
}
