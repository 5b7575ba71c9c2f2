import { randomBytes } from 'node:crypto'
import { systemClock } from '#server/clock.ts'
import type { AppCalls } from './app-calls.ts'
import { type AppSide, createAppSide } from './app-side.ts'
import { createChanges } from './changes.ts'
import { type ChannelMessage, startChat } from './chat.ts'
import { createFaultQueue, type Fault } from './faults.ts'
import { type JournalEntry, openFront } from './front.ts'
import type { Group } from './groups.ts'
import { forward, listen } from './http.ts'
import type { IdTokenSignature } from './id-tokens.ts'
import type { Interactions } from './interactions.ts'
import { createMailPages } from './mail-page.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { type Extras, extrasOf } from './members.ts'
import type { Claims, NewPerson, Person, Team } from './people.ts'
import type { PrivateMessage } from './private-messages.ts'
import { startSignIn } from './sign-in.ts'
import type { Dialog, View } from './views.ts'

/** A whole Slack workspace on one loopback origin: its sign-in, its chat and its people. Beside it stands a mail server. */
export interface Workplace extends Interactions {
  /** The issuer, without a trailing slash: SLACK_ISSUER. */
  origin: string
  /** Ends with /api/: SLACK_API_URL. */
  apiUrl: string
  teamId: string
  clientId: string
  clientSecret: string
  botToken: string
  /** Signs the calls to the app: SLACK_SIGNING_SECRET. */
  signingSecret: string
  channelId: string
  /** The mail server, whose e-mails can be read at /mail. */
  mailbox: Mailbox
  /** Members, in the order given. */
  people: readonly Person[]
  /** People of another workspace. */
  outsiders: readonly Person[]
  /** Others of the workspace who are no colleagues, such as a guest. */
  extras: Extras
  /**
   * Calls the app from now on at `/slack/events`, `/slack/interactivity` and `/slack/commands` below this address; null
   * ends that.
   */
  connectApp(url: string | null): void
  /** Sends the app any call, once. */
  deliver: AppCalls['deliver']
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
  /** The messages in the channel that only this person sees, oldest first. */
  ephemerals(person: Person): readonly PrivateMessage[]
  /** What the app wrote to this person, oldest first. */
  directMessages(person: Person): readonly PrivateMessage[]
  /** The Home tab that the app published for this person. */
  homeOf(person: Person): View | null
  /** The dialog that this person has open. */
  dialogOf(person: Person): Dialog | null
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
  /** Dates the calls to the app and what it answers. Defaults to the clock of the machine. */
  now?: () => Date
  /** How long the app may take to answer a call. Defaults to three seconds, as at Slack. */
  patienceMs?: number
}

const allBotScopes = [
  'chat:write',
  'chat:write.public',
  'commands',
  'im:write',
  'channels:read',
  'channels:history',
  'users:read',
  'users:read.email',
  'team:read',
  'usergroups:read',
]
const slackPatienceMs = 3_000
const otherTeam: Team = { id: 'T0ELSEWHERE', name: 'Another workplace', domain: 'another-workplace' }

export async function startWorkplace(options: WorkplaceOptions): Promise<Workplace> {
  const { botScopes = allBotScopes, now = systemClock().now, patienceMs = slackPatienceMs } = options
  const clientId = '1000000000.2000000000'
  const clientSecret = randomBytes(16).toString('hex')
  const botToken = `xoxb-${randomBytes(16).toString('hex')}`
  const signingSecret = randomBytes(16).toString('hex')
  // Before the rest, so that a port in use fails before anything else runs.
  const front = await listen(options.port ?? 0)
  const origin = `http://127.0.0.1:${front.port}`
  const located = (people: readonly NewPerson[]) => people.map((person) => withPictureOn(origin, person))
  const people = located(options.people)
  const changes = createChanges()
  const app = { appName: 'Ovation', botToken, botScopes, clientId, clientSecret }
  const [signInServer, mailbox, chat] = await Promise.all([
    listen(0),
    startMailbox(),
    startChat({ people, ...app, onChange: () => changes.note(null) }),
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
  const extras = extrasOf(chat.team.id)
  const known = { chat, origin, extras, outsiders, changes }
  const side = createAppSide({ ...known, signingSecret, botToken, botScopes, now, patienceMs })
  const faults = createFaultQueue()
  const journal: JournalEntry[] = []
  openFront(front, {
    faults,
    journal,
    signIn: (request) => forward(signInServer.port, request),
    channel: side.channel,
    mail: createMailPages(mailbox),
    responses: side.responseUrls.answer,
    chat: side.api.answer,
  })
  return {
    origin,
    apiUrl: `${origin}/api/`,
    teamId: chat.team.id,
    clientId,
    clientSecret,
    botToken,
    signingSecret,
    channelId: chat.channelId,
    mailbox,
    people: chat.people,
    outsiders,
    extras,
    allowRedirect: (uri) => void redirectUris.add(uri),
    signInAs: signIn.signInAs,
    mutateIdToken: (change, signature = 'valid') => signIn.editIdTokens(change && { change, signature }),
    ...membersOf(side),
    fault: faults.add,
    clearFaults: faults.clear,
    messages: chat.messages,
    journal: () => [...journal],
    close: async () => {
      side.calls.close()
      await Promise.all([front.close(), signInServer.close(), mailbox.close(), chat.close()])
    },
  }
}

/** The parts of the workplace that are about the app. */
function membersOf({ api, calls, surface, interactions }: AppSide) {
  return {
    ...interactions,
    setRemoved: api.setRemoved,
    setGroups: api.setGroups,
    connectApp: calls.connect,
    deliver: calls.deliver,
    ephemerals: ({ id }: Person) => surface.ephemerals.of(id),
    directMessages: ({ id }: Person) => surface.directMessages.of(id),
    homeOf: ({ id }: Person) => surface.views.homeOf(id),
    dialogOf: ({ id }: Person) => surface.views.dialogOf(id),
  }
}

function withPictureOn(origin: string, person: NewPerson): NewPerson {
  return { ...person, avatar: person.avatar && new URL(person.avatar, origin).href }
}
