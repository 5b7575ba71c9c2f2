import { col, query, type RowOf } from '#server/db/query.ts'

/**
 * The record of who did what, the newest first. A page is found first and its names looked up after, so that no row is
 * joined that is not shown.
 */
export const listAuditRows = query({
  name: 'list_audit_page',
  sql: `select entry.id, entry.actor_id as "actorId", actor.username as "actorName", entry.action, entry.subject,
     coalesce(member.username, contest.title, post.author_name, sharer.username) as "subjectName",
     entry.details, entry.ip, entry.created_at as "createdAt"
   from (
     select *, case when subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject::uuid end as subject_id
     from audit_entries
     where ($afterAt is null or (created_at, id) < ($afterAt, $afterId))
       and ($action is null or action = $action or action like $action || '.%')
       and ($actor is null or actor_id in (
         select id from users where position(lower($actor) in lower(username)) > 0
       ))
       and ($subject is null or subject = $subject)
       and ($from is null or created_at >= $from)
       and ($before is null or created_at < $before)
     order by created_at desc, id desc
     limit $limit
   ) entry
   left join users actor on actor.id = entry.actor_id
   left join users member on member.id = entry.subject_id
   left join contests contest on contest.id = entry.subject_id
   left join posts post on post.id = entry.subject_id
   left join shares share on share.id = entry.subject_id
   left join users sharer on sharer.id = share.user_id
   order by entry.created_at desc, entry.id desc`,
  // What of the record is wanted; null leaves a choice open.
  params: {
    afterAt: col.nullable(col.instant),
    afterId: col.nullable(col.uuid),
    /** A noun, or a whole action. */
    action: col.nullable(col.text),
    /** A part of the name of who did it. */
    actor: col.nullable(col.text),
    subject: col.nullable(col.text),
    /** The first instant that counts, and the first that no longer does. */
    from: col.nullable(col.instant),
    before: col.nullable(col.instant),
    limit: col.int,
  },
  row: {
    id: col.uuid,
    actorId: col.nullable(col.uuid),
    actorName: col.nullable(col.text),
    action: col.text,
    subject: col.nullable(col.text),
    subjectName: col.nullable(col.text),
    details: col.jsonb<Record<string, unknown>>(),
    ip: col.nullable(col.text),
    createdAt: col.instant,
  },
})
export type AuditRow = RowOf<typeof listAuditRows>

/** The kinds of thing that something was done to. */
export const listAuditNouns = query({
  name: 'list_audit_nouns',
  sql: `select distinct split_part(action, '.', 1) as noun from (select distinct action from audit_entries) known
   order by noun`,
  row: { noun: col.text },
})
