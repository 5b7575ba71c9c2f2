import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SignInErrorCode } from '#contract/auth.ts'
import type { Claims } from '#sandbox/workplace/people.ts'
import { newOutsiders, newPeople } from '#sandbox/workplace/some-people.ts'
import { startWorkplace, type Workplace } from '#sandbox/workplace/workplace.ts'
import { statement } from '#server/db/handle.ts'
import { type Agent, createAgent } from '#test/support/agent.ts'
import { type ListeningApp, startListeningApp } from '#test/support/listening.ts'

const minuteMs = 60_000

let workplace: Workplace
let t: ListeningApp
let usersBefore: unknown[]

beforeAll(async () => {
  workplace = await startWorkplace({ people: newPeople, outsiders: newOutsiders })
  t = await startListeningApp({ environment: slackEnvironment() })
  workplace.allowRedirect(`${t.origin}/auth/slack/callback`)
})

afterEach(() => {
  workplace.signInAs(null)
  workplace.mutateIdToken(null)
  workplace.clearFaults()
})

afterAll(async () => {
  await Promise.all([t.close(), workplace.close()])
})

describe('pressing Continue with Slack', () => {
  test('leads to Slack with everything an attempt needs, fresh each time', async () => {
    const [first, second] = [await begin(createAgent()), await begin(createAgent())]
    expect(first.origin + first.pathname).toBe(`${workplace.origin}/openid/connect/authorize`)
    expect(Object.fromEntries(first.searchParams)).toEqual({
      client_id: workplace.clientId,
      redirect_uri: `${t.origin}/auth/slack/callback`,
      response_type: 'code',
      scope: 'openid profile email',
      team: workplace.teamId,
      state: expect.stringMatching(/^[\w.-]{60,}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(first.searchParams.get('state')).not.toBe(second.searchParams.get('state'))
    expect(first.searchParams.get('nonce')).not.toBe(second.searchParams.get('nonce'))
  })

  test('ties the attempt to the browser by a cookie for ten minutes and these addresses only', async () => {
    const answer = await createAgent().request(`${t.origin}/auth/slack`)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^slack_login_[\w-]{12}=[\w-]{43}; Max-Age=600; Path=\/auth\/slack; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })

  test('takes the way back from the configuration and not from the request', async () => {
    const answer = await t.app.inject({
      url: '/auth/slack?redirect_uri=https://evil.test&returnTo=//evil.test',
      headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' },
    })
    const target = new URL(String(answer.headers.location))
    expect(target.searchParams.get('redirect_uri')).toBe(`${t.origin}/auth/slack/callback`)
    expect(target.href).not.toContain('evil')
  })
})

describe('coming back', () => {
  test('makes a member of a newcomer, with a session and without a bearer', async () => {
    const agent = createAgent()
    const landing = await agent.signIn(t.origin, workplace.people[0]?.id)
    expect(landing).toMatchObject({ status: 302, location: '/' })
    expect(Object.keys(landing.cookies)).toEqual(['sid'])
    expect(Object.keys(agent.cookiesFor(`${t.origin}/auth/slack/callback`))).toEqual(['sid'])
    const { data } = await me(agent)
    expect(data).toMatchObject({
      username: 'ana.lima',
      email: 'ana.lima@brightwater.example',
      avatar: 'https://brightwater.example/ana.png',
      role: 'user',
      slackUserId: workplace.people[0]?.id,
      trackingCode: expect.stringMatching(/^[a-z2-7]{10}$/),
    })
    const sessions = await rows<{ kind: string }>('select kind, bearer_hash from sessions where user_id = $1', [data.id])
    expect(sessions).toEqual([{ kind: 'slack', bearer_hash: null }])
  })

  test('a second time finds the same member and changes nothing but the picture', async () => {
    const agent = createAgent()
    await agent.signIn(t.origin, workplace.people[1]?.id)
    const first = (await me(agent)).data
    expect(first.avatar).toBeNull()
    await rows("update users set username = 'own.choice', email = 'own@choice.example', role = 'moderator' where id = $1", [
      first.id,
    ])
    workplace.mutateIdToken((claims) => ({
      ...claims,
      name: 'Renamed In Slack',
      email: 'renamed@brightwater.example',
      'https://slack.com/user_image_192': 'https://brightwater.example/new.png',
    }))
    const again = createAgent()
    await again.signIn(t.origin, workplace.people[1]?.id)
    expect((await me(again)).data).toEqual({
      ...first,
      username: 'own.choice',
      email: 'own@choice.example',
      role: 'moderator',
      avatar: 'https://brightwater.example/new.png',
    })
  })

  test('never joins accounts by e-mail: a taken address stays where it is', async () => {
    const squatter = await t.member('mallory')
    await rows('update users set email = $2 where id = $1', [squatter.id, 'CHIDI@brightwater.example'])
    const agent = createAgent()
    await agent.signIn(t.origin, workplace.people[2]?.id)
    const { data } = await me(agent)
    expect(data).toMatchObject({ username: 'chidi.okafor', email: null, slackUserId: workplace.people[2]?.id })
    expect(data.id).not.toBe(squatter.id)
  })

  test.each([
    ['no name', { name: undefined }, 'newcomer.one', 'newcomer.one@brightwater.example'],
    ['a name of nothing but hidden characters', { name: '\u200b\u202e' }, 'newcomer.two', 'newcomer.two@brightwater.example'],
    ['an emoji for a name', { name: '🐎 Ivy' }, '🐎.ivy', 'newcomer.three@brightwater.example'],
  ])('somebody with %s gets a username', async (_what, change, username, email) => {
    const id = `UNAME${username.length}${email.length}`
    workplace.mutateIdToken((claims) => ({ ...asSomebodyNew(claims, id), ...change, email }))
    const agent = createAgent()
    expect(await agent.signIn(t.origin, workplace.people[0]?.id)).toMatchObject({ location: '/' })
    expect((await me(agent)).data).toMatchObject({ username, email })
  })

  test('a picture that is not https is left out', async () => {
    const address = { 'https://slack.com/user_image_192': 'javascript:alert(1)', picture: 'http://plain.example/x.png' }
    workplace.mutateIdToken((claims) => ({
      ...asSomebodyNew(claims, 'UPICTURE'),
      ...address,
      'https://slack.com/user_image_512': 'data:text/html,x',
    }))
    const agent = createAgent()
    await agent.signIn(t.origin, workplace.people[0]?.id)
    expect((await me(agent)).data.avatar).toBeNull()
  })

  test('what the id token leaves out is asked for at userInfo', async () => {
    workplace.mutateIdToken(({ email: _email, ...rest }) => rest)
    const agent = createAgent()
    expect(await agent.signIn(t.origin, workplace.people[0]?.id)).toMatchObject({ location: '/' })
    expect((await me(agent)).data.email).toBe('ana.lima@brightwater.example')
  })

  test('two first sign-ins of one person at once make one member', async () => {
    workplace.mutateIdToken((claims) => ({ ...asSomebodyNew(claims, 'UTWICE'), email: 'twice@brightwater.example' }))
    const agents = [createAgent(), createAgent(), createAgent()]
    const landings = await Promise.all(agents.map((agent) => agent.signIn(t.origin, workplace.people[0]?.id)))
    expect(landings.map(({ location }) => location)).toEqual(['/', '/', '/'])
    expect(await rows('select email from users where slack_user_id = $1', ['UTWICE'])).toEqual([
      { email: 'twice@brightwater.example' },
    ])
  })

  test('two attempts in one browser both work', async () => {
    const agent = createAgent()
    const [one, two] = [await begin(agent), await begin(agent)]
    for (const attempt of [one, two]) {
      const pick = workplace.people[0]?.id
      expect(await agent.follow(attempt.href, { appOrigin: t.origin, pick })).toMatchObject({ location: '/' })
    }
  })

  test('gives a fresh session for a planted cookie, and ends the one the browser had', async () => {
    const attacker = await t.member('mallory.two')
    const agent = createAgent()
    const callback = await callbackFor(agent)
    const cookies = Object.entries(agent.cookiesFor(callback)).map(([name, value]) => `${name}=${value}`)
    const headers = { cookie: [...cookies, attacker.cookie].join('; ') }
    const answer = await fetch(callback, { headers, redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('/')
    const own = answer.headers.getSetCookie().find((header) => header.startsWith('sid='))
    expect(own?.split(';', 1)[0]).not.toBe(attacker.cookie)
    expect(await t.call('GET', '/api/user', attacker)).toMatchObject({ status: 401 })
  })

  test('always leads to the start page, whatever the address asks for', async () => {
    const targets = ['//evil.test', '/\\evil.test', 'https:evil.test', '%2f%2fevil.test', 'https://evil.test']
    for (const target of targets) {
      const agent = createAgent()
      const callback = `${await callbackFor(agent)}&returnTo=${encodeURIComponent(target)}&redirect=${target}`
      const answer = await agent.request(callback)
      expect(answer.headers.get('location')).toBe('/')
    }
  })

  test('is on record, and asking twice with HEAD changes nothing', async () => {
    const agent = createAgent()
    const callback = await callbackFor(agent)
    expect((await agent.request(callback, { method: 'HEAD' })).status).toBe(404)
    expect((await agent.request(callback)).headers.get('location')).toBe('/')
    const { data } = await me(agent)
    const [entry] = await rows(
      "select action, details from audit_entries where actor_id = $1 order by id desc limit 1",
      [data.id],
    )
    expect(entry).toEqual({ action: 'sign-in.done', details: { way: 'slack' } })
  })
})

describe('a sign-in that fails comes back with a code, without a session and without a member', () => {
  const changedTokens: [string, Claims, SignInErrorCode][] = [
    ['another nonce', { nonce: 'other' }, 'slack_auth_failed'],
    ['no nonce', { nonce: undefined }, 'slack_auth_failed'],
    ['another audience', { aud: 'other' }, 'slack_auth_failed'],
    ['another issuer', { iss: 'https://slack.com' }, 'slack_auth_failed'],
    ['long expired', { iat: 1_000, exp: 1_300 }, 'slack_auth_failed'],
    ['another workspace', { 'https://slack.com/team_id': 'T0ELSEWHERE' }, 'slack_auth_failed'],
    ['a team id that is none', { 'https://slack.com/team_id': ['T0ELSEWHERE'] }, 'no_user_token'],
  ]
  test.each(changedTokens)('an id token with %s', async (_what, change, code) => {
    workplace.mutateIdToken((claims) => ({ ...asSomebodyNew(claims, 'UREFUSED'), ...change }))
    await expectRefusal(code)
  })

  test.each(['foreign', 'none'] as const)('an id token whose signature is %s', async (signature) => {
    workplace.mutateIdToken((claims) => asSomebodyNew(claims, 'UREFUSED'), signature)
    await expectRefusal('slack_auth_failed')
  })

  test('somebody of another workspace', async () => {
    await expectRefusal('slack_auth_failed', { pick: workplace.outsiders[0]?.id })
  })

  test('somebody who cancels', async () => {
    await expectRefusal('oauth_error', { pick: 'cancel' })
  })

  const tokenAnswers: [string, unknown, SignInErrorCode][] = [
    ['our secret is wrong', { ok: false, error: 'bad_client_secret' }, 'slack_not_configured'],
    ['our id is wrong', { ok: false, error: 'invalid_client_id' }, 'slack_not_configured'],
    ['our address is wrong', { ok: false, error: 'bad_redirect_uri' }, 'slack_not_configured'],
    ['the code is wrong', { ok: false, error: 'invalid_code' }, 'slack_auth_failed'],
    ['the code was used', { ok: false, error: 'code_already_used' }, 'slack_auth_failed'],
    ['Slack broke', { ok: false, error: 'internal_error' }, 'oauth_error'],
    ['there is no access token', { ok: true, id_token: 'x.y.z', token_type: 'Bearer' }, 'no_user_token'],
    ['there is no id token', { ok: true, access_token: 'xoxp-1', token_type: 'Bearer' }, 'no_user_token'],
    ['the id token is garbage', { ok: true, access_token: 'x', token_type: 'Bearer', id_token: 'x' }, 'slack_auth_failed'],
    ['the answer is a page', '<html>busy</html>', 'oauth_error'],
  ]
  test.each(tokenAnswers)('a token answer that says %s', async (_what, body, code) => {
    workplace.fault({ match: /openid\.connect\.token/, times: 1, body })
    await expectRefusal(code)
  })

  test.each([
    ['is not there', { status: 503, body: 'busy' }],
    ['asks for patience', { status: 429, headers: { 'retry-after': '30' }, body: { ok: false, error: 'ratelimited' } }],
    ['breaks the connection', { mode: 'reset' as const }],
  ])('a token address that %s', async (_what, fault) => {
    workplace.fault({ match: /openid\.connect\.token/, times: 1, ...fault })
    await expectRefusal('oauth_error')
  })

  test('a person without an e-mail address', async () => {
    workplace.mutateIdToken(({ email: _email, ...rest }) => asSomebodyNew(rest, 'UNOMAIL'))
    const body = { ok: true, sub: 'UNOMAIL' }
    workplace.fault({ match: /openid\.connect\.userInfo/, times: 1, body })
    await expectRefusal('user_processing_failed')
  })

  test.each([
    ['speaks of somebody else', { body: { ok: true, sub: 'USOMEBODY', email: 'x@y.example' } }],
    ['fails', { body: { ok: false, error: 'invalid_auth' } }],
  ])('a userInfo that %s', async (_what, fault) => {
    workplace.mutateIdToken(({ email: _email, ...rest }) => asSomebodyNew(rest, 'UREFUSED'))
    workplace.fault({ match: /openid\.connect\.userInfo/, times: 1, ...fault })
    await expectRefusal('no_user_token')
  })

  test('a member who is disabled', async () => {
    const agent = createAgent()
    workplace.mutateIdToken((claims) => ({ ...asSomebodyNew(claims, 'UDISABLED'), email: 'disabled@b.example' }))
    await agent.signIn(t.origin, workplace.people[0]?.id)
    await rows('update users set disabled_at = now() where slack_user_id = $1', ['UDISABLED'])
    await expectRefusal('user_processing_failed')
  })

  test('a way back without a code', async () => {
    const agent = createAgent()
    const state = (await begin(agent)).searchParams.get('state')
    await expectRefusal('slack_auth_failed', { agent, callback: `${t.origin}/auth/slack/callback?state=${state}` })
  })

  test.each([
    ['invalid_scope', 'slack_not_configured'],
    ['unauthorized_client', 'slack_not_configured'],
    ['server_error', 'oauth_error'],
    ['<script>alert(1)</script>', 'oauth_error'],
  ] as const)('a way back with the error %s, of which nothing is repeated', async (error, code) => {
    const agent = createAgent()
    const state = (await begin(agent)).searchParams.get('state')
    const query = new URLSearchParams({ state: state ?? '', error, error_description: 'canary' })
    await expectRefusal(code, { agent, callback: `${t.origin}/auth/slack/callback?${query}` })
  })

  test('a state that is absent, doubled, forged or from another browser', async () => {
    const agent = createAgent()
    const callback = new URL(await callbackFor(agent))
    const state = callback.searchParams.get('state') ?? ''
    const changed = (to: string | null) => {
      const url = new URL(callback)
      if (to === null) url.searchParams.delete('state')
      else url.searchParams.set('state', to)
      return url.href
    }
    const [id, print, at = '', mac] = state.split('.')
    const forgeries = [null, '', 'x', `${state}x`, `${id}.${print}.${Number(at) + 1}.${mac}`, `${state}.${mac}`]
    for (const forged of forgeries) {
      await expectRefusal('state_mismatch', { agent, callback: changed(forged) })
    }
    await expectRefusal('state_mismatch', { agent, callback: `${callback.href}&state=${state}` })
    await expectRefusal('state_mismatch', { agent: createAgent(), callback: callback.href })
    expect((await agent.request(callback.href)).headers.get('location')).toBe('/')
  })

  test('a way back that was used before, even with a copy of its cookie', async () => {
    const agent = createAgent()
    const callback = await callbackFor(agent)
    const cookies = Object.entries(agent.cookiesFor(callback)).map(([name, value]) => `${name}=${value}`)
    expect((await agent.request(callback)).headers.get('location')).toBe('/')
    await expectRefusal('state_mismatch', { agent: createAgent(), callback })
    const copied = await fetch(callback, { headers: { cookie: cookies.join('; ') }, redirect: 'manual' })
    expect(copied.headers.get('location')).toBe('/login?error=state_mismatch')
  })

  test('a way back after more than ten minutes, and not a moment before', async () => {
    const [late, timely] = [createAgent(), createAgent()]
    const callbacks = [await callbackFor(late), await callbackFor(timely)]
    t.clock.advance(10 * minuteMs)
    expect((await timely.request(callbacks[1] ?? '')).headers.get('location')).toBe('/')
    t.clock.advance(1)
    await expectRefusal('state_expired', { agent: late, callback: callbacks[0] ?? '' })
  })

  test('a code that Slack does not know', async () => {
    const agent = createAgent()
    const callback = new URL(await callbackFor(agent))
    callback.searchParams.set('code', 'nonsense')
    await expectRefusal('slack_auth_failed', { agent, callback: callback.href })
  })

  test('is on record with its code and reason', async () => {
    await expectRefusal('slack_auth_failed', { pick: workplace.outsiders[0]?.id })
    const [entry] = await rows('select actor_id, action, details from audit_entries order by id desc limit 1')
    const details = { way: 'slack', code: 'slack_auth_failed', reason: 'other workspace' }
    expect(entry).toEqual({ actor_id: null, action: 'sign-in.refused', details })
  })
})

describe('set-up', () => {
  test('that is missing is said at both addresses', async () => {
    const bare = await startListeningApp({ environment: { SLACK_CLIENT_ID: 'only-this' } })
    try {
      for (const path of ['/auth/slack', '/auth/slack/callback?code=x&state=y']) {
        const answer = await bare.app.inject({ url: path })
        expect(answer.statusCode).toBe(302)
        expect(answer.headers.location).toBe('/login?error=slack_not_configured')
      }
    } finally {
      await bare.close()
    }
  })

  test('with a wrong secret is told apart from a person who failed', async () => {
    const environment = { ...slackEnvironment(), SLACK_CLIENT_SECRET: 'not-the-secret' }
    const wrong = await startListeningApp({ environment })
    workplace.allowRedirect(`${wrong.origin}/auth/slack/callback`)
    try {
      const landing = await createAgent().signIn(wrong.origin, workplace.people[0]?.id)
      expect(landing.location).toBe('/login?error=slack_not_configured')
    } finally {
      await wrong.close()
    }
  })

  test.each([
    ['metadata', /openid-configuration/],
    ['keys', /connect\/keys/],
  ])('recovers by itself once %s can be fetched again', async (_what, match) => {
    const fresh = await startListeningApp({ environment: slackEnvironment() })
    workplace.allowRedirect(`${fresh.origin}/auth/slack/callback`)
    try {
      workplace.fault({ match, times: 1, status: 503, body: 'busy' })
      const failed = await createAgent().signIn(fresh.origin, workplace.people[0]?.id)
      expect(failed.location).toBe('/login?error=oauth_error')
      expect(await createAgent().signIn(fresh.origin, workplace.people[0]?.id)).toMatchObject({ location: '/' })
    } finally {
      await fresh.close()
    }
  })
})

interface Refusal {
  agent?: Agent
  pick?: string | undefined
  callback?: string
}

async function expectRefusal(code: SignInErrorCode, { agent = createAgent(), pick, callback }: Refusal = {}) {
  const sessionsBefore = await rows('select id from sessions')
  usersBefore = await rows('select id from users')
  const to = { appOrigin: t.origin, pick: pick ?? workplace.people[0]?.id ?? '' }
  const landing = await agent.follow(callback ?? `${t.origin}/auth/slack`, to)
  expect(landing).toMatchObject({ status: 302, location: `/login?error=${code}` })
  expect(landing.cookies).not.toHaveProperty('sid')
  expect(await rows('select id from sessions')).toEqual(sessionsBefore)
  expect(await rows('select id from users')).toEqual(usersBefore)
}

async function begin(agent: Agent): Promise<URL> {
  const answer = await agent.request(`${t.origin}/auth/slack`)
  return new URL(answer.headers.get('location') ?? '')
}

/** The address that Slack sends this browser back to, not yet visited. */
async function callbackFor(agent: Agent): Promise<string> {
  let url = (await begin(agent)).href
  workplace.signInAs(workplace.people[0] ?? null)
  while (!url.startsWith(`${t.origin}/auth/slack/callback`)) {
    const answer = await agent.request(url)
    url = new URL(answer.headers.get('location') ?? '', url).href
  }
  workplace.signInAs(null)
  return url
}

function asSomebodyNew(claims: Claims, id: string): Claims {
  return { ...claims, sub: id, 'https://slack.com/user_id': id }
}

async function me(agent: Agent) {
  const answer = await agent.request(`${t.origin}/api/user`)
  expect(answer.status).toBe(200)
  return answer.json()
}

function rows<Row = unknown>(sql: string, values: string[] = []): Promise<Row[]> {
  return t.deps.db.run(statement<Row>('', sql), values)
}

function slackEnvironment() {
  return {
    SLACK_CLIENT_ID: workplace.clientId,
    SLACK_CLIENT_SECRET: workplace.clientSecret,
    SLACK_TEAM_ID: workplace.teamId,
    SLACK_ISSUER: workplace.origin,
  }
}
