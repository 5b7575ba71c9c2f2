import { mostAbsentNames, type SlackGroup, type TeamGroupsOutcome } from '#contract/team-groups.ts'
import { mostNamedLines } from '#contract/teams.ts'
import type { TeamId, UserId } from '#domain/ids.ts'
import { planLinks, planMoves } from '#domain/team-groups.ts'
import { mostTeams, nextTeamColor } from '#domain/teams.ts'
import { type Acting, detailsThrough, insertAuditEntry } from '#server/access/audit.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/errors.ts'
import * as store from '#server/features/teams/store.ts'
import type { JobRun } from '#server/jobs/handlers.ts'
import { type ChatClient, ChatFailure, type ChatGroup } from '../channel/client.ts'
import { notSetUp, openClient, ownTeam } from '../channel/commands.ts'
import { retryRateLimited } from '../import/commands.ts'
import { failureText, groupAdvice, groupReason } from './messages.ts'

/** Sends one request to Slack; may wait and send it again. */
type Ask = <Answer>(send: () => Promise<Answer>) => Promise<Answer>

/** A group that exists, with everybody in it. */
type ReadGroup = Omit<ChatGroup, 'people'> & { readonly people: readonly string[] }

/** The user groups as Slack had them. */
interface Read {
  /** Before the first request. */
  readonly at: Date
  /** The workspace of the token. */
  readonly chatTeamId: string
  /** Those that exist and are not disabled. */
  readonly groups: readonly ReadGroup[]
}

/** The user groups of the workspace, with what would become of each. */
export async function listGroups(deps: Deps): Promise<SlackGroup[]> {
  return asking(deps, 'The user groups could not be read', async (client) => {
    const read = await readGroups(deps, client, once, null)
    const teams = await listPresent(deps.db)
    const ids = read.groups.map(({ id }) => id)
    const links = planLinks(read.groups, teams).links
    const followers = new Set(teams.flatMap(({ groupId }) => groupId ?? []))
    const linkOf = new Map(links.map((link) => [link.group.id, link]))
    const chatIds = [...new Set(read.groups.flatMap(({ people }) => people))]
    const members = await store.listGroupMembers(deps.db, {
      chatTeamId: read.chatTeamId,
      chatIds,
      teamIds: [],
    })
    const here = new Set(members.flatMap(({ chatId, isDisabled }) => (isDisabled ? [] : (chatId ?? []))))
    const names = await namesOf(deps, client, chatIds.filter((id) => !here.has(id)).slice(0, mostAbsentNames))
    const byName = [...read.groups].sort(
      (a, b) => a.name.localeCompare(b.name, 'en') || ids.indexOf(a.id) - ids.indexOf(b.id),
    )
    return byName.map(({ id, name, handle, size, people }) => {
      const link = linkOf.get(id)
      const team = link?.team ? { id: link.team, name: link.name, isFollowing: followers.has(id) } : null
      return {
        id,
        name,
        handle,
        size: Math.max(size, people.length),
        present: people.filter((person) => here.has(person)).length,
        absent: people.flatMap((person) => names.get(person) ?? []),
        team,
      }
    })
  })
}

/** Lets these groups be teams, and no others, or says what would happen. */
export async function putGroups(
  deps: Deps,
  acting: Acting,
  { groups, isPreview }: { readonly groups: readonly string[]; readonly isPreview: boolean },
): Promise<TeamGroupsOutcome> {
  return asking(deps, 'The teams could not be taken over', async (client) => {
    const read = await readGroups(deps, client, once, new Set(groups))
    if (isPreview) {
      const plan = await planned(deps.db, read, groups)
      return outcomeOf(deps.db, plan, true)
    }
    return deps.db.transaction(async (tx) => {
      await store.lockTeams(tx, {})
      const plan = await planned(tx, read, groups)
      await apply(deps, tx, plan)
      await finish(deps, tx, { read, plan, acting })
      return outcomeOf(tx, plan, false)
    })
  })
}

/** Brings the teams in step with their groups, for an administrator who waits for it. */
export function syncNow(deps: Deps, acting: Acting): Promise<TeamGroupsOutcome> {
  return asking(deps, 'The teams could not be brought in step', async (client) => {
    try {
      return await follow(deps, client, { ask: once, acting })
    } catch (error) {
      if (error instanceof ChatFailure) await noteFailure(deps, error.code)
      throw error
    }
  })
}

/** Brings the teams in step with their groups, every hour. */
export async function followGroups(
  deps: Deps,
  { signal, isLastTry }: Pick<JobRun, 'signal' | 'isLastTry'>,
): Promise<void> {
  const client = openClient(deps)
  if (!client || (await store.listFollowingTeams(deps.db, {})).length === 0) return
  try {
    await follow(deps, client, { ask: (send) => retryRateLimited(signal, send), acting: null })
  } catch (error) {
    if (signal.aborted || !(error instanceof ChatFailure)) throw error
    await noteFailure(deps, error.code)
    deps.log.warn({ code: error.code }, 'could not read the user groups of the chat')
    // The next run comes within the hour, and the screen says so.
    if (!error.isHalting && !isLastTry) throw error
  }
}

interface Following {
  readonly ask: Ask
  /** Null for the job. */
  readonly acting: Acting | null
}

async function follow(
  deps: Deps,
  client: ChatClient,
  { ask, acting }: Following,
): Promise<TeamGroupsOutcome> {
  const linked = await store.listFollowingTeams(deps.db, {})
  const read = await readGroups(deps, client, ask, new Set(linked.map(({ groupId }) => groupId)))
  return deps.db.transaction(async (tx) => {
    await store.lockTeams(tx, {})
    // Another run has read the groups later, and was faster.
    const { inStepAt } = await store.getSyncRecord(tx)
    if (inStepAt !== null && inStepAt > read.at.toISOString()) return nothing
    const plan = await planned(tx, read, null)
    await apply(deps, tx, plan)
    await finish(deps, tx, { read, plan, acting })
    return outcomeOf(tx, plan, false)
  })
}

const nothing: TeamGroupsOutcome = {
  isPreview: false,
  newTeams: [],
  linkedTeams: [],
  unlinkedTeams: [],
  lostTeams: [],
  moved: 0,
  changes: [],
  several: 0,
  inSeveral: [],
}

const once: Ask = (send) => send()

/** Runs requests that a person waits for, and reports a failure in plain words. */
async function asking<Answer>(
  deps: Deps,
  failed: string,
  run: (client: ChatClient) => Promise<Answer>,
): Promise<Answer> {
  const client = openClient(deps, AbortSignal.timeout(0.9 * deps.limits.chatTimeoutMs))
  if (!client) throw notSetUp(failed, ['SLACK_BOT_TOKEN'])
  try {
    return await run(client)
  } catch (error) {
    if (!(error instanceof ChatFailure)) throw error
    throw new AppError('upstream-failed', failureText(error.code))
  }
}

const mostPages = 100

/** Reads the groups, and the people of those that are wanted: of all with null. */
async function readGroups(
  deps: Deps,
  client: ChatClient,
  ask: Ask,
  wanted: ReadonlySet<string> | null,
): Promise<Read> {
  const at = deps.clock.now()
  const { teamId: chatTeamId } = await ask(() => ownTeam(deps, client))
  const listed = await allPages(async (cursor) => {
    const page = await ask(() => client.listGroups(cursor))
    return { items: page.groups, nextCursor: page.nextCursor }
  })
  const groups: ReadGroup[] = []
  for (const group of listed ?? []) {
    if (group.isDisabled) continue
    const isWanted = wanted === null || wanted.has(group.id)
    const people = group.people ?? (isWanted ? await readPeople(client, ask, group.id) : [])
    if (people) groups.push({ ...group, people: [...new Set(people)] })
  }
  return { at, chatTeamId, groups: [...new Map(groups.map((group) => [group.id, group])).values()] }
}

function readPeople(client: ChatClient, ask: Ask, id: string): Promise<readonly string[] | null> {
  return allPages(async (cursor) => {
    const page = await ask(() => client.listGroupPeople(id, cursor))
    return page && { items: page.people, nextCursor: page.nextCursor }
  })
}

interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

/** Null if a page is null. A list without an end is a failure: half of a group must move nobody. */
async function allPages<Item>(
  readPage: (cursor: string | null) => Promise<Page<Item> | null>,
): Promise<readonly Item[] | null> {
  const items: Item[] = []
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const found: Page<Item> | null = await readPage(cursor)
    if (!found) return null
    items.push(...found.items)
    cursor = found.nextCursor
    if (cursor === null) return items
  }
  throw new ChatFailure('transient', 'unreadable_answer')
}

/** The names of people who are no members here. Where Slack does not give one, its id stands for it. */
async function namesOf(
  deps: Deps,
  client: ChatClient,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>(ids.map((id) => [id, id]))
  try {
    for (const id of ids) names.set(id, (await client.personName(id)) ?? id)
  } catch (error) {
    if (!(error instanceof ChatFailure)) throw error
    deps.log.debug({ code: error.code }, 'could not read the names of people in user groups')
  }
  return names
}

async function listPresent(db: Db | Tx) {
  const [teams, following] = await Promise.all([store.listTeamRows(db, {}), store.listFollowingTeams(db, {})])
  const groupOf = new Map(following.map(({ id, groupId }) => [id, groupId]))
  return teams.map((team) => ({ ...team, groupId: groupOf.get(team.id) ?? null }))
}

/** What is to be written to follow the groups. */
interface Plan {
  readonly made: readonly { readonly id: TeamId; readonly name: string; readonly color: string }[]
  /** The links that change. */
  readonly links: readonly {
    readonly id: TeamId
    readonly groupId: string | null
    readonly handle: string | null
    readonly lostAt: Date | null
  }[]
  readonly moves: readonly Move[]
  readonly several: readonly { readonly id: UserId; readonly teams: readonly TeamId[]; readonly to: TeamId }[]
  readonly names: ReadonlyMap<TeamId, string>
  readonly newTeams: readonly string[]
  readonly linkedTeams: readonly string[]
  readonly unlinkedTeams: readonly string[]
  readonly lostTeams: readonly string[]
  /** Names of teams whose group was there until now. */
  readonly newlyLost: readonly string[]
}

interface Move {
  readonly id: UserId
  readonly from: TeamId | null
  readonly to: TeamId | null
}

/** What these groups do to the teams as they are. With null for `chosen`, teams follow the groups that they follow. */
async function planned(db: Db | Tx, read: Read, chosen: readonly string[] | null): Promise<Plan> {
  const [present, before] = await Promise.all([listPresent(db), store.listFollowingTeams(db, {})])
  const byId = new Map(read.groups.map((group) => [group.id, group]))
  const old = new Map(before.map((team) => [team.id, team]))
  const { wanted, unlinked } = wantedLinks(present, before, { byId, chosen })
  const madeIds = wanted.filter(({ isNew }) => isNew)
  if (present.length + madeIds.length > mostTeams)
    throw invalidField('groups', `There are ${mostTeams} teams at most`)
  const names = new Map<TeamId, string>([...present, ...wanted].map(({ id, name }) => [id, name]))
  const links = wanted.map(({ id, groupId, handle }) => {
    const group = byId.get(groupId)
    const lostAt = group ? null : (old.get(id)?.lostAt ?? read.at)
    return { id, groupId, handle: group?.handle ?? handle, lostAt }
  })
  const lost = links.filter(({ lostAt }) => lostAt !== null)
  const following = wanted.flatMap(({ id, name, groupId }) => {
    const people = byId.get(groupId)?.people
    return people ? [{ id, name: name.toLowerCase(), people: new Set(people) }] : []
  })
  // Members of teams that are followed no more stay where they are.
  const members = await store.listGroupMembers(db, {
    chatTeamId: read.chatTeamId,
    chatIds: [...new Set(following.flatMap(({ people }) => [...people]))],
    teamIds: following.map(({ id }) => id),
  })
  const inOrder = following.sort((a, b) => (a.name < b.name ? -1 : 1))
  const { moves, several } = planMoves(inOrder, members, new Set(lost.map(({ id }) => id)))
  const isChanged = ({ id, groupId, handle, lostAt }: Plan['links'][number]) => {
    const was = old.get(id)
    return was?.groupId !== groupId || was?.handle !== handle || (was?.lostAt === null) !== (lostAt === null)
  }
  const nameOf = (id: TeamId) => names.get(id) ?? ''
  return {
    made: madeIds.map(({ id, name }, nth) => ({ id, name, color: nextTeamColor(present.length + nth) })),
    // First, because a group may go from one team to another.
    links: [
      ...unlinked.map((id) => ({ id, groupId: null, handle: null, lostAt: null })),
      ...links.filter(isChanged),
    ],
    moves,
    several,
    names,
    newTeams: madeIds.map(({ name }) => name),
    linkedTeams: wanted
      .filter(({ id, isNew, groupId }) => !isNew && old.get(id)?.groupId !== groupId)
      .map(({ name }) => name),
    unlinkedTeams: unlinked.map(nameOf),
    lostTeams: lost.map(({ id }) => nameOf(id)),
    newlyLost: lost.filter(({ id }) => old.get(id)?.lostAt === null).map(({ id }) => nameOf(id)),
  }
}

interface WantedLink {
  readonly id: TeamId
  readonly name: string
  readonly groupId: string
  readonly handle: string
  readonly isNew: boolean
}

interface Wanted {
  readonly byId: ReadonlyMap<string, ReadGroup>
  readonly chosen: readonly string[] | null
}

/** The teams that are to follow groups. A chosen group that is gone is one that a team has followed, or refused. */
function wantedLinks(
  present: Awaited<ReturnType<typeof listPresent>>,
  before: readonly store.FollowingTeam[],
  { byId, chosen }: Wanted,
): { readonly wanted: readonly WantedLink[]; readonly unlinked: readonly TeamId[] } {
  if (chosen === null) return { wanted: before.map((team) => ({ ...team, isNew: false })), unlinked: [] }
  const followed = new Map(before.map((team) => [team.groupId, { ...team, id: team.groupId }]))
  const groups = [...new Set(chosen)].map((id) => {
    const group = byId.get(id) ?? followed.get(id)
    if (!group) throw invalidField('groups', `There is no user group ${id} in Slack`)
    return group
  })
  const plan = planLinks(groups, present)
  const wanted = plan.links.map(({ group: { id, handle }, team, name }) => ({
    id: team ?? newId<'team'>(),
    name,
    groupId: id,
    handle,
    isNew: team === null,
  }))
  return { wanted, unlinked: plan.unlinked }
}

async function apply(deps: Deps, tx: Tx, { made, links, moves }: Plan): Promise<void> {
  for (const team of made) await store.insertTeam(tx, { ...team, now: deps.clock.now() })
  for (const link of links) await store.updateTeamGroup(tx, link)
  if (moves.length === 0) return
  await store.lockMovedMembers(tx, { ids: moves.map(({ id }) => id) })
  await store.updateTeamsOf(tx, { moves: moves.map(({ id, to }) => ({ id, teamId: to })) })
}

interface Finished {
  readonly read: Read
  readonly plan: Plan
  readonly acting: Acting | null
}

/** Records that the teams are in step, and what moved. */
async function finish(deps: Deps, tx: Tx, { read, plan, acting }: Finished): Promise<void> {
  const { moves, newlyLost, several, newTeams, linkedTeams, unlinkedTeams } = plan
  await store.putSyncRecord(tx, { inStepAt: read.at.toISOString(), several: several.length, failure: null })
  tx.announce({ topics: ['teams'] })
  const isChosen = newTeams.length + linkedTeams.length + unlinkedTeams.length > 0
  if (!isChosen && moves.length + newlyLost.length === 0) return
  const joined = moves.filter(({ to }) => to !== null).length
  const details = {
    ...(isChosen && {
      newTeams: newTeams.length,
      linked: linkedTeams.length,
      unlinked: unlinkedTeams.length,
    }),
    joined,
    left: moves.length - joined,
    ...(newlyLost.length > 0 && { lost: newlyLost.slice(0, mostNamedLines) }),
  }
  await insertAuditEntry(tx, {
    actorId: acting?.member.id ?? null,
    action: isChosen ? 'team.groups' : 'team.sync',
    subject: 'teams',
    details: acting ? detailsThrough(acting.member, details) : details,
    ip: acting?.ip ?? null,
    at: deps.clock.now(),
  })
}

async function noteFailure({ db, clock }: Deps, code: string): Promise<void> {
  await db.transaction(async (tx) => {
    await store.lockTeams(tx, {})
    const failure = {
      at: clock.now().toISOString(),
      reason: groupReason(code),
      advice: groupAdvice(code),
    }
    await store.putSyncRecord(tx, { ...(await store.getSyncRecord(tx)), failure })
    tx.announce({ topics: ['teams'] })
  })
}

async function outcomeOf(db: Db | Tx, plan: Plan, isPreview: boolean): Promise<TeamGroupsOutcome> {
  const { moves, several, names, newTeams, linkedTeams, unlinkedTeams, lostTeams } = plan
  const named = moves.slice(0, mostNamedLines)
  const inSeveral = several.slice(0, mostNamedLines)
  const ids = [...new Set([...named, ...inSeveral].map(({ id }) => id))]
  const cards = new Map((await store.listCards(db, { ids })).map((card) => [card.id, card]))
  const nameOf = (id: TeamId | null) => (id === null ? null : (names.get(id) ?? null))
  return {
    isPreview,
    newTeams,
    linkedTeams,
    unlinkedTeams,
    lostTeams,
    moved: moves.length,
    changes: named.flatMap(({ id, from, to }) => {
      const member = cards.get(id)
      return member ? [{ member, from: nameOf(from), to: nameOf(to) }] : []
    }),
    several: several.length,
    inSeveral: inSeveral.flatMap(({ id, teams, to }) => {
      const member = cards.get(id)
      return member
        ? [{ member, teams: teams.map((team) => names.get(team) ?? ''), to: names.get(to) ?? '' }]
        : []
    }),
  }
}
