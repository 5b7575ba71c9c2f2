import { includesScope, type TokenScope } from './access-tokens.ts'
import type { Role } from './vocabulary.ts'

/** Who is calling: nobody, a signed-in member with a role, or a machine that knows the hook secret. */
export type Caller =
  | { readonly kind: 'nobody' }
  | {
      readonly kind: 'member'
      readonly role: Role
      /** What their access token may be used for; absent with a session, which may do all that the role may. */
      readonly scopes?: readonly TokenScope[] | null
    }
  | { readonly kind: 'hook' }

/** Whether a request only reads, or changes something. */
export type Use = 'read' | 'write'

interface Row {
  readonly anyone: boolean
  readonly roles: readonly Role[]
  readonly hook: boolean
  /** The scope that an access token needs, beside the role of its member. `none` refuses every token. */
  readonly token: Readonly<Record<Use, TokenScope>> | 'none'
}

const everyRole = ['user', 'moderator', 'admin'] as const
const asAdmin = { read: 'admin', write: 'admin' } as const

/**
 * The one table of who may do what. Every route names one of its rows. The two rows about access are for sessions only:
 * whoever finds a token must not be able to make themselves further ways in.
 */
export const permissions = {
  'enter anonymously': {
    anyone: true,
    roles: everyRole,
    hook: true,
    token: { read: 'read', write: 'read' },
  },
  'take part': { anyone: false, roles: everyRole, hook: false, token: { read: 'read', write: 'report' } },
  'manage own access': { anyone: false, roles: everyRole, hook: false, token: 'none' },
  review: { anyone: false, roles: ['moderator', 'admin'], hook: false, token: asAdmin },
  administer: { anyone: false, roles: ['admin'], hook: false, token: asAdmin },
  'administer access': { anyone: false, roles: ['admin'], hook: false, token: 'none' },
  'deliver by hook': { anyone: false, roles: ['admin'], hook: true, token: asAdmin },
} as const satisfies Record<string, Row>

export type Permission = keyof typeof permissions

export type PermissionVerdict = 'ok' | 'not-signed-in' | 'not-allowed' | 'needs-session' | 'needs-scope'

export function permissionVerdict(
  caller: Caller,
  permission: Permission,
  use: Use = 'write',
): PermissionVerdict {
  const row: Row = permissions[permission]
  if (row.anyone) return 'ok'
  if (caller.kind === 'hook') return row.hook ? 'ok' : 'not-signed-in'
  if (caller.kind === 'nobody') return 'not-signed-in'
  if (!row.roles.includes(caller.role)) return 'not-allowed'
  if (!caller.scopes) return 'ok'
  const needed = scopeFor(permission, use)
  if (needed === null) return 'needs-session'
  return includesScope(caller.scopes, needed) ? 'ok' : 'needs-scope'
}

/** The scope that a token needs for it; null where no token is let in. */
export function scopeFor(permission: Permission, use: Use): TokenScope | null {
  const { token }: Row = permissions[permission]
  return token === 'none' ? null : token[use]
}
