import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '#test/support/database.ts'
import type { Db } from './handle.ts'
import { col, queriesByName, query } from './query.ts'

const name = 'test_numbers'
const sql = 'select n from generate_series(1, $last) as n order by n desc'
const params = { last: col.int }

let db: Db

beforeAll(async () => {
  db = (await freshDatabase()).db
})
afterAll(() => db.close())
afterEach(() => {
  queriesByName.delete(name)
})

describe('a query', () => {
  test('returns all rows, the first or null, or exactly one', async () => {
    const listNumbers = query({ name, sql, params, row: { n: col.int } })
    expect(await listNumbers(db, { last: 3 })).toEqual([{ n: 3 }, { n: 2 }, { n: 1 }])
    expect(await listNumbers.first(db, { last: 2 })).toEqual({ n: 2 })
    expect(await listNumbers.first(db, { last: 0 })).toBeNull()
    expect(await listNumbers.one(db, { last: 2 })).toEqual({ n: 2 })
  })

  test('throws its own name when the one row is missing', async () => {
    const getNumber = query({ name, sql, params, row: { n: col.int } })
    await expect(getNumber.one(db, { last: 0 })).rejects.toThrow(name)
  })

  test('binds a parameter that its SQL names twice once, and casts it to its kind', () => {
    const { text } = query({
      name,
      sql: 'select $day as a, $n as b, $day as c',
      params: { day: col.day, n: col.int },
    }).described
    expect(text).toBe('select $1::date as a, $2::int4 as b, $1::date as c')
  })

  test.each([
    ['a parameter that it does not declare', { sql: 'select $other', params: {} }, 'other'],
    ['no parameter that it declares', { sql: 'select 1', params }, 'last'],
  ])('cannot be defined when its SQL names %s', (_, definition, stray) => {
    expect(() => query({ name, ...definition })).toThrow(
      `${name}: the SQL and the parameters differ in ${stray}`,
    )
  })

  test('cannot be defined twice under one name', () => {
    query({ name, sql, params })
    expect(() => query({ name, sql, params })).toThrow(name)
  })
})
