import { afterEach, expect, test } from 'vitest'
import { olderDatabase } from '#test/support/older-database.ts'
import { type Db, statement } from './handle.ts'
import { migrate } from './migrate.ts'

const opened: Db[] = []
afterEach(() => Promise.all(opened.splice(0).map((db) => db.close())))

const told = '6d0f6f2e-21b4-0f3c-d1a9-5f0c1e8b7a42'
const mended = '6d0f6f2e-21b4-8f3c-81a9-5f0c1e8b7a42'
const others = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const [replay, submitted] = others

const list = (db: Db, sql: string) => db.run(statement<{ found: string }>('', sql), [])

test('deliveries of points get well-formed ids, and the jobs that send them follow', {
  tags: ['upgrade-every-release'],
}, async () => {
  const db = await olderDatabase(14)
  opened.push(db)
  await db.script(`
    create schema pgboss;
    create table pgboss.job (name text, data jsonb);
    insert into pgboss.job values ('deliveries.send', '{"deliveryId": "${told}"}'),
      ('deliveries.send', '{"deliveryId": "${submitted}"}'), ('contests.close', null);
    insert into deliveries (id, direction, route, sender, outcome, replay_of, created_at)
      values ('${told}', 'out', 'member.earned', 'product', 'pending', null, '2026-03-12'),
        ('${replay}', 'out', 'member.earned', 'admin', 'pending', '${told}', '2026-03-12'),
        ('${submitted}', 'out', 'share.submitted', 'product', 'pending', null, '2026-03-12');`)
  await migrate(db)
  expect(await list(db, `select concat_ws(' ', id, replay_of) as found from deliveries order by id`)).toEqual(
    [`${replay} ${mended}`, submitted, mended].map((found) => ({ found })),
  )
  expect(
    await list(db, `select data->>'deliveryId' as found from pgboss.job where data is not null order by 1`),
  ).toEqual([submitted, mended].map((found) => ({ found })))
})
