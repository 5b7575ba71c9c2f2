import { createEmulator } from 'emulate'
import { blocksVerdict } from './blocks.ts'
import { type Group, groupPeopleAnswer, groupsAnswer } from './groups.ts'
import { type Answer, forward, jsonAnswer, parseBody, type ReadRequest } from './http.ts'
import type { NewPerson, Person, Team } from './people.ts'

/** Slack's Web API, served by an emulator. What the emulator leaves out is added to requests and answers here. */
export interface Chat {
  team: Team
  channelId: string
  people: readonly Person[]
  /** Whether the list of members calls this person deactivated from now on. */
  setRemoved(person: Person, isRemoved: boolean): void
  /** Replaces the user groups. */
  setGroups(groups: readonly Group[]): void
  /** The last messages in the channel, at most 200, oldest first. */
  messages(): Promise<ChannelMessage[]>
  answer(request: ReadRequest): Promise<Answer>
  close(): Promise<void>
}

export interface ChannelMessage {
  text: string
  blocks: readonly {
    type: string
    text?: { type: string; text: string }
    elements?: readonly { text?: string }[]
  }[]
  metadata?: { event_payload?: { job_id?: string } }
}

export interface ChatOptions {
  people: readonly NewPerson[]
  botToken: string
  botScopes: readonly string[]
  appName: string
  clientId: string
  clientSecret: string
}

const channelName = 'company-social'
const botUserId = 'U0SANDBOT'
// The emulator fixes this team id, and it always lists a default admin of its own, whom no real workspace has.
const teamId = 'T000000001'
const emulatorAdminId = 'U000000001'
const readAllToken = 'xoxb-inside-the-sandbox'

/** Starts the emulator and reads back the ids that it gave to the people and the channel. */
export async function startChat(options: ChatOptions): Promise<Chat> {
  const team: Team = { id: teamId, name: 'Sandbox workplace', domain: 'sandbox-workplace' }
  const emulator = await createEmulator({ service: 'slack', port: 0, seed: seedOf(options, team) })
  const port = Number(new URL(emulator.url).port)
  if (!/^http:\/\/localhost:\d+$/.test(emulator.url)) {
    await emulator.close()
    throw new Error('Unset EMULATE_BASE_URL and PORTLESS_URL: they hide the address of the Slack emulator')
  }
  const callApi = async (method: string, body: object) =>
    JSON.parse(String((await forward(port, apiCall(method, body))).body)) as Record<string, unknown>

  const { members } = (await callApi('users.list', { limit: 1_000 })) as { members: Member[] }
  const { channels } = (await callApi('conversations.list', { limit: 100 })) as { channels: Channel[] }
  const channelId = required(channels.find(({ name }) => name === channelName)).id
  const removedIds = new Set<string>()
  let groups: readonly Group[] = []
  const idByHandle = new Map(members.map(({ name, id }) => [name, id]))
  return {
    team,
    channelId,
    messages: async () => {
      const { messages } = await callApi('conversations.history', { channel: channelId, limit: 200 })
      return (messages as ChannelMessage[]).reverse()
    },
    people: options.people.map((person) => ({
      ...person,
      id: required(idByHandle.get(person.handle)),
      teamId,
    })),
    setRemoved: ({ id }, isRemoved) => {
      if (isRemoved) removedIds.add(id)
      else removedIds.delete(id)
    },
    setGroups: (given) => {
      groups = given
    },
    answer: (request) =>
      answer(request, {
        port,
        tokens: new Set([options.botToken]),
        removedIds,
        groups: options.botScopes.includes('usergroups:read') ? groups : null,
      }),
    close: () => emulator.close(),
  }
}

interface Member {
  id: string
  name: string
}

interface Channel {
  id: string
  name: string
}

function seedOf(options: ChatOptions, team: Team) {
  const bot = {
    type: 'bot',
    user_id: botUserId,
    bot_id: 'B0SANDBOT',
    bot_user_id: botUserId,
    app_id: 'A0SANDBOT',
  }
  return {
    tokens: {},
    slack: {
      team: { name: team.name, domain: team.domain },
      strict_scopes: true,
      users: options.people.map(({ handle, name, email, avatar, title, mark }) => ({
        name: handle,
        real_name: name,
        email,
        is_admin: mark === 'admin',
        profile: {
          display_name: handle,
          email,
          title,
          ...(avatar ? { image_48: avatar, image_192: avatar } : {}),
        },
      })),
      channels: [{ name: channelName, topic: 'What we publish, and who passes it on', is_private: false }],
      oauth_apps: [
        {
          app_id: bot.app_id,
          client_id: options.clientId,
          client_secret: options.clientSecret,
          name: options.appName,
          redirect_uris: [],
          scopes: options.botScopes,
          bot_id: bot.bot_id,
          bot_user_id: bot.bot_user_id,
          bot_name: 'ovation',
        },
      ],
      tokens: [
        { ...bot, token: options.botToken, scopes: options.botScopes },
        {
          ...bot,
          token: readAllToken,
          scopes: ['users:read', 'users:read.email', 'channels:read', 'channels:history'],
        },
      ],
    },
  }
}

function apiCall(method: string, body: object): ReadRequest {
  const path = `/api/${method}`
  return {
    method: 'POST',
    url: path,
    path,
    headers: { authorization: `Bearer ${readAllToken}`, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  }
}

interface Answering {
  port: number
  tokens: ReadonlySet<string>
  removedIds: ReadonlySet<string>
  /** Null if the token may not read them. */
  groups: readonly Group[] | null
}

async function answer(request: ReadRequest, chat: Answering): Promise<Answer> {
  const fields = parseBody(request)
  const token = tokenOf(request, fields)
  if (request.path !== '/api/api.test') {
    if (token === undefined) return jsonAnswer({ ok: false, error: 'not_authed' })
    // The emulator treats any unknown token as its own admin's.
    if (!chat.tokens.has(token)) return jsonAnswer({ ok: false, error: 'invalid_auth' })
  }
  if (/^\/api\/chat\.(postMessage|update|postEphemeral|scheduleMessage)$/.test(request.path)) {
    const verdict = blocksVerdict(fieldOf(fields, 'blocks'))
    if (!verdict.ok) return refusal(verdict.error, verdict.reason)
  }
  if (request.path.startsWith('/api/usergroups.')) return answerAboutGroups(request.path, fields, chat)
  // The emulator knows the seeded people only.
  const extra = extraMembers.find(({ id }) => id === fieldOf(fields, 'user'))
  if (extra && request.path === '/api/users.info') return jsonAnswer({ ok: true, user: extra })
  const given = await forward(chat.port, request)
  if (given.status === 404) return jsonAnswer({ ok: false, error: 'unknown_method' })
  return request.path === '/api/users.list' ? withSlackExtras(given, chat.removedIds) : given
}

// The emulator has no user groups.
function answerAboutGroups(path: string, fields: unknown, { groups }: Answering): Answer {
  if (groups === null)
    return jsonAnswer({ ok: false, error: 'missing_scope', needed: 'usergroups:read', provided: '' })
  const asked = { teamId, groups, fields: (fields ?? {}) as Record<string, unknown> }
  if (path === '/api/usergroups.list') return groupsAnswer(asked)
  if (path === '/api/usergroups.users.list') return groupPeopleAnswer(asked)
  return jsonAnswer({ ok: false, error: 'unknown_method' })
}

function tokenOf({ headers }: ReadRequest, fields: unknown): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const field = fieldOf(fields, 'token')
  return bearer ?? (typeof field === 'string' && field !== '' ? field : undefined)
}

function fieldOf(fields: unknown, name: string): unknown {
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>)[name] : undefined
}

function refusal(error: string, reason: string): Answer {
  return jsonAnswer({ ok: false, error, response_metadata: { messages: [`[ERROR] ${reason}`] } })
}

// A real list also contains Slackbot, guests and people who left. Here they come at the end.
function withSlackExtras(given: Answer, removedIds: ReadonlySet<string>): Answer {
  const list = JSON.parse(String(given.body)) as {
    ok: boolean
    members?: Member[]
    response_metadata?: { next_cursor?: string }
  }
  if (!list.ok || !list.members) return given
  const isLastPage = !list.response_metadata?.next_cursor
  const members = list.members
    .filter(({ id }) => id !== emulatorAdminId)
    .map((member) => (removedIds.has(member.id) ? { ...member, deleted: true } : member))
  return jsonAnswer({ ...list, members: isLastPage ? [...members, ...extraMembers] : members })
}

const extraMembers = [
  extraMember('USLACKBOT', 'slackbot', { real_name: 'Slackbot', is_bot: false }),
  extraMember('U0SANDGUEST', 'guest.auditor', {
    real_name: 'Guest Auditor',
    is_restricted: true,
    is_ultra_restricted: true,
    email: 'guest.auditor@auditors.example',
  }),
  extraMember('U0SANDLEFT', 'former.colleague', {
    real_name: 'Former Colleague',
    deleted: true,
    email: 'former.colleague@brightwater.example',
  }),
]

function extraMember(id: string, name: string, { email, ...rest }: Record<string, unknown>) {
  const profile = { display_name: name, real_name: rest.real_name, ...(email ? { email } : {}) }
  return { id, team_id: teamId, name, is_admin: false, is_bot: false, deleted: false, ...rest, profile }
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The Slack emulator lost some of its seed data')
  return value
}
