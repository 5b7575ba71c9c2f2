import { afterEach, expect, test } from 'vitest'
import { olderDatabase } from '#test/support/older-database.ts'
import { type Db, statement } from './handle.ts'
import { migrate } from './migrate.ts'

const opened: Db[] = []
afterEach(() => Promise.all(opened.splice(0).map((db) => db.close())))

/** A database as the release before scheduled posts left it. */
async function older(): Promise<Db> {
  const db = await olderDatabase(12)
  opened.push(db)
  return db
}

const id = (nth: number) => `'00000000-0000-7000-8000-0000000000${String(nth).padStart(2, '0')}'`
const posts = `
  insert into posts (id, identity, brand, platform, author_name, author_handle, content, original_post_date, created_at, updated_at)
    values (${id(2)}, 'past', 'default', 'linkedin', 'Northwind', '@northwind', 'News', '2026-03-01', '2026-03-02', '2026-03-02'),
      (${id(3)}, 'planned', 'default', 'linkedin', 'Northwind', '@northwind', 'Soon', '2099-03-01', '2026-03-02', '2026-03-02');`
const report = `
  insert into users (id, username, display_name, tracking_code, reached_at, created_at)
    values (${id(1)}, 'ana', 'Ana', 'code', '2026-03-01', '2026-03-01');
  insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at)
    values (${id(11)}, ${id(1)}, ${id(2)}, 'like', 'linkedin', 0, '2026-03-02', '2026-03-02T10:00:00Z');`

const publications = (db: Db) =>
  db.run(
    statement<{ post: string }>(
      '',
      `select concat_ws(' ', identity, published_at = created_at) as post from posts order by identity`,
    ),
    [],
  )
const keptSettings = (db: Db) =>
  db.run(statement<{ key: string }>('', "select key from settings where key like 'setup%'"), [])

test('every post of an older database stays published, also one that is dated later', async () => {
  const db = await older()
  await db.script(posts)
  await migrate(db)
  expect((await publications(db)).map(({ post }) => post)).toEqual(['past t', 'planned t'])
})

test('only a team that already reports is taken to know its points rules', async () => {
  const db = await older()
  await db.script(posts)
  await migrate(db)
  expect(await keptSettings(db)).toEqual([])
  const busy = await older()
  await busy.script(posts + report)
  await migrate(busy)
  expect(await keptSettings(busy)).toEqual([{ key: 'setup_points_rules_seen' }])
})
