import { blocksVerdict } from './blocks.ts'
import { type Chat, channelName } from './chat.ts'
import { type Group, groupPeopleAnswer, groupsAnswer } from './groups.ts'
import { type Answer, jsonAnswer, parseBody, type ReadRequest } from './http.ts'
import { type Extras, extraMembers, type Member, strangerMember, withTimeZone } from './members.ts'
import type { Person } from './people.ts'
import { type Method, personalMethods } from './personal-methods.ts'
import type { Surface } from './surface.ts'

/** Slack's Web API: the emulator, and what it leaves out. */
export interface WebApi {
  /** Whether the list of members calls this person deactivated from now on. */
  setRemoved(person: Person, isRemoved: boolean): void
  /** Replaces the user groups. */
  setGroups(groups: readonly Group[]): void
  answer(request: ReadRequest): Promise<Answer>
}

export interface WebApiOptions {
  readonly chat: Chat
  readonly surface: Surface
  readonly botToken: string
  readonly botScopes: readonly string[]
  readonly extras: Extras
  readonly outsiders: readonly Person[]
}

/** The emulator always lists a default admin of its own, whom no real workspace has. */
const emulatorAdminId = 'U000000001'
/** The scope that a method needs, where the emulator does not check it. */
const scopes: Readonly<Record<string, string>> = {
  'chat.postMessage': 'chat:write',
  'chat.postEphemeral': 'chat:write',
  'chat.update': 'chat:write',
  'chat.delete': 'chat:write',
  'conversations.open': 'im:write',
  'users.info': 'users:read',
  'users.list': 'users:read',
  'usergroups.list': 'usergroups:read',
  'usergroups.users.list': 'usergroups:read',
}

export function createWebApi(options: WebApiOptions): WebApi {
  const { chat, surface, botScopes, extras, outsiders } = options
  const removedIds = new Set<string>()
  let groups: readonly Group[] = []
  const showsEmail = botScopes.includes('users:read.email')
  const ids = new Set([...chat.people, extras.guest, ...outsiders].map(({ id }) => id))
  const methods: Readonly<Record<string, Method>> = {
    ...personalMethods({
      surface,
      channel: { id: chat.channelId, name: channelName },
      members: new Set([...chat.people, extras.guest].map(({ id }) => id)),
      readers: ids,
      isDisabled: (id) => removedIds.has(id) || id === extras.left.id,
      scopes: botScopes,
    }),
    'users.info': async (fields, request) => {
      const known = [...extraMembers(extras, showsEmail), ...outsiders.map(strangerMember)]
      const member = known.find(({ id }) => id === fields.user)
      if (member) return jsonAnswer({ ok: true, user: withTimeZone(member) })
      if (fields.user === emulatorAdminId) return jsonAnswer({ ok: false, error: 'user_not_found' })
      return withDetails(await chat.forward(request), removedIds)
    },
    'users.list': async (_fields, request) =>
      withExtras(await chat.forward(request), extraMembers(extras, showsEmail), removedIds),
    'usergroups.list': async (fields) => groupsAnswer({ teamId: chat.team.id, groups, fields }),
    'usergroups.users.list': async (fields) => groupPeopleAnswer({ teamId: chat.team.id, groups, fields }),
  }
  return {
    setRemoved: ({ id }, isRemoved) => {
      if (isRemoved) removedIds.add(id)
      else removedIds.delete(id)
    },
    setGroups: (given) => {
      groups = given
    },
    answer: (request) => answer(request, options, methods),
  }
}

async function answer(
  request: ReadRequest,
  { chat, botToken, botScopes }: WebApiOptions,
  methods: Readonly<Record<string, Method>>,
): Promise<Answer> {
  const body = parseBody(request)
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const name = request.path.slice('/api/'.length)
  if (name !== 'api.test') {
    const token = tokenOf(request, fields)
    if (token === undefined) return jsonAnswer({ ok: false, error: 'not_authed' })
    // The emulator treats any unknown token as its own admin's.
    if (token !== botToken) return jsonAnswer({ ok: false, error: 'invalid_auth' })
  }
  const needed = scopes[name]
  if (needed !== undefined && !botScopes.includes(needed))
    return jsonAnswer({ ok: false, error: 'missing_scope', needed, provided: botScopes.join(',') })
  if (/^chat\.(postMessage|update|postEphemeral|scheduleMessage)$/.test(name)) {
    const verdict = blocksVerdict(fields.blocks)
    if (!verdict.ok) return refusal(verdict.error, verdict.reason)
  }
  const given = (await methods[name]?.(fields, request)) ?? (await chat.forward(request))
  return given.status === 404 ? jsonAnswer({ ok: false, error: 'unknown_method' }) : given
}

function tokenOf({ headers }: ReadRequest, { token }: Record<string, unknown>): string | undefined {
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return bearer ?? (typeof token === 'string' && token !== '' ? token : undefined)
}

function refusal(error: string, reason: string): Answer {
  return jsonAnswer({ ok: false, error, response_metadata: { messages: [`[ERROR] ${reason}`] } })
}

// A real list also contains Slackbot, guests and people who left. Here they come at the end.
function withExtras(given: Answer, extras: readonly Member[], removedIds: ReadonlySet<string>): Answer {
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
  return jsonAnswer({ ...list, members: isLastPage ? [...members, ...extras] : members })
}

function withDetails(given: Answer, removedIds: ReadonlySet<string>): Answer {
  const answer = JSON.parse(String(given.body)) as { ok: boolean; user?: Member }
  if (!answer.user) return given
  const deleted = answer.user.deleted === true || removedIds.has(answer.user.id)
  return jsonAnswer({ ...answer, user: withTimeZone({ ...answer.user, deleted }) })
}
