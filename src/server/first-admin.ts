import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import { insertAuditEntry } from './access/audit.ts'
import { hashPassword, isPasswordOf } from './access/password.ts'
import { ConfigError } from './config.ts'
import type { Deps } from './deps.ts'
import { resetEmergencyPassword } from './features/auth/commands.ts'
import { type EmergencyAccount, findEmergencyAdmin, insertEmergencyAdmin } from './features/auth/store.ts'
import { newTrackingCode } from './features/users/commands.ts'

export interface EmergencyAdmin {
  readonly email: string
  /** Set only when it was made up now: nothing keeps it in the clear, so it has to be shown. */
  readonly password: string | null
}

const fallbackEmail = 'admin@ovation.local'
const fewestCharacters = 15
const mostCharacters = 128

/**
 * Sees to it that there is an emergency admin. On a new database it is made from ADMIN_EMAIL and ADMIN_PASSWORD; a
 * password that is not given is made up and answered, this once. Later an ADMIN_PASSWORD that is not the account's
 * becomes it. Throws a ConfigError when either cannot be used.
 */
export async function ensureEmergencyAdmin(deps: Deps): Promise<EmergencyAdmin> {
  const { adminEmail, adminPassword } = deps.config
  assertUsable(adminEmail ?? fallbackEmail, adminPassword)
  const existing = await findEmergencyAdmin(deps.db)
  if (existing) return keep(deps, existing)
  const email = adminEmail ?? fallbackEmail
  const password = adminPassword ?? madeUpPassword()
  const id = uuidv7()
  const now = deps.clock.now()
  const passwordHash = await hashPassword(password)
  const isMade = await insertEmergencyAdmin(deps.db, {
    id,
    email,
    trackingCode: newTrackingCode(),
    passwordHash,
    now,
  })
  if (!isMade) {
    const others = await findEmergencyAdmin(deps.db)
    if (others) return keep(deps, others)
    throw new ConfigError(['ADMIN_EMAIL belongs to a member already: choose another address for emergencies'])
  }
  await insertAuditEntry(deps.db, {
    actorId: null,
    action: 'emergency-admin.make',
    subject: id,
    ip: null,
    at: now,
  })
  return { email, password: adminPassword === null ? password : null }
}

async function keep(deps: Deps, account: EmergencyAccount): Promise<EmergencyAdmin> {
  const { adminPassword } = deps.config
  if (adminPassword !== null && !(await isPasswordOf(account.passwordHash, adminPassword))) {
    await resetEmergencyPassword(deps, account, adminPassword)
    deps.log.warn({ userId: account.id }, 'the emergency password was set from ADMIN_PASSWORD')
  }
  return { email: account.email, password: null }
}

function assertUsable(email: string, password: string | null): void {
  const lines: string[] = []
  // The sign-in form takes nothing else.
  if (!z.email().max(254).safeParse(email).success) lines.push('ADMIN_EMAIL must be an e-mail address')
  const fault = password === null ? null : passwordFault(password, email)
  if (fault) lines.push(`ADMIN_PASSWORD ${fault}`)
  if (lines.length > 0) throw new ConfigError(lines)
}

/** What is wrong with a new password, to follow its name in a sentence; null when it is good. Any character is. */
export function passwordFault(password: string, email: string): string | null {
  const length = Array.from(password).length
  if (length < fewestCharacters) return `must be at least ${fewestCharacters} characters long`
  if (length > mostCharacters) return `must be at most ${mostCharacters} characters long`
  return isGuessedFirst(password.toLowerCase(), email.toLowerCase())
    ? 'is made of words and sequences that are guessed first'
    : null
}

/** Whether it is the account's address, or what stands before the @ or one ASCII character, over and over. */
function isGuessedFirst(password: string, email: string): boolean {
  const name = email.replace(/@.*/, '')
  return password === email || password.replaceAll(name, '') === '' || /^([ -~])\1*$/.test(password)
}

/** Six groups of four, which can be read out and typed: 120 random bits. */
function madeUpPassword(): string {
  const characters = Array.from(randomBytes(24), (byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte & 31])
  return Array.from({ length: 6 }, (_, group) => characters.slice(group * 4, group * 4 + 4).join('')).join(
    '-',
  )
}
