import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Counts, projectRoot } from './programs.ts'

/** The part of Vite's manifest that says which scripts a script imports. */
interface Chunk {
  file: string
  imports?: string[]
}

type Manifest = Record<string, Chunk>

interface Budget {
  address: string
  /** The screen's folder and file name below `screens/` in the manifest's keys. */
  screen: string
  /** In kB of 1000 bytes, after gzip. */
  limitKb: number
}

export interface ScreenSize extends Budget {
  sizeKb: number
  scriptCount: number
}

const webFolder = join(projectRoot, 'dist', 'web')
const budgets: Budget[] = [
  { address: '/login', screen: 'login', limitKb: 125 },
  { address: '/', screen: 'dashboard', limitKb: 155 },
]

/** Compares the size of each screen's first scripts in the build with the budget, and prints both. */
export async function checkWebSize(): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { address, limitKb, sizeKb, scriptCount } of await measureScreens()) {
    const isWithin = sizeKb <= limitKb
    counts[isWithin ? 'passed' : 'failed'] += 1
    const measured = `${sizeKb.toFixed(1)} kB gzip in ${scriptCount} scripts`
    console.log(`${isWithin ? '✓' : '✗'} first load of ${address}: ${measured}, budget ${limitKb} kB`)
  }
  return counts
}

/** The script files, relative to the build, that a browser needs before it can draw the screen. */
export function scriptsOf(manifest: Manifest, screen: string): string[] {
  const screenKeys = Object.keys(manifest).filter((key) => isInScreen(key, screen))
  if (screenKeys.length === 0) throw new Error(`the manifest has no chunk of its own for screens/${screen}/`)
  const reached = new Set<string>()
  const queue = [...screenKeys]
  for (const key of queue) {
    if (reached.has(key)) continue
    reached.add(key)
    queue.push(...(manifest[key]?.imports ?? []))
  }
  const files = [...reached].map((key) => manifest[key]?.file ?? '')
  return [...new Set(files)].filter((file) => file.endsWith('.js'))
}

/** The modules that the page itself names. */
export function pageScripts(page: string): string[] {
  const tags = page.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)
  const files = [...tags].flatMap(([, file]) => file ?? [])
  if (files.length === 0) throw new Error('the page has no module')
  return files
}

function isInScreen(key: string, screen: string): boolean {
  return `/${key}`.endsWith(`/screens/${screen}/${screen}.tsx`)
}

async function measureScreens(): Promise<ScreenSize[]> {
  const manifest = JSON.parse(await readFile(join(webFolder, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const page = await readFile(join(webFolder, 'index.html'), 'utf8')
  return Promise.all(
    budgets.map(async (budget) => {
      const scripts = [...new Set([...pageScripts(page), ...scriptsOf(manifest, budget.screen)])]
      const sizes = await Promise.all(scripts.map(gzipBytes))
      const sizeKb = sizes.reduce((sum, size) => sum + size, 0) / 1000
      return { ...budget, sizeKb, scriptCount: scripts.length }
    }),
  )
}

async function gzipBytes(file: string): Promise<number> {
  return gzipSync(await readFile(join(webFolder, file))).length
}

if (import.meta.main) {
  const { failed } = await checkWebSize()
  process.exitCode = failed > 0 ? 1 : 0
}
