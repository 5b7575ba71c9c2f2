import pg from 'pg'
import { mostTeams } from '#domain/teams.ts'
import { newSessionSecret } from '#server/access/session.ts'
import type { LoadMember } from './product-process.ts'

/** A company of this many members, with ten times as many reports, or a multiple of that. */
export interface SizedCompany {
  readonly members: number
  /** Cookie values of sessions that were made, by what the member is. */
  readonly sessions: Readonly<Record<SizedMember, { readonly id: string; readonly secret: string }>>
  /** Members with at least 500 points, who hold every achievement that they have reached. */
  readonly reporters: readonly LoadMember[]
  /** The same, but a share short of another achievement. */
  readonly unlocking: readonly LoadMember[]
  /** Posts that nobody reported on. */
  readonly posts: readonly string[]
}

const reporterCount = 64
const unlockingCount = 200
const freshPosts = 30_000

/** A member with thousands of reports, one in the middle of the board, one of the last, and an administrator. */
export type SizedMember = 'power' | 'median' | 'last' | 'admin'

const bulkTables = [
  'interactions',
  'ledger',
  'activities',
  'shares',
  'standings',
  'users',
  'window_scores',
  'team_scores',
  'member_directory',
]
const memberId = (n: string) => `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const sameTail = (prefix: string, id: string) => `('${prefix}' || substr(${id}::text, 9))::uuid`
const teamId = (n: string) => `('01960000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
/** The team of the member with this id, in a company of so many teams. */
const teamOf = (id: string, teams: number) =>
  teamId(`(1 + ('x' || right(${id}::text, 12))::bit(48)::bigint % ${teams})::int`)
const postId = (n: string) => `('01910000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/**
 * The statements that fill a database at the newest schema. One member in ten thousand has 2,000 reports, one in a
 * hundred has 100, every fifth has 20 and the others 6 or 7, on every other day of the last year. Everybody is in a team.
 * `tens` multiplies the reports of each.
 */
function statements(members: number, tens: number): readonly (readonly [what: string, sql: string])[] {
  const posts = tens * Math.max(2_500, Math.round(members / 50))
  const teams = Math.min(mostTeams, members / 100)
  return [
    [
      'posts',
      `insert into posts (id, identity, brand, platform, author_name, author_handle, content, post_url, original_post_date,
         created_at, updated_at, published_at)
       select ${postId('n')}, 'post ' || n, 'default', (array['linkedin', 'twitter', 'facebook', 'instagram'])[1 + n % 4],
         'Brightwater', '@brightwater', 'News ' || n || ' from the harbour, with a quarter of all boats at sea.',
         'https://posts.example/' || n, at, at, at, at
       from generate_series(1, ${posts}) n cross join lateral (
         select now() - (${posts} - n) * interval '365 days' / ${posts} as at) each`,
    ],
    [
      'plan',
      `create unlogged table sized_members as
       select n, ${memberId('n')} as id, reports, 1 + reports / 170 as a_day
       from generate_series(1, ${members}) n cross join lateral (
         select ${tens} * case when n <= ${members} / 10000 then 2000 when n <= ${members} / 100 then 100
           when n <= ${members} / 5 then 20 else 6 + n % 2 end as reports) each`,
    ],
    [
      'reports',
      `insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at)
       select ('01920000-0000-7000-8000-' || lpad(to_hex(row_number() over (order by at)), 12, '0'))::uuid, id, post, type,
         platform, points, at::date, at
       from (
         select id, ${postId(`1 + (n::bigint * 7919 + k)::bigint % ${posts}`)} as post,
           case when k % 7 = 3 then 'share' when k % 3 = 1 then 'comment' else 'like' end as type,
           (array['linkedin', 'twitter', 'facebook', 'instagram'])[1 + (1 + (n::bigint * 7919 + k) % ${posts}) % 4] as platform,
           case when k % 7 = 3 then 30 when k % 3 = 1 then 20 else 15 end as points,
           date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '16 hours'
             - (2 * (k / a_day) + n % 2) * interval '1 day' + (n % 30000) * interval '1 second'
             + (k % a_day) * interval '1 minute' as at
         from sized_members cross join lateral generate_series(0, reports - 1) k
       ) made`,
    ],
    [
      'ledger',
      `insert into ledger (id, user_id, amount, reason, subject_id, day, created_at, team_id)
       select ${sameTail('01930000', 'id')}, user_id, points, 'interaction', id, day, reported_at,
         ${teamOf('user_id', teams)} from interactions`,
    ],
    [
      'activities',
      `insert into activities (id, user_id, type, description, points, platform, subject_id, created_at)
       select ${sameTail('01940000', 'id')}, user_id, 'interaction', 'Liked a post by Brightwater', points, platform, id,
         reported_at from interactions`,
    ],
    [
      'shares',
      `insert into shares (id, user_id, interaction_id, platform, content_type, points, status, created_at)
       select ${sameTail('01950000', 'id')}, user_id, id, platform, 'company_post', points, 'pending', reported_at
       from interactions where type = 'share'`,
    ],
    [
      'achievements',
      `insert into earned_achievements (id, user_id, code, points, earned_at)
       select gen_random_uuid(), user_id, code, 10, last
       from (select user_id, max(reported_at) as last, count(*) as reports, count(*) filter (where type = 'share') as shares
         from interactions group by user_id) done
         cross join lateral (values ('first_steps', true), ('engagement_king', reports >= 100),
           ('social_butterfly', shares >= 25)) each (code, is_held) where is_held`,
    ],
    [
      'entries of achievements',
      `insert into ledger (id, user_id, amount, reason, subject_id, day, created_at, team_id)
       select gen_random_uuid(), user_id, points, 'achievement', id, (earned_at at time zone 'UTC')::date, earned_at,
         ${teamOf('user_id', teams)}
       from earned_achievements`,
    ],
    [
      'lines of achievements',
      `insert into activities (id, user_id, type, description, points, subject_id, created_at)
       select gen_random_uuid(), user_id, 'achievement', 'Unlocked an achievement', points, id, earned_at
       from earned_achievements`,
    ],
    // Without it the database plans the next ones as if these tables were empty, unless it has just looked by itself.
    ['first statistics', 'analyze'],
    [
      'teams',
      `insert into teams (id, name, color, members, created_at)
       select ${teamId('n')}, 'Team ' || n, '#2563eb', (select count(*) from sized_members m where m.n % ${teams} = n - 1), now()
       from generate_series(1, ${teams}) n`,
    ],
    [
      'members',
      `insert into users (id, username, display_name, email, role, slack_team_id, slack_user_id, tracking_code, total_points,
         total_shares, total_engagements, current_streak, longest_streak, streak_last_day, achievement_codes, reached_at,
         created_at, team_id)
       select m.id, 'member.' || n, names.first || ' ' || names.last || ' ' || n, 'member.' || n || '@brightwater.example',
         case when n = ${members} / 2 + 1 then 'admin' else 'user' end, 'T1', 'U' || n, 'code' || n, earned.points, done.shares,
         done.reports, 1, 1, done.last, held.codes, earned.at, now() - interval '400 days' + n * interval '1 second', ${teamOf('m.id', teams)}
       from sized_members m
         join (select user_id, sum(amount)::int as points, max(created_at) as at from ledger group by user_id) earned
           on earned.user_id = m.id
         join (select user_id, count(*)::int as reports, count(*) filter (where type = 'share')::int as shares,
             max(day) as last from interactions group by user_id) done on done.user_id = m.id
         join (select user_id, array_agg(code order by code) as codes from earned_achievements group by user_id) held
           on held.user_id = m.id
         cross join lateral (select
           (array['Ada', 'Ben', 'Chloe', 'Dmitri', 'Eva', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jonas'])[1 + n % 10] as first,
           (array['Tanaka', 'Okafor', 'Lima', 'Marsh', 'Novak', 'Silva', 'Weber'])[1 + n % 7] as last) names`,
    ],
    [
      'contests',
      `insert into contests (id, title, start_date, end_date, created_at)
       select gen_random_uuid(), 'Contest of ' || to_char(month, 'YYYY-MM'), month::date,
         (month + interval '1 month' - interval '1 day')::date, month
       from generate_series(date_trunc('month', now()) - interval '11 months', date_trunc('month', now()), '1 month') month`,
    ],
    [
      'standings',
      `insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
       select c.standings_id, user_id, sum(amount), sum(shared), sum(reported), max(at)
       from (
         select user_id, day, amount, 0 as shared, 0 as reported, created_at as at from ledger
         union all select user_id, day, 0, (type = 'share')::int, 1, reported_at from interactions
       ) done join contests c on day between start_date and end_date group by c.standings_id, user_id`,
    ],
    ...windowStatements(teams),
    [
      'logs',
      `with acts as (
         insert into audit_entries (id, actor_id, action, subject, details, ip, created_at)
         select gen_random_uuid(), ${memberId(`${members} / 2 + 1`)}, 'contest.update', n::text,
           '{"before": {"prize": "A kettle"}, "after": {"prize": "A bicycle"}}', '127.0.0.1', now() - n * interval '1 minute'
         from generate_series(1, ${members} / 10) n)
       insert into deliveries (id, direction, route, sender, outcome, status, body, created_at, finished_at)
       select gen_random_uuid(), 'in', '/api/socialpilot/webhook', 'hook', 'accepted', 200,
         '{"event": "engagement.updated", "post_id": "1"}', now() - n * interval '20 seconds', now()
       from generate_series(1, ${members} / 10) n`,
    ],
  ]
}

/** The present windows, with what members and teams have in them. */
function windowStatements(teams: number): readonly (readonly [what: string, sql: string])[] {
  return [
    // The start that made the schema has opened them, empty.
    [
      'no windows',
      'truncate board_windows, window_scores, window_moves, window_parts, team_scores, team_totals',
    ],
    [
      'windows',
      `insert into board_windows (id, kind, start_date, end_date, is_whole, created_at)
       select gen_random_uuid(), kind, first::date, (first + ('1 ' || kind)::interval)::date - 1, true, now()
       from unnest(array['week', 'month']) kind cross join lateral (
         select date_trunc(kind, now() at time zone 'UTC') as first) each
       union all
       select gen_random_uuid(), 'quarter', first::date, (first + interval '3 months')::date - 1, true, now()
       from (select date_trunc('quarter', now() at time zone 'UTC') as first) each
       union all select gen_random_uuid(), 'all', '2000-01-01', '2199-12-31', true, now()`,
    ],
    [
      'scores',
      `insert into window_scores (window_id, user_id, points, shares, engagements, reached_at)
       select w.id, user_id, sum(amount), sum(shared), sum(reported), max(at)
       from (
         select user_id, day, amount, 0 as shared, 0 as reported, created_at as at from ledger
         union all select user_id, day, 0, (type = 'share')::int, 1, reported_at from interactions
       ) done join board_windows w on day between start_date and end_date and kind <> 'all' group by w.id, user_id`,
    ],
    [
      'scores of teams',
      `insert into team_scores (window_id, user_id, team_id, points, engagements)
       select w.id, user_id, ${teamOf('user_id', teams)}, sum(amount), sum(reported)
       from (
         select user_id, day, amount, 0 as reported from ledger
         union all select user_id, day, 0, 1 from interactions
       ) done join board_windows w on day between start_date and end_date group by w.id, user_id;
       insert into team_totals (window_id, team_id, points, active)
       select window_id, team_id, sum(points), count(*) filter (where engagements > 0) from team_scores
       group by window_id, team_id`,
    ],
  ]
}

/**
 * Fills a database at the newest schema, whose account may switch triggers off. Prints what takes how long. Members have
 * ten reports each on average, times `tens`.
 */
export async function insertCompany(
  databaseUrl: string,
  members: number,
  log: (text: string) => void,
  tens = 1,
): Promise<SizedCompany> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const setting of [
      'session_replication_role = replica',
      'synchronous_commit = off',
      "work_mem = '256MB'",
      "maintenance_work_mem = '1GB'",
    ])
      await client.query(`set ${setting}`)
    const run = async (what: string, sql: string) => {
      const startedAtMs = performance.now()
      await client.query(sql)
      log(`${what}: ${((performance.now() - startedAtMs) / 1_000).toFixed(1)} s`)
    }
    const indexes = await dropIndexes(client)
    for (const [what, sql] of statements(members, tens)) await run(what, sql)
    await run('directory', 'select rebuild_member_directory()')
    await run('indexes', indexes.join(';'))
    await run('boards', 'drop table sized_members; select rebuild_boards()')
    await run('figures', 'select rebuild_figures()')
    await run('statistics', 'vacuum (analyze)')
    return {
      members,
      ...(await insertReporters(client, members)),
      sessions: await insertSessions(client, members),
    }
  } finally {
    await client.end()
  }
}

/** Drops what makes rows dearer to insert, and returns the statements that make it again. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = c.oid)`,
    [bulkTables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

/** Sessions of members with many reports, from the hundredth part of all on, and posts for their reports. */
async function insertReporters(client: pg.Client, members: number) {
  const first = Math.trunc(members / 10_000) + 1
  const all: LoadMember[] = []
  for (let nth = first; nth < first + reporterCount + unlockingCount && nth <= members; nth++) {
    const { id, secret } = await insertSession(client, nth)
    all.push({ id, username: `member.${nth}`, cookie: `sid=${secret}` })
  }
  const [reporters, unlocking] = [all.slice(0, reporterCount), all.slice(reporterCount)]
  await client.query(
    `update users set total_points = greatest(total_points, 600), total_shares = 24,
       achievement_codes = array['engagement_king', 'first_steps'] where id = any($1::uuid[])`,
    [unlocking.map(({ id }) => id)],
  )
  await client.query(
    `update users set total_points = greatest(total_points, 600),
       achievement_codes = array['engagement_king', 'first_steps', 'social_butterfly'] where id = any($1::uuid[])`,
    [reporters.map(({ id }) => id)],
  )
  const { rows } = await client.query<{ id: string }>(
    `insert into posts (id, identity, brand, platform, author_name, author_handle, content, post_url, original_post_date,
       created_at, updated_at, published_at)
     select id, id::text, 'default', 'linkedin', 'Brightwater', '@brightwater', 'Fresh news', 'https://posts.example/' || id,
       at, at, at, at
     from (select gen_random_uuid() as id, now() - interval '300 days' as at from generate_series(1, ${freshPosts})) made
     returning id`,
  )
  await client.query('select rebuild_boards()')
  return { reporters, unlocking, posts: rows.map(({ id }) => id) }
}

async function insertSession(client: pg.Client, nth: number) {
  const secret = newSessionSecret()
  const { rows } = await client.query<{ id: string }>(
    `insert into sessions (id, user_id, kind, cookie_hash, created_at, last_seen_at, expires_at)
     values (gen_random_uuid(), ${memberId('$1::int')}, 'slack', $2, now(), now(), now() + interval '1 day')
     returning user_id as id`,
    [nth, secret.hash],
  )
  return { id: rows[0]?.id ?? '', secret: secret.value }
}

async function insertSessions(client: pg.Client, members: number): Promise<SizedCompany['sessions']> {
  const sessionOf = (nth: number) => insertSession(client, nth)
  return {
    power: await sessionOf(1),
    median: await sessionOf(Math.round(members / 2)),
    last: await sessionOf(members),
    admin: await sessionOf(Math.trunc(members / 2) + 1),
  }
}
