import { mostShownQuests } from '#contract/quests.ts'
import { tableDepth } from '#contract/tables.ts'
import { endedQuestDays, questActions } from '#domain/quests.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { isLive, isWithin } from '#server/db/fragments.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

const id = { id: col.id<'quest'>() }
const terms = {
  title: col.text,
  goal: col.nullable(col.int),
  actionType: col.word(questActions),
  startDate: col.day,
  endDate: col.day,
}
const questRow = { ...id, ...terms, doneAt: col.nullable(col.instant) }
const columns = `id, title, goal, action_type as "actionType", start_date::text as "startDate", end_date::text as "endDate",
   done_at as "doneAt"`
export type QuestRow = RowOf<typeof findQuest>

/** The quests that members see: those that run, by their end, then those to come, then the others. */
export const listShownQuests = query({
  name: 'list_shown_quests',
  sql: `select ${columns} from quests where deleted_at is null and end_date >= $today - ${endedQuestDays}
   order by end_date < $today, start_date > $today, abs(end_date - $today), id limit ${mostShownQuests}`,
  params: { today: col.day },
  row: questRow,
})

/** A page of all quests, the latest start first. */
export const listQuestPage = query({
  name: 'list_quest_page',
  sql: `select ${columns} from quests where deleted_at is null
   order by quests.start_date desc, id desc limit $limit offset $offset`,
  params: { limit: col.int, offset: col.int },
  row: questRow,
})

/** How many quests there are, up to one more than a table reaches. */
export const countQuests = query({
  name: 'count_quests',
  sql: `select count(*)::int as total from (select from quests where deleted_at is null limit ${tableDepth + 1}) counted`,
  row: { total: col.int },
})

/** The quests that are not done and may become so today. See `canBeDone` in domain/quests.ts. */
export const listOpenQuests = query({
  name: 'list_open_quests',
  sql: `select ${columns} from quests
   where deleted_at is null and done_at is null and start_date <= $today and end_date >= $today - 1`,
  params: { today: col.day },
  row: questRow,
})

export const findQuest = query({
  name: 'find_quest',
  sql: `select ${columns} from quests where id = $id and deleted_at is null`,
  params: id,
  row: questRow,
})

/** The same, and nobody else changes it until the transaction ends. */
export const lockQuest = query({
  name: 'lock_quest',
  sql: `select ${columns} from quests where id = $id and deleted_at is null for no key update`,
  params: id,
  row: questRow,
})

const isOfType = (of: string, type: string) =>
  `(${of}.action_type in ('any', 'everybody_once') or ${type} = ${of}.action_type)`
const types = interactionTypes.map((type) => `'${type}'`).join(', ')

/**
 * How far quests are, from the folded figures: reports by day and type, and members by day and days away. Whoever was
 * away on a day since before the quest began is new to it.
 */
export const listQuestFigures = query({
  name: 'list_quest_figures',
  sql: `select q.id, reports, members,
     case when goal is null then (select count(*)::int from users where disabled_at is null) else goal end as goal
   from quests q cross join lateral (
     select coalesce(sum(amount), 0)::int as reports from daily_figures f
     where ${isWithin('q', 'f.day')} and figure in (${types}) and ${isOfType('q', 'figure')}
   ) told cross join lateral (
     select coalesce(sum(members), 0)::int as members from active_days a
     where ${isWithin('q', 'a.day')} and away > a.day - q.start_date
   ) active
   where q.id = any($ids)`,
  params: { ids: col.ids<'quest'>() },
  row: {
    ...id,
    /** Live reports that count. */
    reports: col.int,
    /** Enabled members with a live report of any type. */
    members: col.int,
    /** The goal, which is the number of enabled members where none is given. */
    goal: col.int,
  },
})

/** How many live reports of members count for quests; nothing for those without any. */
export const countOwnParts = query({
  name: 'count_own_parts_of_quests',
  sql: `select member.id as "userId", q.id as "questId", count(*)::int as reports
   from unnest($userIds) as member (id) cross join quests q
     join interactions i on i.user_id = member.id and ${isWithin('q', 'i.day')} and ${isLive('i')}
       and ${isOfType('q', 'i.type')}
   where q.id = any($questIds) group by member.id, q.id`,
  params: { userIds: col.ids<'user'>(), questIds: col.ids<'quest'>() },
  row: { userId: col.id<'user'>(), questId: col.id<'quest'>(), reports: col.int },
})

export const insertQuest = query({
  name: 'insert_quest',
  sql: `insert into quests (id, title, goal, action_type, start_date, end_date, created_at, created_by)
   values ($id, $title, $goal, $actionType, $startDate, $endDate, $now, $by)`,
  params: { ...id, ...terms, now: col.instant, by: col.id<'user'>() },
})

export const updateQuestTerms = query({
  name: 'update_quest',
  sql: `update quests set title = $title, goal = $goal, action_type = $actionType, start_date = $startDate,
     end_date = $endDate where id = $id`,
  params: { ...id, ...terms },
})

export const updateQuestDeleted = query({
  name: 'delete_quest',
  sql: 'update quests set deleted_at = $now where id = $id',
  params: { ...id, now: col.instant },
})

/**
 * Notes that a quest is done, unless it is already, is deleted, or asks for something else than was counted. Of several
 * who notice it at once, one gets the row.
 */
export const updateQuestDone = query({
  name: 'update_quest_done',
  sql: `update quests set done_at = $now
   where id = $id and done_at is null and deleted_at is null and goal is not distinct from $goal
     and action_type = $actionType and start_date = $startDate and end_date = $endDate returning title`,
  params: {
    ...id,
    goal: terms.goal,
    actionType: terms.actionType,
    startDate: col.day,
    endDate: col.day,
    now: col.instant,
  },
  row: { title: col.text },
})
