import { createEmulator } from 'emulate'
import type { Block } from './block-kit.ts'
import { type Answer, forward, type ReadRequest } from './http.ts'
import type { Member } from './members.ts'
import type { NewPerson, Person, Team } from './people.ts'

/** The emulator that serves Slack's Web API, with its channel and its people. */
export interface Chat {
  team: Team
  channelId: string
  people: readonly Person[]
  /** The last messages in the channel, at most 200, oldest first. */
  messages(): Promise<ChannelMessage[]>
  /** Calls a method as the app, whatever its token may do. */
  callAsApp(method: string, body: object): Promise<Record<string, unknown>>
  /** Passes a request on to the emulator. */
  forward(request: ReadRequest): Promise<Answer>
  close(): Promise<void>
}

export interface ChannelMessage {
  /** Slack's id of the message. */
  ts: string
  text: string
  blocks: readonly Block[]
  /** Who changed it, and when; nobody did without it. */
  edited?: { user: string; ts: string }
  metadata?: { event_payload?: { job_id?: string } }
}

export interface ChatOptions {
  people: readonly NewPerson[]
  botToken: string
  botScopes: readonly string[]
  appName: string
  clientId: string
  clientSecret: string
  /** Told when the messages in the channel may have changed. */
  onChange: () => void
}

export const channelName = 'company-social'
/** The app and its bot. */
export const bot = {
  type: 'bot',
  user_id: 'U0SANDBOT',
  bot_id: 'B0SANDBOT',
  bot_user_id: 'U0SANDBOT',
  app_id: 'A0SANDBOT',
}
// The emulator fixes this team id.
const teamId = 'T000000001'
const insideToken = 'xoxb-inside-the-sandbox'
const insideScopes = ['users:read', 'users:read.email', 'channels:read', 'channels:history', 'chat:write']

/** Starts the emulator and reads back the ids that it gave to the people and the channel. */
export async function startChat(options: ChatOptions): Promise<Chat> {
  const team: Team = { id: teamId, name: 'Sandbox workplace', domain: 'sandbox-workplace' }
  const emulator = await createEmulator({ service: 'slack', port: 0, seed: seedOf(options, team) })
  const port = Number(new URL(emulator.url).port)
  if (!/^http:\/\/localhost:\d+$/.test(emulator.url)) {
    await emulator.close()
    throw new Error('Unset EMULATE_BASE_URL and PORTLESS_URL: they hide the address of the Slack emulator')
  }
  // Kept until the next write: the emulator answers 5,000 requests and no more.
  let shown: Promise<ChannelMessage[]> | null = null
  const pass = async (request: ReadRequest) => {
    try {
      return await forward(port, request)
    } finally {
      if (request.path.startsWith('/api/chat.')) {
        shown = null
        options.onChange()
      }
    }
  }
  const callAsApp: Chat['callAsApp'] = async (method, body) =>
    JSON.parse(String((await pass(apiCall(method, body))).body))

  const { members } = (await callAsApp('users.list', { limit: 1_000 })) as { members: Member[] }
  const { channels } = (await callAsApp('conversations.list', { limit: 100 })) as { channels: Channel[] }
  const channelId = required(channels.find(({ name }) => name === channelName)).id
  const idByHandle = new Map(members.map(({ name, id }) => [name, id]))
  const readMessages = async () => {
    const { messages } = await callAsApp('conversations.history', { channel: channelId, limit: 200 })
    return (messages as (Omit<ChannelMessage, 'blocks'> & { blocks?: Block[] })[])
      .map((message) => ({ ...message, blocks: message.blocks ?? [] }))
      .reverse()
  }
  return {
    team,
    channelId,
    messages: async () => {
      shown ??= readMessages().catch((error: unknown) => {
        shown = null
        throw error
      })
      return [...(await shown)]
    },
    people: options.people.map((person) => ({
      ...person,
      id: required(idByHandle.get(person.handle)),
      teamId,
    })),
    callAsApp,
    forward: pass,
    close: () => emulator.close(),
  }
}

interface Channel {
  id: string
  name: string
}

function seedOf(options: ChatOptions, team: Team) {
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
        { ...bot, token: insideToken, scopes: insideScopes },
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
    headers: { authorization: `Bearer ${insideToken}`, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  }
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The Slack emulator lost some of its seed data')
  return value
}
