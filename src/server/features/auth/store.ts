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
/** The emergency account of this workspace, whatever its role is now. */
export const findEmergencyAdmin = query({
  name: 'find_emergency_admin',
  sql: `select ${account} from users where ${isAccount} order by created_at, id limit 1`,
  row: accountRow,
})
/** The first instance to start inserts the account. No row if another instance did so, or the address is taken. */
export const insertEmergencyAdmin = query({
  name: 'insert_emergency_admin',
  sql: `insert into users (id, username, display_name, email, role, tracking_code, password_hash, is_emergency, reached_at,
     created_at)
   values ($id, 'admin', 'Admin', $email, 'admin', $trackingCode, $passwordHash, true, $now, $now)
   on conflict do nothing returning id`,
  params: { ...accountRow, trackingCode: col.text, now: col.instant },
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
