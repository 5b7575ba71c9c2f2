import { describe, expect, it } from 'vitest'
import { type TokenScope, tokenScopes } from './access-tokens.ts'
import { type Caller, type Permission, permissions, permissionVerdict, type Use } from './permissions.ts'
import { type Role, roles } from './vocabulary.ts'

const callers: Readonly<Record<string, Caller>> = {
  nobody: { kind: 'nobody' },
  member: { kind: 'member', role: 'user' },
  moderator: { kind: 'member', role: 'moderator' },
  admin: { kind: 'member', role: 'admin' },
  hook: { kind: 'hook' },
}

const table: Readonly<Record<Permission, readonly string[]>> = {
  //                     nobody           member         moderator      admin  hook
  'enter anonymously': ['ok', 'ok', 'ok', 'ok', 'ok'],
  'take part': ['not-signed-in', 'ok', 'ok', 'ok', 'not-signed-in'],
  'manage own access': ['not-signed-in', 'ok', 'ok', 'ok', 'not-signed-in'],
  review: ['not-signed-in', 'not-allowed', 'ok', 'ok', 'not-signed-in'],
  administer: ['not-signed-in', 'not-allowed', 'not-allowed', 'ok', 'not-signed-in'],
  'administer access': ['not-signed-in', 'not-allowed', 'not-allowed', 'ok', 'not-signed-in'],
  'deliver by hook': ['not-signed-in', 'not-allowed', 'not-allowed', 'ok', 'ok'],
}

describe.each(Object.entries(table))('to %s', (permission, verdicts) => {
  it.each(Object.keys(callers).map((name, index) => [name, verdicts[index]]))(
    '%s is %s',
    { tags: ['rights-roles'] },
    (name = '', verdict) => {
      const caller = callers[name]
      if (!caller) throw new Error(`no caller ${name}`)
      expect(permissionVerdict(caller, permission as Permission)).toBe(verdict)
    },
  )
})

it('the table has a row for every permission', () => {
  expect(Object.keys(table).sort()).toEqual(Object.keys(permissions).sort())
})

const throughToken = (scope: TokenScope, permission: Permission, use: Use, role: Role = 'admin') =>
  permissionVerdict({ kind: 'member', role, scopes: [scope] }, permission, use)

const scopeTable: Readonly<Record<Permission, Readonly<Record<Use, readonly string[]>>>> = {
  //                               read           report         admin
  'enter anonymously': { read: ['ok', 'ok', 'ok'], write: ['ok', 'ok', 'ok'] },
  'take part': { read: ['ok', 'ok', 'ok'], write: ['needs-scope', 'ok', 'ok'] },
  'manage own access': { read: Array(3).fill('needs-session'), write: Array(3).fill('needs-session') },
  review: { read: ['needs-scope', 'needs-scope', 'ok'], write: ['needs-scope', 'needs-scope', 'ok'] },
  administer: { read: ['needs-scope', 'needs-scope', 'ok'], write: ['needs-scope', 'needs-scope', 'ok'] },
  'administer access': { read: Array(3).fill('needs-session'), write: Array(3).fill('needs-session') },
  'deliver by hook': {
    read: ['needs-scope', 'needs-scope', 'ok'],
    write: ['needs-scope', 'needs-scope', 'ok'],
  },
}

it.each(Object.entries(scopeTable))(
  'an administrator with a token has the rights of its scopes to %s',
  { tags: ['access-tokens-scopes'] },
  (permission, { read, write }) => {
    const verdicts = (use: Use) =>
      tokenScopes.map((scope) => throughToken(scope, permission as Permission, use))
    expect({ read: verdicts('read'), write: verdicts('write') }).toEqual({ read, write })
  },
)

it('no scope gives more than the role of its member', { tags: ['access-tokens-scopes'] }, () => {
  for (const permission of Object.keys(permissions) as Permission[]) {
    for (const role of roles) {
      if (permissionVerdict({ kind: 'member', role }, permission) === 'ok') continue
      for (const scope of tokenScopes) expect(throughToken(scope, permission, 'read', role)).not.toBe('ok')
    }
  }
})
