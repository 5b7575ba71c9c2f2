import { col, query, type RowOf } from '#server/db/query.ts'
import type { ChatMessage } from '../blocks/messages.ts'

const press = {
  id: col.id<'press'>(),
  slackUserId: col.text,
  actionId: col.text,
  value: col.text,
  responseUrl: col.nullable(col.text),
  receivedAt: col.instant,
}
const columns = `id, slack_user_id as "slackUserId", action_id as "actionId", value, response_url as "responseUrl",
  received_at as "receivedAt"`

/** Keeps a press, and its line in the log of deliveries. Without a row it is a repeat, and the log says so. */
export const insertPress = query({
  name: 'insert_chat_press',
  sql: `with press as (
     insert into chat_presses (id, key, slack_user_id, action_id, value, response_url, received_at, taken_at)
     values ($id, $key, $slackUserId, $actionId, $value, $responseUrl, $receivedAt, $receivedAt)
     on conflict (key) do nothing returning id
   ), logged as (
     insert into deliveries (id, direction, route, sender, outcome, status, body, created_at, finished_at)
     values ($deliveryId, 'in', $route, 'chat',
       case when exists (select from press) then 'accepted' else 'duplicate' end, 200,
       jsonb_build_object('action', $actionId, 'person', $slackUserId), $receivedAt, $receivedAt)
   ) select id from press`,
  params: { ...press, key: col.text, deliveryId: col.id<'delivery'>(), route: col.text },
  row: { id: press.id },
})

/** Presses without an answer that nobody has worked on since an instant, oldest first. They count as taken up now. */
export const takeWaiting = query({
  name: 'take_waiting_chat_presses',
  sql: `update chat_presses set taken_at = $now where id in (
     select id from chat_presses where ended_at is null and taken_at <= $before and id <> all ($busy)
     order by taken_at limit $limit for update skip locked
   ) returning ${columns}, tries, answer`,
  params: { now: col.instant, before: col.instant, busy: col.ids<'press'>(), limit: col.int },
  row: { ...press, tries: col.int, answer: col.nullable(col.jsonb<ChatMessage>()) },
})
export type WaitingPress = RowOf<typeof takeWaiting>

/** The press is done, or its answer was given up for a reason. What was kept for the answer goes. */
export const updatePressEnded = query({
  name: 'end_chat_press',
  sql: `update chat_presses set ended_at = $at, failure = $failure, answer = null, response_url = null, tries = tries + 1
   where id = $id`,
  params: { id: press.id, at: col.instant, failure: col.nullable(col.text) },
})

/** An attempt failed. With an answer the press has had its effect, and only the answer is tried again. */
export const updatePressTried = query({
  name: 'note_chat_press_try',
  sql: `update chat_presses set tries = tries + 1, failure = $failure, answer = $answer, taken_at = $at
   where id = $id and ended_at is null`,
  params: {
    id: press.id,
    failure: col.text,
    answer: col.nullable(col.jsonb<ChatMessage>()),
    at: col.instant,
  },
})

/** When the oldest press without an answer was taken up, apart from those that this process works on. */
export const findOldestWaiting = query({
  name: 'find_oldest_waiting_chat_press',
  sql: `select taken_at as "takenAt" from chat_presses where ended_at is null and id <> all ($busy)
   order by taken_at limit 1`,
  params: { busy: col.ids<'press'>() },
  row: { takenAt: col.instant },
})

export const deletePressesBefore = query({
  name: 'delete_chat_presses',
  sql: 'delete from chat_presses where received_at < $instant',
  params: { instant: col.instant },
})

/** A press that still waits, as it is now. It counts as taken up now. */
export const takeOne = query({
  name: 'take_chat_press',
  sql: `update chat_presses set taken_at = $now where id = $id and ended_at is null returning ${columns}, tries, answer`,
  params: { id: press.id, now: col.instant },
  row: { ...press, tries: col.int, answer: col.nullable(col.jsonb<ChatMessage>()) },
})
