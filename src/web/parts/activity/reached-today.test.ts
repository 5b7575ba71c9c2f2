import { expect, test } from 'vitest'
import type { Activity } from '#contract/activities.ts'
import { asDay } from '#domain/days.ts'
import type { Id, UserId } from '#domain/ids.ts'
import { reachedOn, reachedWords } from './reached-today.ts'

const day = asDay('2026-03-11')
const asked = { ownId: 'own' as UserId, day, timeZone: 'Europe/Berlin' }

let count = 0
function badge(of: string, createdAt: string, change: Partial<Activity> = {}): Activity {
  const id = of as UserId
  return {
    id: `a${count++}` as Id<'activity'>,
    userId: id,
    type: 'achievement',
    description: 'Earned First Steps',
    points: 10,
    createdAt,
    user: { id, username: of, displayName: of, avatar: null },
    metadata: { achievement: 'First Steps' },
    applause: { count: 0, mine: false },
    ...change,
  }
}

test('what colleagues reached is their badges of the workspace’s day, one for each of them', () => {
  const lines = [
    badge('ana', '2026-03-11T22:59:00Z', { metadata: { achievement: 'Streak Master' } }),
    badge('own', '2026-03-11T12:00:00Z'),
    badge('ben', '2026-03-11T11:00:00Z', { type: 'interaction', metadata: {} }),
    badge('ana', '2026-03-11T10:00:00Z'),
    badge('cem', '2026-03-10T23:00:00Z'),
    badge('dora', '2026-03-10T22:59:00Z'),
  ]
  const reached = reachedOn(lines, asked).map(({ user, metadata }) => [user.id, metadata.achievement])
  expect(reached).toEqual([
    ['ana', 'Streak Master'],
    ['cem', 'First Steps'],
  ])
})

test('the sentence counts up to three colleagues', () => {
  expect([1, 2, 3, 4].map(reachedWords)).toEqual([
    'Meanwhile, a colleague reached something today.',
    'Meanwhile, two colleagues reached something today.',
    'Meanwhile, three colleagues reached something today.',
    'Meanwhile, several colleagues reached something today.',
  ])
})
