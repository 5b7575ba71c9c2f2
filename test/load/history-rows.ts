import type { Db } from '#server/db/handle.ts'

/** How long a company has used the product. */
export interface History {
  readonly members: number
  readonly reports: number
}

const firstDay = '2024-01-01'
const months = 24
const days = 720
/** One report of so many is undone. */
const undoneEvery = 20

/** An id of version 7 that ends in a number, so that ids of a kind follow one another as in a real database. */
const idOf = (kind: number, number: string) =>
  `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

const made = { contest: 1, user: 2, post: 3, report: 4, achievement: 5 }
/**
 * Inserts what members have done in two years, with everything that the product keeps beside it, so that it verifies. The
 * rows lie on disk in the order of their instants, as they do where they were written one after another. The database has
 * to be new, and the role a superuser.
 */
export async function insertHistory(db: Db, { members, reports }: History): Promise<void> {
  if (reports / members > days / 3) throw new Error('Reports of a member have to be days apart')
  const steps = [
    seedSettings,
    seedContests,
    seedPosts(Math.ceil(reports / members) + 1),
    seedReports(members, reports),
    seedEntries(members),
    seedActivities,
    seedStandings,
    seedMembers,
    seedWinners,
  ]
  await db.script(steps.join(';\n'))
  await db.script('drop table rules; reset session_replication_role; reset timezone; reset work_mem')
  await db.script('vacuum (analyze)')
  await db.script('reset statement_timeout')
}

// Nothing is looked up per row: what the foreign keys would say holds by construction, and verify looks at it afterwards.
const seedSettings = `set statement_timeout = 0; set session_replication_role = replica; set timezone = 'UTC';
  set work_mem = '256MB'`

const seedContests = `insert into contests (id, standings_id, title, start_date, end_date, created_at)
  select ${idOf(made.contest, 'n')}, ${idOf(made.contest, 'n')}, 'Contest ' || n, date '${firstDay}' + (n - 1) * interval '1 month',
    date '${firstDay}' + n * interval '1 month' - interval '1 day', timestamptz '${firstDay} 00:00Z'
  from generate_series(1, ${months}) n`

const seedPosts = (
  count: number,
) => `insert into posts (id, identity, brand, platform, author_name, author_handle,
    content, post_url, original_post_date, created_at, updated_at, published_at)
  select ${idOf(made.post, 'n')}, 'post ' || n, 'default', 'linkedin', 'Brightwater', '@brightwater',
    'We have news from the harbour.', 'https://posts.example/' || n, at, at, at, at
  from generate_series(0, ${count * 10}) n, lateral (select timestamptz '${firstDay} 00:00Z' as at) moment`

// Members report in turn, each a post that they have not reported before.
const seedReports = (members: number, reports: number) => `
  create temp table rules as select id as rule_id, point_value, action_type from points_configurations
    where context = 'honor_system' or context = 'first_steps';
  insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at, undone_at)
  select ${idOf(made.report, 'n')}, ${idOf(made.user, `n % ${members}`)},
    ${idOf(made.post, `(n / ${members} + n % ${members}) % ${(Math.ceil(reports / members) + 1) * 10}`)},
    type, 'linkedin', point_value, at::date, at, case when n % ${undoneEvery} = 7 then at + interval '1 minute' end
  from generate_series(0, ${reports} - 1) n,
    lateral (select (array['like', 'comment', 'share'])[1 + (n / ${members} + n) % 3] as type,
      timestamptz '${firstDay} 00:00Z' + n * interval '${days} days' / ${reports} as at) report
    join rules on action_type = type order by n`

const seedEntries = (members: number) => `
  insert into ledger (id, user_id, amount, reason, subject_id, day, created_at, rule_id, rule_value, rule_multiplier)
  select overlay(i.id::text placing '0001' from 10)::uuid, user_id, points, 'interaction', i.id, day, reported_at, rule_id,
    point_value, 100
  from interactions i join rules on action_type = type order by i.reported_at;
  insert into ledger (id, user_id, amount, reason, subject_id, reverses_id, day, created_at)
  select overlay(id::text placing '0003' from 10)::uuid, user_id, -points, 'undo', id,
    overlay(id::text placing '0001' from 10)::uuid, day, undone_at
  from interactions where undone_at is not null order by reported_at;
  insert into earned_achievements (id, user_id, code, points, earned_at)
  select ${idOf(made.achievement, 'row_number() over (order by first)')}, user_id, 'first_steps', 10, first
  from (select user_id, min(reported_at) as first from interactions where undone_at is null group by user_id limit ${members})
    as begun;
  insert into ledger (id, user_id, amount, reason, subject_id, day, created_at, rule_id, rule_value, rule_multiplier)
  select overlay(e.id::text placing '0001' from 10)::uuid, user_id, 10, 'achievement', e.id, earned_at::date, earned_at,
    rule_id, 10, 100
  from earned_achievements e join rules on action_type = 'achievement' order by e.earned_at;
  insert into shares (id, user_id, interaction_id, platform, content_type, points, status, created_at)
  select overlay(id::text placing '0004' from 10)::uuid, user_id, id, platform, 'post', points, 'pending', reported_at
  from interactions where type = 'share' and undone_at is null order by reported_at`

const seedActivities = `
  insert into activities (id, user_id, type, description, points, platform, subject_id, created_at)
  select overlay(id::text placing '0002' from 10)::uuid, user_id, 'interaction', 'Liked a LinkedIn post by Brightwater',
    points, platform, id, reported_at
  from interactions where undone_at is null order by reported_at;
  insert into activities (id, user_id, type, description, points, subject_id, created_at)
  select overlay(id::text placing '0002' from 10)::uuid, user_id, 'achievement', 'Unlocked First Steps', points, id, earned_at
  from earned_achievements order by earned_at`

const seedStandings = `
  insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
  select c.id, user_id, sum(points), sum(shares), sum(engagements), max(at)
  from (
    select user_id, day, amount as points, 0 as shares, 0 as engagements, created_at as at from ledger
    union all
    select user_id, day, 0, (type = 'share')::int, 1, null from interactions where undone_at is null
  ) as parts join contests c on c.start_date = date_trunc('month', day)::date
  group by c.id, user_id order by max(at)`

// They come last, because their totals are sums of the rest.
const seedMembers = `
  insert into users (id, username, display_name, own_name, tracking_code, total_points, total_shares, total_engagements,
    current_streak, longest_streak, streak_last_day, achievement_codes, reached_at, created_at)
  select user_id, 'member ' || right(user_id::text, 12), name, name, right(user_id::text, 12), sum(points), sum(shares),
    sum(engagements), (max(live_day) is not null)::int, (max(live_day) is not null)::int, max(live_day),
    case when max(live_day) is null then '{}' else array['first_steps'] end, max(at), timestamptz '${firstDay} 00:00Z'
  from (
    select user_id, amount as points, 0 as shares, 0 as engagements, created_at as at, null::date as live_day from ledger
    union all
    select user_id, 0, (type = 'share')::int, 1, null, day from interactions where undone_at is null
  ) as parts, lateral (select 'Member ' || right(user_id::text, 12) as name) named group by user_id, name order by user_id;
  insert into sessions (id, user_id, kind, cookie_hash, created_at, last_seen_at, expires_at)
  select id, id, 'slack', md5(id::text), created_at, created_at, created_at + interval '900 days' from users`

const seedWinners = `
  insert into monthly_winners (id, contest_id, user_id, year, month, start_date, end_date, points, shares, engagements,
    recorded_at)
  select overlay(c.id::text placing '0007' from 10)::uuid, c.id, first.user_id, extract(year from start_date),
    extract(month from start_date), start_date, end_date, first.points, first.shares, first.engagements,
    end_date + interval '2 days'
  from contests c cross join lateral (
    select * from standings s where s.contest_id = c.id order by points desc, shares desc, engagements desc, user_id limit 1
  ) as first`
