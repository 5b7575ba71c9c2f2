import { teamKey, teamNameLimit } from './teams.ts'

/** A user group of the chat that is to be a team. */
export interface ChosenGroup {
  readonly id: string
  readonly name: string
  /** Without the `@`. */
  readonly handle: string
}

/** A team as it stands. */
export interface PresentTeam<Team> {
  readonly id: Team
  readonly name: string
  /** The user group that it follows; null for none. */
  readonly groupId: string | null
}

export interface LinkPlan<Team> {
  /** For each chosen group the team that follows it from now on, in the order of their names. */
  readonly links: readonly {
    readonly group: ChosenGroup
    /** Null for a new team. */
    readonly team: Team | null
    readonly name: string
  }[]
  /** Teams that follow no group any more. */
  readonly unlinked: readonly Team[]
}

/**
 * Which team each chosen group becomes: the one that follows it already, else one of its name that follows no chosen
 * group, else a new one. Teams whose groups were not chosen follow none any more.
 */
export function planLinks<Team>(
  groups: readonly ChosenGroup[],
  teams: readonly PresentTeam<Team>[],
): LinkPlan<Team> {
  const chosen = new Set(groups.map(({ id }) => id))
  const isFollowing = ({ groupId }: PresentTeam<Team>) => groupId !== null && chosen.has(groupId)
  const own = new Map(teams.filter(isFollowing).map((team) => [team.groupId, team]))
  const free = new Map(teams.filter((team) => !isFollowing(team)).map((team) => [teamKey(team.name), team]))
  const taken = new Set(teams.map(({ name }) => teamKey(name)))
  const inOrder = [...groups].sort((a, b) => a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1))
  const links = inOrder.map((group) => {
    const wanted = teamNameOf(group)
    const key = teamKey(wanted)
    const followed = own.get(group.id)
    const present = followed ?? free.get(key)
    // The next group of this name gets another team.
    if (!followed) free.delete(key)
    if (present) return { group, team: present.id, name: present.name }
    const name = freeName(wanted, taken)
    taken.add(teamKey(name))
    return { group, team: null, name }
  })
  const followers = new Set(links.map(({ team }) => team))
  const unlinked = teams.filter(({ id, groupId }) => groupId !== null && !followers.has(id))
  return { links, unlinked: unlinked.map(({ id }) => id) }
}

/** The name that a team gets from its group. */
export function teamNameOf({ name, handle }: Pick<ChosenGroup, 'name' | 'handle'>): string {
  return shortened(cleaned(name), teamNameLimit) || shortened(cleaned(handle), teamNameLimit) || 'Team'
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  for (let nth = 1; ; nth++) {
    const ending = nth === 1 ? '' : ` ${nth}`
    const name = `${shortened(wanted, teamNameLimit - ending.length)}${ending}`
    if (!taken.has(teamKey(name))) return name
  }
}

function cleaned(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Cuts between characters, never inside one. */
function shortened(text: string, limit: number): string {
  let short = ''
  for (const character of text) {
    if (short.length + character.length > limit) break
    short += character
  }
  return short.trim()
}

/** A team that follows a group, with the ids in the chat of the people in it. */
export interface FollowingTeam<Team> {
  readonly id: Team
  readonly people: ReadonlySet<string>
}

export interface PlacedMember<Member, Team> {
  readonly id: Member
  /** Null for somebody who is not in the chat. */
  readonly chatId: string | null
  readonly teamId: Team | null
  readonly isDisabled: boolean
}

export interface FollowPlan<Member, Team> {
  readonly moves: readonly { readonly id: Member; readonly from: Team | null; readonly to: Team | null }[]
  /** Who is in several groups, and in which team they are then. */
  readonly several: readonly { readonly id: Member; readonly teams: readonly Team[]; readonly to: Team }[]
}

/**
 * Who has to move so that each team has the members of its group. Whoever is in several groups stays in their team if it
 * is one of those, and otherwise goes to the first. Whoever is disabled, or in a team whose group is gone, stays.
 */
export function planMoves<Member, Team>(
  teams: readonly FollowingTeam<Team>[],
  members: readonly PlacedMember<Member, Team>[],
  lost: ReadonlySet<Team>,
): FollowPlan<Member, Team> {
  const following = new Set(teams.map(({ id }) => id))
  const moves: FollowPlan<Member, Team>['moves'][number][] = []
  const several: FollowPlan<Member, Team>['several'][number][] = []
  for (const { id, chatId, teamId: from, isDisabled } of members) {
    if (isDisabled || (from !== null && lost.has(from))) continue
    const own = chatId === null ? [] : teams.filter(({ people }) => people.has(chatId)).map((team) => team.id)
    const stays = from !== null && (own.includes(from) || (own.length === 0 && !following.has(from)))
    const to = stays ? from : (own[0] ?? null)
    if (to !== from) moves.push({ id, from, to })
    if (own.length > 1 && to !== null) several.push({ id, teams: own, to })
  }
  return { moves, several }
}
