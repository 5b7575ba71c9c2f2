import type { BoardWindow } from '#domain/board-windows.ts'
import type { TeamId, UserId } from '#domain/ids.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { LastSeen } from './tables.ts'
import type { TeamGroup, TeamSync } from './team-groups.ts'
import type { UserCard } from './users.ts'

/** How a team appears beside its members. */
export interface TeamCard {
  readonly id: TeamId
  readonly name: string
  /** `#rrggbb` in small letters. */
  readonly color: string
}

/** A team for which something was booked. It may have been deleted since. */
export interface BookedTeam extends TeamCard {
  readonly isDeleted: boolean
}

export interface Team extends TeamCard {
  /** How many enabled members it has. */
  readonly size: number
}

/** A team with its members, as administrators see it. */
export interface TeamWithMembers extends Team {
  /** Everybody in it, disabled members too, in no particular order. */
  readonly userIds: readonly UserId[]
}

export interface TeamFields {
  readonly name: string
  /** One in turn if omitted. */
  readonly color?: string
}

/** How many members a team is given in one call. */
export const mostTeamMembers = 5_000
/** Up to so many members in all teams, the list names them to administrators. */
export const mostNamedMembers = 1_000

/** A team in the list. The rest is for administrators. */
export interface ListedTeam extends Team, Partial<Pick<TeamWithMembers, 'userIds'>> {
  /** The user group of Slack that it follows; absent for none. */
  readonly group?: TeamGroup
}

/**
 * The teams by name. Administrators also get `userIds`, as long as the teams have a thousand members in all, and how the
 * teams that follow user groups of Slack stand.
 */
export const listTeams = endpoint<{
  answer: ListOf<ListedTeam> & { readonly slack?: TeamSync }
}>('GET', '/api/teams')

/** Makes a team. Members of another team move. 409 for a name that another team has. */
export const createTeam = endpoint<{
  body: TeamFields & { readonly userIds?: readonly UserId[] }
  answer: Data<TeamWithMembers>
}>('POST', '/api/teams')

/** Changes a team; what is omitted stays as it is. `userIds` replaces the members. */
export const updateTeam = endpoint<{
  params: { id: TeamId }
  body: Partial<TeamFields> & { readonly userIds?: readonly UserId[] } & LastSeen<TeamFields>
  answer: Data<TeamWithMembers>
}>('PUT', '/api/teams/:id')

/** Deletes a team, and says how many members are in no team now. Their points stay theirs. */
export const deleteTeam = endpoint<{
  params: { id: TeamId }
  answer: Data<{ readonly formerMembers: number }>
}>('DELETE', '/api/teams/:id')

/**
 * Replaces the members of a team. Members of another team move; what they earned stays where it was earned. 409 if one of
 * the teams follows a user group of Slack.
 */
export const putTeamMembers = endpoint<{
  params: { id: TeamId }
  body: { readonly userIds: readonly UserId[] }
  answer: Data<TeamWithMembers>
}>('PUT', '/api/teams/:id/members')

/** Moves one member into a team, or out of theirs with null. 409 if one of them follows a user group of Slack. */
export const changeTeamOf = endpoint<{
  params: { id: UserId }
  body: { readonly teamId: TeamId | null }
  answer: Data<{ readonly team: TeamCard | null }>
}>('PATCH', '/api/users/:id/team')

/** How many lines a list of teams has at most, without its header. */
export const mostTeamLines = 100_000
/** How many changes and skipped lines an import names. The counts are of all. */
export const mostNamedLines = 100

/** What a line of a list of teams does. */
export interface TeamChange {
  /** The number of the line in the file; the header is line 1. */
  readonly line: number
  readonly member: UserCard
  /** Null for none. */
  readonly from: string | null
  readonly to: string | null
}

/** A line that changes nothing because it cannot. */
export interface SkippedLine {
  readonly line: number
  readonly text: string
  readonly reason: string
}

export interface TeamImport {
  readonly isPreview: boolean
  readonly lines: number
  /** Names of teams that are made. */
  readonly newTeams: readonly string[]
  readonly moved: number
  readonly unchanged: number
  readonly skipped: number
  /** The first of each. */
  readonly changes: readonly TeamChange[]
  readonly skippedLines: readonly SkippedLine[]
}

/**
 * Puts members into teams by a list in CSV with the header `username,team` or `email,team`. Teams that are missing are
 * made, and an empty team takes a member out of theirs. Members who are not named stay where they are. Lines with
 * unknown people, and those about teams that follow user groups of Slack, are skipped and named. With `preview=true`
 * nothing changes.
 */
export const importTeams = endpoint<{
  query: { readonly preview: boolean }
  body: { readonly csv: string }
  answer: Data<TeamImport>
}>('POST', '/api/teams/import')

/** A team on the board of teams. */
export interface TeamEntry extends Team {
  /** From 1; null with fewer than two active members. Equal teams share a rank. */
  readonly rank: number | null
  /** Points for each active member, to one decimal. */
  readonly average: number
  readonly totalPoints: number
  /** How many members have a report in the window that counts for the team. */
  readonly activeMembers: number
}

export interface TeamBoard extends ListOf<TeamEntry> {
  /** How many teams there are. */
  readonly total: number
  /** Present while the scores of the window are being worked out anew. Then there are no entries yet. */
  readonly isPreparing?: boolean
}

/** All teams by points for each active member, in a window; those without a place come last. */
export const getTeamBoard = endpoint<{ query: { readonly window: BoardWindow }; answer: TeamBoard }>(
  'GET',
  '/api/leaderboard/teams',
)

/** What a member earned for a team in a window. */
export interface TeamMember extends UserCard {
  readonly points: number
  readonly engagements: number
}

export interface TeamPage extends TeamEntry {
  /** Who earned points for it in the window, best first: a hundred at most. */
  readonly members: readonly TeamMember[]
}

/** One team in a window, with who earned its points. 404 for one that is unknown or deleted. */
export const getTeam = endpoint<{
  params: { id: TeamId }
  query: { readonly window: BoardWindow }
  answer: Data<TeamPage>
}>('GET', '/api/teams/:id')
