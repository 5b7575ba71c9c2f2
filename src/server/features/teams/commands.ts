import { parse } from 'csv-parse/sync'
import type { TeamGroup, TeamSync } from '#contract/team-groups.ts'
import { teamName } from '#contract/teams.schema.ts'
import {
  type ListedTeam,
  mostNamedLines,
  mostNamedMembers,
  mostTeamLines,
  type SkippedLine,
  type TeamCard,
  type TeamChange,
  type TeamFields,
  type TeamImport,
  type TeamWithMembers,
} from '#contract/teams.ts'
import type { TeamId, UserId } from '#domain/ids.ts'
import { mostTeams, nextTeamColor, teamKey } from '#domain/teams.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, assertSeen, invalidField } from '#server/errors.ts'
import * as store from './store.ts'

/** The teams by name. With `isNaming` also their groups, and their members as long as those are few. */
export async function listTeams({ db }: Deps, isNaming: boolean): Promise<ListedTeam[]> {
  const [teams, members, following] = await Promise.all([
    store.listTeamRows(db, {}),
    isNaming ? store.listMemberIds(db, { teamId: null, limit: mostNamedMembers + 1 }) : [],
    isNaming ? store.listFollowingTeams(db, {}) : [],
  ])
  if (!isNaming) return teams
  const byTeam = members.length > mostNamedMembers ? null : Map.groupBy(members, ({ teamId }) => teamId)
  const followers = new Map(following.map((team) => [team.id, team]))
  return teams.map((team) => {
    const follower = followers.get(team.id)
    return {
      ...team,
      ...(follower && { group: groupOf(follower) }),
      ...(byTeam && { userIds: (byTeam.get(team.id) ?? []).map(({ id }) => id) }),
    }
  })
}

function groupOf({ groupId, handle, lostAt }: store.FollowingTeam): TeamGroup {
  return { id: groupId, handle, lostAt: lostAt?.toISOString() ?? null }
}

/** How the teams stand that follow user groups of Slack. */
export async function readSync({ config, db }: Deps): Promise<TeamSync> {
  return { isConfigured: config.slackBotToken !== null, ...(await store.getSyncRecord(db)) }
}

interface TeamChanges extends Partial<TeamFields> {
  readonly userIds?: readonly UserId[] | undefined
  readonly seen?: { readonly name?: unknown; readonly color?: unknown } | undefined
}

export function createTeam(
  deps: Deps,
  acting: Acting,
  { name, color: wanted, userIds = [] }: TeamFields & TeamChanges,
): Promise<TeamWithMembers> {
  return changing(deps, async (tx, teams) => {
    refuseTakenName(teams, name)
    refuseTooMany(teams.length + 1, 'name')
    const id = newId<'team'>()
    const color = wanted ?? nextTeamColor(teams.length)
    await store.insertTeam(tx, { id, name, color, now: deps.clock.now() })
    await moveAll(tx, id, userIds)
    const details = { after: { name, color, members: userIds.length } }
    await recordAct(deps, tx, acting, { action: 'team.create', subject: id, details })
    return readTeam(tx, id)
  })
}

/** Changes what is given of a team. Writes nothing if nothing changes. */
export function updateTeam(
  deps: Deps,
  acting: Acting,
  id: TeamId,
  { seen, userIds, ...change }: TeamChanges,
): Promise<TeamWithMembers> {
  return changing(deps, async (tx, teams) => {
    const before = teams.find((team) => team.id === id)
    if (!before) throw unknownTeam()
    assertSeen(seen, { name: before.name, color: before.color })
    const { name = before.name, color = before.color } = change
    refuseTakenName(
      teams.filter((team) => team !== before),
      name,
    )
    if (name !== before.name || color !== before.color) {
      await store.updateTeamFields(tx, { id, name, color })
      const details = { before: { name: before.name, color: before.color }, after: { name, color } }
      await recordAct(deps, tx, acting, { action: 'team.update', subject: id, details })
    }
    if (userIds) await replaceMembers(deps, tx, acting, { id, userIds })
    return readTeam(tx, id)
  })
}

/** Deletes a team. What was earned for it stays on its members' statements. Returns how many are in no team now. */
export function deleteTeam(deps: Deps, acting: Acting, id: TeamId): Promise<number> {
  return changing(deps, async (tx, teams) => {
    const team = teams.find((one) => one.id === id)
    if (!team) throw unknownTeam()
    const members = await membersOf(tx, id)
    await move(
      tx,
      members.map((member) => ({ id: member, teamId: null })),
    )
    await store.updateTeamDeleted(tx, { id, now: deps.clock.now() })
    const details = { before: { name: team.name, color: team.color, members: members.length } }
    await recordAct(deps, tx, acting, { action: 'team.delete', subject: id, details })
    return members.length
  })
}

export function putMembers(
  deps: Deps,
  acting: Acting,
  id: TeamId,
  userIds: readonly UserId[],
): Promise<TeamWithMembers> {
  return changing(deps, async (tx, teams) => {
    if (!teams.some((team) => team.id === id)) throw unknownTeam()
    await replaceMembers(deps, tx, acting, { id, userIds })
    return readTeam(tx, id)
  })
}

/** Lets a team follow its user group no more. It keeps its members. */
export function unlinkTeam(deps: Deps, acting: Acting, id: TeamId): Promise<TeamId> {
  return changing(deps, async (tx, teams) => {
    if (!teams.some((team) => team.id === id)) throw unknownTeam()
    const group = (await store.listFollowingTeams(tx, {})).find((team) => team.id === id)
    if (!group) throw new AppError('conflict', 'This team follows no user group of Slack')
    await store.updateTeamGroup(tx, { id, groupId: null, handle: null, lostAt: null })
    const details = { before: { group: `@${group.handle}` } }
    await recordAct(deps, tx, acting, { action: 'team.unlink', subject: id, details })
    return id
  })
}

/** Moves one member into a team, or out of theirs. Writes nothing if they are there already. */
export function changeTeamOf(
  deps: Deps,
  acting: Acting,
  userId: UserId,
  teamId: TeamId | null,
): Promise<TeamCard | null> {
  return changing(deps, async (tx, teams) => {
    const team = teams.find(({ id }) => id === teamId) ?? null
    if (teamId !== null && !team) throw invalidField('teamId', 'This team was not found')
    const [member] = await store.lockMovedMembers(tx, { ids: [userId] })
    if (!member) throw new AppError('unknown', 'This member was not found')
    if (member.teamId !== teamId) {
      await refuseFollowing(tx, [teamId, member.teamId])
      await move(tx, [{ id: userId, teamId }])
      const nameOf = (id: TeamId | null) => teams.find((one) => one.id === id)?.name ?? null
      const details = { before: { team: nameOf(member.teamId) }, after: { team: nameOf(teamId) } }
      await recordAct(deps, tx, acting, { action: 'team.move', subject: userId, details })
    }
    return team && { id: team.id, name: team.name, color: team.color }
  })
}

/** Says what a list of teams in CSV would do, and does it unless it is a preview. */
export function importTeams(
  deps: Deps,
  acting: Acting,
  { csv, isPreview }: { readonly csv: string; readonly isPreview: boolean },
): Promise<TeamImport> {
  const list = parsed(csv)
  if (isPreview) return planned(deps.db, list).then((plan) => summaryOf(plan, true))
  return changing(deps, async (tx, teams) => {
    const plan = await planned(tx, list)
    const made = plan.newTeams.map((name, nth) => ({
      id: newId<'team'>(),
      name,
      color: nextTeamColor(teams.length + nth),
    }))
    for (const team of made) await store.insertTeam(tx, { ...team, now: deps.clock.now() })
    const ids = new Map([...teams, ...made].map(({ id, name }) => [teamKey(name), id]))
    const moves = plan.changes.map(({ member, to }) => ({
      id: member.id,
      teamId: to === null ? null : (ids.get(teamKey(to)) ?? null),
    }))
    await move(tx, moves)
    const { newTeams, moved, skipped } = summaryOf(plan, false)
    if (moved > 0 || newTeams.length > 0) {
      const details = { lines: list.lines.length, newTeams: newTeams.length, moved, skipped }
      await recordAct(deps, tx, acting, { action: 'team.import', subject: 'teams', details })
    }
    return summaryOf(plan, false)
  })
}

/** Runs a change of teams; one at a time. */
function changing<Result>(
  { db }: Deps,
  change: (tx: Tx, teams: readonly store.TeamRow[]) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await store.lockTeams(tx, {})
    const result = await change(tx, await store.listTeamRows(tx, {}))
    tx.announce({ topics: ['teams'] })
    return result
  })
}

async function readTeam(tx: Tx, id: TeamId): Promise<TeamWithMembers> {
  const team = await store.findTeam.first(tx, { id })
  if (!team) throw unknownTeam()
  return { ...team, userIds: await membersOf(tx, id) }
}

const everybody = 2_147_483_647

async function membersOf(tx: Tx, teamId: TeamId): Promise<UserId[]> {
  return (await store.listMemberIds(tx, { teamId, limit: everybody })).map(({ id }) => id)
}

async function replaceMembers(
  deps: Deps,
  tx: Tx,
  acting: Acting,
  { id, userIds }: { readonly id: TeamId; readonly userIds: readonly UserId[] },
): Promise<void> {
  const before = await membersOf(tx, id)
  const staying = new Set(userIds)
  const leaving = before.filter((member) => !staying.has(member))
  const joining = [...staying].filter((member) => !before.includes(member))
  if (leaving.length + joining.length === 0) return
  await refuseFollowing(tx, [id])
  await moveAll(tx, id, joining)
  await move(
    tx,
    leaving.map((member) => ({ id: member, teamId: null })),
  )
  const details = { joined: joining.length, left: leaving.length }
  await recordAct(deps, tx, acting, { action: 'team.members', subject: id, details })
}

/** Moves members into a team. Refuses all of them if one is unknown. */
async function moveAll(tx: Tx, teamId: TeamId, ids: readonly UserId[]): Promise<void> {
  const members = await store.lockMovedMembers(tx, { ids })
  const known = new Set(members.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw invalidField('userIds', `There is no member ${unknown}`)
  await refuseFollowing(
    tx,
    members.map((member) => member.teamId),
  )
  await move(
    tx,
    ids.map((id) => ({ id, teamId })),
  )
}

async function move(tx: Tx, moves: readonly store.Move[]): Promise<void> {
  if (moves.length > 0) await store.updateTeamsOf(tx, { moves })
}

/** Refuses to move by hand into or out of a team that follows a user group. */
async function refuseFollowing(tx: Tx, teamIds: readonly (TeamId | null)[]): Promise<void> {
  const following = (await store.listFollowingTeams(tx, {})).find(({ id }) => teamIds.includes(id))
  if (following) throw new AppError('conflict', followingText(following))
}

function followingText({ name, handle, lostAt }: store.FollowingTeam): string {
  return lostAt === null
    ? `The members of ${name} follow the user group @${handle} in Slack. Change them there, or unlink the team`
    : `${name} waits for the user group @${handle}, which is missing in Slack. Unlink the team to change its members`
}

function refuseTakenName(others: readonly store.TeamRow[], name: string): void {
  if (!others.some((team) => teamKey(team.name) === teamKey(name))) return
  const message = 'Another team has this name'
  throw new AppError('conflict', message, { issues: [{ path: 'name', message }] })
}

function refuseTooMany(teams: number, field: string): void {
  if (teams > mostTeams) throw invalidField(field, `There are ${mostTeams} teams at most`)
}

function unknownTeam(): AppError {
  return new AppError('unknown', 'This team was not found')
}

interface ListLine {
  readonly line: number
  readonly person: string
  readonly team: string
}

interface TeamList {
  readonly by: 'username' | 'email'
  readonly lines: readonly ListLine[]
}

/** Reads a list of teams. Throws a refusal that names the line if it is none. */
function parsed(csv: string): TeamList {
  const [header = ''] = csv.split(/\r?\n/, 1)
  // Spreadsheets of many countries write semicolons, because the comma is in their numbers.
  const delimiter = [';', '\t'].find((sign) => header.includes(sign)) ?? ','
  const [names, ...rows] = readRecords(csv, delimiter)
  const columns = names?.record.map((name) => name.trim().toLowerCase()) ?? []
  const by = (['username', 'email'] as const).find((name) => columns.includes(name))
  if (!by || columns.length !== 2 || !columns.includes('team'))
    throw invalidField('csv', 'The first line must be username,team or email,team')
  if (rows.length > mostTeamLines) throw invalidField('csv', `A list has at most ${mostTeamLines} lines`)
  const [person, team] = [columns.indexOf(by), columns.indexOf('team')]
  return {
    by,
    lines: rows.map(({ record, info: { lines } }) => ({
      line: lines,
      person: record[person]?.trim() ?? '',
      team: record[team]?.trim() ?? '',
    })),
  }
}

function readRecords(csv: string, delimiter: string) {
  try {
    return parse(csv, { bom: true, delimiter, info: true, skip_empty_lines: true }) as unknown as {
      readonly record: readonly string[]
      readonly info: { readonly lines: number }
    }[]
  } catch (error) {
    throw invalidField(
      'csv',
      `This is no list in CSV: ${error instanceof Error ? error.message : 'unreadable'}`,
    )
  }
}

interface Plan {
  readonly lines: number
  readonly newTeams: readonly string[]
  readonly changes: readonly TeamChange[]
  readonly unchanged: number
  readonly skippedLines: readonly SkippedLine[]
}

/** What a list would do to the teams as they are. */
async function planned(db: Db | Tx, { by, lines }: TeamList): Promise<Plan> {
  const keys = [...new Set(lines.map(({ person }) => person.toLowerCase()))]
  const [teams, following, rows] = await Promise.all([
    store.listTeamRows(db, {}),
    store.listFollowingTeams(db, {}),
    by === 'email' ? store.listByEmail(db, { keys }) : store.listByUsername(db, { keys }),
  ])
  const people = Map.groupBy(rows, ({ key }) => key)
  const names = new Map(teams.map(({ name }) => [teamKey(name), name]))
  const newTeams: string[] = []
  const changes: TeamChange[] = []
  const skippedLines: SkippedLine[] = []
  const lineOf = new Map<UserId, number>()
  let unchanged = 0
  for (const { line, person, team } of lines) {
    const wanted = team === '' ? null : teamName.safeParse(team)
    const [found, ...alike] = people.get(person.toLowerCase()) ?? []
    const reason = reasonToSkip({ found, alike, wanted, by, lineOf })
    if (reason !== null || !found) {
      skippedLines.push({ line, text: `${person}, ${team}`, reason: reason ?? '' })
      continue
    }
    lineOf.set(found.id, line)
    const name = wanted?.data ?? null
    const to = name && (names.get(teamKey(name)) ?? name)
    const from = found.team?.name ?? null
    const follower = from === to ? undefined : following.find((one) => one.name === from || one.name === to)
    if (follower) {
      skippedLines.push({ line, text: `${person}, ${team}`, reason: followingText(follower) })
      continue
    }
    if (to !== null && !names.has(teamKey(to))) {
      names.set(teamKey(to), to)
      newTeams.push(to)
    }
    const { key: _, team: __, ...member } = found
    if (from === to) unchanged++
    else changes.push({ line, member, from, to })
  }
  refuseTooMany(teams.length + newTeams.length, 'csv')
  return { lines: lines.length, newTeams, changes, unchanged, skippedLines }
}

interface LineFacts {
  readonly found: store.FoundMember | undefined
  readonly alike: readonly store.FoundMember[]
  readonly wanted: ReturnType<typeof teamName.safeParse> | null
  readonly by: TeamList['by']
  readonly lineOf: ReadonlyMap<UserId, number>
}

function reasonToSkip({ found, alike, wanted, by, lineOf }: LineFacts): string | null {
  if (!found) return `No member has this ${by}`
  if (alike.length > 0) return `${alike.length + 1} members have this ${by}`
  if (wanted?.error) return `Team: ${wanted.error.issues[0]?.message ?? 'is invalid'}`
  const earlier = lineOf.get(found.id)
  return earlier === undefined ? null : `Line ${earlier} names the same member`
}

function summaryOf(plan: Plan, isPreview: boolean): TeamImport {
  const { lines, newTeams, unchanged, changes, skippedLines } = plan
  return {
    isPreview,
    lines,
    newTeams,
    moved: changes.length,
    unchanged,
    skipped: skippedLines.length,
    changes: changes.slice(0, mostNamedLines),
    skippedLines: skippedLines.slice(0, mostNamedLines),
  }
}
