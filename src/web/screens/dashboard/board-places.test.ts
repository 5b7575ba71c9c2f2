import { describe, expect, test } from 'vitest'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { asId } from '#domain/ids.ts'
import { boardPlaces } from './board-places.ts'

function idOf(nth: number) {
  return asId<'user'>(`00000000-0000-7000-8000-${`${nth}`.padStart(12, '0')}`)
}

function members(first: number, last: number): LeaderboardEntry[] {
  return Array.from({ length: last - first + 1 }, (_, nth) => ({
    id: idOf(first + nth),
    rank: first + nth,
    username: `member.${first + nth}`,
    displayName: `Member ${first + nth}`,
    avatar: null,
    totalPoints: 10_000 - first - nth,
    totalShares: 0,
    totalEngagements: 0,
  }))
}

/** The ranks that the card shows below the podium to the member of this rank, after the number that it leaves out. */
function shown(page: readonly LeaderboardEntry[], ownRank: number): number[] {
  const { between, rows } = boardPlaces(page, idOf(ownRank), null)
  return [between, ...rows.map(({ rank }) => rank)]
}

describe('the card of the board', () => {
  const page = members(1, 21)

  test('has the first three on the podium', () => {
    expect(boardPlaces(page, idOf(9), null).podium.map(({ rank }) => rank)).toEqual([1, 2, 3])
  })

  test.each([
    [9, [3, 7, 8, 9, 10, 11]],
    [8, [2, 6, 7, 8, 9, 10]],
    // A gap of one shows that member instead.
    [7, [0, 4, 5, 6, 7, 8, 9]],
    [6, [0, 4, 5, 6, 7, 8]],
    [4, [0, 4, 5, 6, 7, 8]],
    [1, [0, 4, 5, 6, 7, 8]],
    [21, [13, 17, 18, 19, 20, 21]],
    [20, [13, 17, 18, 19, 20, 21]],
  ])('shows the member of rank %i with the neighbours', (own, ranks) => {
    expect(shown(page, own)).toEqual(ranks)
  })

  test('shows the best to a member without points', () => {
    expect(shown(page, 99)).toEqual([0, 4, 5, 6, 7, 8])
    expect(shown(members(1, 4), 99)).toEqual([0, 4])
  })

  test('has no podium for fewer than three', () => {
    expect(boardPlaces(members(1, 2), idOf(1), null)).toMatchObject({
      podium: [],
      rows: [{ rank: 1 }, { rank: 2 }],
    })
  })

  test('shows a member whose place is behind the page', () => {
    const [above1, above2, own, below1, below2] = members(118, 122)
    if (!above1 || !above2 || !own || !below1 || !below2) throw new Error('Five members are wanted')
    const by = { toNext: 1, toBehind: 1 }
    const around = { own, above: [above1, above2], below: [below1, below2], by }
    const { between, rows } = boardPlaces(members(1, 100), idOf(120), around)
    expect(rows.map(({ rank }) => rank)).toEqual([118, 119, 120, 121, 122])
    expect(between).toBe(114)
  })
})
