import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase } from '#test/support/database.ts'
import { gathered } from './gather.ts'
import { type Database, type Handle, statement } from './handle.ts'

let db: Database
let queries = 0
let counting: Handle

const readLengths = statement<{ key: string; length: number }>(
  'test_lengths',
  `select key, length(key) as length from unnest($1::text[]) as asked (key) where key <> 'nobody'`,
)

beforeAll(async () => {
  db = (await freshDatabase()).db
  counting = {
    orm: db.orm,
    run: (query, values) => {
      queries++
      return db.run(query, values)
    },
  }
})
afterAll(() => db.close())

it('asks the database once for all that is wanted at the same moment, and gives each its own', async () => {
  const lengthOf = gathered(readLengths)
  queries = 0
  const answers = await Promise.all(['ana', 'benno', 'ana', 'nobody'].map((key) => lengthOf(counting, key)))
  expect(answers.map((rows) => rows.map(({ length }) => length))).toEqual([[3], [5], [3], []])
  expect(queries).toBe(1)
})

it('asks again for what is wanted later', async () => {
  const lengthOf = gathered(readLengths)
  queries = 0
  await lengthOf(counting, 'ana')
  await lengthOf(counting, 'ana')
  expect(queries).toBe(2)
})

it('tells everybody who asked when the database fails, and works again after it', async () => {
  let isBroken = true
  const failing: Handle = {
    orm: db.orm,
    run: (query, values) => (isBroken ? Promise.reject(new Error('gone')) : db.run(query, values)),
  }
  const lengthOf = gathered(readLengths)
  const answers = await Promise.allSettled([lengthOf(failing, 'ana'), lengthOf(failing, 'benno')])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await lengthOf(failing, 'ana')).toMatchObject([{ length: 3 }])
})
