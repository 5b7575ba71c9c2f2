import { roles } from '#domain/vocabulary.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

const account = 'id, email, password_hash as "passwordHash"'
const accountRow = { id: col.id<'user'>(), email: col.text, passwordHash: col.text }
const isAccount = 'is_emergency and email is not null and password_hash is not null'
/** The enabled emergency admin with this e-mail address, in upper or lower case. */
export const findEmergencyAccount = query({
  name: 'find_emergency_account',
  sql: `select ${account} from users
   where lower(email) = lower($email) and ${isAccount} and role = 'admin' and disabled_at is null`,
  params: { email: col.text },
  row: accountRow,
})
/**
 * The emergency account that the environment sets, whatever its role is now: the first one. It never has an identity in
 * the chat, so an older member who set a password for their own account is not taken for it.
 */
export const findEmergencyAdmin = query({
  name: 'find_emergency_admin',
  sql: `select ${account} from users where ${isAccount}
   order by slack_user_id is not null, created_at, id limit 1`,
  row: accountRow,
})
/** No row if the address is taken, or another instance has inserted the account. */
export const insertEmergencyAdmin = query({
  name: 'insert_emergency_admin',
  sql: `insert into users (id, username, display_name, email, role, tracking_code, password_hash, is_emergency, reached_at,
     created_at)
   values ($id, $username, $displayName, $email, 'admin', $trackingCode, $passwordHash, true, $now, $now)
   on conflict do nothing returning id`,
  params: {
    ...accountRow,
    username: col.text,
    displayName: col.text,
    trackingCode: col.text,
    now: col.instant,
  },
  row: { id: col.id<'user'>() },
})
const newPassword = { id: col.id<'user'>(), passwordHash: col.text }
export const updatePasswordHash = query({
  name: 'set_password_hash',
  sql: 'update users set password_hash = $passwordHash where id = $id',
  params: newPassword,
})
/** Sets a new password for the emergency account and restores its rights. */
export const updateToUsableAdmin = query({
  name: 'restore_emergency_admin',
  sql: `update users set password_hash = $passwordHash, role = 'admin', disabled_at = null,
     disabled_by = null where id = $id`,
  params: newPassword,
})

/** An account that may sign in with a password. */
export type EmergencyAccount = RowOf<typeof findEmergencyAdmin>

/** The accounts that can use the emergency sign-in. */
export const listEmergencyAdminRows = query({
  name: 'list_emergency_admins',
  sql: `select id, username, display_name as "displayName", avatar, email from users
   where ${isAccount} and role = 'admin' and disabled_at is null order by lower(display_name), id`,
  row: {
    id: col.id<'user'>(),
    username: col.text,
    displayName: col.text,
    avatar: col.nullable(col.text),
    email: col.text,
  },
})

const byEmail = { email: col.text }
/** The account with this address, if there is one. Locks it, so that its role and state stay as they were read. */
export const findInvitedAccount = query({
  name: 'find_invited_account',
  sql: `select id, role, is_emergency as "isEmergency", slack_user_id is not null as "isInChat",
     disabled_at is not null as "isDisabled", password_hash is not null as "hasPassword"
   from users where lower(email) = lower($email) for no key update`,
  params: byEmail,
  row: {
    id: col.id<'user'>(),
    role: col.word(roles),
    isEmergency: col.bool,
    isInChat: col.bool,
    isDisabled: col.bool,
    hasPassword: col.bool,
  },
})
export type InvitedAccount = RowOf<typeof findInvitedAccount>

/** Gives an account a password for the emergency sign-in. */
export const updateToEmergencyAccount = query({
  name: 'update_to_emergency_account',
  sql: 'update users set password_hash = $passwordHash, is_emergency = true where id = $id',
  params: newPassword,
})

/** Makes transactions that invite the same address run one after another. */
export const lockInvitations = query({
  name: 'lock_invitations',
  sql: advisoryLock('invitations', 'lower($email)'),
  params: byEmail,
})
export const deleteOpenInvitations = query({
  name: 'delete_open_invitations',
  sql: 'delete from emergency_invitations where lower(email) = lower($email) and used_at is null',
  params: byEmail,
})
export const insertInvitation = query({
  name: 'insert_invitation',
  sql: `insert into emergency_invitations (id, email, secret_hash, invited_by, created_at, expires_at)
   values ($id, $email, $secretHash, $invitedBy, $now, $expiresAt)`,
  params: {
    id: col.id<'invitation'>(),
    email: col.text,
    secretHash: col.text,
    invitedBy: col.id<'user'>(),
    now: col.instant,
    expiresAt: col.instant,
  },
})
// An invitation is only as good as the one who made it: it ends when they are no administrator any more.
const isOpen = `used_at is null and expires_at > $now and exists (
     select from users where users.id = invited_by and users.role = 'admin' and users.disabled_at is null
   )`
const bySecret = { secretHash: col.text, now: col.instant }
export const findOpenInvitation = query({
  name: 'find_open_invitation',
  sql: `select email, expires_at as "expiresAt" from emergency_invitations
   where secret_hash = $secretHash and ${isOpen}`,
  params: bySecret,
  row: { email: col.text, expiresAt: col.instant },
})
/** Uses an invitation up. Of several at the same moment, one gets a row. */
export const updateInvitationUsed = query({
  name: 'update_invitation_used',
  sql: `update emergency_invitations set used_at = $now where secret_hash = $secretHash and ${isOpen}
   returning email, invited_by as "invitedBy",
     (select display_name from users where users.id = invited_by) as "inviterName"`,
  params: bySecret,
  row: { email: col.text, invitedBy: col.id<'user'>(), inviterName: col.text },
})
