import type { WebClient } from '@slack/web-api'
import { z } from 'zod'
import { isTimeZone } from '#domain/days.ts'
import { pictureAddress } from '#domain/pictures.ts'
import type { Log } from '#server/log.ts'
import type { ChatMessage, Dialog, MessageBlock } from '../blocks/messages.ts'

/**
 * What a failure concerns. `rate-limited` and `transient` pass; a `message` failure is permanent for that message;
 * `channel` and `connection` affect every message until somebody changes something in Slack or in the settings.
 */
type FailureKind = 'rate-limited' | 'transient' | 'message' | 'channel' | 'connection'

/** A failed request to Slack. Carries a short code and nothing else of the answer. */
export class ChatFailure extends Error {
  readonly kind: FailureKind
  /** At most 64 letters, digits and underscores. */
  readonly code: string
  readonly retryAfterSeconds: number

  constructor(kind: FailureKind, code: string, { retryAfterSeconds = 0 } = {}) {
    super(`Slack request failed: ${code}`)
    this.name = 'ChatFailure'
    this.kind = kind
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Whether every other message would fail too, until somebody changes something. */
  get isHalting(): boolean {
    return this.kind === 'channel' || this.kind === 'connection'
  }
}

interface ChatClientOptions {
  readonly apiUrl: string
  readonly token: string
  /** For one request. */
  readonly timeoutMs: number
  /** For all requests together. */
  readonly deadline?: AbortSignal
  readonly log: Log
  /** Told how each request ended: `ok`, or the kind of its failure. */
  readonly onEnd: (result: FailureKind | 'ok') => void
}

/** A person or bot in the workspace. */
export interface ChatMember {
  readonly id: string
  /** An active person of this workspace: neither a bot nor a guest nor deleted. */
  readonly isColleague: boolean
  /** `none` for bots and for people of other workspaces. */
  readonly membership: 'active' | 'removed' | 'none'
  /** Empty if there is none but the handle. */
  readonly name: string
  readonly handle: string
  readonly email: string | null
  readonly isEmailConfirmed: boolean
  /** An address that pages may load. */
  readonly avatar: string | null
  /** The IANA name in their profile; null for none that is known here. */
  readonly timeZone: string | null
}

export interface MembersPage {
  readonly members: readonly ChatMember[]
  /** Null after the last page. */
  readonly nextCursor: string | null
}

/** A user group of the workspace. */
export interface ChatGroup {
  readonly id: string
  readonly name: string
  /** Without the `@`. */
  readonly handle: string
  readonly isDisabled: boolean
  readonly size: number
  /** The ids of the people in it; null if the list came without all of them. */
  readonly people: readonly string[] | null
}

export interface GroupsPage {
  readonly groups: readonly ChatGroup[]
  readonly nextCursor: string | null
}

export interface GroupPeoplePage {
  readonly people: readonly string[]
  readonly nextCursor: string | null
}

const pageSize = 200
const longestLine = 300

/** Slack's Web API without automatic retries, because the jobs retry. Throws a ChatFailure. */
export class ChatClient {
  readonly #options: ChatClientOptions
  #web: WebClient | null = null

  constructor(options: ChatClientOptions) {
    this.#options = options
  }

  /**
   * Posts a message, and returns its id in the channel. Its metadata holds `jobId`, so that a repeat after a crash can be
   * recognised.
   */
  async post(channel: string, { text, blocks }: ChatMessage, jobId: string): Promise<string> {
    const answer = await this.#answered((web) =>
      web.chat.postMessage({
        channel,
        text,
        blocks: [...blocks],
        unfurl_links: false,
        unfurl_media: false,
        metadata: { event_type: 'ovation_message', event_payload: { job_id: jobId } },
      }),
    )
    return answer.ts ?? ''
  }

  /** Replaces a message of the app. */
  async update(channel: string, ts: string, { text, blocks }: ChatMessage): Promise<void> {
    await this.#answered((web) => web.chat.update({ channel, ts, text, blocks: [...blocks] }))
  }

  /** Shows the app's Home tab to a person. */
  async publishHome(user: string, blocks: readonly MessageBlock[]): Promise<void> {
    await this.#answered((web) =>
      web.views.publish({ user_id: user, view: { type: 'home', blocks: [...blocks] } }),
    )
  }

  /** Opens a dialog for whoever pressed a button within the last three seconds. */
  async openDialog(triggerId: string, view: Dialog): Promise<void> {
    await this.#answered((web) => web.views.open({ trigger_id: triggerId, view: { ...view } }))
  }

  /** A person, colleague or not; null if Slack knows nobody of this id. */
  async person(teamId: string, user: string): Promise<ChatMember | null> {
    try {
      const answer = await this.#answered((web) => web.users.info({ user }))
      return chatMember(teamId, checked(z.object({ user: z.unknown() }), answer).user)
    } catch (error) {
      if (error instanceof ChatFailure && /^user_not_(found|visible)$/.test(error.code)) return null
      throw error
    }
  }

  /** Opens the conversation with a person, and returns its id: the same each time. */
  async openDirect(user: string): Promise<string> {
    const answer = await this.#answered((web) => web.conversations.open({ users: user }))
    return checked(directAnswer, answer).channel.id
  }

  /** The workspace of the token. */
  async testAuth(): Promise<{ teamId: string; team: string }> {
    const answer = await this.#answered((web) => web.auth.test())
    const { team_id: teamId, team } = checked(authAnswer, answer)
    return { teamId, team: team ?? teamId }
  }

  async channelInfo(channel: string): Promise<{ name: string; isArchived: boolean }> {
    const answer = await this.#answered((web) => web.conversations.info({ channel }))
    const { name, is_archived: isArchived } = checked(channelAnswer, answer).channel
    return { name: name ?? channel, isArchived: isArchived ?? false }
  }

  /** One page of the members of the workspace; the first page without a cursor. */
  async listMembers(teamId: string, cursor: string | null): Promise<MembersPage> {
    const answer = await this.#answered((web) =>
      web.users.list({ limit: pageSize, ...(cursor && { cursor }) }),
    )
    const { members, response_metadata: place } = checked(membersAnswer, answer)
    return {
      members: members.flatMap((found) => chatMember(teamId, found) ?? []),
      nextCursor: place?.next_cursor || null,
    }
  }

  /** The user groups of the workspace, disabled ones too, with the people in them. */
  async listGroups(cursor: string | null): Promise<GroupsPage> {
    const asked = { include_count: true, include_disabled: true, include_users: true }
    const answer = await this.#answered((web) => web.usergroups.list({ ...asked, ...(cursor && { cursor }) }))
    const { usergroups, response_metadata: place } = checked(groupsAnswer, answer)
    return {
      groups: usergroups.flatMap((found) => chatGroup(found) ?? []),
      nextCursor: place?.next_cursor || null,
    }
  }

  /** The people in a user group. Null if there is no such group. */
  async listGroupPeople(usergroup: string, cursor: string | null): Promise<GroupPeoplePage | null> {
    try {
      const answer = await this.#answered((web) =>
        web.usergroups.users.list({ usergroup, ...(cursor && { cursor }) }),
      )
      const { users, response_metadata: place } = checked(groupPeopleAnswer, answer)
      return { people: users, nextCursor: place?.next_cursor || null }
    } catch (error) {
      if (error instanceof ChatFailure && error.code === 'no_such_subteam') return null
      throw error
    }
  }

  /** The name of a person; null if Slack knows nobody of this id. */
  async personName(user: string): Promise<string | null> {
    const answer = await this.#answered((web) => web.users.info({ user }))
    const { real_name: name, name: handle } = checked(personAnswer, answer).user
    return name || handle || null
  }

  async #answered<Answer>(ask: (web: WebClient) => Promise<Answer>): Promise<Answer> {
    const slack = await loadSlack()
    this.#web ??= new slack.WebClient(this.#options.token, settingsOf(slack, this.#options))
    try {
      const answer = await ask(this.#web)
      this.#options.onEnd('ok')
      return answer
    } catch (error) {
      const failure = failureOf(slack, error)
      this.#options.onEnd(failure.kind)
      throw failure
    }
  }
}

type Slack = Awaited<ReturnType<typeof loadSlack>>

/** The package has 60 modules, which no start has to wait for. */
function loadSlack() {
  return import('@slack/web-api')
}

function settingsOf(slack: Slack, { apiUrl, timeoutMs, deadline, log }: ChatClientOptions) {
  return {
    slackApiUrl: apiUrl,
    timeout: timeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    maxRequestConcurrency: 1,
    logger: quietLogger(slack, log),
    ...(deadline && { fetch: fetchUntil(deadline) }),
  }
}

const authAnswer = z.object({ team_id: z.string().max(64), team: z.string().max(200).nullish() })
const channelAnswer = z.object({
  channel: z.object({ name: z.string().max(200).nullish(), is_archived: z.boolean().nullish() }),
})
const directAnswer = z.object({ channel: z.object({ id: z.string().regex(/^[A-Z0-9]{1,32}$/i) }) })
const mark = z.boolean().nullish().catch(null)
const member = z.object({
  id: z.string().regex(/^[A-Z0-9]{1,32}$/i),
  team_id: z.string().nullish(),
  name: z.string().nullish(),
  real_name: z.string().nullish(),
  deleted: mark,
  is_bot: mark,
  is_workflow_bot: mark,
  is_connector_bot: mark,
  is_restricted: mark,
  is_ultra_restricted: mark,
  is_stranger: mark,
  is_email_confirmed: mark,
  tz: z.string().nullish(),
  profile: z.record(z.string(), z.unknown()).nullish(),
})
const membersAnswer = z.object({
  members: z.array(z.unknown()),
  response_metadata: z.object({ next_cursor: z.string().nullish() }).nullish(),
})
const place = z.object({ next_cursor: z.string().nullish() }).nullish()
const personId = z.string().regex(/^[A-Z0-9]{1,32}$/i)
const groupsAnswer = z.object({ usergroups: z.array(z.unknown()), response_metadata: place })
const groupPeopleAnswer = z.object({ users: z.array(personId), response_metadata: place })
const personAnswer = z.object({
  user: z.object({ real_name: z.string().max(300).nullish(), name: z.string().max(300).nullish() }),
})
const userGroup = z.object({
  id: z.string().regex(/^[A-Z0-9]{1,32}$/),
  name: z.string().max(1_000).catch(''),
  handle: z.string().max(300).catch(''),
  date_delete: z.number().nullish().catch(null),
  // Slack writes it as text.
  user_count: z.coerce.number().int().min(0).nullish().catch(null),
  users: z.array(personId).nullish().catch(null),
})
const emailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email())
const pictures = ['image_192', 'image_512', 'image_72', 'image_48']

/** Null for an entry that is not a member. */
function chatMember(teamId: string, entry: unknown): ChatMember | null {
  const { data: found } = member.safeParse(entry)
  if (!found) return null
  const profile = found.profile ?? {}
  const addresses = pictures.map((size) => pictureAddress(textOf(profile[size])))
  const isMachine =
    found.is_bot || found.is_workflow_bot || found.is_connector_bot || found.id === 'USLACKBOT'
  const isGuest = found.is_restricted || found.is_ultra_restricted || found.is_stranger
  const isOfTeam = !isMachine && (found.team_id ?? teamId) === teamId
  const membership = !isOfTeam ? 'none' : found.deleted ? 'removed' : 'active'
  return {
    id: found.id,
    isColleague: membership === 'active' && !isGuest,
    membership,
    // Slack's documentation addresses people by `display_name`. But the sign-in knows only the real name, a display name
    // is often a handle, and colleagues know the real one.
    name: found.real_name || textOf(profile.real_name) || textOf(profile.display_name),
    handle: found.name ?? '',
    email: emailAddress.safeParse(profile.email).data ?? null,
    isEmailConfirmed: found.is_email_confirmed !== false,
    avatar: addresses.find((address) => address !== null) ?? null,
    timeZone: found.tz && isTimeZone(found.tz) ? found.tz : null,
  }
}

/** Null for an entry that is no user group. */
function chatGroup(entry: unknown): ChatGroup | null {
  const { data: found } = userGroup.safeParse(entry)
  if (!found) return null
  const { id, name, handle, date_delete: deletedAt, user_count: count, users } = found
  const isWhole = users !== null && users !== undefined && users.length >= (count ?? 0)
  return {
    id,
    name,
    handle: handle || id.toLowerCase(),
    isDisabled: Boolean(deletedAt),
    size: count ?? users?.length ?? 0,
    people: isWhole ? users : null,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 2_048) : ''
}

function checked<Shape extends z.ZodType>(shape: Shape, answer: unknown): z.output<Shape> {
  const { data, success } = shape.safeParse(answer)
  if (!success) throw new ChatFailure('transient', 'unreadable_answer')
  return data
}

/** Transient failures are not listed: Slack can add new codes, and retrying those is safer. */
const lastingCodes = {
  message: [
    'invalid_blocks',
    'invalid_blocks_format',
    'msg_too_long',
    'msg_blocks_too_long',
    'no_text',
    'invalid_arguments',
    'invalid_arg_name',
    'metadata_too_large',
    'invalid_metadata_format',
    'invalid_metadata_schema',
    'message_not_found',
    'cant_update_message',
    'edit_window_closed',
    'expired_trigger_id',
    'exchanged_trigger_id',
    'invalid_trigger',
    'invalid_trigger_id',
  ],
  channel: [
    'channel_not_found',
    'not_in_channel',
    'is_archived',
    'restricted_action',
    'channel_type_not_supported',
    'restricted_action_read_only_channel',
    'restricted_action_thread_only_channel',
    'restricted_action_non_threadable_channel',
  ],
  connection: [
    'invalid_auth',
    'not_authed',
    'token_revoked',
    'token_expired',
    'account_inactive',
    'missing_scope',
    'not_allowed_token_type',
    'no_permission',
    'access_denied',
    'org_login_required',
    'ekm_access_denied',
    'team_access_not_granted',
    'enterprise_is_restricted',
    'two_factor_setup_required',
    'other_team',
    'plan_upgrade_required',
  ],
} as const satisfies Partial<Record<FailureKind, readonly string[]>>

/** Codes that no retry can fix. `unreadable` marks notifications that this version cannot turn into a message. */
export const permanentCodes: readonly string[] = [...lastingCodes.message, 'unreadable']

function failureOf(slack: Slack, error: unknown): ChatFailure {
  if (error instanceof slack.WebAPIRateLimitedError) {
    return new ChatFailure('rate-limited', 'ratelimited', { retryAfterSeconds: error.retryAfter })
  }
  if (error instanceof slack.WebAPIPlatformError) return refusalOf(error.data.error)
  if (error instanceof slack.WebAPIHTTPError) return new ChatFailure('transient', `http_${error.statusCode}`)
  const cause = error instanceof slack.WebAPIRequestError ? error.original : error
  return new ChatFailure('transient', networkCode(cause))
}

/** The code may be anything, even a whole HTML page from a server that is not Slack. */
function refusalOf(errorCode: unknown): ChatFailure {
  if (typeof errorCode !== 'string' || !/^[a-z0-9_]{1,64}$/.test(errorCode))
    return new ChatFailure('transient', 'unreadable_answer')
  const kinds = ['message', 'channel', 'connection'] as const
  const kind = kinds.find((each) => lastingCodes[each].some((code) => code === errorCode))
  return new ChatFailure(kind ?? 'transient', errorCode)
}

function networkCode(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.name === 'TimeoutError' || current.name === 'AbortError') return 'timeout'
    const code = 'code' in current && typeof current.code === 'string' ? current.code.toLowerCase() : ''
    if (/^[a-z0-9_]{2,64}$/.test(code)) return code
    // The client has no error class for a 429 without a Retry-After header.
    if (current.message.startsWith('Retry header')) return 'http_429'
  }
  return 'unreachable'
}

function fetchUntil(deadline: AbortSignal): typeof fetch {
  return (input, init) => {
    const signals = init?.signal ? [deadline, init.signal] : [deadline]
    return fetch(input, { ...init, signal: AbortSignal.any(signals) })
  }
}

// The client's lower log levels contain whole answers, with messages and personal data.
function quietLogger({ LogLevel }: Slack, log: Log) {
  const pass = (...parts: unknown[]) =>
    log.debug({ reason: parts.map(String).join(' ').slice(0, longestLine) }, 'message from the Slack client')
  return {
    debug() {},
    info() {},
    warn: pass,
    error: pass,
    setLevel() {},
    getLevel: () => LogLevel.WARN,
    setName() {},
  }
}
