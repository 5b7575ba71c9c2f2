import { type IncomingMessage, request } from 'node:http'
import { LogLevel, type UsersListResponse, WebClient } from '@slack/web-api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAgent } from '#test/support/agent.ts'
import { type Person, slackClaims } from './people.ts'
import { type RelyingParty, startRelyingParty } from './relying-party.ts'
import { newOutsiders, newPeople } from './some-people.ts'
import { startWorkplace, type Workplace } from './workplace.ts'

let workplace: Workplace
let app: RelyingParty

beforeAll(async () => {
  workplace = await startWorkplace({ people: newPeople, outsiders: newOutsiders })
  app = await startRelyingParty(workplace)
})

afterEach(() => {
  workplace.signInAs(null)
  workplace.mutateIdToken(null)
  workplace.clearFaults()
})

afterAll(async () => {
  await Promise.all([app.close(), workplace.close()])
})

describe('user groups', () => {
  const group = { id: 'S1', name: 'Sales', handle: 'sales', people: ['U1', 'U2'] }

  afterEach(() => workplace.setGroups([]))

  test('are listed as Slack does, with counts as text, and with people and disabled ones where asked for', async () => {
    workplace.setGroups([group, { ...group, id: 'S2', isDisabled: true }])
    const { usergroups: bare = [] } = await slackClient().usergroups.list()
    expect(bare).toMatchObject([{ id: 'S1', team_id: workplace.teamId, handle: 'sales', date_delete: 0 }])
    expect(bare[0]).not.toHaveProperty('users')
    const asked = { include_count: true, include_disabled: true, include_users: true }
    const { usergroups = [] } = await slackClient().usergroups.list(asked)
    expect(usergroups).toMatchObject([
      { user_count: '2', users: ['U1', 'U2'] },
      { date_delete: 1_700_000_001 },
    ])
    const { users } = await slackClient().usergroups.users.list({ usergroup: 'S1' })
    expect(users).toEqual(['U1', 'U2'])
  })

  test('that are unknown, or need a scope that the token lacks, are refused', async () => {
    await expect(slackClient().usergroups.users.list({ usergroup: 'S9' })).rejects.toThrow('no_such_subteam')
    const strict = await startWorkplace({ people: newPeople, botScopes: ['chat:write'] })
    await expect(slackClient(strict).usergroups.list()).rejects.toThrow('missing_scope')
    await strict.close()
  })
})

describe('people', () => {
  test('the ids of users.list are the ids of sign-in', async () => {
    const { members = [] } = await slackClient().users.list({ limit: 200 })
    for (const person of workplace.people) {
      const member = members.find(({ name }) => name === person.handle)
      expect(member).toMatchObject({ id: person.id, team_id: workplace.teamId, real_name: person.name })
      expect(await signedInClaims(person)).toMatchObject({ sub: person.id })
    }
  })

  test('users.list ends with Slackbot, a guest and somebody who left, each once', async () => {
    const ids: (string | undefined)[] = []
    for await (const page of slackClient().paginate('users.list', { limit: 2 })) {
      ids.push(...((page as UsersListResponse).members ?? []).map(({ id }) => id))
    }
    expect(ids.slice(-3)).toEqual(['USLACKBOT', 'U0SANDGUEST', 'U0SANDLEFT'])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain('U000000001')
  })

  test('somebody who is removed is listed as deactivated until they are back', async () => {
    const [person] = workplace.people
    if (!person) throw new Error('The workplace has no people')
    const isDeleted = async () => {
      const { members = [] } = await slackClient().users.list({ limit: 200 })
      return members.find(({ id }) => id === person.id)?.deleted
    }
    expect(await isDeleted()).toBe(false)
    workplace.setRemoved(person, true)
    expect(await isDeleted()).toBe(true)
    workplace.setRemoved(person, false)
    expect(await isDeleted()).toBe(false)
  })

  test('a bot without the scope to read e-mail addresses gets none', async () => {
    const strict = await startWorkplace({ people: newPeople, botScopes: ['users:read'] })
    const { members = [] } = await slackClient(strict).users.list({})
    expect(members.find(({ name }) => name === 'bo')?.profile?.email).toBeUndefined()
    await strict.close()
  })
})

describe('pictures', () => {
  const ask = (path: string) => {
    const { hostname, port } = new URL(workplace.origin)
    // Unlike fetch, this sends the path as it stands.
    return new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request({ hostname, port, path, agent: false }, (answer) => resolve(answer.resume()))
      outgoing.on('error', reject).end()
    })
  }

  test('are served as images that are kept, and that load nothing', async () => {
    for (const path of ['people/zoe', 'posts/bear', 'brands/kettle']) {
      const answer = await fetch(`${workplace.origin}/pictures/${path}.svg`)
      expect([path, answer.status]).toEqual([path, 200])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/svg+xml',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
      expect(await answer.text()).toMatch(/^<svg /)
    }
  })

  test.each([
    '/pictures/',
    '/pictures/people/',
    '/pictures/people/nobody.svg',
    '/pictures/people/zoe',
    '/pictures/kettle.svg',
    '/pictures/brands/../people/zoe.svg',
    '/pictures/people/..%2fbrands%2fkettle.svg',
    '/pictures/../front.ts',
    '/pictures/people/../../front.ts',
    '/pictures/people/%2e%2e/%2e%2e/front.ts',
    '/pictures/people/..\\..\\front.ts',
    '/pictures//etc/passwd',
    '/pictures/people/zoe.svg%00.ts',
    '/pictures/people/zoe.svg/',
  ])('%s is no picture', async (path) => {
    expect((await ask(path)).statusCode).toBe(404)
  })

  test('of people are addresses on the workplace, in the sign-in and in users.list', async () => {
    const [ana, bo] = newPeople
    const people = [ana, bo].flatMap((person) => person ?? [])
    const other = await startWorkplace({
      people: people.map((person) => ({ ...person, avatar: '/pictures/people/zoe.svg' })),
    })
    const avatar = `${other.origin}/pictures/people/zoe.svg`
    expect(other.people.map((person) => person.avatar)).toEqual([avatar, avatar])
    const { members = [] } = await slackClient(other).users.list({})
    expect(members.find(({ name }) => name === 'bo')?.profile?.image_192).toBe(avatar)
    const [person] = other.people
    const claims = person && slackClaims(person, { id: other.teamId, name: '', domain: '' })
    expect(claims).toMatchObject({ picture: avatar, 'https://slack.com/user_image_192': avatar })
    await other.close()
  })
})

describe('chat', () => {
  test('a posted message appears in the journal and in the channel', async () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'Hello *team*' } }]
    const metadata = { event_type: 'note', event_payload: { job_id: '1' } }
    const sent = await slackClient().chat.postMessage({
      channel: workplace.channelId,
      text: 'Hello',
      blocks,
      metadata,
    })
    expect(sent.ok).toBe(true)
    expect(workplace.journal().at(-1)).toMatchObject({
      atMs: expect.any(Number),
      method: 'POST',
      path: '/api/chat.postMessage',
      body: { channel: workplace.channelId, text: 'Hello', blocks, metadata },
    })
    const history = await slackClient().conversations.history({ channel: workplace.channelId })
    expect(history.messages?.map(({ text }) => text)).toContain('Hello')
  })

  test('an unknown token is invalid_auth, no token is not_authed, an unknown method is unknown_method', async () => {
    const call = async (method: string, headers: Record<string, string>) =>
      (await fetch(workplace.apiUrl + method, { method: 'POST', headers })).json()
    const authorization = `Bearer ${workplace.botToken}`
    expect(await call('auth.test', { authorization: 'Bearer xoxb-wrong' })).toEqual({
      ok: false,
      error: 'invalid_auth',
    })
    expect(await call('auth.test', {})).toEqual({ ok: false, error: 'not_authed' })
    expect(await call('chat.shout', { authorization })).toEqual({ ok: false, error: 'unknown_method' })
    expect(await call('auth.test', { authorization })).toMatchObject({ ok: true, team_id: workplace.teamId })
  })

  test.each([
    ['more than 50 blocks', Array.from({ length: 51 }, () => ({ type: 'divider' })), 'invalid_blocks'],
    ['an unknown block', [{ type: 'banner' }], 'invalid_blocks'],
    ['a section over 3,000 characters', [section('x'.repeat(3_001))], 'invalid_blocks'],
    ['a header over 150 characters', [{ type: 'header', text: plain('x'.repeat(151)) }], 'invalid_blocks'],
    [
      'blocks that are too long together',
      Array.from({ length: 5 }, () => section('x'.repeat(2_900))),
      'msg_blocks_too_long',
    ],
  ])('%s is refused as Slack refuses it', async (_name, blocks, error) => {
    const request = slackClient().apiCall('chat.postMessage', {
      channel: workplace.channelId,
      text: 'x',
      blocks,
    })
    await expect(request).rejects.toMatchObject({ data: { error } })
  })

  test('blocks at their size limits are accepted', async () => {
    const blocks = [
      section('x'.repeat(3_000)),
      { type: 'header', text: plain('x'.repeat(150)) },
      { type: 'divider' },
    ]
    const request = slackClient().apiCall('chat.postMessage', {
      channel: workplace.channelId,
      text: 'x',
      blocks,
    })
    await expect(request).resolves.toMatchObject({ ok: true })
  })
})

describe('faults', () => {
  test('answers 429 with Retry-After as often as planned, then normally', async () => {
    const fault = {
      status: 429,
      headers: { 'retry-after': '7' },
      body: { ok: false, error: 'ratelimited' },
    }
    workplace.fault({ match: /auth\.test/, times: 2, ...fault })
    for (const _attempt of [1, 2]) {
      await expect(slackClient().auth.test()).rejects.toMatchObject({ retryAfter: 7 })
    }
    await expect(slackClient().auth.test()).resolves.toMatchObject({ ok: true })
  })

  test('a hang gives no answer, a reset breaks the connection, and other paths are not affected', async () => {
    workplace.fault({ match: /auth\.test/, times: 1, mode: 'hang' })
    workplace.fault({ match: /auth\.test/, times: 1, mode: 'reset' })
    await expect(slackClient().team.info()).resolves.toMatchObject({ ok: true })
    await expect(slackClient(workplace, { timeout: 80 }).auth.test()).rejects.toMatchObject({
      original: { name: 'TimeoutError' },
    })
    await expect(slackClient().auth.test()).rejects.toMatchObject({
      original: { cause: { code: 'ECONNRESET' } },
    })
    await expect(slackClient().auth.test()).resolves.toMatchObject({ ok: true })
  })

  test('a slow answer is correct, only later', async () => {
    workplace.fault({ match: /auth\.test/, times: 1, mode: 'slow', delayMs: 150 })
    const begunMs = performance.now()
    await expect(slackClient().auth.test()).resolves.toMatchObject({ team_id: workplace.teamId })
    expect(performance.now() - begunMs).toBeGreaterThanOrEqual(145)
  })

  test('faults apply to sign-in too, and can be cleared', async () => {
    workplace.fault({ match: /openid-configuration/, times: 9, status: 503, body: '<h1>Down</h1>' })
    const discovery = () => fetch(`${workplace.origin}/.well-known/openid-configuration`)
    const down = await discovery()
    expect([down.status, await down.text()]).toEqual([503, '<h1>Down</h1>'])
    workplace.clearFaults()
    expect((await discovery()).status).toBe(200)
  })
})

test('two workplaces side by side share no people, tokens or journal', async () => {
  const other = await startWorkplace({ people: newPeople })
  const otherApp = await startRelyingParty(other)
  try {
    expect(await slackClient(workplace, { token: other.botToken }).auth.test().catch(errorOf)).toBe(
      'invalid_auth',
    )
    const agent = createAgent()
    await Promise.all([
      agent.signIn(app.origin, workplace.people[0]?.id),
      agent.signIn(otherApp.origin, other.people[1]?.id),
    ])
    expect(app.outcomes.at(-1)).toMatchObject({ sub: workplace.people[0]?.id, iss: workplace.origin })
    expect(otherApp.outcomes).toMatchObject([{ sub: other.people[1]?.id, iss: other.origin }])
    expect(other.journal().some(({ path }) => path === '/api/auth.test')).toBe(false)
  } finally {
    await Promise.all([otherApp.close(), other.close()])
  }
  await expect(fetch(other.origin)).rejects.toThrow()
})

test('a port that is in use is refused at once', async () => {
  const port = Number(new URL(workplace.origin).port)
  await expect(startWorkplace({ people: newPeople, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

function slackClient(target = workplace, options: { token?: string; timeout?: number } = {}): WebClient {
  return new WebClient(options.token ?? target.botToken, {
    slackApiUrl: target.apiUrl,
    timeout: options.timeout ?? 5_000,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: LogLevel.ERROR,
    logger: silentLogger,
  })
}

const silentLogger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => LogLevel.ERROR,
  setName() {},
}

async function signedInClaims(person: Person | undefined): Promise<Record<string, unknown>> {
  workplace.signInAs(person ?? null)
  const landing = await createAgent().signIn(app.origin)
  expect(landing).toMatchObject({ status: 302, location: '/' })
  return { ...app.outcomes.at(-1) }
}

function section(text: string) {
  return { type: 'section', text: { type: 'mrkdwn', text } }
}

function plain(text: string) {
  return { type: 'plain_text', text }
}

function errorOf(error: { data?: { error?: string } }): string | undefined {
  return error.data?.error
}
