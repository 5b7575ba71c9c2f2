import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#server/db/postgres.ts'
import { col, type DescribedQuery, queriesByName, query } from '#server/db/query.ts'
import { differencesOf, openDescriber } from '#test/support/described-query.ts'
import { createDatabase, type RunningPostgres, startPostgres } from '#test/support/postgres.ts'
import { definedQueries, loadQueries } from '#test/support/product-queries.ts'
import { prepareDatabase } from '#test/support/template.ts'

const onlyWithPassword = 'where email is not null and password_hash is not null'

/** Columns that PostgreSQL considers nullable, and why they are not. */
const neverNull: Readonly<Record<string, string>> = {
  'find_emergency_account.email': onlyWithPassword,
  'find_emergency_account.passwordHash': onlyWithPassword,
  'find_emergency_admin.email': onlyWithPassword,
  'find_emergency_admin.passwordHash': onlyWithPassword,
  'list_emergency_admins.email': onlyWithPassword,
}

let postgres: RunningPostgres
let client: Client
let describeText: Awaited<ReturnType<typeof openDescriber>>

beforeAll(async () => {
  await loadQueries()
  postgres = await startPostgres({ durable: false })
  const url = await createDatabase(postgres.url, 'statements')
  const db = openPostgres(url, () => undefined)
  await prepareDatabase(db, url)
  await db.close()
  client = new Client({ connectionString: url })
  await client.connect()
  describeText = await openDescriber(client)
})

afterAll(async () => {
  await client.end()
  await postgres.stop()
})

const differences = async (each: DescribedQuery, reasons = neverNull) =>
  differencesOf(each, await describeText(each.text), new Set(Object.keys(reasons)))

describe('the queries of the product', () => {
  test('are all loaded by this test', async () => {
    const defined = await definedQueries()
    const names = [...queriesByName.keys()]
    expect(defined.length).toBeGreaterThan(60)
    expect(defined.filter(({ name }) => !names.some((each) => name.test(each)))).toEqual([])
    expect(
      names.filter((each) => !each.startsWith('test_') && !defined.some(({ name }) => name.test(each))),
    ).toEqual([])
  })

  test('declare the parameters and columns that PostgreSQL describes', { tags: ['sec-60'] }, async () => {
    const found = []
    for (const each of queriesByName.values()) found.push(...(await differences(each)))
    expect(found).toEqual([])
  })

  test('need every exception in `neverNull`', async () => {
    const idle = []
    for (const place of Object.keys(neverNull)) {
      const { [place]: _, ...others } = neverNull
      const each = queriesByName.get(place.split('.')[0] ?? '')
      if (!each || (await differences(each, others)).length === 0) idle.push(place)
    }
    expect(idle).toEqual([])
  })
})

describe('a query that PostgreSQL describes differently', () => {
  const params = { id: col.uuid }
  const ofUsers = { id: col.uuid, email: col.nullable(col.text) }
  const select = 'select id, email from users where id = $id'
  const ofContest = `select username, title from users left join contests on contests.id = users.id where users.id = $id`

  test.each<[string, Parameters<typeof query>[0], string[]]>([
    ['no difference', { name: 'test_right', sql: select, params, row: ofUsers }, []],
    [
      'a wrong type',
      { name: 'test_type', sql: select, params, row: { id: col.text, email: col.nullable(col.text) } },
      ['test_type.id is uuid, not text'],
    ],
    [
      'a wrong name',
      { name: 'test_name', sql: select, params, row: { id: col.uuid, address: col.text } },
      ['test_name has no address', 'test_name.email is not declared'],
    ],
    [
      'a nullable column that is declared not null',
      { name: 'test_few', sql: select, params, row: { id: col.uuid, email: col.text } },
      ['test_few.email can be null'],
    ],
    [
      'a column without nulls that is declared nullable',
      { name: 'test_many', sql: select, params, row: { ...ofUsers, id: col.nullable(col.uuid) } },
      ['test_many.id is never null'],
    ],
    [
      'a nullable column of an outer join that is declared not null',
      { name: 'test_outer', sql: ofContest, params, row: { username: col.text, title: col.text } },
      ['test_outer.title can be null'],
    ],
    [
      'a declared row although it returns none',
      { name: 'test_row', sql: 'delete from users where id = $id', params, row: { id: col.uuid } },
      ['test_row has no id'],
    ],
    [
      'no declared row although it returns one',
      { name: 'test_no_row', sql: select, params },
      ['test_no_row.id is not declared', 'test_no_row.email is not declared'],
    ],
  ])('is reported: %s', async (_, definition, found) => {
    const { described } = query(definition)
    queriesByName.delete(definition.name)
    expect(await differences(described)).toEqual(found)
  })

  test('is reported: a parameter of another type', async () => {
    const { described } = query({ name: 'test_parameter', sql: select, params, row: ofUsers })
    queriesByName.delete('test_parameter')
    const other = { ...described, params: { id: col.text } }
    expect(await differences(other)).toEqual(['test_parameter takes (uuid), not (text)'])
  })
})
