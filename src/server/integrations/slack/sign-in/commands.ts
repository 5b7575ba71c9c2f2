import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { slackCallbackPath } from '#contract/auth.ts'
import type { UserId } from '#domain/ids.ts'
import { displayNameFrom } from '#domain/names.ts'
import { addressKey } from '#server/access/addresses.ts'
import { claimOnce, countUnrecorded } from '#server/access/throttles.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { noteRefusal, type OpenedSession, openSession, type Visit } from '#server/features/auth/commands.ts'
import { notifyChat } from '#server/features/notifications/commands.ts'
import {
  giveBackAddress,
  newcomerNames,
  newTrackingCode,
  reclaimAddress,
  refreshFromChat,
} from '#server/features/users/commands.ts'
import {
  findSlackMember,
  insertSlackMember,
  type SlackMember,
  updateArrived,
} from '#server/features/users/store.ts'
import {
  type AttemptKeys,
  asRefused,
  refusalForSlackError,
  SignInRefused,
  type SlackIdentity,
  type SlackSignIn,
} from './client.ts'

/** How long a person may take from the button to the return from Slack. */
export const attemptLifeMs = 10 * 60_000
const clockLeadMs = 60_000
const insertAttempts = 4

/** The browser's request on its return from Slack. */
export interface Return extends Visit {
  /** The query of the address, from the question mark on. */
  readonly query: string
  readonly cookies: Readonly<Record<string, string | undefined>>
}

/** Begins an attempt. Returns where to send the browser, and the cookie that ties the attempt to it. */
export async function beginSlackSignIn({ config, secrets, clock }: Deps, client: SlackSignIn) {
  const id = randomBytes(9).toString('base64url')
  const value = randomBytes(32).toString('base64url')
  const payload = `${id}.${fingerprint(value)}.${clock.now().getTime()}`
  const state = `${payload}.${seal(secrets.session, 'state', payload)}`
  const redirectUri = new URL(slackCallbackPath, config.publicUrl).href
  const location = await client.authorizationUrl(redirectUri, keysOf(secrets.session, state, value))
  return { location, cookie: { name: cookieName(config, id), value } }
}

/** The name of the cookie that belongs to the state in a query; null when the state is not one of ours. */
export function attemptCookieName({ config, secrets }: Deps, query: string): string | null {
  const attempt = readState(secrets.session, stateIn(query))
  return attempt && cookieName(config, attempt.id)
}

/** Finishes an attempt with a session, or throws SignInRefused. Records both, unless the attempt is not ours. */
export async function finishSlackSignIn(
  deps: Deps,
  client: SlackSignIn,
  back: Return,
): Promise<OpenedSession> {
  const keys = await takeAttempt(deps, back)
  try {
    const identity = await identityOf(deps, client, { query: back.query, keys })
    return await openSession(deps, { ...back, kind: 'slack' }, (tx) => admitMember(deps, tx, identity))
  } catch (error) {
    const refused = asRefused(error)
    await recordRefusal(deps, refused, back.ip).catch((failure: unknown) =>
      deps.log.error({ err: failure }, 'could not record a refused sign-in'),
    )
    throw refused
  }
}

const recordedEveryMs = 60_000

/** Once a minute for each address, with the number of those in between, so that strangers cannot fill the audit trail. */
async function recordRefusal(deps: Deps, { code, reason }: SignInRefused, ip: string): Promise<void> {
  const window = { now: deps.clock.now(), windowMs: recordedEveryMs }
  const unrecorded = await countUnrecorded(deps.db, `slack refusal ${addressKey(ip)}`, window)
  if (unrecorded === null) return
  const details = { way: 'slack' as const, code, reason, ...(unrecorded > 0 && { unrecorded }) }
  await noteRefusal(deps, details, { ip })
}

/** Checks, in this order so that each has its own code, that the attempt is recent, from this browser and unused. */
async function takeAttempt(
  { config, secrets, clock, db }: Deps,
  { query, cookies }: Return,
): Promise<AttemptKeys> {
  const state = stateIn(query)
  if (state === '') throw new SignInRefused('state_mismatch', 'state absent')
  const attempt = readState(secrets.session, state)
  if (!attempt) throw new SignInRefused('state_mismatch', 'state forged')
  const { id, print, startedAtMs } = attempt
  const ageMs = clock.now().getTime() - startedAtMs
  if (ageMs > attemptLifeMs || ageMs < -clockLeadMs) throw new SignInRefused('state_expired', 'state expired')
  const cookie = cookies[cookieName(config, id)]
  if (!cookie || !isSame(fingerprint(cookie), print))
    throw new SignInRefused('state_mismatch', 'another browser')
  // Deleting the cookie stops an honest browser; this stops a copy of it.
  const isFirst = await claimOnce.first(db, { key: `slack attempt ${id}`, now: clock.now() })
  if (!isFirst) throw new SignInRefused('state_mismatch', 'replayed')
  return keysOf(secrets.session, state, cookie)
}

async function identityOf(
  { config }: Deps,
  client: SlackSignIn,
  { query, keys }: { query: string; keys: AttemptKeys },
): Promise<SlackIdentity> {
  const callback = new URL(slackCallbackPath + query, config.publicUrl)
  const slackError = callback.searchParams.get('error')
  if (slackError !== null) throw refusalForSlackError(slackError)
  if (!callback.searchParams.get('code')) throw new SignInRefused('slack_auth_failed', 'no code')
  const identity = await client.identify(callback, keys)
  if (identity.teamId !== config.slack?.teamId)
    throw new SignInRefused('slack_auth_failed', 'other workspace')
  if (identity.email === null) throw new SignInRefused('user_processing_failed', 'no e-mail address')
  return identity
}

/** Finds or creates the member of this identity. Only the two ids count: an e-mail address never links accounts. */
export async function admitMember(deps: Deps, tx: Tx, identity: SlackIdentity): Promise<UserId> {
  const { teamId, userId, avatar } = identity
  const names = newcomerNames(identity, userId)
  for (let attempt = 0; attempt < insertAttempts; attempt++) {
    const member = await findSlackMember.first(tx, { teamId, userId })
    if (member?.isDisabled) throw new SignInRefused('user_processing_failed', 'disabled')
    if (member) return welcomeBack(deps, tx, { member, identity })
    const id = newId<'user'>()
    // If another account takes the e-mail address at the same moment, the retry goes without it.
    const email = attempt === 0 && identity.isEmailVerified ? identity.email : null
    if (email !== null) await reclaimAddress(deps, tx, { id, email })
    const account = { id, teamId, userId, ...names, email, avatar, isExpected: false }
    const added = { ...account, trackingCode: newTrackingCode(), now: deps.clock.now() }
    if (!(await insertSlackMember.first(tx, added))) continue
    await announceArrival(deps, tx, { id, ...names })
    tx.announce({ topics: ['members'], members: [id] })
    return id
  }
  throw new SignInRefused('user_processing_failed', 'account conflict')
}

async function welcomeBack(
  deps: Deps,
  tx: Tx,
  { member, identity }: { member: SlackMember; identity: SlackIdentity },
): Promise<UserId> {
  if (member.isExpected) {
    await updateArrived(tx, { id: member.id })
    const displayName = displayNameFrom(identity.name) ?? member.displayName
    await announceArrival(deps, tx, { id: member.id, displayName })
  }
  await refreshFromChat(tx, member, identity)
  const { email, isEmailVerified } = identity
  if (email !== null && isEmailVerified) await giveBackAddress(deps, tx, { id: member.id, email })
  return member.id
}

function announceArrival(deps: Deps, tx: Tx, { id, displayName }: { id: UserId; displayName: string }) {
  const notification = { kind: 'member_joined', displayName } as const
  return notifyChat(deps, tx, { key: `member_joined ${id}`, notification })
}

/** The content of a state, or null when we did not create it. */
function readState(secret: string, state: string): { id: string; print: string; startedAtMs: number } | null {
  const [id = '', print = '', startedAt = '', mac = '', ...rest] = state.split('.')
  const isOurs = rest.length === 0 && isSame(mac, seal(secret, 'state', `${id}.${print}.${startedAt}`))
  return isOurs ? { id, print, startedAtMs: Number(startedAt) } : null
}

function stateIn(query: string): string {
  const states = new URLSearchParams(query).getAll('state')
  return states.length === 1 ? (states[0] ?? '') : ''
}

// Nonce and verifier derive from the browser's cookie, so that the server need not store attempts.
function keysOf(secret: string, state: string, cookie: string): AttemptKeys {
  return { state, nonce: seal(secret, 'nonce', cookie), verifier: seal(secret, 'verifier', cookie) }
}

function seal(secret: string, purpose: 'state' | 'nonce' | 'verifier', text: string): string {
  return createHmac('sha256', secret).update(`slack sign-in ${purpose}\n${text}`).digest('base64url')
}

function fingerprint(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url')
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(
    createHash('sha256').update(one).digest(),
    createHash('sha256').update(other).digest(),
  )
}

/** Over https the prefix keeps a sibling subdomain from planting the cookie of its own attempt. */
function cookieName(config: Config, id: string): string {
  return `${config.publicUrl.startsWith('https:') ? '__Host-' : ''}slack_login_${id}`
}
