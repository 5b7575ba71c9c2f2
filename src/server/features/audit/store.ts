import { type Db, type StatementValue, statement, type Tx } from '#server/db/handle.ts'
import type { Place } from '#server/http/cursor.ts'

/** What of the record is wanted; null leaves a choice open. */
export interface AuditWanted {
  readonly limit: number
  readonly after: Place | null
  /** A noun, or a whole action. */
  readonly action: string | null
  /** A part of the name of who did it. */
  readonly actor: string | null
  readonly subject: string | null
  /** The first instant that counts, and the first that no longer does. */
  readonly from: Date | null
  readonly before: Date | null
}

export interface AuditRow {
  readonly id: string
  readonly actorId: string | null
  readonly actorName: string | null
  readonly action: string
  readonly subject: string | null
  readonly subjectName: string | null
  readonly details: Record<string, unknown>
  readonly ip: string | null
  readonly createdAt: Date
}

// A page is found first and its names looked up after, so that no row is joined that is not shown.
export const listPage = statement<AuditRow>(
  'list_audit_page',
  `select entry.id, entry.actor_id as "actorId", actor.username as "actorName", entry.action, entry.subject,
     coalesce(member.username, contest.title, post.author_name, sharer.username) as "subjectName",
     entry.details, entry.ip, entry.created_at as "createdAt"
   from (
     select *, case when subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then subject::uuid end as subject_id
     from audit_entries
     where ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
       and ($4::text is null or action = $4 or action like $4 || '.%')
       and ($5::text is null or actor_id in (
         select id from users where position(lower($5) in lower(username)) > 0
       ))
       and ($6::text is null or subject = $6)
       and ($7::timestamptz is null or created_at >= $7)
       and ($8::timestamptz is null or created_at < $8)
     order by created_at desc, id desc
     limit $1
   ) entry
   left join users actor on actor.id = entry.actor_id
   left join users member on member.id = entry.subject_id
   left join contests contest on contest.id = entry.subject_id
   left join posts post on post.id = entry.subject_id
   left join shares share on share.id = entry.subject_id
   left join users sharer on sharer.id = share.user_id
   order by entry.created_at desc, entry.id desc`,
)

/** The record of who did what, the newest first. */
export function listAuditRows(db: Db | Tx, wanted: AuditWanted): Promise<AuditRow[]> {
  const { limit, after, action, actor, subject, from, before } = wanted
  const values: StatementValue[] = [
    limit,
    after?.at.toISOString() ?? null,
    after?.id ?? null,
    action,
    actor,
    subject,
    from?.toISOString() ?? null,
    before?.toISOString() ?? null,
  ]
  return db.run(listPage, values)
}

const listNouns = statement<{ noun: string }>(
  'list_audit_nouns',
  `select distinct split_part(action, '.', 1) as noun from (select distinct action from audit_entries) known order by noun`,
)

/** The kinds of thing that something was done to. */
export async function listAuditNouns(db: Db | Tx): Promise<string[]> {
  const rows = await db.run(listNouns, [])
  return rows.map(({ noun }) => noun)
}
