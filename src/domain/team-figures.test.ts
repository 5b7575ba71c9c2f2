import { describe, expect, it } from 'vitest'
import {
  activeShare,
  hasFigures,
  inTeamOrder,
  pointsPerActive,
  reportsOf,
  type TeamFigureSort,
  type TeamPeriod,
  type TeamSums,
  withoutTeam,
} from './team-figures.ts'

const none: TeamPeriod = { activeMembers: 0, points: 0, likes: 0, comments: 0, shares: 0 }
const sums = (members: number, current: Partial<TeamPeriod> = {}, before: Partial<TeamPeriod> = {}) =>
  ({ members, current: { ...none, ...current }, before: { ...none, ...before } }) satisfies TeamSums
const line = (name: string, ...given: Parameters<typeof sums>) => ({ team: { name }, ...sums(...given) })

describe('what belongs to no team', () => {
  it('is what the teams leave of all', () => {
    const all = sums(
      9,
      { activeMembers: 6, points: 500, likes: 9, comments: 8, shares: 7 },
      { activeMembers: 5, points: 90 },
    )
    const teams = [
      sums(3, { activeMembers: 2, points: 200, likes: 4, shares: 1 }, { points: -10 }),
      sums(2, { activeMembers: 1, points: -20, comments: 8 }, { activeMembers: 2 }),
    ]
    expect(withoutTeam(all, teams)).toEqual(
      sums(
        4,
        { activeMembers: 3, points: 320, likes: 5, comments: 0, shares: 6 },
        { activeMembers: 3, points: 100 },
      ),
    )
  })

  it('is everything without a team', () => {
    expect(withoutTeam(sums(4, { points: 3 }), [])).toEqual(sums(4, { points: 3 }))
  })
})

describe('a figure of a team', () => {
  it('is the part of its members who are active, to a tenth of a per cent', () => {
    expect(activeShare(sums(3, { activeMembers: 1 }))).toBe(33.3)
    expect(activeShare(sums(4, { activeMembers: 4 }))).toBe(100)
    expect(activeShare(sums(2))).toBe(0)
    expect(activeShare(sums(0))).toBeNull()
  })

  it('is its points for each active member, where there is one', () => {
    expect(pointsPerActive({ ...none, points: 100, activeMembers: 3 })).toBe(33.3)
    expect(pointsPerActive({ ...none, points: 0, activeMembers: 3 })).toBe(0)
    expect(pointsPerActive({ ...none, points: 100 })).toBeNull()
  })

  it('counts reports of every type', () => {
    expect(reportsOf({ ...none, likes: 1, comments: 20, shares: 300 })).toBe(321)
  })

  it.each([
    [{}, false],
    [{ activeMembers: 2 }, false],
    [{ points: -5 }, true],
    [{ comments: 1 }, true],
  ])('is one or is none: %o', (period, is) => {
    expect(hasFigures({ ...none, ...period })).toBe(is)
  })
})

describe('the order of the teams', () => {
  const lines = [
    { team: null, ...sums(50, { activeMembers: 40, points: 9_000, likes: 90 }) },
    line('élan', 10, { activeMembers: 5, points: 100, likes: 1 }),
    line('Blue', 4, { activeMembers: 4, points: 200, likes: 2, comments: 3 }),
    line('Gone', 0, { points: 300, shares: 4 }),
    line('amber', 10, { activeMembers: 2, points: 100 }),
  ]
  const namesBy = (sort: TeamFigureSort, direction: 'asc' | 'desc') =>
    inTeamOrder(lines, { sort, direction }).map(({ team }) => team?.name ?? '-')

  it.each([
    ['name', 'asc', 'amber Blue élan Gone -'],
    ['name', 'desc', 'Gone élan Blue amber -'],
    ['members', 'desc', 'amber élan Blue Gone -'],
    ['activeMembers', 'desc', 'élan Blue amber Gone -'],
    ['activeMembers', 'asc', 'Gone amber Blue élan -'],
    ['share', 'desc', 'Blue élan amber Gone -'],
    ['share', 'asc', 'amber élan Blue Gone -'],
    ['reports', 'desc', 'Blue Gone élan amber -'],
    ['points', 'asc', 'amber élan Blue Gone -'],
    ['average', 'desc', 'amber Blue élan Gone -'],
    ['average', 'asc', 'élan amber Blue Gone -'],
  ] as const)('by %s, %s', (sort, direction, names) => {
    expect(namesBy(sort, direction).join(' ')).toBe(names)
  })

  it('leaves the given lines as they were', () => {
    const before = [...lines]
    inTeamOrder(lines, { sort: 'points', direction: 'asc' })
    expect(lines).toEqual(before)
  })
})
