import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '#test/support/database.ts'
import { batched, gathered, type Pace } from './batch.ts'
import type { Db } from './handle.ts'
import { col, query } from './query.ts'

let db: Db
let queries = 0
let counting: Db

const readLengths = query({
  name: 'test_lengths',
  sql: `select key, length(key) as length from unnest($keys) as asked (key) where key <> 'nobody'`,
  params: { keys: col.texts },
  row: { key: col.text, length: col.int },
})

beforeAll(async () => {
  db = (await freshDatabase()).db
  counting = {
    ...db,
    run: (query, values) => {
      queries++
      return db.run(query, values)
    },
  }
})
afterAll(() => db.close())

it('reads at the same moment share one query, and each gets its own rows', async () => {
  const lengthOf = batched(readLengths)
  queries = 0
  const answers = await Promise.all(['ana', 'benno', 'ana', 'nobody'].map((key) => lengthOf(counting, key)))
  expect(answers.map((rows) => rows.map(({ length }) => length))).toEqual([[3], [5], [3], []])
  expect(queries).toBe(1)
})

it('reads that arrive while a query is under way share the next one', async () => {
  const lengthOf = batched(readLengths)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const asked: unknown[] = []
  const slow: Db = {
    ...db,
    run: async (query, values) => {
      asked.push(values[0])
      await held
      return db.run(query, values)
    },
  }
  const first = lengthOf(slow, 'ana')
  await turns(2)
  const later = [lengthOf(slow, 'benno')]
  await turns(2)
  later.push(lengthOf(slow, 'chiara'))
  await turns(2)
  expect(asked).toEqual([['ana']])
  release()
  expect(await Promise.all([first, ...later])).toMatchObject([
    [{ length: 3 }],
    [{ length: 5 }],
    [{ length: 6 }],
  ])
  expect(asked).toEqual([['ana'], ['benno', 'chiara']])
})

it('a later read runs a query of its own', async () => {
  const lengthOf = batched(readLengths)
  queries = 0
  await lengthOf(counting, 'ana')
  await lengthOf(counting, 'ana')
  expect(queries).toBe(2)
})

it('a failing query rejects every read of its batch, and the next batch works again', async () => {
  let isBroken = true
  const failing: Db = {
    ...db,
    run: (query, values) => (isBroken ? Promise.reject(new Error('gone')) : db.run(query, values)),
  }
  const lengthOf = batched(readLengths)
  const answers = await Promise.allSettled([lengthOf(failing, 'ana'), lengthOf(failing, 'benno')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await lengthOf(failing, 'ana')).toMatchObject([{ length: 3 }])
})

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

it('reads are divided where there are many, and each gets its own result', async () => {
  const sizes: number[] = []
  const double = gathered(
    async (_, keys: readonly string[]) => {
      sizes.push(keys.length)
      return new Map(keys.map((key) => [key, Number(key) * 2]))
    },
    { mostKeys: 3 },
  )
  const answers = await Promise.all(['1', '2', '3', '4', '5', '6', '7', '1'].map((key) => double(db, key)))
  expect(answers).toEqual([2, 4, 6, 8, 10, 12, 14, 2])
  expect(sizes).toEqual([3, 3, 2])
})

it('reads with a pause between them gather those that come meanwhile, and a failure is that of its own keys', async () => {
  const { read, echo } = echoing({ longestPauseMs: 200 })
  const many = Array.from({ length: 100 }, (_, n) => String(n))
  await Promise.all(many.map((key) => echo(db, key)))
  const failing = expect(echo(db, 'broken')).rejects.toThrow('This read fails')
  await turns(3)
  const beside = expect(echo(db, 'beside')).rejects.toThrow('This read fails')
  await Promise.all([failing, beside])
  expect(await echo(db, 'two')).toBe('two')
  expect(read).toEqual([many, ['broken', 'beside'], ['two']])
})

it('a read for which there are enough keys does not wait', async () => {
  const { read, echo } = echoing({ mostKeys: 2, longestPauseMs: 10_000 })
  await Promise.all(['1', '2'].map((key) => echo(db, key)))
  const waiting = echo(db, '3')
  await turns(3)
  expect(read).toEqual([['1', '2']])
  expect(await Promise.all([waiting, echo(db, '4')])).toEqual(['3', '4'])
  expect(read).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
})

function echoing(pace: Pace) {
  const read: string[][] = []
  const echo = gathered(async (_, keys: readonly string[]) => {
    read.push([...keys])
    if (keys.includes('broken')) throw new Error('This read fails')
    return new Map(keys.map((key) => [key, key]))
  }, pace)
  return { read, echo }
}
