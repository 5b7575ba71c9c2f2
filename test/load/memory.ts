import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { emergencySignIn } from '#contract/auth.ts'
import { firstReads } from '#contract/first-reads.ts'
import { freePort } from '#sandbox/free-port.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { startProduct } from '#test/crash/product-process.ts'
import type { Figure } from './figures.ts'
import type { Bench } from './measurement.ts'

const rounds = 50
const longestWaitMs = 60_000
/** The limit of the process, also at its peak. */
export const mostResidentMb = 350
const admin = { ADMIN_EMAIL: 'admin@brightwater.example', ADMIN_PASSWORD: 'harbour lantern tuesday' }

/**
 * Measures how much memory the product takes with the embedded database and the sample team: after its first screens
 * were read many times, and after its first snapshot.
 */
export async function measureMemory(bench: Bench): Promise<Figure[]> {
  const dataDir = await bench.newFolder()
  await seedInto(dataDir)
  const before = await readdir(join(dataDir, 'snapshots'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const environment = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...admin }
  const product = await startProduct(origin, environment, await startArguments())
  bench.defer(async () => void (await product.stop('SIGTERM')))
  await readScreens(origin)
  const read = await memoryOf(product.child.pid)
  bench.log(`after ${rounds} rounds of reads: ${read.residentMb.toFixed(0)} MB`)
  await waitFor(async () => (await readdir(join(dataDir, 'snapshots'))).length > before.length)
  await readScreens(origin)
  const { residentMb, peakMb } = await memoryOf(product.child.pid)
  bench.log(`after a snapshot: ${residentMb.toFixed(0)} MB, at its peak ${peakMb.toFixed(0)} MB`)
  const figure = {
    measurement: 'memory',
    unit: 'MB',
    counterpart: null,
    ratio: null,
    note: 'embedded database with the sample team, after the first snapshot',
  }
  return [
    {
      ...figure,
      name: 'resident memory, embedded',
      ours: residentMb,
      aim: { is: 'at most', value: mostResidentMb },
    },
    { ...figure, name: 'peak of it', ours: peakMb, aim: { is: 'at most', value: mostResidentMb } },
  ]
}

/** What `npm start` gives to Node. */
export async function startArguments(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return scripts.start.split(' ').slice(1)
}

async function seedInto(dataDir: string): Promise<void> {
  const environment = { DATA_DIR: dataDir, ...admin }
  const sandbox = await startSandbox({ port: await freePort(), environment })
  await sandbox.stop()
}

/** Signs in and reads what the first screens read. */
async function readScreens(origin: string): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = admin
  const answer = await fetch(origin + emergencySignIn.path, {
    method: emergencySignIn.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  if (!answer.ok) throw new Error(`the sign-in answered ${answer.status}`)
  const paths = Object.values(firstReads).flat()
  for (let round = 0; round < rounds; round++) {
    for (const path of paths) {
      const read = await fetch(origin + path, { headers: { cookie } })
      await read.arrayBuffer()
      // The limit for one member is an answer like any other.
      if (!read.ok && read.status !== 429) throw new Error(`${path} answered ${read.status}`)
    }
  }
}

/** As Linux tells it, in megabytes of 1024 × 1024 bytes. */
export async function memoryOf(pid: number | undefined): Promise<{ residentMb: number; peakMb: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
  return { residentMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') }
}

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + longestWaitMs
  while (!(await isDone())) {
    if (performance.now() > until) throw new Error('no snapshot was written in time')
    await sleep(200)
  }
}
