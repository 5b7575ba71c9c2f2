import type { UserId } from '#domain/ids.ts'
import { newSessionSecret, sessionCookieName, sessionLifeMs } from '#server/access/session.ts'
import { insertSession, type SessionKind } from '#server/access/sessions.ts'
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
