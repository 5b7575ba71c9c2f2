import { describe, expect, test } from 'vitest'
import type { LeaderboardEntry } from '#contract/leaderboard.ts'
import { asId } from '#domain/ids.ts'
import { aroundIn, aroundOf, rowsOf } from './around.ts'

function idOf(nth: number) {
  return asId<'user'>(`00000000-0000-7000-8000-${`${nth}`.padStart(12, '0')}`)
}

/** A board with these points, best first; the ids end in 1, 2, 3 and so on. */
function board(...points: number[]): LeaderboardEntry[] {
  return points.map((totalPoints, place) => ({
    id: idOf(place + 1),
    rank: points.indexOf(totalPoints) + 1,
    username: `member.${place + 1}`,
    displayName: `Member ${place + 1}`,
    avatar: null,
    totalPoints,
    totalShares: 0,
    totalEngagements: 0,
  }))
}

const idsOf = (rows: readonly LeaderboardEntry[]) => rows.map(({ id }) => Number(id.slice(-12)))

describe('the neighbours of a member', () => {
  test('are the two above and the two below, with the distances to the next places', () => {
    const around = aroundIn(board(90, 80, 70, 60, 50, 40), idOf(4))
    expect(around).toMatchObject({ own: { rank: 4 }, by: { toNext: 10, toBehind: 10 } })
    expect(around && idsOf(rowsOf(around))).toEqual([2, 3, 4, 5, 6])
  })

  test('are fewer at the ends of the board', () => {
    expect(aroundIn(board(90, 80), idOf(1))).toMatchObject({ above: [], by: { toNext: null, toBehind: 10 } })
    expect(aroundIn(board(90, 80), idOf(2))).toMatchObject({ below: [], by: { toNext: 10, toBehind: null } })
  })

  test('may share the rank, and then are not the next place', () => {
    expect(aroundIn(board(90, 50, 50, 50, 20), idOf(3))?.by).toEqual({ toNext: 40, toBehind: 30 })
  })

  test('are not known for a member who is not on the board', () => {
    expect(aroundIn(board(90), idOf(7))).toBeNull()
  })

  test('of a window are told with the next places, whoever shares their own', () => {
    const answer = {
      data: board(50, 50, 50, 50, 50),
      toNext: { points: 40, displayName: 'Ada' },
      toBehind: null,
    }
    expect(aroundIn(answer.data, idOf(3))?.by).toEqual({ toNext: null, toBehind: null })
    expect(aroundOf(answer, idOf(3))).toMatchObject({ own: { rank: 1 }, by: { toNext: 40, toBehind: null } })
    expect(aroundOf(answer, idOf(9))).toBeNull()
  })
})
