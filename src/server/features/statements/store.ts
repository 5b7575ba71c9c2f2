import type { AmountOfTeam } from '#contract/ledger.ts'
import type { BookedTeam } from '#contract/teams.ts'
import { achievementCodes } from '#domain/achievements.ts'
import type { LedgerSubject } from '#domain/ids.ts'
import {
  appealDecisions,
  bonusTypes,
  interactionTypes,
  ledgerReasons,
  platforms,
  shareStatuses,
} from '#domain/vocabulary.ts'
import { bookedTeamOf } from '#server/db/fragments.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

const subjectTypes = ['interaction', 'share', 'achievement', 'link_click', 'adjustment'] as const

// An entry that took points by a reviewer's decision has the instant of that decision.
const isTakeBack = `picked.reason = 'undo' and t.created_at = picked.created_at`
const isGiveBack = `picked.reason = 'adjustment' and t.given_back_at = picked.created_at`
const isRejection = `s.status = 'rejected' and s.answered_at = picked.created_at and picked.amount < 0`
const isShareGivenBack = `s.id is not null and ap.decision = 'given_back' and ap.decided_at = picked.created_at`

/**
 * A member's entries, newest first, starting after a position if there is one. Each has the sum up to it, and what it
 * belongs to. `content` is the text of the post or of the share, or the beginning of it.
 */
export const listLedgerRows = query({
  name: 'list_ledger_rows',
  sql: `with mine as (
     select *, (created_at at time zone $timeZone)::date as booked_on,
       sum(amount) over (order by created_at, id)::int as balance
     from ledger where user_id = $userId
   ), picked as (
     select * from mine
     where ($reason is null or reason = $reason) and ($from is null or booked_on >= $from)
       and ($to is null or booked_on <= $to) and ($afterAt is null or (created_at, id) < ($afterAt, $afterId))
     order by created_at desc, id desc limit $limit
   )
   select picked.id, picked.created_at as at, picked.day::text as day, picked.booked_on::text as "bookedOn", picked.reason,
     picked.amount, picked.balance, picked.subject_id as "subjectId",
     case when i.id is not null then 'interaction' when s.id is not null then 'share' when e.id is not null then 'achievement'
       when c.id is not null then 'link_click' else 'adjustment' end as "subjectType",
     picked.rule_id as "ruleId", picked.rule_value as "ruleValue", picked.rule_multiplier as "ruleMultiplier",
     picked.bonus_type as "bonusType", picked.bonus_value as "bonusValue",
     case when picked.reason = 'interaction' then i.over_cap end as "overCap",
     exists (select from ledger back where back.reverses_id = picked.id) as "isUndone",
     (${isTakeBack}) is true as "isTakeBack",
     case when ${isTakeBack} then t.reason when ${isGiveBack} or ${isShareGivenBack} then ap.decision_reason
       when ${isRejection} then s.reason else a.reason end as note,
     by.id as "byId", by.username as "byUsername", by.display_name as "byDisplayName", by.avatar as "byAvatar",
     ap.id is not null and (${isTakeBack} or (s.id is not null and picked.amount < 0 and picked.created_at <= ap.created_at))
       as "hasAppeal", ap.decision, ap.decision_reason as "decisionReason",
     ap.id is null and ((${isTakeBack} and i.taken_back_at is not null)
       or (${isRejection} and s.reviewer_id is not null)) is true as "mayAppeal",
     ${bookedTeamOf('picked.team_id')} as team,
     i.type as report, e.code as achievement, s.status as "shareStatus", coalesce(p.platform, s.platform) as platform,
     p.author_name as author, left(coalesce(p.content, s.custom_message), 1000) as content,
     coalesce(case when p.deleted_at is null then p.post_url end, s.share_url) as url
   from picked left join interactions i on i.id = picked.subject_id
     left join earned_achievements e on e.id = picked.subject_id
     left join link_clicks c on c.id = picked.subject_id
     left join shares s on s.id = picked.subject_id
     left join adjustments a on a.id = picked.subject_id
     left join posts p on p.id = coalesce(i.post_id, c.post_id)
     left join take_backs t on t.interaction_id = i.id
     left join appeals ap on ap.interaction_id = i.id or ap.share_id = s.id
     left join users by on by.id = case when ${isTakeBack} then t.reviewer_id
       when ${isGiveBack} or ${isShareGivenBack} then ap.decided_by
       when ${isRejection} then s.reviewer_id else a.admin_id end
   order by picked.created_at desc, picked.id desc`,
  params: {
    userId: col.id<'user'>(),
    timeZone: col.text,
    limit: col.int,
    reason: col.nullable(col.word(ledgerReasons)),
    from: col.nullable(col.day),
    to: col.nullable(col.day),
    afterAt: col.nullable(col.instant),
    afterId: col.nullable(col.id<'ledgerEntry'>()),
  },
  row: {
    id: col.id<'ledgerEntry'>(),
    at: col.instant,
    day: col.day,
    bookedOn: col.day,
    reason: col.word(ledgerReasons),
    amount: col.int,
    balance: col.int,
    subjectId: col.id<LedgerSubject>(),
    subjectType: col.word(subjectTypes),
    ruleId: col.nullable(col.id<'pointsRule'>()),
    ruleValue: col.nullable(col.int),
    ruleMultiplier: col.nullable(col.int),
    bonusType: col.nullable(col.word(bonusTypes)),
    bonusValue: col.nullable(col.int),
    overCap: col.nullable(col.int),
    isUndone: col.bool,
    isTakeBack: col.bool,
    note: col.nullable(col.text),
    byId: col.nullable(col.id<'user'>()),
    byUsername: col.nullable(col.text),
    byDisplayName: col.nullable(col.text),
    byAvatar: col.nullable(col.text),
    hasAppeal: col.nullable(col.bool),
    decision: col.nullable(col.word(appealDecisions)),
    decisionReason: col.nullable(col.text),
    mayAppeal: col.bool,
    team: col.nullable(col.json<BookedTeam>()),
    report: col.nullable(col.word(interactionTypes)),
    achievement: col.nullable(col.word(achievementCodes)),
    shareStatus: col.nullable(col.word(shareStatuses)),
    platform: col.nullable(col.word(platforms)),
    author: col.nullable(col.text),
    content: col.nullable(col.text),
    /** As it is stored, unchecked. */
    url: col.nullable(col.text),
  },
})
export type LedgerRow = RowOf<typeof listLedgerRows>

/** The months of a member's entries, newest first, each with its sum, the sum up to its end, and the sums of teams. */
export const listLedgerMonths = query({
  name: 'list_ledger_months',
  sql: `with of_teams as (
     select to_char(created_at at time zone $timeZone, 'YYYY-MM') as month, team_id, sum(amount)::int as amount,
       count(*)::int as entries
     from ledger where user_id = $userId group by 1, 2
   )
   select month, sum(amount)::int as amount, sum(sum(amount)) over (order by month)::int as balance,
     sum(entries)::int as entries,
     coalesce(json_agg(json_build_object('team', ${bookedTeamOf('team_id')}, 'amount', amount)
       order by (select lower(name) from teams where teams.id = team_id), team_id)
       filter (where team_id is not null), '[]') as teams
   from of_teams group by month order by month desc`,
  params: { userId: col.id<'user'>(), timeZone: col.text },
  row: {
    month: col.text,
    amount: col.int,
    balance: col.int,
    entries: col.int,
    teams: col.json<readonly AmountOfTeam[]>(),
  },
})

/** The member of a statement, also a disabled one. */
export const findStatementMember = query({
  name: 'find_statement_member',
  sql: 'select id, username, display_name as "displayName", avatar from users where id = $id',
  params: { id: col.id<'user'>() },
  row: { id: col.id<'user'>(), username: col.text, displayName: col.text, avatar: col.nullable(col.text) },
})
