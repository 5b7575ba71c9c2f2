import { eq, getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { liveTopics, topicNames, topicsOf } from '#contract/topics.ts'
import { Cache } from '#server/cache/cache.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { col, queriesByName, query } from '#server/db/query.ts'
import * as boardTables from '#server/db/schema/boards.ts'
import * as chatTables from '#server/db/schema/chat.ts'
import * as connectionTables from '#server/db/schema/connections.ts'
import * as contestTables from '#server/db/schema/contests.ts'
import * as figureTables from '#server/db/schema/figures.ts'
import * as gameTables from '#server/db/schema/game.ts'
import * as honestyTables from '#server/db/schema/honesty.ts'
import * as liveTables from '#server/db/schema/live.ts'
import * as peopleTables from '#server/db/schema/people.ts'
import * as postTables from '#server/db/schema/posts.ts'
import { startTestApp } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { freshDatabase } from '#test/support/database.ts'
import { testMoment } from '#test/support/moment.ts'
import { settingTopics, shownTables, unshownTables } from '#test/support/table-topics.ts'

const { posts } = postTables

describe('the list of topics for each table', () => {
  const tables = [
    boardTables,
    chatTables,
    connectionTables,
    figureTables,
    contestTables,
    gameTables,
    honestyTables,
    liveTables,
    peopleTables,
    postTables,
  ]
    .flatMap((schema) => Object.values(schema))
    .filter((each) => is(each, PgTable))
  const announced = new Set([
    ...Object.values(shownTables).flatMap(({ topics, further = [] }) => [...topics, ...further]),
    ...settingTopics,
  ])

  test('has every table once', () => {
    const listed = [...Object.keys(shownTables), ...Object.keys(unshownTables)]
    expect(listed.sort()).toEqual(tables.map((table) => getTableName(table)).sort())
  })

  test('names existing topics and existing columns only', () => {
    for (const [name, { topics, unshown = [] }] of Object.entries(shownTables)) {
      expect(topics.length, name).toBeGreaterThan(0)
      const table = tables.find((each) => getTableName(each) === name)
      const columns = Object.values(table ? getTableColumns(table) : {}).map((column) => column.name)
      expect(columns, name).toEqual(expect.arrayContaining([...unshown]))
    }
    expect(topicNames).toEqual(expect.arrayContaining([...announced]))
  })

  test('covers every topic except those without cached answers and without live messages', async () => {
    const kept = [vi.spyOn(Cache.prototype, 'define'), vi.spyOn(Cache.prototype, 'defineForMembers')]
    const t = await startTestApp()
    await t.close()
    const keptTopics = kept.flatMap((each) => each.mock.calls.flatMap(([endpoint]) => topicsOf(endpoint)))
    expect(keptTopics.length).toBeGreaterThan(10)
    const needed = new Set([...keptTopics, ...liveTopics])
    expect([...needed].filter((topic) => !announced.has(topic))).toEqual([])
    const others = topicNames.filter((topic) => !announced.has(topic))
    expect(others.sort()).toEqual(['audit', 'deliveries'])
  })
})

describe('a transaction', () => {
  let db: Db
  let announcements: Announcement[]
  const fault = 'A transaction wrote posts without announcing posts'

  beforeEach(async () => {
    db = (await freshDatabase()).db
    announcements = []
    db.listen((announcement) => announcements.push(announcement))
    await asFixture(() => db.transaction((tx) => insertPost(tx, 'there')))
  })

  const runSilently = (work: (tx: Tx) => Promise<unknown>) => db.transaction(work).then(() => undefined)
  const runAnnounced = (work: (tx: Tx) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      tx.announce({ topics: ['posts'] })
      await work(tx)
    })

  const deletePosts = statement('', 'delete from posts where identity = $1')
  const rename = statement('', 'update posts p set brand = $2, engagement_at = null where p.identity = $1')
  const setNumbers = statement(
    '',
    'update posts set likes_count = 3, engagement_at = null where identity = $1',
  )
  const copy = statement(
    '',
    `with gone as (select id from posts where identity = $1 for no key update), copied as (
       insert into posts (id, identity, brand, platform, author_name, author_handle, content, original_post_date,
         created_at, updated_at)
       select $2::uuid, $2::text, brand, platform, author_name, author_handle, content, original_post_date, created_at,
         updated_at
       from posts where id in (select id from gone) on conflict (id) do update set brand = excluded.brand
     ) select 1 as done`,
  )

  const writes: [string, (tx: Tx) => Promise<unknown>][] = [
    ['by the query builder', (tx) => insertPost(tx, 'new')],
    [
      'by the query builder to an existing row',
      (tx) => tx.orm.update(posts).set({ brand: 'b' }).where(isThere),
    ],
    ['by the query builder that deletes a row', (tx) => tx.orm.delete(posts).where(isThere)],
    ['to one column', (tx) => tx.run(rename, ['there', 'b'])],
    ['inside another statement', (tx) => tx.run(copy, ['there', uuidv7()])],
    ['that deletes a row', (tx) => tx.run(deletePosts, ['there'])],
    [
      'that deletes a row after a statement that deleted none',
      async (tx) => {
        await tx.run(deletePosts, ['nowhere'])
        await tx.run(deletePosts, ['there'])
      },
    ],
  ]

  test.each(writes)(
    'with a write %s must announce it, and is rolled back when it does not',
    async (_, write) => {
      await expect(runSilently(write)).rejects.toThrow(fault)
      expect(await db.orm.select().from(posts)).toMatchObject([{ identity: 'there', brand: 'default' }])
      expect(announcements).toEqual([])
      await runAnnounced(write)
      expect(announcements).toEqual([{ topics: ['posts'] }])
      await expect(db.close()).rejects.toThrow(fault)
    },
  )

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['no row', (tx) => tx.run(rename, ['nowhere', 'b'])],
    ['no row, because it deletes none', (tx) => tx.run(deletePosts, ['nowhere'])],
    ['no row inside another statement', (tx) => tx.run(copy, ['nowhere', uuidv7()])],
    ['only columns that nothing shows', (tx) => tx.run(setNumbers, ['there'])],
    [
      'a table that nothing shows',
      (tx) => tx.orm.insert(peopleTables.settings).values({ key: 'a', value: 'b' }),
    ],
  ])('that writes %s need not announce it', async (_, write) => {
    await runSilently(write)
    await db.close()
  })

  test('of a single statement must announce what it wrote, and nothing if it wrote nothing', async () => {
    const alone = (from: string, topics: Announcement) =>
      db.singleStatement(async (tx) => {
        await tx.run(copy, [from, uuidv7()])
        tx.announce(topics)
      })
    await alone('nowhere', {})
    await alone('there', { topics: ['posts'] })
    expect(announcements).toEqual([{}, { topics: ['posts'] }])
    await expect(alone('there', { topics: ['links'] })).rejects.toThrow(fault)
    await expect(db.close()).rejects.toThrow(fault)
  })

  test('is required for every query of the product that writes a shown table', async () => {
    const name = 'test_rename'
    const planted = query({
      name,
      sql: 'update posts set brand = $brand where identity = $of',
      params: { brand: col.text, of: col.text },
    })
    const fault = `${name} writes posts outside a transaction`
    try {
      await expect(planted(db, { brand: 'b', of: 'there' })).rejects.toThrow(fault)
      expect(await db.orm.select().from(posts)).toMatchObject([{ brand: 'default' }])
      await asFixture(() => planted(db, { brand: 'b', of: 'there' }))
      await runAnnounced((tx) => planted(tx, { brand: 'c', of: 'there' }))
      expect(await db.orm.select().from(posts)).toMatchObject([{ brand: 'c' }])
    } finally {
      queriesByName.delete(name)
      await expect(db.close()).rejects.toThrow(fault)
    }
  })

  test('that fails announces nothing', async () => {
    const failing = runAnnounced(() => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    expect(announcements).toEqual([])
    await db.close()
  })

  const isThere = eq(posts.identity, 'there')

  function insertPost(tx: Tx, identity: string) {
    const times = { originalPostDate: testMoment, createdAt: testMoment, updatedAt: testMoment }
    const texts = { brand: 'default', authorName: 'a', authorHandle: 'a', content: 'c' }
    return tx.orm.insert(posts).values({ id: newId(), identity, platform: 'linkedin', ...texts, ...times })
  }
})
