import { type Role, roles } from '#domain/vocabulary.ts'
import { batched } from '#server/db/batch.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

export const sessionKinds = ['slack', 'emergency'] as const
export type SessionKind = (typeof sessionKinds)[number]

export interface SessionRow {
  readonly id: string
  readonly kind: SessionKind
  readonly expiresAt: Date
  readonly lastSeenAt: Date
  readonly userId: string
  readonly username: string
  readonly role: Role
}

export interface NewSession {
  readonly id: string
  readonly userId: string
  readonly kind: SessionKind
  readonly cookieHash: string
  readonly bearerHash: string | null
  readonly now: Date
  readonly expiresAt: Date
}

// All browsers of a team come back at once after every news, and their sessions' readings grow old together.
function findBy(column: 'cookie_hash' | 'bearer_hash') {
  return batched(
    query({
      name: `sessions_by_${column}`,
      sql: `select asked.key, s.id, s.kind, s.expires_at as "expiresAt", s.last_seen_at as "lastSeenAt",
         u.id as "userId", u.username, u.role
       from unnest($keys) as asked (key)
         join sessions s on s.${column} = asked.key join users u on u.id = s.user_id and u.disabled_at is null`,
      params: { keys: col.texts },
      row: {
        key: col.text,
        id: col.uuid,
        kind: col.word(sessionKinds),
        expiresAt: col.instant,
        lastSeenAt: col.instant,
        userId: col.uuid,
        username: col.text,
        role: col.word(roles),
      },
    }),
  )
}

const findBySecret = { cookie: findBy('cookie_hash'), bearer: findBy('bearer_hash') }
const insert = statement(
  'insert_session',
  `insert into sessions (id, user_id, kind, cookie_hash, bearer_hash, created_at, last_seen_at, expires_at)
   values ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz, $7)`,
)
const touch = statement(
  'touch_session',
  `update sessions set last_seen_at = $2::timestamptz where id in (
     select id from sessions where id = any($1::uuid[]) and last_seen_at < $2::timestamptz
     for no key update skip locked
   )`,
)
const remove = statement('delete_session', 'delete from sessions where id = $1')
const removeOfUser = statement<{ id: string }>(
  'delete_sessions_of_user',
  'delete from sessions where user_id = $1 returning id',
)
const listAlive = statement<{ id: string }>(
  'list_alive_sessions',
  `select s.id from sessions s join users u on u.id = s.user_id and u.disabled_at is null
   where s.id = any($1::uuid[]) and s.expires_at > $2::timestamptz
     and s.last_seen_at >= case s.kind when 'slack' then $3::timestamptz else $4::timestamptz end`,
)
const removeExpired = statement('delete_expired_sessions', 'delete from sessions where expires_at < $1')

/** The session whose cookie or bearer has this hash, with its member; null when there is none or the member is disabled. */
export async function findSession(
  db: Db | Tx,
  by: 'cookie' | 'bearer',
  hash: string,
): Promise<SessionRow | null> {
  const [row] = await findBySecret[by](db, hash)
  return row ?? null
}

export async function insertSession(db: Db | Tx, session: NewSession): Promise<void> {
  const { id, userId, kind, cookieHash, bearerHash, now, expiresAt } = session
  await db.run(insert, [id, userId, kind, cookieHash, bearerHash, now.toISOString(), expiresAt.toISOString()])
}

/** Notes that sessions are in use; leaves out one that somebody else notes at this moment. */
export async function updateLastSeen(db: Db | Tx, ids: readonly string[], now: Date): Promise<void> {
  await db.run(touch, [[...ids], now.toISOString()])
}

export async function deleteSession(db: Db | Tx, id: string): Promise<void> {
  await db.run(remove, [id])
}

/** Ends every session of a member and answers their ids. */
export async function deleteSessionsOf(db: Db | Tx, userId: string): Promise<string[]> {
  const rows = await db.run(removeOfUser, [userId])
  return rows.map(({ id }) => id)
}

/** Those of the given sessions that still stand; one that was last used before its kind's `usedSince` does not. */
export async function listAliveSessions(
  db: Db | Tx,
  ids: readonly string[],
  { now, usedSince }: { now: Date; usedSince: Readonly<Record<SessionKind, Date>> },
): Promise<string[]> {
  const since = [usedSince.slack.toISOString(), usedSince.emergency.toISOString()]
  const rows = await db.run(listAlive, [[...ids], now.toISOString(), ...since])
  return rows.map(({ id }) => id)
}

export async function deleteExpiredSessions(db: Db | Tx, now: Date): Promise<void> {
  await db.run(removeExpired, [now.toISOString()])
}
