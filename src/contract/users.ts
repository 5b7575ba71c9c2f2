import type { UserId } from '#domain/ids.ts'
import type { Disabler, Role } from '#domain/vocabulary.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { LastSeen, TableQuery, TableTotal } from './tables.ts'
import type { TeamCard } from './teams.ts'

/** How a member appears to other members. */
export interface UserCard {
  readonly id: UserId
  readonly username: string
  /** The name to show; never empty. */
  readonly displayName: string
  readonly avatar: string | null
}

/** A member as they see themselves. */
export interface CurrentUser extends UserCard {
  /** The name that the member wrote; null for none. */
  readonly ownDisplayName: string | null
  /** The name that shows where the member wrote none. */
  readonly defaultDisplayName: string
  readonly email: string | null
  /** Whether the member signs in with this address, so that the profile cannot change it. */
  readonly isEmailFixed: boolean
  readonly role: Role
  readonly slackUserId: string | null
  readonly trackingCode: string
  /** The full URL of the member's trackable link, which leads to the newest post. */
  readonly trackableLink: string
  readonly totalPoints: number
  /** Days in a row up to today or yesterday; 0 when the last report is older. */
  readonly currentStreak: number
  readonly longestStreak: number
  readonly totalEngagements: number
  readonly totalShares: number
  /** Whether an administrator has left the member out of boards and contests. */
  readonly leftOut: boolean
  /** Whether the member has no place there, by that or by their role. They earn points all the same. */
  readonly isLeftOut: boolean
  /** The team that the member is in; null for none. */
  readonly team: TeamCard | null
  /** Whether the member already has a live report on the present day of their time zone. */
  readonly hasReportedToday: boolean
  /** `report` while today needs one for the streak; null once it has one, and on a day off. */
  readonly todayNeeds: 'report' | null
  /** Whether other than the default rules keep the streak, so that there is more to read about it. */
  readonly hasStreakRules: boolean
  readonly createdAt: string
}

export const getCurrentUser = endpoint<{ answer: Data<CurrentUser> }>('GET', '/api/user')

/** What members change about themselves. The address is only for contact: nobody is recognised or signed in by it. */
export interface Profile {
  /** Normalised to NFC, so that names that look the same are the same text. */
  readonly username: string
  /** Empty text and null clear it, so that the default name shows; if omitted, it stays as it is. */
  readonly displayName?: string | null
  /** Empty text and null clear it; if omitted, it stays as it is. */
  readonly email?: string | null
}

/**
 * Changes the caller's own profile. 409 with an issue for the field when another member has that username or address,
 * or when the address is fixed.
 */
export const updateProfile = endpoint<{ body: Profile; answer: Data<CurrentUser> }>('PUT', '/api/user')

/** What members alone see of themselves. */
type OwnDetail =
  | 'ownDisplayName'
  | 'defaultDisplayName'
  | 'isEmailFixed'
  | 'hasReportedToday'
  | 'todayNeeds'
  | 'hasStreakRules'
  | 'trackableLink'

/** A member in the list of all members: what everybody sees, and the rest for administrators only. */
export interface ListedUser extends UserCard, Partial<Omit<CurrentUser, OwnDetail | keyof UserCard>> {
  /** Who disabled the member; null for an enabled one. Only administrators see disabled members. */
  readonly disabledBy?: Disabler | null
}

export const userSorts = ['username', 'email', 'role', 'totalPoints', 'createdAt'] as const
export type UserSort = (typeof userSorts)[number]

/** How many members a list without pages has at most. */
export const mostListedUsers = 100
/** How many members can be asked for by id. */
export const mostUserIds = 100

export interface UserQuery extends TableQuery<UserSort> {
  /** How many to list without `page`: from 1 to 100, which is also the default. */
  readonly limit?: number
  /** Only these enabled members, as ids with commas between them. Answers their cards, whoever asks. */
  readonly ids?: string
  /** Only disabled members, for administrators. Without it, only enabled ones. */
  readonly disabled?: 'true'

  /** Only members with this role. */
  readonly role?: Role
}

export interface UserPage extends ListOf<ListedUser>, TableTotal {
  /**
   * How many match in each role, whichever role was asked for; one more than 10,000, or than the 2,000 of a search,
   * stands for more. Present for
   * administrators who request a page.
   */
  readonly byRole?: Readonly<Record<Role, number>>
}

/**
 * The members by the name that is shown: the first hundred, or with `page` one page. `total` says how many there are,
 * except with `ids`. A search covers that name and the username,
 * and for administrators also the address, the Slack id and the tracking code. Only they may sort by what only they
 * see, and ask for a role (403 for others).
 */
export const listUsers = endpoint<{ query: UserQuery; answer: UserPage }>('GET', '/api/users')

interface RoleChange extends LastSeen<{ readonly role: Role }> {
  readonly role: Role
}

/** Sets a member's role. 409 when the last administrator would lose theirs, or the role has changed since last seen. */
export const changeRole = endpoint<{
  params: { id: UserId }
  body: RoleChange
  answer: Data<ListedUser>
}>('PATCH', '/api/users/:id/role')

/** What an administrator decides about a member; what is omitted stays as it is. */
export interface StatusChange {
  readonly disabled?: boolean
  readonly leftOut?: boolean
}

/**
 * Disables or enables a member, or leaves them out of boards and contests. A disabled one is signed out everywhere and
 * is on no board. 409 for the last administrator and for oneself, who cannot be disabled.
 */
export const changeStatus = endpoint<{
  params: { id: UserId }
  body: StatusChange
  answer: Data<ListedUser>
}>('PATCH', '/api/users/:id/status')

export const revokeSessions = endpoint<{
  params: { id: UserId }
  answer: Data<{ readonly revokedSessions: number }>
}>('POST', '/api/admin/users/:id/revoke-sessions')
