import type { TeamCard } from '#contract/teams.ts'
import { achievementCodes } from '#domain/achievements.ts'
import { isLive, teamCardOf } from '#server/db/fragments.ts'
import { col, query } from '#server/db/query.ts'

const member = { id: col.id<'user'>() }

/** What a member's card says, apart from the place; no row for an unknown or disabled member. */
export const findMemberCard = query({
  name: 'find_member_card',
  sql: `select id, username, display_name as "displayName", avatar, total_points as points,
     streak_last_day::text as "lastDay", time_zone as "timeZone", current_streak as current, longest_streak as longest,
     achievement_codes as held, created_at as "createdAt", best.month as "bestMonth", best.points as "bestPoints",
     ${teamCardOf('users')} as team,
     (select count(*)::int from monthly_winners where user_id = users.id) as "contestsWon"
   from users left join lateral (
     select to_char(day, 'YYYY-MM') as month, sum(amount)::int as points from ledger where user_id = users.id
     group by 1 having sum(amount) > 0 order by 2 desc, 1 desc limit 1
   ) best on true
   where id = $id and disabled_at is null`,
  params: member,
  row: {
    ...member,
    username: col.text,
    displayName: col.text,
    avatar: col.nullable(col.text),
    team: col.nullable(col.json<TeamCard>()),
    points: col.int,
    lastDay: col.nullable(col.day),
    timeZone: col.nullable(col.text),
    current: col.int,
    longest: col.int,
    held: col.words(achievementCodes),
    createdAt: col.instant,
    bestMonth: col.nullable(col.text),
    bestPoints: col.nullable(col.int),
    contestsWon: col.int,
  },
})

/** Whether there is such a member who is not disabled. */
export const hasMember = query({
  name: 'has_member',
  sql: 'select id from users where id = $id and disabled_at is null',
  params: member,
  row: member,
})

/** The days from `from` to `to` on which a member has entries or live reports. */
export const listActiveDays = query({
  name: 'list_member_days',
  sql: `select day::text as day, sum(points)::int as points, sum(reports)::int as reports from (
     select day, amount as points, 0 as reports from ledger where user_id = $id and day between $from and $to
     union all
     select day, 0, 1 from interactions where user_id = $id and day between $from and $to and ${isLive('interactions')}
   ) as done group by day`,
  params: { ...member, from: col.day, to: col.day },
  row: { day: col.day, points: col.int, reports: col.int },
})
