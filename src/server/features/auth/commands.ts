import type { AnswerOf } from '#contract/endpoint.ts'
import type { EmergencyAdmin, Invitation, InvitationLink } from '#contract/invitations.ts'
import { paths } from '#contract/paths.ts'
import type * as contract from '#contract/sessions.ts'
import type { Topic } from '#contract/topics.ts'
import { unknownBrowser } from '#domain/browsers.ts'
import type { SessionId, UserId } from '#domain/ids.ts'
import { displayNameOf, usernameFrom } from '#domain/names.ts'
import { passwordFault } from '#domain/passwords.ts'
import { type Acting, insertAuditEntry, recordAct } from '#server/access/audit.ts'
import { hashPassword, isPasswordOf, isWeakHash } from '#server/access/password.ts'
import { hashOf, type Member, newSessionSecret, oldestUse, sessionLifeMs } from '#server/access/session.ts'
import {
  deleteOtherSessionsOf,
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  deleteSessionsOfKind,
  insertSession,
  listAliveSessionsOf,
  type SessionKind,
} from '#server/access/sessions.ts'
import { admitPasswordAttempt, forgiveAttempt, rememberAddress } from '#server/access/throttle.ts'
import { updateTokensEndedOf } from '#server/access/tokens.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/errors.ts'
import { newTrackingCode } from '../users/commands.ts'
import * as store from './store.ts'

/** Where a sign-in comes from. */
export interface Visit {
  readonly ip: string
  /** The browser that signs in, in words; null where it is not known. */
  readonly browser: string | null
  /** The session whose cookie the browser already sent. It ends, so that a planted cookie is worthless. */
  readonly earlierSession: SessionId | null
}

export interface OpenedSession {
  readonly kind: SessionKind
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
  { kind, ip, browser, earlierSession }: Visit & { readonly kind: SessionKind },
  /** Returns the member's id. */
  identify: (tx: Tx) => Promise<UserId>,
): Promise<OpenedSession> {
  const cookie = newSessionSecret()
  const bearer = kind === 'emergency' ? newSessionSecret() : null
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const userId = await identify(tx)
    if (earlierSession !== null) await endSession(tx, earlierSession)
    tx.announce({ topics: ['sessions'], members: [userId] })
    await insertSession(tx, {
      id: newId(),
      userId,
      kind,
      cookieHash: cookie.hash,
      bearerHash: bearer?.hash ?? null,
      browser,
      now,
      expiresAt: new Date(now.getTime() + sessionLifeMs[kind].absolute),
    })
    const details = { way: kind }
    await insertAuditEntry(tx, { actorId: userId, action: 'sign-in.done', details, ip, at: now })
  })
  deps.metrics.countLogin(kind, 'succeeded')
  return { kind, cookie: cookie.value, bearer: bearer?.value ?? null }
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
  const tried = { ip: visit.ip, account: email, now: clock.now() }
  const attempt = await admitPasswordAttempt(db, tried)
  const account = await store.findEmergencyAccount.first(db, { email })
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
    if (strongerHash) await store.updatePasswordHash(tx, { id: account.id, passwordHash: strongerHash })
    return account.id
  })
  await forgiveAttempt(db, attempt, 'succeeded')
  await rememberAddress(db, tried)
  log.warn({ ip: visit.ip, userId: account.id }, 'emergency sign-in')
  return opened
}

/** Records a failed sign-in in the audit trail. */
export async function noteRefusal(
  { db, clock, metrics }: Deps,
  details: Readonly<Record<string, unknown>> & { readonly way: SessionKind },
  { ip, subject }: { ip: string; subject?: string | undefined },
): Promise<void> {
  metrics.countLogin(details.way, 'refused')
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

/** The member's own sessions that are still valid, the last used first. */
export async function listOwnSessions(
  { db, clock }: Deps,
  { id: userId, sessionId }: Pick<Member, 'id' | 'sessionId'>,
): Promise<contract.OwnSession[]> {
  const now = clock.now()
  const rows = await listAliveSessionsOf(db, { userId, now, ...oldestUse(now) })
  return rows.map(({ id, browser, createdAt, lastSeenAt }) => ({
    id,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    browser: browser ?? unknownBrowser,
    isCurrent: id === sessionId,
  }))
}

/** Ends one of the member's own sessions. Somebody else's is as unknown as one that never was. */
export async function endOwnSession(deps: Deps, acting: Acting, id: SessionId): Promise<void> {
  const { id: userId } = acting.member
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const ended = await deleteSessionOf.first(tx, { id, userId, now, ...oldestUse(now) })
    if (!ended) throw new AppError('unknown', 'This session was not found')
    const details = { browser: ended.browser ?? unknownBrowser }
    await recordAct(deps, tx, acting, { action: 'sessions.end', subject: userId, details })
    tx.announce({ topics: ['sessions'], members: [userId], endedSessions: [id] })
  })
}

/** Ends all sessions of the member except the one that asks, and all their tokens. Returns how many there were. */
export async function endOtherSessions(
  deps: Deps,
  acting: Acting & { readonly member: Pick<Member, 'id' | 'sessionId'> },
): Promise<AnswerOf<typeof contract.endOtherSessions>['data']> {
  const { id: userId, sessionId: kept } = acting.member
  if (kept === null) throw new AppError('not-allowed', 'This needs a session')
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const ended = await deleteOtherSessionsOf(tx, { userId, kept, now, ...oldestUse(now) })
    const endedTokens = (await updateTokensEndedOf(tx, { userId, now })).length
    const counts = { endedSessions: ended.length, endedTokens }
    if (ended.length + endedTokens === 0) return counts
    const details = { sessions: ended.length, tokens: endedTokens }
    await recordAct(deps, tx, acting, { action: 'sessions.end-others', subject: userId, details })
    const endedSessions = ended.map(({ id }) => id)
    tx.announce({ topics: ['sessions', 'tokens'], members: [userId], endedSessions, changedUsers: [userId] })
    return counts
  })
}

/** Ends the open emergency sessions where the environment switches that sign-in off. Runs at each start. */
export async function endEmergencySessions({ db, clock, config }: Deps): Promise<void> {
  if (config.isEmergencySignInOpen) return
  await db.transaction(async (tx) => {
    const ended = await deleteSessionsOfKind(tx, { kind: 'emergency' })
    if (ended.length === 0) return
    const details = { sessions: ended.length }
    const entry = { action: 'sessions.end-emergency', details, ip: null, at: clock.now() }
    await insertAuditEntry(tx, { actorId: null, ...entry })
    const members = [...new Set(ended.map(({ userId }) => userId))]
    tx.announce({ topics: ['sessions'], members, endedSessions: ended.map(({ id }) => id) })
  })
}

async function endSession(tx: Tx, id: SessionId): Promise<void> {
  const ended = await deleteSession.first(tx, { id })
  if (ended) tx.announce({ topics: ['sessions'], members: [ended.userId], endedSessions: [id] })
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
    const names = { username: 'admin', displayName: 'Admin' }
    const account = { id, ...names, email, passwordHash, trackingCode: newTrackingCode(), now }
    if (!(await store.insertEmergencyAdmin.first(tx, account))) return false
    const action = 'emergency-admin.make'
    await insertAuditEntry(tx, { actorId: null, action, subject: id, ip: null, at: now })
    tx.announce({ topics: ['members'] })
    return true
  })
}

/** Resets the emergency account for the operator: sets a new password, restores its rights and ends its sessions. */
export async function resetEmergencyPassword(
  deps: Deps,
  { id }: store.EmergencyAccount,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await deps.db.transaction(async (tx) => {
    await store.updateToUsableAdmin(tx, { id, passwordHash })
    const at = deps.clock.now()
    const action = 'emergency-password.reset'
    await insertAuditEntry(tx, { actorId: null, action, subject: id, ip: null, at })
    const endedSessions = (await deleteSessionsOf(tx, { userId: id })).map((ended) => ended.id)
    await updateTokensEndedOf(tx, { userId: id, now: at })
    tx.announce({ topics: placesOfAccess, members: [id], endedSessions, changedUsers: [id] })
  })
}

/** What shows a member whose every way in has changed. */
const placesOfAccess: readonly Topic[] = ['members', 'sessions', 'tokens']

/** How long a link for an emergency administrator works. */
const invitationLifeMs = 60 * 60_000

export async function listEmergencyAdmins({ db, config }: Deps): Promise<{
  data: EmergencyAdmin[]
  isSignInOpen: boolean
}> {
  return { data: await store.listEmergencyAdminRows(db, {}), isSignInOpen: config.isEmergencySignInOpen }
}

/**
 * Makes a link that sets the password of an emergency administrator. Only its hash is stored, so nobody sees it again.
 * The secret is behind the `#`, because browsers send that part to no server: it is in no log and no referrer.
 */
export async function inviteEmergencyAdmin(
  deps: Deps,
  acting: Acting,
  email: string,
): Promise<InvitationLink> {
  const { db, clock, config } = deps
  if (!config.isEmergencySignInOpen) {
    throw new AppError('conflict', 'The emergency sign-in is switched off (EMERGENCY_LOGIN=off)')
  }
  const secret = newSessionSecret()
  const invitedBy = acting.member.id
  const expiresAt = new Date(clock.now().getTime() + invitationLifeMs)
  await db.transaction(async (tx) => {
    await store.lockInvitations(tx, { email })
    const account = await store.findInvitedAccount.first(tx, { email })
    const refusal = account && invitationRefusal(account, invitedBy)
    if (refusal) {
      throw new AppError('conflict', refusal, { issues: [{ path: 'email', message: refusal }] })
    }
    await store.deleteOpenInvitations(tx, { email })
    const made = { id: newId<'invitation'>(), secretHash: secret.hash, now: clock.now() }
    await store.insertInvitation(tx, { ...made, email, invitedBy, expiresAt })
    const details = { email, expiresAt: expiresAt.toISOString() }
    const subject = account?.id ?? email
    await recordAct(deps, tx, acting, { action: 'emergency-admin.invite', subject, details })
  })
  const { href } = new URL(paths.adminInvitation, config.publicUrl)
  return { link: `${href}#${secret.value}`, expiresAt: expiresAt.toISOString() }
}

/** Why the account with an address cannot get a password from this inviter; null when it can. */
function invitationRefusal(account: store.InvitedAccount, inviterId: UserId): string | null {
  if (account.isDisabled) return 'This account is disabled. Enable it first.'
  if (account.id === inviterId) return null
  if (account.isInChat || !account.isEmergency) {
    return 'This address belongs to a member. Only they can set a password for their account.'
  }
  return account.role === 'admin' ? null : 'This account is no administrator. Change its role first.'
}

/** Whom a link is for. */
export async function checkInvitation(deps: Deps, secret: string, ip: string): Promise<Invitation> {
  const { email, expiresAt } = await admitInvitation(deps, secret, ip)
  return { email, expiresAt: expiresAt.toISOString() }
}

/** Sets the password that somebody with a link chose, and makes the account if there is none. Returns its address. */
export async function acceptInvitation(
  deps: Deps,
  { secret, password }: { readonly secret: string; readonly password: string },
  ip: string,
): Promise<string> {
  const { email } = await admitInvitation(deps, secret, ip)
  const fault = passwordFault(password, { email, workspaceName: deps.config.workspaceName })
  if (fault) throw invalidField('password', `The password ${fault}`)
  const passwordHash = await hashPassword(password)
  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now()
    const used = await store.updateInvitationUsed.first(tx, { secretHash: hashOf(secret), now: at })
    if (!used) throw linkOver()
    const account = await store.findInvitedAccount.first(tx, { email })
    // The account may have changed since the invitation.
    if (account && invitationRefusal(account, used.invitedBy)) throw linkOver()
    const subject = account
      ? await giveNewPassword(tx, account, { passwordHash, now: at })
      : await insertInvited(tx, { email, passwordHash, now: at })
    const details = { email, invitedBy: used.inviterName }
    await insertAuditEntry(tx, { actorId: null, action: 'emergency-admin.accept', subject, details, ip, at })
  })
  deps.log.warn({ ip }, 'an invited emergency administrator set a password')
  return email
}

/** Finds the invitation of a secret. Guessing counts like a wrong password. */
async function admitInvitation({ db, clock, config }: Deps, secret: string, ip: string) {
  const now = clock.now()
  const attempt = await admitPasswordAttempt(db, { ip, account: `invitation ${secret}`, now })
  const invitation = await store.findOpenInvitation.first(db, { secretHash: hashOf(secret), now })
  if (!invitation || !config.isEmergencySignInOpen) throw linkOver()
  await forgiveAttempt(db, attempt, 'succeeded')
  return invitation
}

/** An old password may be in wrong hands, so its sessions end with it. */
async function giveNewPassword(
  tx: Tx,
  { id, hasPassword }: store.InvitedAccount,
  { passwordHash, now }: { readonly passwordHash: string; readonly now: Date },
): Promise<UserId> {
  await store.updateToEmergencyAccount(tx, { id, passwordHash })
  const ended = hasPassword ? await deleteSessionsOf(tx, { userId: id }) : []
  if (hasPassword) await updateTokensEndedOf(tx, { userId: id, now })
  const endedSessions = ended.map((session) => session.id)
  tx.announce({ topics: placesOfAccess, members: [id], endedSessions, changedUsers: [id] })
  return id
}

async function insertInvited(
  tx: Tx,
  account: { readonly email: string; readonly passwordHash: string; readonly now: Date },
): Promise<UserId> {
  const username = usernameFrom(account.email.split('@', 1)[0] ?? '') || 'admin'
  const names = { username, displayName: displayNameOf({ username, ownName: null, chatName: null }) }
  const added = { id: newId<'user'>(), ...names, ...account, trackingCode: newTrackingCode() }
  // Somebody else has just taken the address.
  if (!(await store.insertEmergencyAdmin.first(tx, added))) throw linkOver()
  tx.announce({ topics: ['members'] })
  return added.id
}

function linkOver(): AppError {
  const message = 'This link does not work any more. Ask an administrator for a new one.'
  return new AppError('gone', message)
}
