import { expect, test } from 'vitest'
import { preparedDump } from '#test/support/database.ts'
import { takeEmbedded } from '#test/support/embedded-pool.ts'

const take = () => takeEmbedded(preparedDump)
const contentsOf = async ({ client }: Awaited<ReturnType<typeof take>>) => {
  const { rows } = await client.query<{ name: string; rows: string }>(`
    select relname as name,
      query_to_xml(format('select * from %s t order by t::text', c.oid::regclass), true, false, '')::text as rows
    from pg_class c
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) order by c.oid`)
  const sequences = await client.query('select sequencename, last_value from pg_sequences order by 1')
  return [...rows, ...sequences.rows]
}

test('the next test finds the rows, the sequences and the session as they were', async () => {
  const first = await take()
  const before = await contentsOf(first)
  await first.script(`
    insert into settings values ('left', 'behind');
    update points_configurations set created_at = '2021-01-01';
    update pgboss.queue set retry_limit = 77; delete from pgboss.version;
    set timezone = 'Asia/Tokyo'`)
  const heard: string[] = []
  await first.client.listen('news', (payload) => heard.push(payload))
  expect(await contentsOf(first)).not.toEqual(before)
  await first.close()
  const second = await take()
  expect(await contentsOf(second)).toEqual(before)
  expect((await second.client.query('show timezone')).rows).not.toEqual([{ TimeZone: 'Asia/Tokyo' }])
  const notified = Promise.withResolvers<string>()
  await second.client.listen('news', notified.resolve)
  await second.script(`notify news, 'for the second'`)
  expect([await notified.promise, heard]).toEqual(['for the second', []])
  await second.close()
})

test.each([
  ['a table', 'create table another (id int)', `select from pg_class where relname = 'another'`],
  [
    'a column',
    'alter table settings add column another int',
    `select from pg_attribute where attname = 'another'`,
  ],
  [
    'a disabled trigger',
    'alter table ledger disable trigger user',
    `select from pg_trigger where tgenabled = 'D'`,
  ],
  [
    'a missing index',
    'drop index activities_newest',
    `select where to_regclass('activities_newest') is null`,
  ],
  [
    'a setting of the database',
    `alter database postgres set timezone = 'Asia/Tokyo'`,
    'select from pg_db_role_setting',
  ],
  ['planner statistics', 'analyze', 'select from pg_statistic where starelid >= 16384'],
])('a database is not reused after a test that left %s', async (_what, change, look) => {
  const first = await take()
  await first.script(change)
  expect((await first.client.query(look)).rows).not.toHaveLength(0)
  await first.close()
  const second = await take()
  expect((await second.client.query(look)).rows).toHaveLength(0)
  await second.close()
})

test('a query after the close does not reach the next test', async () => {
  const first = await take()
  await first.close()
  const second = await take()
  await expect(first.script(`insert into settings values ('too', 'late')`)).rejects.toThrow('closed')
  await expect(first.transaction(async () => undefined)).rejects.toThrow('closed')
  await second.close()
})
