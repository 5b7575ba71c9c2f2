import type { SessionId, UserId } from '#domain/ids.ts'
import { insertAuditEntry } from '#server/access/audit.ts'
import { hashPassword, isPasswordOf, isWeakHash } from '#server/access/password.ts'
import { newSessionSecret, sessionLifeMs } from '#server/access/session.ts'
import { deleteSession, deleteSessionsOf, insertSession, type SessionKind } from '#server/access/sessions.ts'
import { admitPasswordAttempt, forgiveAttempt } from '#server/access/throttle.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newTrackingCode } from '../users/commands.ts'
import {
  type EmergencyAccount,
  findEmergencyAccount,
  insertEmergencyAdmin,
  updatePasswordHash,
  updateToUsableAdmin,
} from './store.ts'

/** Where a sign-in comes from. */
export interface Visit {
  readonly ip: string
  /** The session whose cookie the browser already sent. It ends, so that a planted cookie is worthless. */
  readonly earlierSession: SessionId | null
}

export interface OpenedSession {
  /** The value of the session cookie. */
  readonly cookie: string
  /** The value for the Authorization header; a sign-in through the chat has none. */
  readonly bearer: string | null
}

/**
 * Opens a new session for the member that `identify` finds, in the same transaction: if either fails, both roll back.
 * Both secrets belong to this session. Only their hashes are stored.
 */
export async function openSession(
  deps: Deps,
  { kind, ip, earlierSession }: Visit & { readonly kind: SessionKind },
  /** Returns the member's id. */
  identify: (tx: Tx) => Promise<UserId>,
): Promise<OpenedSession> {
  const cookie = newSessionSecret()
  const bearer = kind === 'emergency' ? newSessionSecret() : null
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const userId = await identify(tx)
    if (earlierSession !== null) await endSession(tx, earlierSession)
    await insertSession(tx, {
      id: newId(),
      userId,
      kind,
      cookieHash: cookie.hash,
      bearerHash: bearer?.hash ?? null,
      now,
      expiresAt: new Date(now.getTime() + sessionLifeMs[kind].absolute),
    })
    const details = { way: kind }
    await insertAuditEntry(tx, { actorId: userId, action: 'sign-in.done', details, ip, at: now })
  })
  return { cookie: cookie.value, bearer: bearer?.value ?? null }
}

/**
 * Signs in an emergency admin. An unknown address, a wrong password, lost rights and a disabled account all fail with
 * the same message after the same amount of work.
 */
export async function signInWithPassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
  visit: Visit,
): Promise<OpenedSession> {
  const { db, clock, log } = deps
  const attempt = await admitPasswordAttempt(db, { ip: visit.ip, account: email, now: clock.now() })
  const account = await findEmergencyAccount.first(db, { email })
  const isRight = await isPasswordOf(account?.passwordHash ?? null, password).catch(
    async (error: unknown) => {
      await forgiveAttempt(db, attempt, 'not judged')
      throw error
    },
  )
  if (!account || !isRight) {
    log.warn({ ip: visit.ip, isAccountKnown: account !== null }, 'emergency sign-in refused')
    await noteRefusal(deps, { way: 'emergency' }, { ip: visit.ip, subject: account?.id })
    throw new AppError('not-signed-in', 'Invalid email or password')
  }
  const strongerHash = isWeakHash(account.passwordHash) ? await hashPassword(password) : null
  const opened = await openSession(deps, { ...visit, kind: 'emergency' }, async (tx) => {
    if (strongerHash) await updatePasswordHash(tx, { id: account.id, passwordHash: strongerHash })
    return account.id
  })
  await forgiveAttempt(db, attempt, 'succeeded')
  log.warn({ ip: visit.ip, userId: account.id }, 'emergency sign-in')
  return opened
}

/** Records a failed sign-in in the audit trail. */
export async function noteRefusal(
  { db, clock }: Deps,
  details: Readonly<Record<string, unknown>>,
  { ip, subject }: { ip: string; subject?: string | undefined },
): Promise<void> {
  const entry = { actorId: null, action: 'sign-in.refused', details, ip, at: clock.now() }
  await insertAuditEntry(db, subject === undefined ? entry : { ...entry, subject })
}

/** Ends sessions: on every instance their cookies and bearers stop working and their sockets close. */
export async function endSessions({ db }: Deps, sessionIds: readonly SessionId[]): Promise<void> {
  if (sessionIds.length === 0) return
  await db.transaction(async (tx) => {
    for (const id of sessionIds) await endSession(tx, id)
  })
}

async function endSession(tx: Tx, id: SessionId): Promise<void> {
  await deleteSession(tx, { id })
  tx.announce({ endedSessions: [id] })
}

/** Creates the emergency account. False if another instance did so, or the address belongs to a member. */
export async function createEmergencyAdmin(
  { db, clock }: Deps,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<boolean> {
  const id = newId<'user'>()
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const now = clock.now()
    const account = { id, email, passwordHash, trackingCode: newTrackingCode(), now }
    if (!(await insertEmergencyAdmin.first(tx, account))) return false
    const action = 'emergency-admin.make'
    await insertAuditEntry(tx, { actorId: null, action, subject: id, ip: null, at: now })
    tx.announce({ topics: ['members'] })
    return true
  })
}

/** Resets the emergency account for the operator: sets a new password, restores its rights and ends its sessions. */
export async function resetEmergencyPassword(
  deps: Deps,
  { id }: EmergencyAccount,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await deps.db.transaction(async (tx) => {
    await updateToUsableAdmin(tx, { id, passwordHash })
    const at = deps.clock.now()
    const action = 'emergency-password.reset'
    await insertAuditEntry(tx, { actorId: null, action, subject: id, ip: null, at })
    const endedSessions = (await deleteSessionsOf(tx, { userId: id })).map((ended) => ended.id)
    tx.announce({ topics: ['members'], members: [id], endedSessions, changedUsers: [id] })
  })
}
