import { randomBytes } from 'node:crypto'
import { channelPage } from './channel-page.ts'
import { type ChannelMessage, startChat } from './chat.ts'
import { createFaultQueue, type Fault } from './faults.ts'
import { type JournalEntry, openFront } from './front.ts'
import type { Group } from './groups.ts'
import { forward, listen } from './http.ts'
import type { IdTokenSignature } from './id-tokens.ts'
import type { Claims, NewPerson, Person, Team } from './people.ts'
import { startSignIn } from './sign-in.ts'

/** A whole Slack workspace on one loopback origin: its sign-in, its chat and its people. */
export interface Workplace {
  /** The issuer, without a trailing slash: SLACK_ISSUER. */
  origin: string
  /** Ends with /api/: SLACK_API_URL. */
  apiUrl: string
  teamId: string
  clientId: string
  clientSecret: string
  botToken: string
  channelId: string
  /** Members, in the order given. */
  people: readonly Person[]
  /** People of another workspace. */
  outsiders: readonly Person[]
  /** Allows sign-in to redirect to this exact address. */
  allowRedirect(uri: string): void
  /** Skips the picker page and signs in as this person, until changed; null shows the page again. */
  signInAs(person: Person | 'deny' | null): void
  /** Changes the claims of every id_token from now on; null stops that. */
  mutateIdToken(change: ((claims: Claims) => Claims) | null, signature?: IdTokenSignature): void
  /** Deactivates a person in the workspace's list of members, or activates them again. */
  setRemoved(person: Person, isRemoved: boolean): void
  /** Replaces the user groups of the workspace. */
  setGroups(groups: readonly Group[]): void
  /** Plans a fault for any path, sign-in included. Faults for the same path are used in order. */
  fault(fault: Fault): void
  clearFaults(): void
  /** The messages in the channel, oldest first. */
  messages(): Promise<ChannelMessage[]>
  /** Every request so far, oldest first. */
  journal(): readonly JournalEntry[]
  close(): Promise<void>
}

export interface WorkplaceOptions {
  people: readonly NewPerson[]
  outsiders?: readonly NewPerson[]
  redirectUris?: readonly string[]
  /** Defaults to any free one. */
  port?: number
  /** The scopes of the bot token. Defaults to all that the product needs. */
  botScopes?: readonly string[]
}

const allBotScopes = [
  'chat:write',
  'chat:write.public',
  'channels:read',
  'channels:history',
  'users:read',
  'users:read.email',
  'team:read',
  'usergroups:read',
]
const otherTeam: Team = { id: 'T0ELSEWHERE', name: 'Another workplace', domain: 'another-workplace' }

export async function startWorkplace(options: WorkplaceOptions): Promise<Workplace> {
  const clientId = '1000000000.2000000000'
  const clientSecret = randomBytes(16).toString('hex')
  const botToken = `xoxb-${randomBytes(16).toString('hex')}`
  const botScopes = options.botScopes ?? allBotScopes
  // Before the rest, so that a port in use fails before anything else runs.
  const front = await listen(options.port ?? 0)
  const origin = `http://127.0.0.1:${front.port}`
  const located = (people: readonly NewPerson[]) => people.map((person) => withPictureOn(origin, person))
  const [signInServer, chat] = await Promise.all([
    listen(0),
    startChat({
      people: located(options.people),
      appName: 'Ovation',
      botToken,
      botScopes,
      clientId,
      clientSecret,
    }),
  ])
  const redirectUris = new Set(options.redirectUris)
  const outsiders = located(options.outsiders ?? []).map((person, index) => ({
    ...person,
    id: `U0ELSEWHERE${index + 1}`,
    teamId: otherTeam.id,
  }))
  const signIn = await startSignIn(signInServer, {
    issuer: origin,
    clientId,
    clientSecret,
    redirectUris,
    people: chat.people,
    outsiders,
    teamOf: ({ teamId }) => (teamId === chat.team.id ? chat.team : otherTeam),
  })
  const faults = createFaultQueue()
  const journal: JournalEntry[] = []
  openFront(front, {
    faults,
    journal,
    signIn: (request) => forward(signInServer.port, request),
    channel: async () => {
      const { html, policy } = channelPage(await chat.messages())
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
      return { status: 200, headers, body: html }
    },
    chat: chat.answer,
  })
  return {
    origin,
    apiUrl: `${origin}/api/`,
    teamId: chat.team.id,
    clientId,
    clientSecret,
    botToken,
    channelId: chat.channelId,
    people: chat.people,
    outsiders,
    allowRedirect: (uri) => void redirectUris.add(uri),
    signInAs: signIn.signInAs,
    mutateIdToken: (change, signature = 'valid') => signIn.editIdTokens(change && { change, signature }),
    setRemoved: chat.setRemoved,
    setGroups: chat.setGroups,
    fault: faults.add,
    clearFaults: faults.clear,
    messages: chat.messages,
    journal: () => [...journal],
    close: async () => {
      await Promise.all([front.close(), signInServer.close(), chat.close()])
    },
  }
}

function withPictureOn(origin: string, person: NewPerson): NewPerson {
  return { ...person, avatar: person.avatar && new URL(person.avatar, origin).href }
}
