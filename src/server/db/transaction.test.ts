import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { settings } from '#server/db/schema/people.ts'
import { freshDatabase } from '#test/support/database.ts'
import { type Db, statement, type Tx } from './handle.ts'
import { retrySerialisation, sqlState } from './transaction.ts'

let db: Db
const one = statement<{ one: number }>('', 'select 1 as one')
const insert = statement('', "insert into settings (key, value) values ($1, 'x')")
const find = statement<{ key: string }>('', 'select key from settings where key = $1')

beforeAll(async () => {
  db = (await freshDatabase()).db
})

afterAll(() => db.close())

describe('a transaction', () => {
  test('returns the result of its work and keeps what it wrote', async () => {
    expect(await db.transaction((tx) => tx.run(insert, ['kept']).then(() => 7))).toBe(7)
    expect(await db.run(find, ['kept'])).toHaveLength(1)
  })

  test('that fails rolls back its statements and its built queries', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.run(insert, ['lost'])
      await tx.orm.insert(settings).values({ key: 'lost too', value: 'x' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect([...(await db.run(find, ['lost'])), ...(await db.run(find, ['lost too']))]).toEqual([])
    expect(await db.run(one, [])).toEqual([{ one: 1 }])
  })

  test.each<[string, () => unknown]>([
    ['a statement', () => db.run(one, [])],
    ['the query builder', () => db.orm.select().from(settings)],
    ['a script', () => db.script('select 1')],
    ['a transaction', () => db.transaction(() => Promise.resolve())],
  ])(
    'fails at once and rolls back, instead of hanging, when %s bypasses it',
    { tags: ['f-06'] },
    async (_, ask) => {
      const asking = db.transaction(async (tx) => {
        await tx.run(insert, ['beside'])
        await ask()
      })
      await expect(asking).rejects.toThrow('Inside a transaction every query must use the transaction')
      expect(await db.run(find, ['beside'])).toEqual([])
    },
  )

  test('does not interfere with other open transactions', async () => {
    const write = (key: string) => db.transaction((tx) => tx.run(insert, [key]))
    await Promise.all(['a', 'b', 'c', 'd'].map(write))
    expect(await db.run(find, ['d'])).toHaveLength(1)
  })
})

describe('a deadlock or serialisation failure', () => {
  test('is retried, at most five times', { tags: ['f-06'] }, async () => {
    let attempts = 0
    const failing = retrySerialisation(() => {
      attempts++
      return Promise.reject(Object.assign(new Error('deadlock'), { code: '40P01' }))
    })
    await expect(failing).rejects.toThrow('deadlock')
    expect(attempts).toBe(6)
  })

  test('is recognised inside an error of the query builder, and no other error is retried', async () => {
    const wrapped = new Error('failed', { cause: Object.assign(new Error('x'), { code: '40001' }) })
    expect(sqlState(wrapped)).toBe('40001')
    let attempts = 0
    await expect(
      retrySerialisation(() => {
        attempts++
        return Promise.reject(Object.assign(new Error('unique'), { code: '23505' }))
      }),
    ).rejects.toThrow('unique')
    expect(attempts).toBe(1)
  })
})

if (inject('postgresUrl') !== null) {
  test('two transactions that deadlock both succeed, one of them at the second attempt', {
    tags: ['f-06'],
  }, async () => {
    await db.transaction(async (tx) => {
      await tx.run(insert, ['left'])
      await tx.run(insert, ['right'])
    })
    const touch = statement('', 'update settings set value = value || $2 where key = $1')
    let attempts = 0
    const bothHold = barrier(2)
    const cross = (first: string, second: string) =>
      db.transaction(async (tx: Tx) => {
        attempts++
        await tx.run(touch, [first, '1'])
        await bothHold()
        await tx.run(touch, [second, '2'])
      })
    await Promise.all([cross('left', 'right'), cross('right', 'left')])
    expect(attempts).toBe(3)
    const rows = await db.orm.select().from(settings)
    const values = rows.filter(({ key }) => ['left', 'right'].includes(key)).map(({ value }) => value)
    expect(values.map((value) => [...value].sort().join(''))).toEqual(['12x', '12x'])
  })
}

/** Blocks callers until `count` of them are waiting. Later ones pass. */
function barrier(count: number): () => Promise<void> {
  let waiting = count
  const { promise, resolve } = Promise.withResolvers<void>()
  return () => {
    waiting--
    if (waiting <= 0) resolve()
    return promise
  }
}
