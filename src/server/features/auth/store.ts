import { type Db, statement, type Tx } from '#server/db/handle.ts'

/** An account that may sign in with a password. */
export interface EmergencyAccount {
  readonly id: string
  readonly email: string
  readonly passwordHash: string
}

interface NewEmergencyAdmin extends EmergencyAccount {
  readonly trackingCode: string
  readonly now: Date
}

const account = 'id, email, password_hash as "passwordHash"'
const isAccount = 'is_emergency and email is not null and password_hash is not null'
const findUsable = statement<EmergencyAccount>(
  'find_emergency_account',
  `select ${account} from users where lower(email) = lower($1) and ${isAccount} and role = 'admin' and disabled_at is null`,
)
const findOldest = statement<EmergencyAccount>(
  'find_emergency_admin',
  `select ${account} from users where ${isAccount} order by created_at, id limit 1`,
)
// The first instance to start makes it; one that starts at the same moment leaves that one alone.
const insertAdmin = statement<{ id: string }>(
  'insert_emergency_admin',
  `insert into users (id, username, email, role, tracking_code, password_hash, is_emergency, reached_at, created_at)
   values ($1, 'admin', $2, 'admin', $3, $4, true, $5::timestamptz, $5::timestamptz)
   on conflict do nothing returning id`,
)
const setHash = statement('set_password_hash', 'update users set password_hash = $2 where id = $1')
const restore = statement(
  'restore_emergency_admin',
  `update users set password_hash = $2, role = 'admin', disabled_at = null where id = $1`,
)

/** The account that may sign in with this e-mail address, in any case: an enabled emergency admin, or null. */
export async function findEmergencyAccount(db: Db | Tx, email: string): Promise<EmergencyAccount | null> {
  const [row] = await db.run(findUsable, [email])
  return row ?? null
}

/** The emergency account of this workspace, whatever became of its role. */
export async function findEmergencyAdmin(db: Db | Tx): Promise<EmergencyAccount | null> {
  const [row] = await db.run(findOldest, [])
  return row ?? null
}

/** Whether the account was made; it is not when its e-mail address is taken. */
export async function insertEmergencyAdmin(db: Db | Tx, admin: NewEmergencyAdmin): Promise<boolean> {
  const { id, email, trackingCode, passwordHash, now } = admin
  const rows = await db.run(insertAdmin, [id, email, trackingCode, passwordHash, now.toISOString()])
  return rows.length > 0
}

export async function updatePasswordHash(db: Db | Tx, id: string, passwordHash: string): Promise<void> {
  await db.run(setHash, [id, passwordHash])
}

/** Gives the emergency account a new password, and its rights back if it had lost them. */
export async function updateToUsableAdmin(db: Db | Tx, id: string, passwordHash: string): Promise<void> {
  await db.run(restore, [id, passwordHash])
}
