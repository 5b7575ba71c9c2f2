import { expiredTokenShownDays, tokenScopes } from '#domain/access-tokens.ts'
import { roles } from '#domain/vocabulary.ts'
import { batched } from '#server/db/batch.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

const dayMs = 24 * 3_600_000

/** A token that expired before this is neither listed nor kept. */
export function tokensShownSince(now: Date): Date {
  return new Date(now.getTime() - expiredTokenShownDays * dayMs)
}

const tokenKind = ['token'] as const
const findByHash = query({
  name: 'access_tokens_by_hash',
  sql: `select asked.key, t.id, 'token' as kind, t.name, t.scopes, t.expires_at as "expiresAt",
     t.last_used_at as "lastSeenAt", u.id as "userId", u.username, u.display_name as "displayName", u.role
   from unnest($keys) as asked (key)
     join access_tokens t on t.token_hash = asked.key and t.revoked_at is null
     join users u on u.id = t.user_id and u.disabled_at is null`,
  params: { keys: col.texts },
  row: {
    key: col.text,
    id: col.id<'accessToken'>(),
    kind: col.word(tokenKind),
    name: col.text,
    scopes: col.words(tokenScopes),
    expiresAt: col.instant,
    lastSeenAt: col.nullable(col.instant),
    userId: col.id<'user'>(),
    username: col.text,
    displayName: col.text,
    role: col.word(roles),
  },
})

/** The token with this hash, with its member; none if it was ended or the member is disabled. */
export const listTokensByHash = batched(findByHash)

export type TokenRow = RowOf<typeof findByHash>

/** Notes that tokens are in use, except those that another transaction notes at this moment. */
export const updateTokensUsed = query({
  name: 'touch_access_tokens',
  sql: `update access_tokens set last_used_at = $now where id in (
     select id from access_tokens
     where id = any($ids) and (last_used_at is null or last_used_at < $now) for no key update skip locked
   )`,
  params: { ids: col.ids<'accessToken'>(), now: col.instant },
})

const ofUser = { userId: col.id<'user'>() }
/** Makes transactions that give one member a token run one after another, so that the limit holds. */
export const lockTokensOf = query({
  name: 'lock_access_tokens',
  sql: advisoryLock('accessTokens', '$userId::text'),
  params: ofUser,
})
export const countLiveTokens = query({
  name: 'count_live_access_tokens',
  sql: `select count(*)::int as count from access_tokens
   where user_id = $userId and revoked_at is null and expires_at > $now`,
  params: { userId: col.id<'user'>(), now: col.instant },
  row: { count: col.int },
})
export const insertToken = query({
  name: 'insert_access_token',
  sql: `insert into access_tokens (id, user_id, name, scopes, token_hash, created_at, expires_at)
   values ($id, $userId, $name, $scopes, $tokenHash, $now, $expiresAt)`,
  params: {
    id: col.id<'accessToken'>(),
    userId: col.id<'user'>(),
    name: col.text,
    scopes: col.words(tokenScopes),
    tokenHash: col.text,
    now: col.instant,
    expiresAt: col.instant,
  },
})
/** A member's tokens that were not ended, the newest first, with those that expired after `since`. */
export const listTokensOf = query({
  name: 'list_access_tokens_of_user',
  sql: `select id, name, scopes, created_at as "createdAt", expires_at as "expiresAt",
     last_used_at as "lastUsedAt"
   from access_tokens where user_id = $userId and revoked_at is null and expires_at > $since
   order by created_at desc, id desc`,
  params: { userId: col.id<'user'>(), since: col.instant },
  row: {
    id: col.id<'accessToken'>(),
    name: col.text,
    scopes: col.words(tokenScopes),
    createdAt: col.instant,
    expiresAt: col.instant,
    lastUsedAt: col.nullable(col.instant),
  },
})
/** Ends one token if it is this member's, and answers its name. */
export const updateTokenEnded = query({
  name: 'end_access_token',
  sql: `update access_tokens set revoked_at = $now
   where id = $id and user_id = $userId and revoked_at is null returning name`,
  params: { id: col.id<'accessToken'>(), userId: col.id<'user'>(), now: col.instant },
  row: { name: col.text },
})
/** Ends every token of a member, and answers those that would still have worked. */
export const updateTokensEndedOf = query({
  name: 'end_access_tokens_of_user',
  sql: `update access_tokens set revoked_at = $now
   where user_id = $userId and revoked_at is null and expires_at > $now returning id`,
  params: { userId: col.id<'user'>(), now: col.instant },
  row: { id: col.id<'accessToken'>() },
})
/** Deletes the tokens whose end is long over, also those that were ended early. */
export const deleteOldTokens = query({
  name: 'delete_old_access_tokens',
  sql: 'delete from access_tokens where expires_at <= $before',
  params: { before: col.instant },
})
