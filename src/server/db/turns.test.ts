import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blankDump } from '#test/support/database.ts'
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts'
import { statement } from './handle.ts'

const count = statement<{ count: string }>('', 'select count(*) from generate_series(1, $1::int)')
const rows = 20_000
const statements = 200
const leastTurns = 5
let db: EmbeddedDatabase

beforeAll(async () => {
  db = await openEmbedded(null, await blankDump())
}, 60_000)
afterAll(() => db.close())

/** How many turns the rest of the process had before the work was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let turns = 0
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    await nextTurn()
    turns++
  }
  await working
  return turns
}

test('work of many statements lets the rest of the process have its turn, also within one transaction', {
  tags: ['embedded-turns'],
}, async () => {
  const alone = async () => {
    for (let nth = 0; nth < statements; nth++) await db.run(count, [rows])
  }
  expect(await turnsDuring(alone)).toBeGreaterThan(leastTurns)
  const together = () =>
    db.transaction(async (tx) => {
      for (let nth = 0; nth < statements; nth++) await tx.run(count, [rows])
    })
  expect(await turnsDuring(together)).toBeGreaterThan(leastTurns)
  const built = async () => {
    for (let nth = 0; nth < statements; nth++) await db.orm.execute(`select generate_series(1, ${rows / 20})`)
  }
  expect(await turnsDuring(built)).toBeGreaterThan(leastTurns)
})
