import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#sandbox/free-port.ts'
import { isSnapshot } from '#server/ops/data-folder.ts'
import { startProduct } from '#test/crash/product-process.ts'
import { Child } from './child-process.ts'
import type { Figure } from './figures.ts'
import type { Bench } from './measurement.ts'
import { memoryOf, startArguments } from './memory.ts'
import type { ProductRequests } from './product-process.ts'

const reports = 500_000
const memberCount = 200
const longestWaitMs = 50
// The engine's checkpoint comes just before the file.
const beforeMs = 300
const longestRunMs = 120_000

interface Wait {
  readonly atMs: number
  readonly tookMs: number
}

/**
 * Measures how long a request that asks the database waits while a snapshot is written, and how much memory that takes.
 * The first snapshot is written 15 seconds after a start.
 */
export async function measureSnapshot(bench: Bench): Promise<Figure[]> {
  const dataDir = await bench.newFolder()
  await fill(bench, dataDir)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const product = await startProduct(origin, environment, await startArguments())
  bench.defer(async () => void (await product.stop('SIGTERM')))
  const { waits, startedAtMs, endedAtMs } = await watch(origin, join(dataDir, 'snapshots'))
  const tookMs = endedAtMs - startedAtMs
  const longest = longestOf(waits, startedAtMs - beforeMs, endedAtMs)
  const calm = longestOf(waits, startedAtMs - beforeMs - tookMs, startedAtMs - beforeMs)
  const into = longest.atMs - startedAtMs
  bench.log(`the snapshot took ${tookMs.toFixed(0)} ms, its longest wait began ${into.toFixed(0)} ms into it`)
  const { peakMb } = await memoryOf(product.child.pid)
  const figure = { measurement: 'snapshot', ratio: null, note: `embedded database with ${reports} reports` }
  return [
    {
      ...figure,
      name: 'longest wait during a snapshot',
      ours: longest.tookMs,
      unit: 'ms',
      counterpart: { name: 'just before it', value: calm.tookMs },
      aim: { is: 'at most', value: longestWaitMs },
    },
    {
      ...figure,
      name: 'peak memory with a snapshot',
      ours: peakMb,
      unit: 'MB',
      counterpart: null,
      aim: null,
    },
  ]
}

async function fill(bench: Bench, dataDir: string): Promise<void> {
  bench.log(`writes ${reports} reports, for some minutes`)
  const product = new Child<ProductRequests>('product-process.ts')
  await product.ask('start', { dataDir })
  await product.ask('addMembers', { count: memberCount, hasPoints: false })
  await product.ask('fillWithReports', reports)
  await product.ask('runMaintenance')
  await product.stop()
}

/** Asks the database again and again, until the next snapshot is written. */
async function watch(origin: string, folder: string) {
  const had = (await readdir(folder)).filter(isSnapshot).length
  const untilMs = performance.now() + longestRunMs
  const waits: Wait[] = []
  let startedAtMs = Number.NaN
  while (performance.now() < untilMs) {
    const atMs = performance.now()
    await (await fetch(`${origin}/health/ready`)).arrayBuffer()
    waits.push({ atMs, tookMs: performance.now() - atMs })
    const names = await readdir(folder)
    if (Number.isNaN(startedAtMs) && names.some((name) => name.endsWith('.partial')))
      startedAtMs = performance.now()
    if (names.filter(isSnapshot).length > had) return { waits, startedAtMs, endedAtMs: performance.now() }
    await sleep(3)
  }
  throw new Error('no snapshot was written in time')
}

function longestOf(waits: readonly Wait[], fromMs: number, toMs: number): Wait {
  const within = waits.filter(({ atMs, tookMs }) => atMs + tookMs >= fromMs && atMs <= toMs)
  return within.reduce((longest, wait) => (wait.tookMs > longest.tookMs ? wait : longest))
}
