import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { SlackImport, SlackStatus } from '#contract/slack.ts'
import { type ChatNotification, chatNotificationGroups } from '#domain/chat.ts'
import { type Acting, recordAct } from '#server/db/audit.ts'
import { sqlState } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import {
  type Chat,
  ChatFailure,
  type ChatPlace,
  isChatSetUp,
  noteConnected,
  noteDisconnected,
  sendWaiting,
} from '#server/features/notifications/commands.ts'
import {
  countNotifications,
  findChatRecord,
  getConnection,
  putChatRecord,
} from '#server/features/notifications/store.ts'
import { newTrackingCode, newUsername } from '#server/features/users/commands.ts'
import {
  findSlackMember,
  insertSlackMember,
  updateAvatar,
  updateSlackIdentity,
} from '#server/features/users/store.ts'
import type { JobRun } from '#server/jobs/handlers.ts'
import { ChatClient, type ChatMember, hopelessCodes, type MembersPage } from './client.ts'
import { type ChatMessage, instructionsMessage, messageFor, reasonOf, testMessage } from './messages.ts'

/** Tells the channel everything that waits to be told. */
export async function sendNotifications(
  deps: Deps,
  turn: Pick<JobRun, 'signal' | 'stopping'>,
): Promise<void> {
  const channel = openChannel(deps)
  if (channel) await sendWaiting(deps, channel, turn)
}

const failedWords = {
  connection: 'Slack connection failed',
  instructions: 'Failed to send instructions',
  test: 'Failed to send test notification',
  import: 'The import could not start',
} as const

/** Asks Slack whether the channel takes messages. Answers the names of workspace and channel. */
export function testConnection(deps: Deps, acting: Acting): Promise<ChatPlace> {
  const question = { acting, action: 'slack.test-connection', failed: failedWords.connection }
  return asked(deps, question, async (channel) => {
    const place = await channel.examine()
    await noteConnected(deps, channel, place)
    return place
  })
}

export function sendInstructions(deps: Deps, acting: Acting): Promise<void> {
  const question = { acting, action: 'slack.send-instructions', failed: failedWords.instructions }
  return postNow(deps, question, instructionsMessage(deps.config))
}

export function sendTest(deps: Deps, acting: Acting): Promise<void> {
  const question = { acting, action: 'slack.test-notification', failed: failedWords.test }
  return postNow(deps, question, testMessage(deps.config))
}

function postNow(deps: Deps, question: Question, message: ChatMessage): Promise<void> {
  return asked(deps, question, async (channel) => {
    await channel.post(message, uuidv7())
    await noteConnected(deps, channel, null)
  })
}

/** What is known of the chat, without asking it. */
export async function readStatus({ config, db }: Deps): Promise<SlackStatus> {
  const connection = await getConnection(db, config.slackChannelId ?? '')
  const { waiting, failed, lastSentAt, lastFailure } = await countNotifications(db)
  const { state, code, since, team, channel } = connection
  const imported = await findChatRecord<SlackImport>(db, 'chat_import')
  return {
    botTokenConfigured: config.slackBotToken !== null,
    channelConfigured: config.slackChannelId !== null,
    channelConnected: isChatSetUp(config) && state === 'connected',
    notificationsActive: isChatSetUp(config) && state !== 'disconnected',
    connection: { state, code, reason: code && reasonOf(code), since },
    team,
    channel,
    waiting,
    failed,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    lastFailure: lastFailure && reasonOf(lastFailure),
    notifications: chatNotificationGroups.map(({ name }) => ({ name, isEnabled: true })),
    lastImport: imported && { ...imported, failure: imported.failure && reasonOf(imported.failure) },
  }
}

/** Has the members of the workspace taken over in the background. */
export async function startImport({ config, db, jobs, clock }: Deps, acting: Acting): Promise<void> {
  if (config.slackBotToken === null) throw notSetUp(failedWords.import, ['SLACK_BOT_TOKEN'])
  await db.transaction(async (tx) => {
    await recordAct(tx, { acting, action: 'slack.sync-users', subject: 'slack', at: clock.now() })
    await jobs.enqueue(tx, 'chat.import', {})
  })
}

/**
 * Makes an account for every colleague in the workspace who has none, and joins the account that already has their
 * address. Known members get their present picture and nothing else. Doing it again changes nothing.
 */
export async function importMembers(deps: Deps, { signal }: { signal: AbortSignal }): Promise<void> {
  const client = openClient(deps)
  if (!client) return
  const tally = { created: 0, linked: 0, updated: 0, skipped: 0 }
  const shown: string[] = []
  const finish = async (failure: string | null) => {
    const at = deps.clock.now().toISOString()
    await putChatRecord(deps.db, 'chat_import', { ...tally, at, failure } satisfies SlackImport)
    if (shown.length > 0) deps.live.announce({ stale: ['totals', 'activities', 'contests'], staleFor: shown })
  }
  try {
    const found = await everybody(deps, client, signal)
    for (const person of found.people) {
      signal.throwIfAborted()
      const { outcome, changed } = await takeOver(deps, found.teamId, person)
      if (outcome !== 'known') tally[outcome]++
      if (changed) shown.push(changed)
    }
    await finish(hasNoAddresses(found.people) ? 'no_addresses' : null)
  } catch (error) {
    if (signal.aborted) throw error
    await finish(error instanceof ChatFailure ? error.code : 'internal')
    // What lasts would fail again until somebody changes something, and then presses the button again.
    if (error instanceof ChatFailure && error.isHalting) return
    throw error
  }
}

// The bot may read people but not their addresses: Slack then leaves them out without a word.
function hasNoAddresses(people: readonly ChatMember[]): boolean {
  const colleagues = people.filter(({ isColleague }) => isColleague)
  return colleagues.length > 0 && colleagues.every(({ email }) => email === null)
}

interface Workspace {
  readonly teamId: string
  readonly people: readonly ChatMember[]
}

const mostPages = 500

async function everybody(deps: Deps, client: ChatClient, signal: AbortSignal): Promise<Workspace> {
  const { teamId } = await patiently(signal, () => ownTeam(deps, client))
  const people: ChatMember[] = []
  let cursor: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const from: string | null = cursor
    const found: MembersPage = await patiently(signal, () => client.listMembers(teamId, from))
    people.push(...found.members)
    cursor = found.nextCursor
    if (cursor === null) break
  }
  return { teamId, people }
}

const longestWaitSeconds = 30

/** Asks again, for as long as the job may take, when Slack says only that it was too early. */
async function patiently<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ChatFailure) || error.kind !== 'rate-limited') throw error
      const seconds = Math.min(Math.max(error.retryAfterSeconds, 1), longestWaitSeconds)
      await sleep(seconds * 1_000, undefined, { signal })
    }
  }
}

interface TakenOver {
  readonly outcome: 'created' | 'linked' | 'updated' | 'skipped' | 'known'
  /** The member whose picture or account others, or they themselves, now see differently. */
  readonly changed?: string
}

const insertAttempts = 4
const uniqueViolation = '23505'

async function takeOver({ db, clock }: Deps, teamId: string, person: ChatMember): Promise<TakenOver> {
  const { id: userId, avatar, email } = person
  if (!person.isColleague || email === null) return { outcome: 'skipped' }
  for (let attempt = 0; attempt < insertAttempts; attempt++) {
    const member = await findSlackMember(db, teamId, userId)
    if (member) {
      if (avatar === null || avatar === member.avatar) return { outcome: 'known' }
      await updateAvatar(db, member.id, avatar)
      return { outcome: 'updated', changed: member.id }
    }
    const linked =
      person.isEmailConfirmed &&
      (await updateSlackIdentity(db, { teamId, userId, email, avatar }).catch(unlessTaken))
    if (linked) return { outcome: 'linked', changed: linked }
    const isMade = await insertSlackMember(db, {
      id: uuidv7(),
      teamId,
      userId,
      avatar,
      isExpected: true,
      username: newUsername({ ...person, userId }),
      // Whoever takes the e-mail address at this very moment keeps it: the second try goes without.
      email: attempt === 0 && person.isEmailConfirmed ? email : null,
      trackingCode: newTrackingCode(),
      now: clock.now(),
    })
    if (isMade) return { outcome: 'created' }
  }
  return { outcome: 'skipped' }
}

/** Null when somebody else got the identity at this moment. */
function unlessTaken(error: unknown): null {
  if (sqlState(error) === uniqueViolation) return null
  throw error
}

interface Channel extends Chat {
  post(message: ChatMessage, jobId: string): Promise<void>
}

/** The channel that is told; null when none is set up. */
function openChannel(deps: Deps, deadline?: AbortSignal): Channel | null {
  const { slackChannelId: channelId } = deps.config
  const client = openClient(deps, deadline)
  if (!client || channelId === null) return null
  const post = (message: ChatMessage, jobId: string) => client.post(channelId, message, jobId)
  return {
    channelId,
    hopelessCodes,
    post,
    tell: ({ id, notification }) => post(readableMessage(notification, deps), id),
    examine: async () => {
      const { team } = await ownTeam(deps, client)
      const { name, isArchived } = await client.channelInfo(channelId)
      if (isArchived) throw new ChatFailure('channel', 'is_archived')
      return { team, channel: name }
    },
  }
}

// What another version left may lack what this one needs, and must not hold up what stands behind it.
function readableMessage(notification: ChatNotification, { config }: Deps): ChatMessage {
  try {
    const message: ChatMessage | undefined = messageFor(notification, config)
    if (message) return message
  } catch {}
  throw new ChatFailure('message', 'unreadable')
}

function openClient({ config, limits, log }: Deps, deadline?: AbortSignal): ChatClient | null {
  const { slackBotToken: token, slackApiUrl: apiUrl } = config
  return token === null
    ? null
    : new ChatClient({ apiUrl, token, timeoutMs: limits.chatTimeoutMs, deadline, log })
}

async function ownTeam({ config }: Deps, client: ChatClient): Promise<{ teamId: string; team: string }> {
  const own = await client.testAuth()
  if (config.slackTeamId === null || own.teamId === config.slackTeamId) return own
  throw new ChatFailure('connection', 'other_team')
}

/** What an administrator asks of the chat. */
interface Question {
  readonly acting: Acting
  readonly action: string
  readonly failed: string
}

/**
 * Does what a person waits for: within the time for one question, and with what failed in plain words. That it was
 * asked is on record, with what came of it.
 */
async function asked<Answer>(
  deps: Deps,
  { acting, action, failed }: Question,
  ask: (channel: Channel) => Promise<Answer>,
): Promise<Answer> {
  // A little less, so that with everything around it the answer is there within that time.
  const channel = openChannel(deps, AbortSignal.timeout(0.9 * deps.limits.chatTimeoutMs))
  if (!channel) throw notSetUp(failed, missingSettings(deps))
  const record = (failure: string | null) =>
    recordAct(deps.db, { acting, action, subject: 'slack', details: { failure }, at: deps.clock.now() })
  try {
    const answer = await ask(channel)
    await record(null)
    return answer
  } catch (error) {
    if (!(error instanceof ChatFailure)) throw error
    const { code } = error
    await record(code)
    if (error.isHalting) await noteDisconnected(deps, channel, { code })
    const issues = [{ path: settingFor(error), message: reasonOf(code) }]
    throw new AppError('upstream-failed', failed, { issues })
  }
}

function missingSettings({ config }: Deps): string[] {
  return [
    ...(config.slackBotToken === null ? ['SLACK_BOT_TOKEN'] : []),
    ...(config.slackChannelId === null ? ['SLACK_CHANNEL_ID'] : []),
  ]
}

function notSetUp(failed: string, settings: readonly string[]): AppError {
  return new AppError('conflict', failed, {
    issues: settings.map((path) => ({ path, message: 'Is not set' })),
  })
}

/** The setting that somebody should look at. */
function settingFor({ kind, code }: ChatFailure): string {
  if (code === 'other_team') return 'SLACK_TEAM_ID'
  if (kind === 'connection') return 'SLACK_BOT_TOKEN'
  return kind === 'channel' ? 'SLACK_CHANNEL_ID' : 'SLACK_API_URL'
}
