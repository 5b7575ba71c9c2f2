import { describe, expect, test } from 'vitest'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { asId } from '#domain/ids.ts'
import { passedIn, rankWord } from './passed.ts'

/** A board of these members and their points, best first. */
function board(...scores: [name: string, points: number][]): LeaderboardEntry[] {
  return scores.map(([name, totalPoints], place) => ({
    id: idOf(name),
    rank: place + 1,
    username: name,
    displayName: name,
    avatar: null,
    totalPoints,
    totalShares: 0,
    totalEngagements: 0,
  }))
}

/** The same id for the same name. */
function idOf(name: string) {
  return asId<'user'>(`00000000-0000-7000-8000-${hexOf(name).padStart(12, '0')}`)
}

function hexOf(name: string): string {
  return [...name].map((letter) => letter.charCodeAt(0).toString(16)).join('')
}

const before = board(['ana', 90], ['bo', 80], ['me', 70])

describe('a member on a board', () => {
  test('has passed who was ahead and is behind now', () => {
    const passed = passedIn(before, board(['ana', 90], ['me', 85], ['bo', 80]), idOf('me'))
    expect(passed).toMatchObject({ person: { displayName: 'bo' }, places: 1 })
  })

  test('names the last of several', () => {
    const passed = passedIn(before, board(['me', 100], ['ana', 90], ['bo', 80]), idOf('me'))
    expect(passed).toMatchObject({ person: { displayName: 'ana' }, places: 2 })
  })

  test('has passed nobody who fell by themselves', () => {
    expect(passedIn(before, board(['ana', 90], ['me', 70], ['bo', 60]), idOf('me'))).toBeNull()
  })

  test('has passed nobody by more points alone, or as a newcomer', () => {
    expect(passedIn(before, board(['ana', 90], ['bo', 80], ['me', 75]), idOf('me'))).toBeNull()
    expect(passedIn(before.slice(0, 2), before, idOf('me'))).toBeNull()
    expect(passedIn(before, before.slice(0, 2), idOf('me'))).toBeNull()
  })
})

test.each([
  [1, 'first'],
  [10, 'tenth'],
  [11, '11th'],
  [22, '22nd'],
  [103, '103rd'],
  [10_001, '10,001st'],
])('the rank %i is %s in a sentence', (rank, word) => expect(rankWord(rank)).toBe(word))
