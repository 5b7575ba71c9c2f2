import { randomBytes } from 'node:crypto'
import type { CurrentUser, ListedUser } from '#contract/users.ts'
import { dayOf } from '#domain/days.ts'
import { usernameFrom } from '#domain/names.ts'
import { insertAuditEntry } from '#server/db/audit.ts'
import { deleteSessionsOf } from '#server/db/sessions.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member } from '#server/http/session.ts'
import { findCurrentUser, isUserKnown, listUserCards, listUserRows } from './store.ts'

/** A member's own account. */
export async function readCurrentUser({ db, clock, config }: Deps, userId: string): Promise<CurrentUser> {
  const user = await findCurrentUser(db, userId, dayOf(clock.now(), config.timeZone))
  if (!user) throw new AppError('not-signed-in', 'Please sign in')
  return user
}

/** Every member: for administrators with all that is known, for others as they appear to each other. */
export function listMembers({ db, clock, config }: Deps, { role }: Member): Promise<ListedUser[]> {
  return role === 'admin' ? listUserRows(db, dayOf(clock.now(), config.timeZone)) : listUserCards(db)
}

/** Ends every session of a member, on every instance, and answers how many there were. */
export async function revokeSessionsOf(
  deps: Deps,
  admin: Member,
  { userId, ip }: { userId: string; ip: string },
): Promise<number> {
  const endedSessions = await deps.db.transaction(async (tx) => {
    if (!(await isUserKnown(tx, userId))) throw new AppError('unknown', 'This user is not known')
    const ended = await deleteSessionsOf(tx, userId)
    await insertAuditEntry(tx, {
      actorId: admin.id,
      action: 'sessions.revoke',
      subject: userId,
      details: { sessions: ended.length },
      ip,
      at: deps.clock.now(),
    })
    return ended
  })
  deps.live.announce({ endedSessions })
  return endedSessions.length
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'
const trackingCodeLength = 10

/** A new member's part of trackable links: ten random characters of base32. */
export function newTrackingCode(): string {
  return Array.from(randomBytes(trackingCodeLength), (byte) => base32[byte & 31]).join('')
}

/** The username of a newcomer from the chat: their name if one can be made of it, else what their address or id gives. */
export function newUsername({
  name,
  email,
  userId,
}: {
  readonly name: string
  readonly email: string | null
  readonly userId: string
}): string {
  const localPart = (email ?? '').split('@', 1)[0] ?? ''
  return usernameFrom(name) || usernameFrom(localPart) || userId.toLowerCase()
}
