import { setTimeout as sleep } from 'node:timers/promises'
import type { SlackImport } from '#contract/slack.ts'
import type { UserId } from '#domain/ids.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { sqlState, uniqueViolation } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { putChatRecord } from '#server/features/notifications/store.ts'
import { keepChatZone } from '#server/features/streaks/commands.ts'
import {
  followChat,
  newcomerNames,
  newTrackingCode,
  reclaimAddress,
  refreshFromChat,
} from '#server/features/users/commands.ts'
import { findSlackMember, insertSlackMember, updateSlackIdentity } from '#server/features/users/store.ts'
import { type ChatClient, ChatFailure, type ChatMember, type MembersPage } from '../channel/client.ts'
import { notSetUp, openClient, ownTeam } from '../channel/commands.ts'

/** Queues the import of the workspace's members. */
export async function startImport({ config, db, jobs, clock }: Deps, acting: Acting): Promise<void> {
  if (config.slackBotToken === null) throw notSetUp('The import could not start', ['SLACK_BOT_TOKEN'])
  await db.transaction(async (tx) => {
    await recordAct({ clock }, tx, acting, { action: 'slack.sync-users', subject: 'slack' })
    await jobs.enqueue(tx, 'chat.import', {})
  })
}

/**
 * Creates an account for every colleague without one, or links the account that already has their address. Existing
 * members get only their current picture, name and time zone. Members who were removed from the workspace are disabled, and those
 * who came back enabled. A second run changes nothing.
 */
export async function importMembers(deps: Deps, { signal }: { signal: AbortSignal }): Promise<void> {
  const client = openClient(deps)
  if (!client) return
  const tally = { created: 0, linked: 0, updated: 0, skipped: 0, disabled: 0, enabled: 0 }
  const finish = async (failure: string | null) => {
    const at = deps.clock.now().toISOString()
    await putChatRecord(deps.db, 'chat_import', { ...tally, at, failure } satisfies Omit<
      SlackImport,
      'advice'
    >)
  }
  try {
    const found = await listPeople(deps, client, signal)
    Object.assign(tally, await followWorkspace(deps, found))
    for (const person of found.people) {
      signal.throwIfAborted()
      const outcome = await importMember(deps, found.teamId, person)
      if (outcome !== 'known') tally[outcome]++
    }
    await finish(hasNoAddresses(found.people) ? 'no_addresses' : null)
  } catch (error) {
    if (signal.aborted) throw error
    await finish(error instanceof ChatFailure ? error.code : 'internal')
    // A permanent failure is not retried: somebody has to change something and then start the import again.
    if (error instanceof ChatFailure && error.isHalting) return
    throw error
  }
}

/** Disables members who were removed from the workspace, and enables those who came back. Imports nobody. */
export async function followMembers(deps: Deps, { signal }: { signal: AbortSignal }): Promise<void> {
  const client = openClient(deps)
  if (!client) return
  try {
    const counts = await followWorkspace(deps, await listPeople(deps, client, signal))
    deps.log.info(counts, 'compared the members with those of the chat')
  } catch (error) {
    if (signal.aborted || !(error instanceof ChatFailure) || !error.isHalting) throw error
    deps.log.warn({ code: error.code }, 'could not compare the members with those of the chat')
  }
}

/** Changes nobody unless the list is complete. Whoever is both removed and active in it counts as active. */
async function followWorkspace(deps: Deps, { teamId, people, isComplete }: Workspace) {
  if (!isComplete) {
    deps.log.warn({ people: people.length }, 'the list of the members of the chat has no end')
    return { disabled: 0, enabled: 0 }
  }
  const idsOf = (wanted: ChatMember['membership']) =>
    people.filter(({ membership }) => membership === wanted).map(({ id }) => id)
  const active = new Set(idsOf('active'))
  const removed = idsOf('removed').filter((id) => !active.has(id))
  return followChat(deps, { teamId, active: [...active], removed })
}

// If the bot may read people but not their addresses, Slack silently leaves the addresses out.
function hasNoAddresses(people: readonly ChatMember[]): boolean {
  const colleagues = people.filter(({ isColleague }) => isColleague)
  return colleagues.length > 0 && colleagues.every(({ email }) => email === null)
}

interface Workspace {
  readonly teamId: string
  readonly people: readonly ChatMember[]
  /** Whether the last page was reached. */
  readonly isComplete: boolean
}

const mostPages = 500

async function listPeople(deps: Deps, client: ChatClient, signal: AbortSignal): Promise<Workspace> {
  const { teamId } = await retryRateLimited(signal, () => ownTeam(deps, client))
  const people: ChatMember[] = []
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const from: string | null = cursor
    const found: MembersPage = await retryRateLimited(signal, () => client.listMembers(teamId, from))
    people.push(...found.members)
    cursor = found.nextCursor
    if (cursor === null) break
  }
  return { teamId, people, isComplete: cursor === null }
}

const longestWaitSeconds = 30

/** Retries rate-limited requests for as long as the job may run. */
export async function retryRateLimited<Answer>(
  signal: AbortSignal,
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ChatFailure) || error.kind !== 'rate-limited') throw error
      const seconds = Math.min(Math.max(error.retryAfterSeconds, 1), longestWaitSeconds)
      await sleep(seconds * 1_000, undefined, { signal })
    }
  }
}

type Imported = 'created' | 'linked' | 'updated' | 'skipped' | 'known'

interface Importing {
  readonly teamId: string
  readonly person: ChatMember & { readonly email: string }
  readonly isFirstAttempt: boolean
}

const insertAttempts = 4

async function importMember(deps: Deps, teamId: string, person: ChatMember): Promise<Imported> {
  const { email } = person
  if (!person.isColleague || email === null) return 'skipped'
  for (let attempt = 0; attempt < insertAttempts; attempt++) {
    const importing = { teamId, person: { ...person, email }, isFirstAttempt: attempt === 0 }
    const imported = await deps.db.transaction((tx) => importOnce(deps, tx, importing)).catch(unlessTaken)
    if (imported) return imported
  }
  return 'skipped'
}

/** Null when another transaction created the account at the same moment. */
async function importOnce(deps: Deps, tx: Tx, importing: Importing): Promise<Imported | null> {
  const { teamId, person, isFirstAttempt } = importing
  const { clock } = deps
  const { id: userId, avatar, email, timeZone } = person
  const keepZone = (id: UserId) => keepChatZone(deps, tx, { userId: id, chatZone: timeZone })
  const announceMember = (id: UserId) => tx.announce({ topics: ['members'], members: [id] })
  const member = await findSlackMember.first(tx, { teamId, userId })
  if (member) {
    const isRefreshed = await refreshFromChat(tx, member, person)
    return (await keepZone(member.id)) || isRefreshed ? 'updated' : 'known'
  }
  const names = newcomerNames(person, userId)
  const identity = { teamId, userId, avatar, chatName: names.chatName }
  const linked = person.isEmailConfirmed && (await updateSlackIdentity.first(tx, { ...identity, email }))
  if (linked) {
    announceMember(linked.id)
    await keepZone(linked.id)
    return 'linked'
  }
  const id = newId<'user'>()
  if (isFirstAttempt && person.isEmailConfirmed) await reclaimAddress({ clock }, tx, { id, email })
  const inserted = await insertSlackMember.first(tx, {
    id,
    ...identity,
    ...names,
    isExpected: true,
    // If another account takes the e-mail address at the same moment, the retry goes without it.
    email: isFirstAttempt && person.isEmailConfirmed ? email : null,
    trackingCode: newTrackingCode(),
    now: clock.now(),
  })
  if (!inserted) return null
  announceMember(id)
  await keepZone(id)
  return 'created'
}

/** Null when another account got the identity or the address at the same moment. */
function unlessTaken(error: unknown): null {
  if (sqlState(error) === uniqueViolation) return null
  throw error
}
