import { describe, expect, it } from 'vitest'
import { audienceOf, type BellKind, bellKinds, bellOf, newInBell } from './bell.ts'

const line = (kind: BellKind, minute: number) => ({ kind, at: new Date(Date.UTC(2026, 2, 11, 10, minute)) })
const told = (lines: readonly { kind: BellKind; at: Date }[]) =>
  lines.map(({ kind, at }) => `${kind} ${at.getUTCMinutes()}`)

describe('the bell', () => {
  it('has new posts and what colleagues did for the team, and everything else for the member', () => {
    expect(bellKinds.filter((kind) => audienceOf(kind) === 'team')).toEqual(['post', 'activity'])
  })

  it('shows the lines for the member first, and the newest of each kind of audience first', () => {
    const lines = [line('activity', 9), line('applause', 1), line('post', 10), line('achievement', 3)]
    expect(told(bellOf(lines))).toEqual(['achievement 3', 'applause 1', 'post 10', 'activity 9'])
  })

  it('shows ten lines, of which at least three are the team’s', () => {
    const own = Array.from({ length: 12 }, (_, minute) => line('achievement', minute))
    const team = Array.from({ length: 12 }, (_, minute) => line('activity', minute))
    const shown = told(bellOf([...own, ...team]))
    expect(shown).toHaveLength(10)
    expect(shown.slice(6)).toEqual(['achievement 5', 'activity 11', 'activity 10', 'activity 9'])
    expect(bellOf(team)).toHaveLength(10)
    expect(bellOf([])).toEqual([])
  })
})

describe('the number at the bell', () => {
  const lines = [
    { audience: 'you', at: '2026-03-11T09:00:00.000Z' },
    { audience: 'team', at: '2026-03-11T10:00:00.000Z' },
    { audience: 'team', at: '2026-03-11T11:00:00.000Z' },
  ] as const

  it.each([
    ['', 1],
    ['2026-03-11T09:00:00.000Z', 2],
    ['2026-03-11T10:00:00.000Z', 1],
    ['2026-03-11T11:00:00.000Z', 0],
  ])('seen up to "%s" is %i', (seenAt, expected) => {
    expect(newInBell(lines, seenAt)).toBe(expected)
  })
})
