import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plantAll, switchName } from './plant.ts'
import type { Fault } from './sample.ts'

/** A copy of the project with every fault of a run in it, all asleep. */
export interface Scratch {
  readonly root: string
  /** Where what is known of the tests is kept from one run to the next. */
  readonly cacheFolder: string
  /** Wakes one fault in every program that starts from now on; null for none. */
  wake(id: string | null): Promise<void>
  /** The same in the browser code that was built here. */
  wakeInBrowser(id: string | null): Promise<void>
  /** Notes from now on which places the programs come by. */
  watchPlaces(): Promise<void>
  /** The places that were come by since then, and the processes that came by. */
  takePlaces(): Promise<{ places: Set<string>; processes: number[] }>
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
const startScript = 'dist/web/theme-start.js'

// Every program of a run, however deep, begins with this: it reads which fault is on and notes where it came by.
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

/** Makes the copy. From then on this process and all that it starts come under its switch. */
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
  const wake = (on: string | null) => writeFile(state, JSON.stringify({ on, places }))
  await wake(null)
  await writeFile(places, '')
  process.env[stateVariable] = state
  process.env.NODE_OPTIONS = `--import=${join(own, 'switch.mjs')}`
  return {
    root: folder,
    cacheFolder: join(root, '.cache/faults'),
    wake,
    wakeInBrowser: (id) => wakeIn(join(folder, startScript), id),
    watchPlaces: () => writeFile(places, ''),
    takePlaces: async () => {
      const lines = (await readFile(places, 'utf8')).split('\n').filter(Boolean)
      return {
        places: new Set(lines.filter((line) => !line.startsWith('process '))),
        processes: lines.filter((line) => line.startsWith('process ')).map((line) => Number(line.slice(8))),
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The first script of the page, which runs before all others, carries the switch. */
async function wakeIn(file: string, id: string | null): Promise<void> {
  const mark = '/* end of the switch */\n'
  const text = await readFile(file, 'utf8')
  const own = text.slice(text.includes(mark) ? text.indexOf(mark) + mark.length : 0)
  await writeFile(file, `globalThis.${switchName} = (id) => id === ${JSON.stringify(id)}; ${mark}${own}`)
  for (const ending of ['.br', '.gz']) await rm(`${file}${ending}`, { force: true })
}
