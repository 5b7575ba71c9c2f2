import { bellKinds, bellLength } from '#domain/bell.ts'
import { contestReminderDays } from '#domain/chat.ts'
import type { Day } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import { interactionTypes, platforms } from '#domain/vocabulary.ts'
import { batched } from '#server/db/batch.ts'
import { heldPoints, isKept, isLive, isOpenCheck } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { nearest, teamBoard } from '../boards/store.ts'

/** For how many days a line for the member stays, today included. */
const ownDays = 7
/** How many of the team's newest activities are read for everybody. A member's own ones among them are left out. */
const teamLines = 60
const oldest = `(asked.since - interval '${ownDays - 1} days')`

// Each part has the same columns: kind, id, at, user_id, subject, platform, count, points, report, reason.
const shareLines = `select case s.status when 'completed' then 'share_verified' else 'share_not_accepted' end as kind,
       s.id::text as id, s.answered_at as at, null::uuid as user_id, null::text as subject, s.platform, 0 as count,
       case when s.status = 'completed' then s.points else 0 end as points, null::text as report, s.reason
     from shares s where s.user_id = asked.user_id and s.answered_at >= ${oldest}
       and (s.interaction_id is null or s.status = 'rejected')`
const takenBackLines = `select 'taken_back', t.interaction_id::text, t.created_at, null, p.author_name, i.platform, 0,
       -i.points, i.type, t.reason
     from take_backs t join interactions i on i.id = t.interaction_id join posts p on p.id = i.post_id
     where t.user_id = asked.user_id and t.given_back_at is null and t.created_at >= ${oldest}`
const appealLines = `select a.decision, a.id::text, a.decided_at, null, p.author_name, coalesce(i.platform, s.platform), 0,
       case a.decision when 'given_back' then coalesce(i.points, ${heldPoints('s', 'i')}) else 0 end, i.type, a.decision_reason
     from appeals a left join interactions i on i.id = a.interaction_id left join posts p on p.id = i.post_id
       left join shares s on s.id = a.share_id
     where a.user_id = asked.user_id and a.decided_at >= ${oldest}`
const correctionLines = `select 'correction', c.id::text, c.created_at, null, null, null, 0, c.amount, null, c.reason
     from adjustments c where c.user_id = asked.user_id and c.created_at >= ${oldest}`
const checkLines = `select 'check', c.id::text, c.asked_at, null, p.author_name, i.platform, 0, 0, i.type, null
     from checks c join interactions i on i.id = c.interaction_id join posts p on p.id = i.post_id
     where c.user_id = asked.user_id and ${isOpenCheck('c')} and ${isLive('i')} and c.asked_at >= ${oldest}`
const achievementLines = `select 'achievement', e.id::text, e.earned_at, null, e.code, null, 0, e.points, null, null
     from earned_achievements e
     where e.user_id = asked.user_id and e.taken_back_at is null and e.earned_at >= ${oldest}`
const applauseLines = `select 'applause', 'applause ' || p.day, max(p.created_at), null,
       case when count(distinct a.id) = 1 then min(a.description) end, null, count(distinct p.user_id)::int, 0, null,
       null
     from applause p join activities a on a.id = p.activity_id
       join users fan on fan.id = p.user_id and fan.disabled_at is null
     where p.receiver_id = asked.user_id and p.day > asked.today - ${ownDays} group by p.day`
const contestLines = `select 'contest_ends', c.id || ' ' || c.end_date,
       (greatest(c.start_date, c.end_date - ${contestReminderDays - 1}))::timestamp at time zone asked.zone, null,
       c.title, null, c.end_date - asked.today + 1, 0, null, null
     from contests c where ${isKept('c')} and asked.today >= c.start_date
       and asked.today between c.end_date - ${contestReminderDays - 1} and c.end_date`
/** Of so many members who stand next above it is looked up whether they passed the member today. */
const passersJudged = 50
const pointsToday = (member: string) =>
  `coalesce((select sum(amount) from ledger where user_id = ${member} and day = asked.today), 0)`
// Those who had fewer points when the day began, and stand above the member now. The newest one is named.
const passedLines = `(select 'passed_by', 'passed_by ' || asked.today, other.reached_at, other.user_id, null, null,
       (count(*) over ())::int, 0, null, null
     from board_entries me cross join lateral (${nearest('above', 'me', passersJudged, true)}) other
     where me.board_id = '${teamBoard}' and me.user_id = asked.user_id and other.reached_at >= asked.since
       and other.points - ${pointsToday('other.user_id')} < me.points - ${pointsToday('me.user_id')}
     order by other.reached_at desc, other.user_id limit 1)`
const teamPart = `(select case when l.type = 'platform_update' and l.platform is not null then 'post' else 'activity' end,
       l.id::text, l.created_at, l.user_id, l.description, l.platform, 0, l.points,
       null, null
     from latest l where l.user_id is distinct from asked.user_id
     order by l.created_at desc, l.id desc limit ${bellLength})`

const parts = [
  shareLines,
  takenBackLines,
  appealLines,
  correctionLines,
  checkLines,
  achievementLines,
  applauseLines,
  contestLines,
  passedLines,
  teamPart,
]

// A key is a member's id, the day and the time zone. Nothing of this is written by a report, so a report costs no more.
const listLines = batched(
  query({
    name: 'list_bell_lines',
    sql: `with asked as materialized (
       select key, split_part(key, ' ', 1)::uuid as user_id, split_part(key, ' ', 2)::date as today,
         split_part(key, ' ', 3) as zone,
         split_part(key, ' ', 2)::timestamp at time zone split_part(key, ' ', 3) as since
       from unnest($keys) as keys (key)
     ), latest as materialized (
       select * from activities where not exists (
         select from users where users.id = activities.user_id and disabled_at is not null) order by created_at desc, id desc limit ${teamLines}
     )
     select asked.key, line.kind, line.id, line.at, line.user_id as "userId", u.username,
       u.display_name as "displayName", u.avatar, line.subject, line.platform, line.count, line.points,
       line.report, line.reason
     from asked cross join lateral (
       ${parts.join('\n       union all\n       ')}
     ) line left join users u on u.id = line.user_id`,
    params: { keys: col.texts },
    row: {
      key: col.text,
      kind: col.word(bellKinds),
      id: col.text,
      at: col.instant,
      userId: col.nullable(col.id<'user'>()),
      username: col.nullable(col.text),
      displayName: col.nullable(col.text),
      avatar: col.nullable(col.text),
      subject: col.nullable(col.text),
      platform: col.nullable(col.word(platforms)),
      count: col.int,
      points: col.int,
      report: col.nullable(col.word(interactionTypes)),
      reason: col.nullable(col.text),
    },
  }),
)

/** The lines for a member of the last seven days and the latest of the team, in no order. `subject` of an achievement is its code. */
export function listBellLines(
  db: Db | Tx,
  { userId, today, timeZone }: { readonly userId: UserId; readonly today: Day; readonly timeZone: string },
) {
  return listLines(db, `${userId} ${today} ${timeZone}`)
}
