import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { preparedDump } from '#test/support/database.ts'
import { takeEmbedded } from '#test/support/embedded-pool.ts'
import type { EmbeddedDatabase } from './embedded.ts'
import { statement } from './handle.ts'
import { sqlState } from './transaction.ts'

let db: EmbeddedDatabase

beforeEach(async () => {
  db = await takeEmbedded(preparedDump)
})
afterEach(() => db.close())

const plus = statement<{ sum: number }>('plus', 'select $1::int4 + $2::int4 as sum')
const insert = statement('insert', "insert into settings (key, value) values ($1, 'x')")
const find = statement<{ key: string }>('find', 'select key from settings where key = $1')
const values = statement<{ text: string | null }>(
  'values',
  `select $1::text as text, $2::int4 as number, $3::bool as truth, $4::text[] as texts, $5::jsonb as value,
     $6::timestamptz as instant`,
)

/** The names under which the engine keeps statements that begin so. */
async function keptOf(beginning: string): Promise<string[]> {
  const text = 'select name from pg_prepared_statements where starts_with(statement, $1)'
  const { rows } = await db.client.query<{ name: string }>(text, [beginning])
  return rows.map(({ name }) => name)
}

describe('a statement of the embedded engine', () => {
  test('answers the same rows as the client, whatever its values', async () => {
    const text = fc.option(fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0')))
    const given = fc.tuple(
      text,
      fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      fc.option(fc.boolean()),
      fc.option(
        fc.array(
          text.map((each) => each ?? ''),
          { maxLength: 4 },
        ),
      ),
      fc
        .option(fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()))
        .map((each) => each && JSON.stringify(each)),
      fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })),
    )
    await fc.assert(
      fc.asyncProperty(given, async ([first, second, third, fourth, fifth, sixth]) => {
        const bound = [first, second, third, fourth, fifth, sixth?.toISOString() ?? null] as const
        const { rows } = await db.client.query(values.text, [...bound])
        expect(await db.run(values, [...bound])).toEqual(rows)
      }),
      { numRuns: 50 },
    )
  })

  test('is prepared once, in and outside of transactions', async () => {
    expect(await db.run(plus, [1, 2])).toEqual([{ sum: 3 }])
    await db.transaction(async (tx) => expect(await tx.run(plus, [2, 3])).toEqual([{ sum: 5 }]))
    await db.singleStatement(async (tx) => expect(await tx.run(plus, [3, 4])).toEqual([{ sum: 7 }]))
    expect(await keptOf(plus.text)).toHaveLength(1)
  })

  test('is planned anew after 500 uses, and the engine forgets the old plan', async () => {
    for (let use = 1; use <= 500; use++) await db.run(plus, [use, 0])
    const [before] = await keptOf(plus.text)
    expect(await db.run(plus, [20, 1])).toEqual([{ sum: 21 }])
    const after = await keptOf(plus.text)
    expect(after).toHaveLength(1)
    expect(after).not.toEqual([before])
  })

  test('is forgotten once 150 others were asked since', async () => {
    const nth = (n: number) => statement(`nth ${n}`, `select ${n} as nth`)
    await db.run(plus, [1, 1])
    for (let n = 1; n <= 149; n++) await db.run(nth(n), [])
    await db.run(plus, [1, 1])
    await db.run(nth(150), [])
    expect([await keptOf(plus.text), await keptOf(nth(1).text)].map(({ length }) => length)).toEqual([1, 0])
    expect(await keptOf('')).toHaveLength(150)
    expect(await db.run(nth(1), [])).toEqual([{ nth: 1 }])
  })

  test('that fails leaves nothing behind, and the next ones work', async () => {
    await db.run(insert, ['taken'])
    expect(sqlState(await db.run(insert, ['taken']).catch((error: unknown) => error))).toBe('23505')
    const unknown = statement('unknown', 'select nothing from nowhere')
    expect(sqlState(await db.run(unknown, []).catch((error: unknown) => error))).toBe('42P01')
    expect(await db.run(find, ['taken'])).toEqual([{ key: 'taken' }])
    await db.run(insert, ['free'])
    expect(await db.run(find, ['free'])).toEqual([{ key: 'free' }])
  })

  test('that fails in a transaction, or is first asked in one that fails, undoes what came before it', async () => {
    const failing = db.transaction(async (tx) => {
      await tx.run(insert, ['undone'])
      await tx.run(insert, ['undone'])
    })
    expect(sqlState(await failing.catch((error: unknown) => error))).toBe('23505')
    expect(await db.run(find, ['undone'])).toEqual([])
    expect(await db.run(insert, ['undone'])).toEqual([])
  })

  test('whose table has other columns fails once, and then has them', async () => {
    const all = statement('all', 'select * from columns')
    await db.script('create table columns (a int); insert into columns values (1)')
    expect(await db.run(all, [])).toEqual([{ a: 1 }])
    await db.script('alter table columns add column b int')
    expect(sqlState(await db.run(all, []).catch((error: unknown) => error))).toBe('0A000')
    expect(await db.run(all, [])).toEqual([{ a: 1, b: null }])
    expect(await keptOf(all.text)).toHaveLength(1)
  })

  test('cannot be asked in a transaction that is over', async () => {
    const tx = await db.transaction(async (open) => open)
    await expect(tx.run(find, ['late'])).rejects.toThrow('The transaction of find is over')
  })
})
