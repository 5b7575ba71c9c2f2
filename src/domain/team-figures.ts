import { teamAverage } from './teams.ts'

/** What a team did in a period. */
export interface TeamPeriod {
  /** Its members with a live report, whatever team that counts for. */
  readonly activeMembers: number
  /** What the ledger booked for the team, less what was taken back. */
  readonly points: number
  /** Live reports that count for the team. */
  readonly likes: number
  readonly comments: number
  readonly shares: number
}

export interface TeamSums {
  /** How many enabled members are in it now. */
  readonly members: number
  readonly current: TeamPeriod
  readonly before: TeamPeriod
}

interface TeamLine extends TeamSums {
  /** Null for those who are in none. */
  readonly team: { readonly name: string } | null
}

export const teamFigureSorts = [
  'name',
  'members',
  'activeMembers',
  'share',
  'reports',
  'points',
  'average',
] as const
export type TeamFigureSort = (typeof teamFigureSorts)[number]

/** All that the period had, less what counts for teams: what is left belongs to no team. */
export function withoutTeam(all: TeamSums, teams: readonly TeamSums[]): TeamSums {
  return teams.reduce(
    (left, { members, current, before }) => ({
      members: left.members - members,
      current: less(left.current, current),
      before: less(left.before, before),
    }),
    all,
  )
}

function less(left: TeamPeriod, taken: TeamPeriod): TeamPeriod {
  return {
    activeMembers: left.activeMembers - taken.activeMembers,
    points: left.points - taken.points,
    likes: left.likes - taken.likes,
    comments: left.comments - taken.comments,
    shares: left.shares - taken.shares,
  }
}

export function reportsOf({ likes, comments, shares }: TeamPeriod): number {
  return likes + comments + shares
}

/** Whether anything counts for a team in a period. */
export function hasFigures(period: TeamPeriod): boolean {
  return period.points !== 0 || reportsOf(period) !== 0
}

/** The part of the members who are active, in per cent to one decimal; null without members. */
export function activeShare({ members, current: { activeMembers } }: TeamSums): number | null {
  return members === 0 ? null : Math.round((activeMembers / members) * 1_000) / 10
}

/** Points for each active member, to one decimal; null when nobody is active. */
export function pointsPerActive({ points, activeMembers }: TeamPeriod): number | null {
  return activeMembers === 0 ? null : teamAverage(points, activeMembers)
}

interface TeamOrder {
  readonly sort: TeamFigureSort
  readonly direction: 'asc' | 'desc'
}

/** The lines in order; those without a value come last, equal ones by name, and whoever is in no team at the end. */
export function inTeamOrder<Line extends TeamLine>(
  lines: readonly Line[],
  { sort, direction }: TeamOrder,
): Line[] {
  const sign = direction === 'asc' ? 1 : -1
  return [...lines].sort((one, other) => {
    if (one.team === null || other.team === null)
      return Number(one.team === null) - Number(other.team === null)
    const byName = compareNames(one.team.name, other.team.name)
    if (sort === 'name') return sign * byName
    const [value, otherValue] = [sortValue(one, sort), sortValue(other, sort)]
    if (value === null || otherValue === null) {
      return Number(value === null) - Number(otherValue === null) || byName
    }
    return sign * (value - otherValue) || byName
  })
}

function compareNames(one: string, other: string): number {
  return one.localeCompare(other, 'en')
}

function sortValue(line: TeamLine, sort: Exclude<TeamFigureSort, 'name'>): number | null {
  switch (sort) {
    case 'members':
      return line.members
    case 'activeMembers':
      return line.current.activeMembers
    case 'share':
      return activeShare(line)
    case 'reports':
      return reportsOf(line.current)
    case 'points':
      return line.current.points
    case 'average':
      return pointsPerActive(line.current)
  }
}
