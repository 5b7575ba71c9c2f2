import type { Role } from './vocabulary.ts'

/** Who is calling: nobody, a signed-in member with a role, or a machine that knows the hook secret. */
export type Caller =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'member'; readonly role: Role }
  | { readonly kind: 'hook' }

/** The one table of who may do what. Every route names one of its rows. */
export const permissions = {
  'enter anonymously': { anyone: true, roles: ['user', 'moderator', 'admin'], hook: true },
  'take part': { anyone: false, roles: ['user', 'moderator', 'admin'], hook: false },
  review: { anyone: false, roles: ['moderator', 'admin'], hook: false },
  administer: { anyone: false, roles: ['admin'], hook: false },
  'deliver by hook': { anyone: false, roles: ['admin'], hook: true },
} as const satisfies Record<string, { anyone: boolean; roles: readonly Role[]; hook: boolean }>

export type Permission = keyof typeof permissions

export type PermissionVerdict = 'ok' | 'not-signed-in' | 'not-allowed'

export function permissionVerdict(caller: Caller, permission: Permission): PermissionVerdict {
  const row: { anyone: boolean; roles: readonly Role[]; hook: boolean } = permissions[permission]
  if (row.anyone) return 'ok'
  if (caller.kind === 'hook') return row.hook ? 'ok' : 'not-signed-in'
  if (caller.kind === 'nobody') return 'not-signed-in'
  return row.roles.includes(caller.role) ? 'ok' : 'not-allowed'
}
