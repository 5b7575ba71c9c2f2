import { describe, expect, test } from 'vitest'
import { passwordFault } from './passwords.ts'

const email = 'ops@brightwater.example'

describe('a new password', () => {
  test.each([
    ['fourteen chars', /at least 15/],
    ['x'.repeat(129), /at most 128/],
    ['aaaaaaaaaaaaaaaaaa', /easy to guess/],
    ['Ops@Brightwater.Example', /easy to guess/],
    ['OpsOpsOpsOpsOpsOps', /easy to guess/],
  ])('like %s is refused', (candidate, fault) => {
    expect(passwordFault(candidate, email)).toMatch(fault)
  })

  test.each([
    'vivid-kestrel-orbit-9',
    '🐎'.repeat(64),
    '8391-4710-2847-1123',
    'my admin password is a horse',
    'ops at brightwater',
    'ünïcödé pässwörd žluť',
    'x'.repeat(60) + 'y'.repeat(68),
  ])('like %s is accepted', (candidate) => {
    expect(passwordFault(candidate, email)).toBeNull()
  })
})
