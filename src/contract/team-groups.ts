import type { TeamId } from '#domain/ids.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { UserCard } from './users.ts'

/** The user group of Slack whose people are the members of a team. */
export interface TeamGroup {
  readonly id: string
  /** Without the `@`. */
  readonly handle: string
  /** Since when it is missing or disabled in Slack; null while it is there. */
  readonly lostAt: string | null
}

/** How the teams that follow user groups of Slack stand. */
export interface TeamSync {
  /** Whether Slack can be asked at all. */
  readonly isConfigured: boolean
  /** When the teams were last in step with their groups; null for never. */
  readonly inStepAt: string | null
  /** How many members were in several of these groups then. */
  readonly several: number
  /** What went wrong since then, in plain words. */
  readonly failure: { readonly at: string; readonly reason: string; readonly advice: string } | null
}

/** A user group of Slack that a team may follow. */
export interface SlackGroup {
  readonly id: string
  readonly name: string
  readonly handle: string
  /** How many people it has in Slack. */
  readonly size: number
  /** How many of them are members here. */
  readonly present: number
  /** Some of those who are not, by name or by Slack's id. */
  readonly absent: readonly string[]
  /** The team that follows it, or that would. Null for a new one. */
  readonly team: {
    readonly id: TeamId
    readonly name: string
    readonly isFollowing: boolean
  } | null
}

/** How many people an answer names of those who are not members here, in all groups together. */
export const mostAbsentNames = 20
/** How many groups can become teams in one call. */
export const mostGroups = 1_000

/** The user groups of Slack by name, without disabled ones. 409 without a bot token, 502 when Slack does not answer. */
export const listTeamGroups = endpoint<{ answer: ListOf<SlackGroup> }>('GET', '/api/teams/groups')

interface GroupMove {
  readonly member: UserCard
  /** Null for none. */
  readonly from: string | null
  readonly to: string | null
}

/** What following user groups does to the teams. */
export interface TeamGroupsOutcome {
  readonly isPreview: boolean
  /** Names of teams that are made. */
  readonly newTeams: readonly string[]
  /** Names of present teams that begin to follow a group. */
  readonly linkedTeams: readonly string[]
  /** Names of teams that follow no group any more. They keep their members. */
  readonly unlinkedTeams: readonly string[]
  /** Names of teams whose group is missing or disabled. They keep their members. */
  readonly lostTeams: readonly string[]
  readonly moved: number
  /** The first of them. */
  readonly changes: readonly GroupMove[]
  /** How many members are in several groups. */
  readonly several: number
  /** The first of them, with the teams of their groups and the one that they are in. */
  readonly inSeveral: readonly {
    readonly member: UserCard
    readonly teams: readonly string[]
    readonly to: string
  }[]
}

/**
 * Lets these user groups of Slack be teams, and no others: each is linked to the team that follows it or has its name,
 * or to a new one. Teams of other groups are unlinked and keep their members. With `preview=true` nothing changes.
 */
export const putTeamGroups = endpoint<{
  query: { readonly preview: boolean }
  body: { readonly groups: readonly string[] }
  answer: Data<TeamGroupsOutcome>
}>('PUT', '/api/teams/groups')

/** Brings the teams in step with their user groups now. */
export const syncTeams = endpoint<{ answer: Data<TeamGroupsOutcome> }>('POST', '/api/teams/sync')

/** Lets a team follow its user group no more. It keeps its members. 409 if it follows none. */
export const unlinkTeam = endpoint<{
  params: { id: TeamId }
  answer: Data<{ readonly id: TeamId }>
}>('DELETE', '/api/teams/:id/group')
