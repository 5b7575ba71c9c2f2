import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getCurrentUser } from '#contract/users.schema.ts'
import { type Agent, createAgent } from '#test/support/agent.ts'
import { asSomebodyNew, type SlackSignInStage, startSlackSignInStage } from '#test/support/slack-sign-in.ts'

let stage: SlackSignInStage
let workplace: SlackSignInStage['workplace']
let t: SlackSignInStage['t']
let begin: SlackSignInStage['begin']
let callbackFor: SlackSignInStage['callbackFor']
let rows: SlackSignInStage['rows']

beforeAll(async () => {
  stage = await startSlackSignInStage()
  ;({ workplace, t, begin, callbackFor, rows } = stage)
})

afterEach(() => stage.reset())

afterAll(() => stage.close())

describe('pressing Continue with Slack', () => {
  test('leads to Slack with everything an attempt needs, and a fresh state and nonce each time', {
    tags: ['sec-19'],
  }, async () => {
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

  test('ties the attempt to the browser with a cookie, for ten minutes and below /auth/slack only', async () => {
    const answer = await createAgent().request(`${t.origin}/auth/slack`)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^slack_login_[\w-]{12}=[\w-]{43}; Max-Age=600; Path=\/auth\/slack; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })

  test('gives that cookie over https a prefix that keeps it to this very host', {
    tags: ['sign-in-cookie-host'],
  }, async () => {
    const secure = await stage.another({ PUBLIC_URL: 'https://ovation.test' })
    try {
      const cookies = async () => {
        const { headers } = await secure.app.inject({ url: '/auth/slack' })
        return { location: String(headers.location), cookie: String(headers['set-cookie']) }
      }
      const { location, cookie } = await cookies()
      expect(cookie).toMatch(
        /^__Host-slack_login_[\w-]{12}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
      // A sibling subdomain can plant a cookie for the whole domain, but none with this prefix.
      const state = encodeURIComponent(new URL(location).searchParams.get('state') ?? '')
      const planted = cookie.slice('__Host-'.length).split(';')[0] ?? ''
      const callback = `/auth/slack/callback?code=any&state=${state}`
      const attacked = await secure.app.inject({ url: callback, headers: { cookie: planted } })
      expect(attacked.headers.location).toBe('/login?error=state_mismatch')
      expect(attacked.headers['set-cookie']).toBeUndefined()
      const own = cookie.split(';')[0] ?? ''
      const honest = await secure.app.inject({ url: callback, headers: { cookie: own } })
      expect(honest.headers.location).not.toContain('state_mismatch')
      expect(String(honest.headers['set-cookie'])).toMatch(/^__Host-slack_login_[\w-]{12}=; .*Path=\/;/)
    } finally {
      await secure.close()
    }
  })

  test('takes the callback address from the configuration and not from the request', {
    tags: ['sec-19'],
  }, async () => {
    const url = '/auth/slack?redirect_uri=https://evil.test&returnTo=//evil.test'
    const elsewhere = await t.app.inject({ url, headers: { host: 'evil.test' } })
    expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([421, undefined])
    // Nobody trusts these headers without a configured proxy.
    const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }
    const answer = await t.app.inject({ url, headers })
    const target = new URL(String(answer.headers.location))
    expect(target.searchParams.get('redirect_uri')).toBe(`${t.origin}/auth/slack/callback`)
    expect(target.href).not.toContain('evil')
  })
})

describe('coming back from Slack', () => {
  test('creates an account for a newcomer, with a session and without a bearer', {
    tags: ['way-in-slack', 'sec-04'],
  }, async () => {
    const agent = createAgent()
    const landing = await agent.signIn(t.origin, workplace.people[0]?.id)
    expect(landing).toMatchObject({ status: 302, location: '/' })
    expect(ownCookies(agent, '/auth/slack/callback')).toEqual(['sid'])
    const { data } = await me(agent)
    expect(data).toMatchObject({
      username: 'ana.lima',
      email: 'ana.lima@brightwater.example',
      avatar: 'https://brightwater.example/ana.png',
      role: 'user',
      slackUserId: workplace.people[0]?.id,
      trackingCode: expect.stringMatching(/^[a-z2-7]{13}$/),
    })
    const sessions = await rows<{ kind: string }>(
      'select kind, bearer_hash from sessions where user_id = $1',
      [data.id],
    )
    expect(sessions).toEqual([{ kind: 'slack', bearer_hash: null }])
  })

  test('a second time finds the same member and changes nothing but the picture and the name', async () => {
    const agent = createAgent()
    await agent.signIn(t.origin, workplace.people[1]?.id)
    const first = (await me(agent)).data
    expect(first.avatar).toBeNull()
    await rows(
      "update users set username = 'own.choice', email = 'own@choice.example', role = 'moderator' where id = $1",
      [first.id],
    )
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
      displayName: 'Renamed In Slack',
      defaultDisplayName: 'Renamed In Slack',
    })
  })

  test('never links accounts by e-mail, and a taken address stays with its account', {
    tags: ['sec-21'],
  }, async () => {
    const squatter = await t.member('mallory')
    await rows('update users set email = $2 where id = $1', [squatter.id, 'CHIDI@brightwater.example'])
    const agent = createAgent()
    await agent.signIn(t.origin, workplace.people[2]?.id)
    const { data } = await me(agent)
    expect(data).toMatchObject({
      username: 'chidi.okafor',
      email: null,
      slackUserId: workplace.people[2]?.id,
    })
    expect(data.id).not.toBe(squatter.id)
  })

  test.each([
    ['no name', { name: undefined }, { username: 'newcomer.one', email: 'newcomer.one@brightwater.example' }],
    [
      'a name of nothing but hidden characters',
      { name: '\u200b\u202e' },
      { username: 'newcomer.two', email: 'newcomer.two@brightwater.example' },
    ],
    [
      'an emoji for a name',
      { name: '🐎 Ivy' },
      { username: '🐎.ivy', email: 'newcomer.three@brightwater.example' },
    ],
  ])('gives somebody with %s a username', async (_what, change, { username, email }) => {
    const id = `U${email.split('@', 1)[0]?.replace('.', '')}`
    workplace.mutateIdToken((claims) => ({ ...asSomebodyNew(claims, id), ...change, email }))
    const agent = createAgent()
    expect(await agent.signIn(t.origin, workplace.people[0]?.id)).toMatchObject({ location: '/' })
    expect((await me(agent)).data).toMatchObject({ username, email })
  })

  test('leaves out a picture that pages may not load', async () => {
    const address = {
      'https://slack.com/user_image_192': 'javascript:alert(1)',
      picture: 'http://plain.example/x.png',
    }
    workplace.mutateIdToken((claims) => ({
      ...asSomebodyNew(claims, 'UPICTURE'),
      ...address,
      'https://slack.com/user_image_512': 'data:text/html,x',
    }))
    const agent = createAgent()
    await agent.signIn(t.origin, workplace.people[0]?.id)
    expect((await me(agent)).data.avatar).toBeNull()
  })

  test('takes a picture from a stand-in on this machine', async () => {
    const picture = `${workplace.origin}/pictures/people/zoe.svg`
    workplace.mutateIdToken((claims) => ({
      ...asSomebodyNew(claims, 'ULOCALPICTURE'),
      'https://slack.com/user_image_192': undefined,
      picture,
    }))
    const agent = createAgent()
    await agent.signIn(t.origin, workplace.people[0]?.id)
    expect((await me(agent)).data.avatar).toBe(picture)
  })

  test('asks userInfo for what the id token leaves out', async () => {
    workplace.mutateIdToken(({ email: _email, ...rest }) => rest)
    const agent = createAgent()
    expect(await agent.signIn(t.origin, workplace.people[0]?.id)).toMatchObject({ location: '/' })
    expect((await me(agent)).data.email).toBe('ana.lima@brightwater.example')
  })

  test('creates one account for simultaneous first sign-ins of one person', async () => {
    workplace.mutateIdToken((claims) => ({
      ...asSomebodyNew(claims, 'UTWICE'),
      email: 'twice@brightwater.example',
    }))
    const agents = [createAgent(), createAgent(), createAgent()]
    const landings = await Promise.all(agents.map((agent) => agent.signIn(t.origin, workplace.people[0]?.id)))
    expect(landings.map(({ location }) => location)).toEqual(['/', '/', '/'])
    expect(await rows('select email from users where slack_user_id = $1', ['UTWICE'])).toEqual([
      { email: 'twice@brightwater.example' },
    ])
  })

  test('works for two attempts in one browser', async () => {
    const agent = createAgent()
    const [one, two] = [await begin(agent), await begin(agent)]
    for (const attempt of [one, two]) {
      const pick = workplace.people[0]?.id
      expect(await agent.follow(attempt.href, { appOrigin: t.origin, pick })).toMatchObject({ location: '/' })
    }
  })

  test('replaces a planted session cookie with a fresh one, and ends the planted session', {
    tags: ['sec-06'],
  }, async () => {
    const attacker = await t.member('mallory.two')
    const agent = createAgent()
    const callback = await callbackFor(agent)
    const cookies = Object.entries(agent.cookiesFor(callback)).map(([name, value]) => `${name}=${value}`)
    const headers = { cookie: [...cookies, attacker.cookie].join('; ') }
    const answer = await fetch(callback, { headers, redirect: 'manual' })
    expect(answer.headers.get('location')).toBe('/')
    const own = answer.headers.getSetCookie().find((header) => header.startsWith('sid='))
    expect(own?.split(';', 1)[0]).not.toBe(attacker.cookie)
    expect(await t.call(getCurrentUser, { as: attacker })).toMatchObject({ status: 401 })
  })

  test('sets a cookie that outlives the browser, and notes which browser it was', {
    tags: ['sessions-life'],
  }, async () => {
    const agent = createAgent()
    const callback = await callbackFor(agent)
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:141.0) Gecko/20100101 Firefox/141.0'
    const answer = await agent.request(callback, { headers: { 'user-agent': userAgent } })
    const [own] = answer.headers.getSetCookie().filter((header) => header.startsWith('sid='))
    expect(own).toMatch(/^sid=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
    const list = 'select browser from sessions where user_id = $1 order by created_at desc, id desc limit 1'
    expect(await rows(list, [(await me(agent)).data.id])).toEqual([{ browser: 'Firefox on Windows' }])
  })

  test('always leads to the start page, whatever the address asks for', { tags: ['sec-23'] }, async () => {
    const targets = ['//evil.test', '/\\evil.test', 'https:evil.test', '%2f%2fevil.test', 'https://evil.test']
    for (const target of targets) {
      const agent = createAgent()
      const callback = `${await callbackFor(agent)}&returnTo=${encodeURIComponent(target)}&redirect=${target}`
      const answer = await agent.request(callback)
      expect(answer.headers.get('location')).toBe('/')
    }
  })

  test('is in the audit trail, and a HEAD request to the callback uses up nothing', {
    tags: ['sec-25', 'sec-69'],
  }, async () => {
    const agent = createAgent()
    const callback = await callbackFor(agent)
    expect((await agent.request(callback, { method: 'HEAD' })).status).toBe(404)
    expect((await agent.request(callback)).headers.get('location')).toBe('/')
    const { data } = await me(agent)
    const [entry] = await rows(
      'select action, details from audit_entries where actor_id = $1 order by id desc limit 1',
      [data.id],
    )
    expect(entry).toEqual({ action: 'sign-in.done', details: { way: 'slack' } })
  })
})

async function me(agent: Agent) {
  const answer = await agent.request(`${t.origin}/api/user`)
  expect(answer.status).toBe(200)
  return answer.json()
}

/** The product's own cookies. As in a browser, cookies of other ports on this host are sent too. */
function ownCookies(agent: Agent, path: string): string[] {
  return Object.keys(agent.cookiesFor(t.origin + path)).filter((name) => /^(sid|slack_login_)/.test(name))
}
