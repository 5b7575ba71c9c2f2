import { Child } from './child-process.ts'
import type { Figure } from './figures.ts'
import type { Bench } from './measurement.ts'
import type { ProductRequests } from './product-process.ts'
import { prepareReports } from './report.ts'

const memberCount = 10
const sizes = [1_000, 50_000] as const
const measured = 1_000
const warmUp = 300

/** Compares how fast the embedded engine writes reports when it holds few and when it holds many. */
export async function measureEmbedded(bench: Bench): Promise<Figure[]> {
  const dataDir = await bench.newFolder()
  const product = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => product.stop())
  const { port } = await product.ask('start', { dataDir })
  const members = await product.ask('addMembers', { count: memberCount, hasPoints: false })
  const rates: number[] = []
  for (const size of sizes) {
    await product.ask('fillWithReports', size)
    const posts = await product.ask('addPosts', measured + warmUp)
    await product.ask('runMaintenance')
    const report = await prepareReports(bench, { port, members, posts })
    await report({ count: warmUp })
    const rate = await report({ count: measured })
    bench.log(`at ${size} reports: ${rate.toFixed(0)} writes/s`)
    rates.push(rate)
  }
  const [few = Number.NaN, many = Number.NaN] = rates
  return [
    {
      measurement: 'embedded',
      name: `report, embedded, at ${sizes[1]} reports`,
      ours: many,
      unit: 'writes/s',
      counterpart: { name: `at ${sizes[0]} reports`, value: few },
      ratio: many / few,
      aim: null,
      note: `${memberCount} members at once, ${measured} reports each time`,
    },
  ]
}
