import { describe, expect, test } from 'vitest'
import { passwordFault } from './passwords.ts'

const email = 'ops@brightwater.example'

describe('a new password', () => {
  test.each([
    ['fourteen chars', /at least 15/],
    ['x'.repeat(129), /at most 128/],
    ['aaaaaaaaaaaaaaaaaa', /easy to guess/],
    ['x'.repeat(60) + 'y'.repeat(68), /easy to guess/],
    ['abababababababab', /easy to guess/],
    ['password1234567', /easy to guess/],
    ['Password-Admin-2026', /easy to guess/],
    ['qwertyuiopasdfg', /easy to guess/],
    ['POIUYTREWQ-lkjhgfdsa', /easy to guess/],
    ['qwertyuiop!!max', /easy to guess/],
    ['abcdefghijklmnop', /easy to guess/],
    ['987654321098765', /easy to guess/],
    ['Ops@Brightwater.Example', /easy to guess/],
    ['OpsOpsOpsOpsOpsOps', /easy to guess/],
  ])('like %s is refused', { tags: ['sec-12'] }, (candidate, fault) => {
    expect(passwordFault(candidate, { email })).toMatch(fault)
  })

  test.each([
    'vivid-kestrel-orbit-9',
    '🐎'.repeat(64),
    '8391-4710-2847-1123',
    'my admin password is a horse',
    'ops at brightwater',
    'ünïcödé pässwörd žluť',
    'qwerty makes a bad start',
    'Brightwater-7391-8264',
  ])('like %s is accepted', { tags: ['sec-12'] }, (candidate) => {
    expect(passwordFault(candidate, { email })).toBeNull()
  })

  test.each(['brightwater12345', 'Brightwater&Sons', 'BrightwaterSons2026', 'sons-brightwater-1'])(
    'like %s is refused where the workspace is Brightwater & Sons',
    { tags: ['sec-12'] },
    (candidate) => {
      const workspaceName = 'Brightwater & Sons'
      expect(passwordFault(candidate, { email, workspaceName })).toMatch(/easy to guess/)
      expect(passwordFault(`${candidate} on horseback`, { email, workspaceName })).toBeNull()
    },
  )
})
