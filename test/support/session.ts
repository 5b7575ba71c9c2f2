import { uuidv7 } from 'uuidv7'
import { insertSession, type SessionKind } from '#server/db/sessions.ts'
import type { Deps } from '#server/deps.ts'
import { newSessionSecret, sessionCookieName, sessionLifeMs } from '#server/http/session.ts'

/** A session put straight into the database, beside the sign-in; answers its cookie as `name=value`. */
export async function insertTestSession(
  deps: Deps,
  userId: string,
  kind: SessionKind = 'slack',
): Promise<string> {
  const { value, hash } = newSessionSecret()
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + sessionLifeMs[kind].absolute)
  await insertSession(deps.db, {
    id: uuidv7(),
    userId,
    kind,
    cookieHash: hash,
    bearerHash: null,
    now,
    expiresAt,
  })
  return `${sessionCookieName(deps.config)}=${value}`
}
