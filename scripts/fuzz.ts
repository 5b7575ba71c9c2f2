import { parseArgs } from 'node:util'
import { type FuzzReport, fuzz } from '#test/fuzz/fuzz.ts'
import type { Engine } from '#test/fuzz/product.ts'

const usage = 'npm run fuzz -- [--engine embedded|postgres] [--minutes 1] [--seed <text>]'

// Sends made-up requests to every route, as every kind of caller. Exits with 1 when it finds something.
const { engine, minutes, seed } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: crypto.randomUUID().slice(0, 8) },
  },
}).values

if (isEngine(engine) && Number(minutes) > 0) {
  console.log(`${minutes} minutes on ${engine}, seed ${seed}`)
  print(await fuzz({ engine, seconds: Number(minutes) * 60, seed }))
} else {
  console.error(usage)
  process.exitCode = 2
}

function isEngine(name: string): name is Engine {
  return name === 'embedded' || name === 'postgres'
}

function print({ requests, refused, succeeded, routes, slowestMs, findings }: FuzzReport): void {
  for (const finding of findings) console.log(`\n✗ ${finding}`)
  console.log(
    `\n${requests} requests, ${refused} refused, ${succeeded} of ${routes} routes with a success, ` +
      `slowest ${slowestMs} ms, ${findings.length} findings`,
  )
  if (findings.length > 0) process.exitCode = 1
}
