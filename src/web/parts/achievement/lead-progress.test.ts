import { expect, test } from 'vitest'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import type { UserId } from '#domain/ids.ts'
import { withLead } from './lead-progress.ts'

const open = { id: 'team_leader', have: null, need: null } as const
const butterfly = { id: 'social_butterfly', have: 10, need: 25 } as const

function boardOf(points: number, total: number): LeaderboardPage {
  const first = {
    id: 'a' as UserId,
    rank: 1,
    username: 'grace',
    displayName: 'Grace',
    avatar: null,
    totalPoints: points,
    totalShares: 0,
    totalEngagements: 0,
  }
  return { data: [first], total }
}

test('the way to the lead is counted in the points of the first on the board', () => {
  expect(withLead([butterfly, open], boardOf(1570, 3), 900)).toEqual([
    butterfly,
    { id: 'team_leader', have: 900, need: 1570 },
  ])
})

test('a leader needs 500 points, however few the others have', () => {
  expect(withLead([open], boardOf(60, 3), 60)).toEqual([{ id: 'team_leader', have: 60, need: 500 }])
})

test('the way stays open while the board is unknown, or too short to be led', () => {
  expect(withLead([open], undefined, 900)).toEqual([open])
  expect(withLead([open], boardOf(1570, 2), 900)).toEqual([open])
})
