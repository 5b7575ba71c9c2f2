import { col, query, type RowOf } from '#server/db/query.ts'

/**
 * The audit trail, newest first. The inner query finds the page before names are joined, so only rows of the page are
 * joined.
 */
export const listAuditRows = query({
  name: 'list_audit_page',
  sql: `select entry.id, entry.actor_id as "actorId", actor.username,
     actor.display_name as "displayName", entry.action, entry.subject,
     coalesce(member.display_name, contest.title, post.author_name, sharer.display_name) as "subjectName",
     entry.details, entry.ip, entry.created_at as "createdAt"
   from (
     select *, case when subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject::uuid end as subject_id
     from audit_entries
     where ($afterAt is null or (created_at, id) < ($afterAt, $afterId))
       and ($action is null or action = $action or action like $action || '.%')
       and ($actor is null or actor_id in (
         select id from users where position(lower($actor) in lower(concat_ws(chr(10), display_name, username))) > 0
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
  // The filters; null does not filter.
  params: {
    afterAt: col.nullable(col.instant),
    afterId: col.nullable(col.id<'auditEntry'>()),
    /** The noun of an action, or the whole action. */
    action: col.nullable(col.text),
    /** Part of the actor's display name or username. */
    actor: col.nullable(col.text),
    subject: col.nullable(col.text),
    /** The first instant in the range; `before` is the first after it. */
    from: col.nullable(col.instant),
    before: col.nullable(col.instant),
    limit: col.int,
  },
  row: {
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
  },
})
export type AuditRow = RowOf<typeof listAuditRows>

/** The nouns of all actions in the audit trail. */
export const listAuditNouns = query({
  name: 'list_audit_nouns',
  sql: `select distinct split_part(action, '.', 1) as noun from (select distinct action from audit_entries) known
   order by noun`,
  row: { noun: col.text },
})
