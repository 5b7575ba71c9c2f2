import { asId } from '#domain/ids.ts'
import { displayNameOf } from '#domain/names.ts'
import type { Check } from '#server/db/check.ts'
import type { Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

/** Checks that every member is shown by the name that the rule gives. */
export const nameCheck: Check = { name: 'display names', find: findNameViolations }

const membersAtATime = 500

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

async function findNameViolations(tx: Tx): Promise<string[]> {
  const violations: string[] = []
  let after = asId<'user'>('00000000-0000-0000-0000-000000000000')
  for (;;) {
    const rows = await listNames(tx, { after })
    for (const { displayName, ...member } of rows) {
      const due = displayNameOf(member)
      if (displayName !== due)
        violations.push(`member ${member.id} is shown as “${displayName}”, not “${due}”`)
    }
    const last = rows.at(-1)
    if (!last || rows.length < membersAtATime) return violations
    after = last.id
  }
}
