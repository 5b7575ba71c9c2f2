import { afterEach, expect, test } from 'vitest'
import { verify } from '#server/verify.ts'
import { olderDatabase } from '#test/support/older-database.ts'
import { type Db, statement } from './handle.ts'
import { migrate } from './migrate.ts'

const opened: Db[] = []
afterEach(() => Promise.all(opened.splice(0).map((db) => db.close())))

/** A database as the release before receipts left it. */
async function older(): Promise<Db> {
  const db = await olderDatabase(11)
  opened.push(db)
  return db
}

const id = (nth: number) => `'00000000-0000-7000-8000-0000000000${String(nth).padStart(2, '0')}'`

/** A member with a report of type share, one whose share was rejected, one undone, and two submitted shares. */
const oldData = `
  insert into users (id, username, display_name, tracking_code, reached_at, created_at, total_points, total_shares,
      total_engagements, current_streak, longest_streak, streak_last_day, achievement_codes)
    values (${id(1)}, 'ana', 'Ana', 'code', '2026-03-11T10:09:00Z', '2026-03-01', 92, 2, 2, 1, 1, '2026-03-11', '{}');
  insert into posts (id, identity, brand, platform, author_name, author_handle, content, original_post_date, created_at, updated_at)
    select id, id::text, 'default', 'linkedin', 'Northwind', '@northwind', 'News', '2026-03-01', '2026-03-01', '2026-03-01'
    from unnest(array[${id(2)}, ${id(3)}, ${id(4)}]::uuid[]) as id;
  insert into contests (id, title, start_date, end_date, created_at)
    values (${id(5)}, 'March', '2026-03-01', '2026-03-31', '2026-03-01');
  insert into standings values (${id(5)}, ${id(1)}, 92, 2, 2, '2026-03-11T10:09:00Z');
  insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at, undone_at) values
    (${id(11)}, ${id(1)}, ${id(2)}, 'share', 'linkedin', 30, '2026-03-11', '2026-03-11T10:00:00Z', null),
    (${id(12)}, ${id(1)}, ${id(3)}, 'share', 'linkedin', 30, '2026-03-11', '2026-03-11T10:01:00Z', null),
    (${id(13)}, ${id(1)}, ${id(4)}, 'share', 'linkedin', 30, '2026-03-11', '2026-03-11T10:02:00Z', '2026-03-11T10:03:00Z');
  insert into activities (id, user_id, type, description, points, platform, subject_id, created_at)
    select i.id, user_id, 'interaction', 'Shared', points, platform, i.id, reported_at from interactions i where undone_at is null;
  insert into shares (id, user_id, interaction_id, platform, content_type, points, status, created_at, due_at, has_set_points,
      reviewed_at, answered_at) values
    (${id(21)}, ${id(1)}, ${id(11)}, 'linkedin', 'company_post', 0, 'pending', '2026-03-11T10:00:00Z', null, false, null, null),
    (${id(22)}, ${id(1)}, ${id(12)}, 'linkedin', 'company_post', 0, 'rejected', '2026-03-11T10:01:00Z', null, false,
      '2026-03-11T10:04:00Z', '2026-03-11T10:04:00Z'),
    (${id(23)}, ${id(1)}, ${id(13)}, 'linkedin', 'company_post', 2, 'approved', '2026-03-11T10:02:00Z', null, true,
      '2026-03-11T10:02:30Z', null),
    (${id(24)}, ${id(1)}, null, 'twitter', 'custom', 30, 'completed', '2026-03-11T10:05:00Z', '2026-03-11T10:06:00Z', false,
      '2026-03-11T10:06:00Z', '2026-03-11T10:06:00Z'),
    (${id(25)}, ${id(1)}, null, 'twitter', 'custom', 0, 'pending', '2026-03-11T10:07:00Z', null, false, null, null);
  insert into activities (id, user_id, type, description, points, platform, subject_id, created_at) values
    (${id(24)}, ${id(1)}, 'share', 'Had a share verified', 30, 'twitter', ${id(24)}, '2026-03-11T10:06:00Z'),
    (${id(23)}, ${id(1)}, 'share', 'Had a share verified', 2, 'linkedin', ${id(23)}, '2026-03-11T10:02:30Z');
  insert into ledger (id, user_id, amount, reason, subject_id, reverses_id, day, created_at) values
    (${id(31)}, ${id(1)}, 30, 'interaction', ${id(11)}, null, '2026-03-11', '2026-03-11T10:00:00Z'),
    (${id(32)}, ${id(1)}, 30, 'interaction', ${id(12)}, null, '2026-03-11', '2026-03-11T10:01:00Z'),
    (${id(33)}, ${id(1)}, 30, 'interaction', ${id(13)}, null, '2026-03-11', '2026-03-11T10:02:00Z'),
    (${id(34)}, ${id(1)}, 2, 'adjustment', ${id(23)}, null, '2026-03-11', '2026-03-11T10:02:30Z'),
    (${id(35)}, ${id(1)}, -30, 'undo', ${id(13)}, ${id(33)}, '2026-03-11', '2026-03-11T10:03:00Z'),
    (${id(36)}, ${id(1)}, 30, 'share', ${id(24)}, null, '2026-03-11', '2026-03-11T10:06:00Z'),
    (${id(37)}, ${id(1)}, 0, 'adjustment', ${id(24)}, null, '2026-03-11', '2026-03-11T10:09:00Z')`

const rulesOf = (db: Db) =>
  db.run(
    statement<{ rule: string }>(
      '',
      `select concat_ws(' ', action_type, context, point_value) as rule from points_configurations
       where is_active and action_type in ('like', 'comment', 'share') and platform is null order by 1`,
    ),
    [],
  )

test('an older database keeps every point, counts its verified share, and passes every check', async () => {
  const db = await older()
  await db.script(oldData)
  await migrate(db)
  const findings = (await verify(db)).flatMap(({ name, violations }) =>
    violations.map((line) => `${name}: ${line}`),
  )
  // The achievement that the reports would have unlocked is not part of this.
  expect(findings.filter((line) => !line.includes('achievement'))).toEqual([])
  const member = statement<{ points: number; shares: number }>(
    '',
    'select total_points as points, total_shares as shares from users',
  )
  expect(await db.run(member, [])).toEqual([{ points: 92, shares: 3 }])
  const standing = statement<{ points: number; shares: number }>('', 'select points, shares from standings')
  expect(await db.run(standing, [])).toEqual([{ points: 92, shares: 3 }])
  const shares = statement<{ share: string }>(
    '',
    `select concat_ws(' ', right(id::text, 2), status, points, interaction_id is not null) as share from shares order by id`,
  )
  expect((await db.run(shares, [])).map(({ share }) => share)).toEqual([
    '21 pending 30 t',
    '22 pending 30 t',
    '23 approved 2 f',
    '24 completed 30 f',
    '25 pending 0 f',
  ])
})

test('a database that relied on points without a rule gets the rules that it lacks, and no others', async () => {
  const db = await older()
  await db.script(`update points_configurations set is_active = false where action_type = 'like';
    update points_configurations set context = null, point_value = 7 where action_type = 'comment';
    update points_configurations set platform = 'linkedin' where action_type = 'share'`)
  await migrate(db)
  expect((await rulesOf(db)).map(({ rule }) => rule)).toEqual([
    'comment 7',
    'like honor_system 15',
    'share honor_system 30',
    'share verified 30',
  ])
})
