import type { TokenScope } from '#domain/access-tokens.ts'
import type { UserId } from '#domain/ids.ts'
import { newSessionSecret, newTokenSecret, sessionCookieName, sessionLifeMs } from '#server/access/session.ts'
import { insertSession, type SessionKind } from '#server/access/sessions.ts'
import { insertToken } from '#server/access/tokens.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { asFixture } from '#test/support/checked-database.ts'

/** Inserts a session directly, without a sign-in, and returns its cookie as `name=value`. */
export async function insertTestSession(
  deps: Deps,
  userId: UserId,
  kind: SessionKind = 'slack',
  browser: string | null = null,
): Promise<string> {
  const { value, hash } = newSessionSecret()
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + sessionLifeMs[kind].absolute)
  const session = { id: newId<'session'>(), userId, kind, cookieHash: hash, bearerHash: null, browser }
  await asFixture(() => insertSession(deps.db, { ...session, now, expiresAt }))
  return `${sessionCookieName(deps.config)}=${value}`
}

/** Inserts an access token directly, and returns it. It lives for a year. */
export async function insertTestToken(
  deps: Deps,
  userId: UserId,
  scopes: readonly TokenScope[],
  name = 'A program',
): Promise<string> {
  const { value, hash: tokenHash } = newTokenSecret()
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + 365 * 86_400_000)
  const token = { id: newId<'accessToken'>(), userId, name, scopes, tokenHash, now, expiresAt }
  await asFixture(() => insertToken(deps.db, token))
  return value
}
