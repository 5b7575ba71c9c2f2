import { expect, it } from 'vitest'
import { fuzz } from './fuzz.ts'

const seconds = Number(process.env.OVATION_FUZZ_SECONDS ?? 30)
const engine = process.env.OVATION_TEST_ENGINE === 'postgres' ? 'postgres' : 'embedded'
// Always the same, so that a change that breaks nothing never fails here. By hand, each run has another.
const seed = process.env.OVATION_FUZZ_SEED ?? 'ovation'

it('no made-up request makes the server fail or hang, and none that it refuses changes anything', {
  tags: ['api-fuzzed'],
  timeout: 120_000 + 2_000 * seconds,
}, async () => {
  const { findings, requests, refused, succeeded } = await fuzz({ engine, seconds, seed })
  expect(findings).toEqual([])
  expect(requests).toBeGreaterThan(300)
  expect(refused).toBeGreaterThan(100)
  expect(succeeded, 'routes that took at least one request').toBeGreaterThan(40)
})
