import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { linkChecks } from './verify.ts'

const tables = ['users', 'ledger', 'link_clicks']
const ana = `(select id from users where username = 'ana.lima')`
const ben = `(select id from users where username = 'ben.okafor')`
/** A click with points, a click without, and the ledger entry of the first. */
const earning = '(select id from link_clicks where points > 0)'
const free = '(select id from link_clicks where points = 0)'
const entry = '(select id from ledger)'
/** Without the receipt, which the database compares with the amount. */
const nothingEarned = `jsonb_build_object('amount', 0, 'rule_id', null, 'rule_value', null, 'rule_multiplier', null)`

let t: TestApp

beforeAll(async () => {
  t = await startTestApp()
  const member = await t.member('ana.lima')
  await t.member('ben.okafor')
  for (const brand of ['default', 'test']) {
    const postId = await insertPost(t.deps, { postUrl: 'https://www.linkedin.com/posts/northwind-1' })
    await t.deps.db.script(`update posts set brand = '${brand}' where id = '${postId}'`)
    await t.app.inject({
      url: `/go/${member.id.slice(-10)}?p=${postId}`,
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    })
    t.clock.advance(1_000)
  }
  await t.deps.db.script(
    ['create schema kept', ...tables.map((name) => `create table kept.${name} as table public.${name}`)].join(
      ';',
    ),
  )
})
afterAll(() => t.close())

/** Runs SQL with triggers and foreign keys switched off, as a repair by hand would. */
const plant = (sql: string) =>
  t.deps.db.script(`begin; set local session_replication_role = replica; ${sql};
    select rebuild_boards(), rebuild_member_directory(), rebuild_figures(); commit`)

const restore = () =>
  plant(
    tables
      .flatMap((name) => [`delete from ${name}`, `insert into ${name} select * from kept.${name}`])
      .join(';'),
  )

async function violations(): Promise<Record<string, readonly string[]>> {
  const findings = await verify(t.deps.db)
  return Object.fromEntries(
    findings.filter((each) => each.violations.length > 0).map((each) => [each.name, each.violations]),
  )
}

const copyOf = (table: string, id: string, changes: string) =>
  `insert into ${table} select (jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid()) || ${changes})).*
   from ${table} x where id = ${id}`

const plants: Record<string, { readonly sql: string; readonly named: readonly string[] }> = {
  'a click without the entry of its points': {
    sql: `delete from ledger; update users set total_points = 0 where id = ${ana}`,
    named: ['entries of clicks'],
  },
  'two entries of one click': {
    sql: copyOf('ledger', entry, nothingEarned),
    named: ['entries of clicks'],
  },
  'an entry of other points': {
    sql: `update link_clicks set points = 6 where id = ${earning}`,
    named: ['entries of clicks'],
  },
  'an entry of somebody else': {
    sql: `update link_clicks set user_id = ${ben} where id = ${earning}`,
    named: ['entries of clicks'],
  },
  'an entry of another moment': {
    sql: `update link_clicks set clicked_at = clicked_at + interval '1 second' where id = ${earning}`,
    named: ['entries of clicks'],
  },
  'an entry of a click that earns nothing': {
    sql: copyOf('ledger', entry, `${nothingEarned} || jsonb_build_object('subject_id', ${free})`),
    named: ['entries of clicks'],
  },
  'an entry of no click': {
    sql: copyOf('ledger', entry, `${nothingEarned} || jsonb_build_object('subject_id', gen_random_uuid())`),
    named: ['ledger entries without a source'],
  },
  'a click too soon after another of the same visitor': {
    sql: copyOf('link_clicks', free, `jsonb_build_object('clicked_at', clicked_at + interval '86399999 ms')`),
    named: ['clicks of one visitor'],
  },
}

describe('verify', () => {
  it('finds nothing after clicks, and this file plants a violation for every check of links', async () => {
    expect(await violations()).toEqual({})
    const planted = Object.values(plants).flatMap(({ named }) => named)
    expect(planted).toEqual(expect.arrayContaining(linkChecks.flatMap(({ names }) => names)))
  })

  it('accepts a click a day after another of the same visitor', async () => {
    await plant(
      copyOf('link_clicks', free, `jsonb_build_object('clicked_at', clicked_at + interval '24 hours')`),
    )
    expect(await violations()).toEqual({})
    await restore()
  })

  it.each(Object.entries(plants))('reports %s and nothing else', async (_, { sql, named }) => {
    await plant(sql)
    try {
      expect(Object.keys(await violations())).toEqual(named)
    } finally {
      await restore()
    }
  })

  it('finds nothing once every planted violation is repaired', async () => {
    expect(await violations()).toEqual({})
  })
})
