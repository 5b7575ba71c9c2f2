import { describe, expect, it } from 'vitest'
import { type Caller, type Permission, permissions, permissionVerdict } from './permissions.ts'

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
  review: ['not-signed-in', 'not-allowed', 'ok', 'ok', 'not-signed-in'],
  administer: ['not-signed-in', 'not-allowed', 'not-allowed', 'ok', 'not-signed-in'],
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
