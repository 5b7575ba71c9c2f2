import type { SearchKind } from '#domain/search.ts'
import { isFound } from '#server/db/fragments.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

/** How many members one search of the trail finds, and among how many who match it looks for them. */
const mostActors = 100
const mostMatches = 10_000

// Filters; null does not filter.
const range = {
  afterAt: col.nullable(col.instant),
  afterId: col.nullable(col.id<'auditEntry'>()),
  /** The first instant in the range; `before` is the first after it. */
  from: col.nullable(col.instant),
  before: col.nullable(col.instant),
  limit: col.int,
}
const ofActions = { actions: col.nullable(col.texts) }
const row = {
  id: col.id<'auditEntry'>(),
  actorId: col.nullable(col.id<'user'>()),
  username: col.nullable(col.text),
  displayName: col.nullable(col.text),
  action: col.text,
  subject: col.nullable(col.text),
  subjectName: col.nullable(col.text),
  details: col.jsonb<Record<string, unknown>>(),
  ip: col.nullable(col.text),
  createdAt: col.instant,
}

const inRange = `($afterAt is null or (created_at, id) < ($afterAt, $afterId))
       and ($from is null or created_at >= $from) and ($before is null or created_at < $before)`
const newest = 'order by created_at desc, id desc limit $limit'
const isOfActions = '($actions is null or action = any($actions))'

/** A page of what a select finds. Names are joined to its rows only. */
function pageOf(source: string): string {
  return `select entry.id, entry.actor_id as "actorId", actor.username,
     actor.display_name as "displayName", entry.action, entry.subject,
     coalesce(member.display_name, contest.title, post.author_name, sharer.display_name, team.name, quest.title) as "subjectName",
     entry.details, entry.ip, entry.created_at as "createdAt"
   from (
     select *, case when subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject::uuid end as subject_id
     from (${source}) found ${newest}
   ) entry
   left join users actor on actor.id = entry.actor_id
   left join users member on member.id = entry.subject_id
   left join contests contest on contest.id = entry.subject_id
   left join posts post on post.id = entry.subject_id
   left join shares share on share.id = entry.subject_id
   left join users sharer on sharer.id = share.user_id
   left join teams team on team.id = entry.subject_id
   left join quests quest on quest.id = entry.subject_id
   order by entry.created_at desc, entry.id desc`
}

/** The audit trail, newest first. */
export const listAuditRows = query({
  name: 'list_audit_page',
  sql: pageOf(`select * from audit_entries where ${inRange} ${newest}`),
  params: range,
  row,
})
/** The newest entries of some actions, which an index has each by itself. */
export const listAuditOfActions = query({
  name: 'list_audit_of_actions',
  sql: pageOf(`select each.* from unnest($actions) as asked (action) cross join lateral (
       select * from audit_entries where audit_entries.action = asked.action and ${inRange} ${newest}) each`),
  params: { ...range, actions: col.texts },
  row,
})
/** The newest entries of some members. */
export const listAuditOfActors = query({
  name: 'list_audit_of_actors',
  sql: pageOf(`select each.* from unnest($actors) as asked (id) cross join lateral (
       select * from audit_entries where actor_id = asked.id and ${isOfActions} and ${inRange} ${newest}) each`),
  params: { ...range, ...ofActions, actors: col.ids<'user'>() },
  row,
})
/** The newest entries about one subject. */
export const listAuditOfSubject = query({
  name: 'list_audit_of_subject',
  sql: pageOf(`select * from audit_entries where subject = $subject
       and ($actors is null or actor_id = any($actors)) and ${isOfActions} and ${inRange} ${newest}`),
  params: { ...range, ...ofActions, actors: col.nullable(col.ids<'user'>()), subject: col.text },
  row,
})
export type AuditRow = RowOf<typeof listAuditRows>

/** Every action in the trail. It steps through an index from each to the next. */
export const listAuditActions = query({
  name: 'list_audit_actions',
  sql: `with recursive known (action) as (
     (select action from audit_entries order by action limit 1)
     union all
     select (select a.action from audit_entries a where a.action > known.action order by a.action limit 1)
     from known where known.action is not null
   )
   select action from known where action is not null order by action`,
  row: { action: col.text },
})

/** Members with entries whose names a search finds. */
export const listAuditActors = { part: actorsBy('part'), start: actorsBy('start'), near: actorsBy('near') }

function actorsBy(kind: SearchKind) {
  const isMatch = isFound('names', kind)
  const members =
    kind === 'near'
      ? `select user_id from (
         select user_id, names from member_directory
         order by is_enabled desc, name desc, username desc, user_id desc limit ${mostMatches}
       ) near where ${isMatch}`
      : `select user_id from member_directory where ${isMatch} limit ${mostMatches}`
  return query({
    name: `list_audit_actors_by_${kind}`,
    // Those who administer or review act most, so they are looked for first.
    sql: `select user_id as id from (
       (select user_id from member_directory
        where is_enabled in (true, false) and role in ('admin', 'moderator') and ${isMatch} limit ${mostMatches})
       union (${members})
     ) named where exists (select from audit_entries where actor_id = named.user_id) limit ${mostActors}`,
    params: { pattern: col.text },
    row: { id: col.id<'user'>() },
  })
}
