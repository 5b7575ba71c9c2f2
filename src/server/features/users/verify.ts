import { asId } from '#domain/ids.ts'
import { displayNameOf } from '#domain/names.ts'
import type { Check } from '#server/db/check.ts'
import { col, query } from '#server/db/query.ts'

const membersAtATime = 5_000

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
