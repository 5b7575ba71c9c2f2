import { randomBytes } from 'node:crypto'
import unhomoglyph from 'unhomoglyph'
import { mostFound, tableDepth, tablePageSize } from '#contract/tables.ts'
import type { Topic } from '#contract/topics.ts'
import { newEmail } from '#contract/users.schema.ts'
import {
  type CurrentUser,
  type ListedUser,
  mostListedUsers,
  type Profile,
  type StatusChange,
  type UserPage,
  type UserQuery,
} from '#contract/users.ts'
import { asId, type UserId } from '#domain/ids.ts'
import { trackableLink } from '#domain/links.ts'
import { displayNameFrom, displayNameOf, mixesAlphabets, usernameFrom } from '#domain/names.ts'
import type { WorkspaceMoment } from '#domain/streaks.ts'
import type { Disabler, Role } from '#domain/vocabulary.ts'
import { type Acting, detailsThrough, insertAuditEntry, recordAct } from '#server/access/audit.ts'
import type { Member } from '#server/access/session.ts'
import { deleteSessionsOf } from '#server/access/sessions.ts'
import { updateTokensEndedOf } from '#server/access/tokens.ts'
import type { Tx } from '#server/db/handle.ts'
import { sqlState, uniqueViolation } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, assertSeen, type Issue, invalidField } from '#server/errors.ts'
import { offsetOf, tableTotalOf } from '#server/http/cursor.ts'
import { askToConfirm } from '../direct-messages/commands.ts'
import { memberSearch } from '../directory/store.ts'
import { isDayOff } from '../streaks/commands.ts'
import * as store from './store.ts'

function momentOf({ clock, config }: Pick<Deps, 'clock' | 'config'>): WorkspaceMoment {
  return { now: clock.now(), timeZone: config.timeZone }
}

/** A member's own account. */
export async function readCurrentUser({ db, clock, config }: Deps, userId: UserId): Promise<CurrentUser> {
  const user = await store.findCurrentUser(db, userId, momentOf({ clock, config }))
  if (!user) throw notSignedIn()
  const { today, isAwayToday, ...own } = user
  const isOff = user.hasStreakRules && (await isDayOff(db, today, isAwayToday))
  return {
    ...own,
    todayNeeds: own.hasReportedToday || isOff ? null : 'report',
    trackableLink: trackableLink(config.publicUrl, user.trackingCode),
  }
}

/** Changes a member's own profile and returns their account. Writes nothing if nothing changed. */
export async function changeProfile(
  deps: Deps,
  acting: Acting,
  { username, email: given, displayName: givenName }: Profile,
): Promise<CurrentUser> {
  const { id } = acting.member
  const change = deps.db.transaction(async (tx) => {
    await store.lockProfiles(tx, {})
    const found = await store.findProfile.first(tx, { id })
    if (!found) throw notSignedIn()
    const { isEmailFixed, chatName, ...before } = found
    const after = {
      username,
      email: given === undefined ? before.email : given,
      ownName: givenName === undefined ? before.ownName : givenName,
    }
    refuseMixed('username', before.username, after.username)
    refuseMixed('displayName', before.ownName, after.ownName)
    const issues = [
      ...(await usernameIssues(tx, id, { before, after })),
      ...(await emailIssues(tx, id, { before, after, isEmailFixed })),
    ]
    if (issues.length > 0) throw refusal(issues)
    const isRenamed = before.username !== after.username || before.ownName !== after.ownName
    if (!isRenamed && before.email === after.email) return
    const now = deps.clock.now()
    const displayName = displayNameOf({ ...after, chatName })
    await store.updateProfileRow(tx, { id, ...after, displayName, now })
    const details = { before: recorded(before), after: recorded(after) }
    await recordAct(deps, tx, acting, { action: 'profile.update', subject: id, details })
    // Cached sessions hold the names too.
    if (isRenamed) tx.announce({ topics: ['members'], changedUsers: [id] })
    else tx.announce({ topics: ['account'], members: [id] })
    if (before.email !== after.email) await askToConfirm(deps, tx, id)
  })
  await change.catch(refuseTakenEmail)
  return readCurrentUser(deps, id)
}

/** A profile in the audit trail, with the words of the request. */
function recorded({ ownName: displayName, ...profile }: store.ProfileRow) {
  return { ...profile, displayName }
}

interface ProfileChange {
  readonly before: store.ProfileRow
  readonly after: store.ProfileRow
}

/** A name from Slack may mix alphabets, and who has one keeps it. */
function refuseMixed(path: 'username' | 'displayName', before: string | null, after: string | null): void {
  if (after !== null && after !== before && mixesAlphabets(after))
    throw invalidField(path, 'Must not mix Latin, Cyrillic and Greek letters in one word')
}

/** Names from Slack can be alike; a member who already has such a name keeps it. */
async function usernameIssues(tx: Tx, id: UserId, { before, after }: ProfileChange): Promise<Issue[]> {
  const key = nameKey(after.username)
  if (key === nameKey(before.username)) return []
  const looks = looksOf(after.username)
  const { username } = after
  const others = looks.isPlain
    ? await store.listOtherLikePlain(tx, { id, username })
    : await store.listOtherUsernames(tx, { id })
  return others.some((other) => nameKey(other.username) === key || looksLike(other.username, looks))
    ? [{ path: 'username', message: 'This username is taken' }]
    : []
}

const foreignLetter = /[^\P{L}A-Za-z]/u

interface Looks {
  readonly shapes: readonly string[]
  readonly isPlain: boolean
}

/** How a name looks, as it is written and in small letters: letters of the same shape are equal in it. */
function looksOf(username: string): Looks {
  const shapes = [username, username.toLowerCase()].map((text) => unhomoglyph(text.normalize('NFC')))
  return { shapes, isPlain: !foreignLetter.test(username) }
}

/** Two names in the letters of ASCII are told apart by their letters alone: `ana1` is not `anal`. */
function looksLike(username: string, { shapes, isPlain }: Looks): boolean {
  if (isPlain && !foreignLetter.test(username)) return false
  return looksOf(username).shapes.some((shape) => shapes.includes(shape))
}

// Not the database's lower(), which on some installations handles only ASCII. Upper case after lower case, because
// ß and ẞ, and the two small sigmas, are equal only in capitals.
function nameKey(username: string): string {
  return username.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC')
}

async function emailIssues(
  tx: Tx,
  id: UserId,
  { before, after, isEmailFixed }: ProfileChange & { readonly isEmailFixed: boolean },
): Promise<Issue[]> {
  if (after.email === before.email) return []
  if (isEmailFixed)
    return [{ path: 'email', message: 'This address is the emergency sign-in and cannot be changed here' }]
  const { email } = after
  const written = newEmail.safeParse(email ?? '')
  if (!written.success) throw invalidField('email', written.error.issues[0]?.message ?? 'is invalid')
  return email !== null && (await store.findOtherWithEmail.first(tx, { id, email })) ? [emailTaken] : []
}

const emailTaken: Issue = { path: 'email', message: 'This email address belongs to another member' }

/** A newcomer from Slack can take the address between the check and the write. */
function refuseTakenEmail(error: unknown): never {
  throw sqlState(error) === uniqueViolation ? refusal([emailTaken]) : error
}

function refusal(issues: readonly Issue[]): AppError {
  return new AppError('conflict', issues[0]?.message ?? 'This cannot be saved', { issues })
}

function notSignedIn(): AppError {
  return new AppError('not-signed-in', 'Please sign in')
}

/** Members: the first of them, one page, or some by id. Administrators get every field, others only the public ones. */
export async function listMembers(
  { db, clock, config }: Deps,
  { role }: Member,
  asked: UserQuery,
): Promise<UserPage> {
  if (role !== 'admin') assertPublic(asked)
  const { search, sort = 'username', direction = 'asc', ids, disabled, page } = asked
  if (ids !== undefined)
    return { data: await store.listUserCards(db, { ids: ids.split(',').map(asId<'user'>) }) }
  const found = search ? await memberSearch(db, search, role === 'admin' ? 'details' : 'names') : null
  const wanted = { search: found, direction, ...partOf(asked) }
  const most = search ? mostFound : tableDepth
  if (role !== 'admin') {
    const { users, total } = await store.listUserCardPage(db, wanted)
    return { data: users, ...tableTotalOf(total, most) }
  }
  const rows = { ...wanted, sort, isEnabled: disabled !== 'true', role: asked.role ?? null }
  const { users, byRole } = await store.listUserPage(db, rows, momentOf({ clock, config }))
  const counted = asked.role ? byRole[asked.role] : byRole.user + byRole.moderator + byRole.admin
  return { data: users, ...tableTotalOf(counted, most), ...(page !== undefined && { byRole }) }
}

/** Refuses what would tell a member more than the list shows them. */
function assertPublic({ disabled, sort = 'username', role }: UserQuery): void {
  const asks =
    disabled === 'true'
      ? 'see disabled members'
      : sort !== 'username'
        ? 'sort by this'
        : role !== undefined
          ? 'ask for a role'
          : null
  if (asks !== null) throw new AppError('not-allowed', `You are not allowed to ${asks}`)
}

function partOf({ page, limit = mostListedUsers }: UserQuery): { limit: number; offset: number } {
  return page === undefined
    ? { limit, offset: 0 }
    : { limit: tablePageSize, offset: offsetOf(page, tablePageSize) }
}

interface RoleChange {
  readonly userId: UserId
  readonly role: Role
  readonly seen?: { readonly role?: Role | undefined } | undefined
}

/**
 * Gives a member a role, which applies from their next request. Refuses to demote the last administrator, even with
 * simultaneous changes, and to overwrite a change that the sender has not seen. A disabled member has to be enabled first.
 */
export async function changeRole(
  deps: Deps,
  acting: Acting,
  { userId, role, seen }: RoleChange,
): Promise<ListedUser> {
  const moment = momentOf(deps)
  return deps.db.transaction(async (tx) => {
    await store.lockRoles(tx, {})
    const user = await store.findListedUser(tx, userId, moment)
    if (!user || user.disabledBy !== null) throw unknownUser()
    assertSeen(seen, { role: user.role })
    if (user.role === role) return user
    if (await isLastAdmin(deps, tx, user)) throw lastAdmin('role')
    await store.updateRole(tx, { id: userId, role })
    const details = { before: { role: user.role }, after: { role } }
    await recordAct(deps, tx, acting, { action: 'role.update', subject: userId, details })
    tx.announce({ topics: ['account'], members: [userId], changedUsers: [userId] })
    const changed = await store.findListedUser(tx, userId, moment)
    if (changed?.isLeftOut !== user.isLeftOut) tx.announce({ topics: placesOnBoards })
    return changed ?? user
  })
}

function lastAdmin(path: 'role' | 'disabled'): AppError {
  return refusal([{ path, message: 'At least one admin is required: make somebody else an admin first' }])
}

function unknownUser(): AppError {
  return new AppError('unknown', 'This user was not found')
}

/**
 * Disables or enables a member, and leaves them out of boards or not. Takes the same lock as a change of role, so that one
 * administrator always remains. Does nothing if the member is in that state already.
 */
export async function changeStatus(
  deps: Deps,
  acting: Acting,
  { userId, ...change }: StatusChange & { readonly userId: UserId },
): Promise<ListedUser> {
  const moment = momentOf(deps)
  return deps.db.transaction(async (tx) => {
    await store.lockRoles(tx, {})
    const user = await store.findListedUser(tx, userId, moment)
    if (!user) throw unknownUser()
    const { disabled = user.disabledBy !== null, leftOut = user.leftOut } = change
    const isDisabled = user.disabledBy !== null
    if (isDisabled === disabled && user.leftOut === leftOut) return user
    if (isDisabled !== disabled) await setDisabled(deps, tx, acting, { user, disabled })
    if (user.leftOut !== leftOut) await setLeftOut(deps, tx, acting, { user, leftOut })
    return (await store.findListedUser(tx, userId, moment)) ?? user
  })
}

interface Disabling {
  readonly user: Pick<ListedUser, 'id'> & { readonly role: Role; readonly disabledBy: Disabler | null }
  readonly disabled: boolean
}

async function setDisabled(deps: Deps, tx: Tx, acting: Acting, { user, disabled }: Disabling): Promise<void> {
  if (disabled && user.id === acting.member.id)
    throw refusal([{ path: 'disabled', message: 'You cannot disable yourself' }])
  if (disabled && (await isLastAdmin(deps, tx, user))) throw lastAdmin('disabled')
  const change = { id: user.id, before: user.disabledBy, after: disabled ? ('admin' as const) : null }
  await writeStatus(deps, tx, change, acting)
}

interface LeavingOut {
  readonly user: { readonly id: UserId; readonly leftOut: boolean }
  readonly leftOut: boolean
}

async function setLeftOut(
  deps: Deps,
  tx: Tx,
  acting: Acting,
  { user: { id, leftOut: before }, leftOut }: LeavingOut,
): Promise<void> {
  await store.updateLeftOut(tx, { id, leftOut })
  const details = { before: { leftOut: before }, after: { leftOut } }
  await recordAct(deps, tx, acting, { action: 'member.leave-out', subject: id, details })
  tx.announce({ topics: placesOnBoards })
  tx.announce({ topics: ['account'], members: [id] })
}

/** An administrator who can sign in only in an emergency does not count where that sign-in is switched off. */
async function isLastAdmin(
  { config: { isEmergencySignInOpen: isEmergencyOpen } }: Pick<Deps, 'config'>,
  tx: Tx,
  { id, role }: { readonly id: UserId; readonly role: Role },
) {
  return role === 'admin' && !(await store.findOtherAdmin.first(tx, { id, isEmergencyOpen }))
}

/** Everything that shows members, because they leave it or come back to it. */
const placesOfMembers: readonly Topic[] = ['members', 'totals', 'streaks', 'activities', 'contests', 'review']

/** What shows who has a place. */
const placesOnBoards: readonly Topic[] = ['members', 'totals', 'streaks', 'contests']

interface DisablerChange {
  readonly id: UserId
  readonly before: Disabler | null
  readonly after: Disabler | null
}

/** Writes who disabled a member, ends all their sessions and tokens and records it. `acting` is null for the chat. */
async function writeStatus(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, before, after }: DisablerChange,
  acting: Acting | null,
): Promise<void> {
  const now = clock.now()
  await store.updateDisabled(tx, { id, by: after, now })
  // Also when a member is enabled: a sign-in that was under way when they were disabled may have left a session.
  const ended = await deleteSessionsOf(tx, { userId: id })
  await updateTokensEndedOf(tx, { userId: id, now })
  const details = { before: { disabledBy: before }, after: { disabledBy: after } }
  await insertAuditEntry(tx, {
    actorId: acting?.member.id ?? null,
    ip: acting?.ip ?? null,
    action: after === null ? 'member.enable' : 'member.disable',
    subject: id,
    details: acting ? detailsThrough(acting.member, details) : details,
    at: now,
  })
  tx.announce({ topics: placesOfMembers, changedUsers: [id], endedSessions: ended.map((each) => each.id) })
  tx.announce({ topics: ['sessions', 'tokens'], members: [id] })
}

/** The ids in the chat of everybody in the list of the members of a workspace. */
type ChatList = Parameters<typeof store.listChatChanges>[1]

/**
 * Disables the members who were removed from the chat, and enables those who came back and whom the chat had disabled.
 * Skips the last administrator. The list must be complete.
 */
export async function followChat(deps: Deps, list: ChatList): Promise<{ disabled: number; enabled: number }> {
  const counts = { disabled: 0, enabled: 0 }
  for (const { id, isLeaving } of await store.listChatChanges(deps.db, list)) {
    const hasChanged = await deps.db.transaction((tx) => followOne(deps, tx, { id, isLeaving }))
    if (hasChanged) counts[isLeaving ? 'disabled' : 'enabled']++
  }
  return counts
}

/** Returns false if nothing had to change any more, or if the member is the last administrator. */
async function followOne(
  deps: Deps,
  tx: Tx,
  { id, isLeaving }: { readonly id: UserId; readonly isLeaving: boolean },
): Promise<boolean> {
  await store.lockRoles(tx, {})
  const user = await store.findListedUser(tx, id, momentOf(deps))
  if (user?.disabledBy !== (isLeaving ? null : 'chat')) return false
  if (isLeaving && (await isLastAdmin(deps, tx, user))) {
    deps.log.warn({ userId: id }, 'the last admin was removed from the chat and stays enabled')
    return false
  }
  const change = { id, before: user.disabledBy, after: isLeaving ? 'chat' : null } as const
  await writeStatus(deps, tx, change, null)
  return true
}

/** Ends every session and access token of a member, on every instance. Returns how many sessions there were. */
export async function revokeSessionsOf(deps: Deps, acting: Acting, userId: UserId): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const user = await store.findUserId.first(tx, { id: userId })
    if (!user) throw unknownUser()
    const ended = await deleteSessionsOf(tx, { userId })
    const endedTokens = await updateTokensEndedOf(tx, { userId, now: deps.clock.now() })
    const details = { sessions: ended.length, tokens: endedTokens.length }
    await recordAct(deps, tx, acting, { action: 'sessions.revoke', subject: userId, details })
    tx.announce({
      topics: ['sessions', 'tokens'],
      members: [userId],
      endedSessions: ended.map(({ id }) => id),
      changedUsers: [userId],
    })
    return ended.length
  })
}

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'
const trackingCodeLength = 13

/** A new member's part of trackable links: thirteen random characters of base32, which are 65 bits. */
export function newTrackingCode(): string {
  return Array.from(randomBytes(trackingCodeLength), (byte) => base32[byte & 31]).join('')
}

/** Gives a name to members who were there before names were stored. Runs at each start, after the migrations. */
export async function nameNamelessMembers({ db }: Pick<Deps, 'db'>): Promise<void> {
  const nameless = await store.listNameless(db, {})
  if (nameless.length === 0) return
  await db.transaction(async (tx) => {
    await store.updateDisplayNames(tx, {
      ids: nameless.map(({ id }) => id),
      names: nameless.map(displayNameOf),
    })
    tx.announce({ topics: ['members'], changedUsers: nameless.map(({ id }) => id) })
  })
}

/**
 * Takes an address that the chat has verified from a member who only wrote it into their profile, for the one whom it
 * belongs to and who has none. Returns whether it is free now.
 */
export async function reclaimAddress(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { id, email }: { readonly id: UserId; readonly email: string },
): Promise<boolean> {
  const loser = await store.findClaimant.first(tx, { ownerId: id, email })
  if (!loser) return false
  await store.updateAddressLost(tx, { id: loser.id })
  const details = { before: { email: loser.email }, after: { email: null } }
  const entry = { action: 'profile.address-lost', subject: loser.id, details, ip: null, at: clock.now() }
  await insertAuditEntry(tx, { actorId: null, ...entry })
  tx.announce({ topics: ['account'], members: [loser.id] })
  return true
}

/** The same, and gives the address to a member who is there already. */
export async function giveBackAddress(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  owner: { readonly id: UserId; readonly email: string },
): Promise<void> {
  if (!(await reclaimAddress(deps, tx, owner))) return
  await store.updateVerifiedAddress(tx, owner)
  tx.announce({ topics: ['account'], members: [owner.id] })
}

/** What the chat says about a person. */
interface ChatPerson {
  readonly name: string
  readonly handle?: string
  readonly email: string | null
}

/** The names of a newcomer. The username is made of their name, otherwise their handle, their address or their id. */
export function newcomerNames({ name, handle = '', email }: ChatPerson, slackUserId: string) {
  const localPart = (email ?? '').split('@', 1)[0] ?? ''
  const [username = slackUserId.toLowerCase()] = [name, handle, localPart].map(usernameFrom).filter(Boolean)
  const chatName = displayNameFrom(name)
  return { username, chatName, displayName: displayNameOf({ username, ownName: null, chatName }) }
}

/** Takes over a changed picture or name from the chat. Returns whether there was one. */
export async function refreshFromChat(
  tx: Tx,
  { id, ...before }: store.SlackMember,
  { avatar, name }: { readonly avatar: string | null; readonly name: string },
): Promise<boolean> {
  const chatName = displayNameFrom(name)
  const hasNewAvatar = avatar !== null && avatar !== before.avatar
  const hasNewName = chatName !== null && chatName !== before.chatName
  if (!hasNewAvatar && !hasNewName) return false
  await store.updateChatProfile(tx, { id, avatar, chatName })
  tx.announce({ topics: ['members'], members: [id], ...(hasNewName && { changedUsers: [id] }) })
  return true
}
