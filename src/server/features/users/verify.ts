import { asId } from '#domain/ids.ts'
import { displayNameOf } from '#domain/names.ts'
import { type Check, inSql } from '#server/db/check.ts'
import { col, query } from '#server/db/query.ts'

const membersAtATime = 5_000

/** Checks that the lists of members search and sort by what stands in the members' rows. */
export const directoryCheck = inSql(
  'directory of members',
  `select format('member %s is not listed as they are', users.id) as violation
   from users left join member_directory listed on listed.user_id = users.id
   where listed.user_id is null or listed.is_enabled <> (disabled_at is null) or listed.role <> users.role
     or listed.name <> lower(display_name) or listed.username <> lower(users.username)
     or listed.email is distinct from lower(users.email) or listed.created_at <> users.created_at
     or listed.standing <> sign(users.total_points)
     or listed.names <> concat(chr(10), lower(display_name), chr(10), lower(users.username))
     or listed.details <> concat(chr(10), lower(concat_ws(chr(10), display_name, users.username, users.email,
       slack_user_id, tracking_code)))
   order by users.id limit 100`,
)

const listNames = query({
  name: 'verify_display_names',
  sql: `select id, username, display_name as "displayName", own_name as "ownName", chat_name as "chatName"
   from users where id > $after order by id limit ${membersAtATime}`,
  params: { after: col.id<'user'>() },
  row: {
    id: col.id<'user'>(),
    username: col.text,
    displayName: col.text,
    ownName: col.nullable(col.text),
    chatName: col.nullable(col.text),
  },
})

/** Checks that every member is shown by the name that the rule gives. */
export const nameCheck: Check = {
  names: ['display names'],
  find: async (tx, after) => {
    const rows = await listNames(tx, { after: asId(after) })
    const violations = rows.flatMap(({ displayName, ...member }) => {
      const due = displayNameOf(member)
      if (displayName === due) return []
      const violation = `member ${member.id} is shown as “${displayName}”, not “${due}”`
      return [{ name: 'display names', violation }]
    })
    return { violations, next: rows.length < membersAtATime ? null : (rows.at(-1)?.id ?? null) }
  },
}
