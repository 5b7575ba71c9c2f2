import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { passwordFault } from '#domain/passwords.ts'
import { isPasswordOf } from './access/password.ts'
import { ConfigError } from './config.ts'
import type { Deps } from './deps.ts'
import { createEmergencyAdmin, resetEmergencyPassword } from './features/auth/commands.ts'
import { type EmergencyAccount, findEmergencyAdmin } from './features/auth/store.ts'

export interface EmergencyAdmin {
  readonly email: string
  /** Set only when it was generated now. Only its hash is stored, so it has to be shown. */
  readonly password: string | null
}

const fallbackEmail = 'admin@ovation.local'

/**
 * Makes sure that there is an emergency admin. On a new database it is created from ADMIN_EMAIL and ADMIN_PASSWORD. A
 * missing password is generated and returned, this once. Later a different ADMIN_PASSWORD replaces the account's.
 * Throws a ConfigError when either cannot be used.
 */
export async function ensureEmergencyAdmin(deps: Deps): Promise<EmergencyAdmin> {
  const { adminEmail, adminPassword } = deps.config
  assertUsable(deps.config)
  const existing = await findEmergencyAdmin.first(deps.db, {})
  if (existing) return updateExisting(deps, existing)
  const email = adminEmail ?? fallbackEmail
  const password = adminPassword ?? generatePassword()
  if (!(await createEmergencyAdmin(deps, { email, password }))) {
    const concurrent = await findEmergencyAdmin.first(deps.db, {})
    if (concurrent) return updateExisting(deps, concurrent)
    throw new ConfigError(['ADMIN_EMAIL already belongs to a member: choose another address'])
  }
  return { email, password: adminPassword === null ? password : null }
}

async function updateExisting(deps: Deps, account: EmergencyAccount): Promise<EmergencyAdmin> {
  const { adminPassword } = deps.config
  if (adminPassword !== null && !(await isPasswordOf(account.passwordHash, adminPassword))) {
    await resetEmergencyPassword(deps, account, adminPassword)
    deps.log.warn({ userId: account.id }, 'replaced the emergency password by ADMIN_PASSWORD')
  }
  return { email: account.email, password: null }
}

function assertUsable({ adminEmail, adminPassword: password, workspaceName }: Deps['config']): void {
  const email = adminEmail ?? fallbackEmail
  const lines: string[] = []
  // The sign-in form accepts nothing else.
  if (!z.email().max(254).safeParse(email).success) lines.push('ADMIN_EMAIL must be an email address')
  const fault = password === null ? null : passwordFault(password, { email, workspaceName })
  if (fault) lines.push(`ADMIN_PASSWORD ${fault}`)
  if (lines.length > 0) throw new ConfigError(lines)
}

/** Six groups of four characters, easy to read out and type: 120 random bits. */
function generatePassword(): string {
  const characters = Array.from(randomBytes(24), (byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte & 31])
  return Array.from({ length: 6 }, (_, group) => characters.slice(group * 4, group * 4 + 4).join('')).join(
    '-',
  )
}
