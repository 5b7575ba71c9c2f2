import { freePort } from '#sandbox/free-port.ts'
import { startProduct } from '#test/crash/product-process.ts'
import { Child } from './child-process.ts'
import { type Figure, median } from './figures.ts'
import type { Bench } from './measurement.ts'
import { startArguments } from './memory.ts'
import type { ProductRequests } from './product-process.ts'

const rounds = 5
const reports = 50_000
const memberCount = 100
const admin = { ADMIN_EMAIL: 'admin@brightwater.example', ADMIN_PASSWORD: 'harbour lantern tuesday' }

type Place = { dataDir: string; databaseUrl?: string }

/** Measures how long the product takes from the start of its process to its first answer that it is ready. */
export async function measureStart(bench: Bench): Promise<Figure[]> {
  const embedded = { dataDir: await bench.newFolder() }
  const postgres = { dataDir: await bench.newFolder(), databaseUrl: await bench.newDatabase() }
  return [
    await figureOf(bench, embedded, { name: 'start, embedded', atMostMs: 1_000 }),
    await figureOf(bench, postgres, { name: 'start, PostgreSQL', atMostMs: 500 }),
  ]
}

async function figureOf(
  bench: Bench,
  place: Place,
  aim: { name: string; atMostMs: number },
): Promise<Figure> {
  await fill(place)
  // The first start sets the password and keeps the compiled code for the others.
  await start(place)
  const took: number[] = []
  for (let round = 0; round < rounds; round++) took.push(await start(place))
  bench.log(`${aim.name}: ready after ${took.join(', ')} ms`)
  return {
    measurement: 'start',
    name: aim.name,
    ours: median(took),
    unit: 'ms',
    counterpart: null,
    ratio: null,
    aim: { is: 'at most', value: aim.atMostMs },
    note: `from the start of the process to the first 200 of /health/ready, with ${reports} reports, median of ${rounds}`,
  }
}

async function fill({ dataDir, databaseUrl }: Place): Promise<void> {
  const product = new Child<ProductRequests>('product-process.ts')
  await product.ask('start', databaseUrl === undefined ? { dataDir } : { databaseUrl })
  await product.ask('addMembers', { count: memberCount, hasPoints: false })
  await product.ask('fillWithReports', reports)
  await product.stop()
}

async function start({ dataDir, databaseUrl }: Place): Promise<number> {
  const port = await freePort()
  const product = await startProduct(
    `http://127.0.0.1:${port}`,
    {
      PORT: String(port),
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...admin,
    },
    await startArguments(),
  )
  await product.stop('SIGTERM')
  return product.readyAfter.wallMs
}
