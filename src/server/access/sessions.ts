import { roles } from '#domain/vocabulary.ts'
import { batched } from '#server/db/batch.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

export const sessionKinds = ['slack', 'emergency'] as const
export type SessionKind = (typeof sessionKinds)[number]

// Batched: after each live message all browsers of a team reload at once, and their cached sessions expire together.
function findBy(column: 'cookie_hash' | 'bearer_hash') {
  return query({
    name: `sessions_by_${column}`,
    sql: `select asked.key, s.id, s.kind, s.expires_at as "expiresAt", s.last_seen_at as "lastSeenAt",
       u.id as "userId", u.username, u.display_name as "displayName", u.role
     from unnest($keys) as asked (key)
       join sessions s on s.${column} = asked.key join users u on u.id = s.user_id and u.disabled_at is null`,
    params: { keys: col.texts },
    row: {
      key: col.text,
      id: col.id<'session'>(),
      kind: col.word(sessionKinds),
      expiresAt: col.instant,
      lastSeenAt: col.instant,
      userId: col.id<'user'>(),
      username: col.text,
      displayName: col.text,
      role: col.word(roles),
    },
  })
}

/** The session whose cookie or bearer has this hash, with its member; none if the member is disabled. */
export const listSessionsBy = {
  cookie: batched(findBy('cookie_hash'), { longestPauseMs: 100, pausePerKeyMs: 2 }),
  bearer: batched(findBy('bearer_hash')),
}

export type SessionRow = RowOf<ReturnType<typeof findBy>>

export const insertSession = query({
  name: 'insert_session',
  sql: `insert into sessions (id, user_id, kind, cookie_hash, bearer_hash, browser, created_at, last_seen_at, expires_at)
   values ($id, $userId, $kind, $cookieHash, $bearerHash, $browser, $now, $now, $expiresAt)`,
  params: {
    id: col.id<'session'>(),
    userId: col.id<'user'>(),
    kind: col.word(sessionKinds),
    cookieHash: col.text,
    bearerHash: col.nullable(col.text),
    browser: col.nullable(col.text),
    now: col.instant,
    expiresAt: col.instant,
  },
})
/** Notes that sessions are in use, except those that another transaction notes at this moment. */
export const updateLastSeen = query({
  name: 'touch_session',
  sql: `update sessions set last_seen_at = $now where id in (
     select id from sessions where id = any($ids) and last_seen_at < $now for no key update skip locked
   )`,
  params: { ids: col.ids<'session'>(), now: col.instant },
})
/** Ends a session and answers whose it was. */
export const deleteSession = query({
  name: 'delete_session',
  sql: 'delete from sessions where id = $id returning user_id as "userId"',
  params: { id: col.id<'session'>() },
  row: { userId: col.id<'user'>() },
})
/** Ends every session of a member and answers their ids. */
export const deleteSessionsOf = query({
  name: 'delete_sessions_of_user',
  sql: 'delete from sessions where user_id = $userId returning id',
  params: { userId: col.id<'user'>() },
  row: { id: col.id<'session'>() },
})
/** Ends every session of a kind and answers whose they were. */
export const deleteSessionsOfKind = query({
  name: 'delete_sessions_of_kind',
  sql: 'delete from sessions where kind = $kind returning id, user_id as "userId"',
  params: { kind: col.word(sessionKinds) },
  row: { id: col.id<'session'>(), userId: col.id<'user'>() },
})
// `slack` and `emergency` are the earliest last use with which a session of that kind is valid.
const isInUse = "last_seen_at >= case kind when 'slack' then $slack else $emergency end"
const isAlive = `expires_at > $now and ${isInUse}`
const aliveAt = { now: col.instant, slack: col.instant, emergency: col.instant }
/** Those of the given sessions that are still valid, with their last use. */
export const listAliveSessions = query({
  name: 'list_alive_sessions',
  sql: `select s.id, s.last_seen_at as "lastSeenAt" from sessions s join users u on u.id = s.user_id and u.disabled_at is null
   where s.id = any($ids) and ${isAlive}`,
  params: { ids: col.ids<'session'>(), ...aliveAt },
  row: { id: col.id<'session'>(), lastSeenAt: col.instant },
})
/** A member's sessions that are still valid, the last used first. */
export const listAliveSessionsOf = query({
  name: 'list_alive_sessions_of_user',
  sql: `select id, browser, created_at as "createdAt", last_seen_at as "lastSeenAt" from sessions
   where user_id = $userId and ${isAlive} order by last_seen_at desc, id desc`,
  params: { userId: col.id<'user'>(), ...aliveAt },
  row: {
    id: col.id<'session'>(),
    browser: col.nullable(col.text),
    createdAt: col.instant,
    lastSeenAt: col.instant,
  },
})
/** Ends one session if it is this member's and still valid, and answers its browser. */
export const deleteSessionOf = query({
  name: 'delete_session_of_user',
  sql: `delete from sessions where id = $id and user_id = $userId and ${isAlive} returning browser`,
  params: { id: col.id<'session'>(), userId: col.id<'user'>(), ...aliveAt },
  row: { browser: col.nullable(col.text) },
})
/** Ends the member's valid sessions except one, and answers their ids. */
export const deleteOtherSessionsOf = query({
  name: 'delete_other_sessions_of_user',
  sql: `delete from sessions where user_id = $userId and id <> $kept and ${isAlive} returning id`,
  params: { userId: col.id<'user'>(), kept: col.id<'session'>(), ...aliveAt },
  row: { id: col.id<'session'>() },
})
/** Deletes the sessions that are no longer valid. */
export const deleteExpiredSessions = query({
  name: 'delete_expired_sessions',
  sql: `delete from sessions where expires_at < $now or not (${isInUse})`,
  params: aliveAt,
})
