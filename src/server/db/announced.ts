import { longestAwayMs } from '#contract/missed.ts'
import { liveTopics } from '#contract/topics.ts'
import { type Announcement, joined } from './announcement.ts'
import type { Db, Tx } from './handle.ts'
import { col, query } from './query.ts'

/** For how long what has changed is kept: a little longer than anybody may have been away. */
export const announcedForMs = longestAwayMs + 120_000
// More are not worth naming: then it concerns everybody.
const mostMembers = 500

interface Row {
  readonly topics: readonly string[]
  readonly members: readonly string[] | null
}

const insertAnnounced = query({
  name: 'insert_announced',
  sql: `insert into announcements (topics, members)
   select topics, members from jsonb_to_recordset($rows) as made (topics text[], members uuid[])`,
  params: { rows: col.json<readonly Row[]>() },
})

const deleteOldAnnounced = query({
  name: 'delete_old_announced',
  sql: `delete from announcements where at < clock_timestamp() - $keptMs * interval '1 millisecond'`,
  params: { keptMs: col.float },
})

/** Notes in a transaction what it announces to open windows, for those that are away. */
export async function noteAnnounced(tx: Pick<Tx, 'run'>, announced: readonly Announcement[]): Promise<void> {
  const rows = joined(announced).flatMap(({ topics = [], members }): Row[] => {
    const shown = topics.filter((topic) => liveTopics.includes(topic))
    const named = members === undefined || members.length > mostMembers ? null : members
    return shown.length === 0 ? [] : [{ topics: shown, members: named }]
  })
  if (rows.length > 0) await insertAnnounced(tx as Tx, { rows })
}

export async function deleteOldAnnouncements(db: Db): Promise<void> {
  await deleteOldAnnounced(db, { keptMs: announcedForMs })
}
