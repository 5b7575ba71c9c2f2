import { chatMessageKinds } from '#domain/chat.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

const id = col.id<'chatMessage'>()
const subjectId = col.id<'post' | 'share' | 'appeal'>()
const kind = col.word(chatMessageKinds)

export const insertMessage = query({
  name: 'insert_chat_message',
  sql: `insert into chat_messages (id, kind, subject_id, channel, ts, posted_at, shown, shown_at)
   values ($id, $kind, $subjectId, $channel, $ts, $at, $shown, $at)`,
  params: { id, kind, subjectId, channel: col.text, ts: col.text, at: col.instant, shown: col.text },
})

/** Notes a change of these subjects. Returns whether there is a message that was up to date before. */
export const updateChanged = query({
  name: 'note_chat_message_changes',
  sql: `update chat_messages m set changes = m.changes + 1 where subject_id = any ($subjectIds) and ended_at is null
     and posted_at > $since returning m.changes = 1 as "isFirst"`,
  params: { subjectIds: col.ids<'post' | 'share' | 'appeal'>(), since: col.instant },
  row: { isFirst: col.bool },
})

/** The same for all messages of some kinds. */
export const updateAllChanged = query({
  name: 'note_all_chat_message_changes',
  sql: `update chat_messages m set changes = m.changes + 1 where kind = any ($kinds) and ended_at is null
     and posted_at > $since returning m.changes = 1 as "isFirst"`,
  params: { kinds: col.words(chatMessageKinds), since: col.instant },
  row: { isFirst: col.bool },
})

/** The message that has been left unchanged the longest of those that may show something outdated. */
export const findNextStale = query({
  name: 'find_next_stale_chat_message',
  sql: `select id, shown_at as "shownAt" from chat_messages where changes > 0 and ended_at is null
   order by shown_at, id limit 1`,
  row: { id, shownAt: col.instant },
})

export const getStale = query({
  name: 'get_stale_chat_message',
  sql: `select id, kind, subject_id as "subjectId", channel, ts, shown, shown_at as "shownAt", changes, tries
   from chat_messages where id = $id`,
  params: { id },
  row: {
    id,
    kind,
    subjectId,
    channel: col.text,
    ts: col.text,
    shown: col.text,
    shownAt: col.instant,
    changes: col.int,
    tries: col.int,
  },
})
export type StaleMessage = RowOf<typeof getStale>

/** What the message shows from now on, with so many of its changes. */
export const updateShown = query({
  name: 'set_chat_message_shown',
  sql: `update chat_messages set shown = $shown, shown_at = $at, changes = changes - $changes, tries = 0, failure = null
   where id = $id`,
  params: { id, shown: col.text, at: col.instant, changes: col.int },
})

/** An update failed. With `endedAt` the message is left as it is. */
export const updateFailed = query({
  name: 'note_chat_message_failure',
  sql: `update chat_messages set tries = tries + 1, failure = $failure, ended_at = $endedAt, shown_at = $at where id = $id`,
  params: { id, failure: col.text, endedAt: col.nullable(col.instant), at: col.instant },
})

export const deleteMessagesBefore = query({
  name: 'delete_chat_messages',
  sql: 'delete from chat_messages where posted_at < $instant',
  params: { instant: col.instant },
})
