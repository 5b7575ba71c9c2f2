import { expect, test } from 'vitest'
import { col, type Kind, queriesByName, query } from '#server/db/query.ts'
import { freshDatabase } from '#test/support/database.ts'

const first = 'select key, value, null::text as note from settings order by key limit 1'
const kinds = { key: col.text, value: col.text, note: col.nullable(col.text) }

type Row = Readonly<Record<string, Kind<unknown>>>

const { note: _, ...twoColumns } = kinds

test.each<[string, Row, string | null]>([
  ['as declared', kinds, null],
  [
    'null in a column that is not nullable',
    { ...kinds, note: col.text },
    'test_row.note is not of type text, or is null',
  ],
  ['a column of another type', { ...kinds, key: col.int }, 'test_row.key is not of type int4, or is null'],
  ['a column too few', { ...kinds, at: col.instant }, 'test_row.at is not of type timestamptz, or is null'],
  ['a column too many', twoColumns, 'test_row.note is not declared'],
])('the rows of a query are checked wherever it runs: %s', async (_, row, fault) => {
  const { db } = await freshDatabase()
  const planted = query({ name: 'test_row', sql: first, row })
  const outcomeOf = (asking: Promise<unknown>) =>
    asking.then(
      () => null,
      (error: Error) => error.message,
    )
  try {
    await db.script("insert into settings (key, value) values ('a', 'b')")
    expect(await outcomeOf(planted(db, {}))).toBe(fault)
    expect(await outcomeOf(db.transaction((tx) => planted(tx, {})))).toBe(fault)
    expect(await outcomeOf(db.singleStatement((tx) => planted(tx, {})))).toBe(fault)
  } finally {
    queriesByName.delete('test_row')
    expect(await outcomeOf(db.close())).toBe(fault)
  }
})
