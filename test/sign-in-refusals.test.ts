import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SignInErrorCode } from '#contract/auth.ts'
import type { Claims } from '#sandbox/workplace/people.ts'
import { type Agent, createAgent } from '#test/support/agent.ts'
import { asSomebodyNew, type SlackSignInStage, startSlackSignInStage } from '#test/support/slack-sign-in.ts'

const minuteMs = 60_000

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

describe('a sign-in fails with a code, and creates neither a session nor a member, for', () => {
  const changedTokens: [string, Claims, SignInErrorCode][] = [
    ['another nonce', { nonce: 'other' }, 'slack_auth_failed'],
    ['no nonce', { nonce: undefined }, 'slack_auth_failed'],
    ['another audience', { aud: 'other' }, 'slack_auth_failed'],
    ['another issuer', { iss: 'https://slack.com' }, 'slack_auth_failed'],
    ['a past expiry', { iat: 1_000, exp: 1_300 }, 'slack_auth_failed'],
    ['another workspace', { 'https://slack.com/team_id': 'T0ELSEWHERE' }, 'slack_auth_failed'],
    ['a malformed team id', { 'https://slack.com/team_id': ['T0ELSEWHERE'] }, 'no_user_token'],
  ]
  test.each(changedTokens)('an id token with %s', { tags: ['sec-20'] }, async (_what, change, code) => {
    workplace.mutateIdToken((claims) => ({ ...asSomebodyNew(claims, 'UREFUSED'), ...change }))
    await expectRefusal(code)
  })

  test.each(['foreign', 'none'] as const)(
    'an id token whose signature is %s',
    { tags: ['sec-20'] },
    async (signature) => {
      workplace.mutateIdToken((claims) => asSomebodyNew(claims, 'UREFUSED'), signature)
      await expectRefusal('slack_auth_failed')
    },
  )

  test('somebody from another workspace', { tags: ['sec-21'] }, async () => {
    await expectRefusal('slack_auth_failed', { pick: workplace.outsiders[0]?.id })
  })

  test('somebody who cancels', { tags: ['sec-22'] }, async () => {
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
    [
      'the id token is garbage',
      { ok: true, access_token: 'x', token_type: 'Bearer', id_token: 'x' },
      'slack_auth_failed',
    ],
    ['the answer is a page', '<html>busy</html>', 'oauth_error'],
  ]
  test.each(tokenAnswers)('an answer of the token endpoint that says %s', async (_what, body, code) => {
    workplace.fault({ match: /openid\.connect\.token/, times: 1, body })
    await expectRefusal(code)
  })

  test.each([
    ['is unavailable', { status: 503, body: 'busy' }],
    [
      'asks to retry later',
      { status: 429, headers: { 'retry-after': '30' }, body: { ok: false, error: 'ratelimited' } },
    ],
    ['breaks the connection', { mode: 'reset' as const }],
  ])('a token endpoint that %s', async (_what, fault) => {
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
    ['answers about somebody else', { body: { ok: true, sub: 'USOMEBODY', email: 'x@y.example' } }],
    ['fails', { body: { ok: false, error: 'invalid_auth' } }],
  ])('a userInfo endpoint that %s', async (_what, fault) => {
    workplace.mutateIdToken(({ email: _email, ...rest }) => asSomebodyNew(rest, 'UREFUSED'))
    workplace.fault({ match: /openid\.connect\.userInfo/, times: 1, ...fault })
    await expectRefusal('no_user_token')
  })

  test('a member who is disabled', async () => {
    const agent = createAgent()
    workplace.mutateIdToken((claims) => ({
      ...asSomebodyNew(claims, 'UDISABLED'),
      email: 'disabled@b.example',
    }))
    await agent.signIn(t.origin, workplace.people[0]?.id)
    await rows('update users set disabled_at = $2::timestamptz where slack_user_id = $1', [
      'UDISABLED',
      t.clock.now().toISOString(),
    ])
    await expectRefusal('user_processing_failed')
  })

  test('a callback without a code', async () => {
    const agent = createAgent()
    const state = (await begin(agent)).searchParams.get('state')
    await expectRefusal('slack_auth_failed', {
      agent,
      callback: `${t.origin}/auth/slack/callback?state=${state}`,
    })
  })

  test.each([
    ['invalid_scope', 'slack_not_configured'],
    ['unauthorized_client', 'slack_not_configured'],
    ['server_error', 'oauth_error'],
    ['<script>alert(1)</script>', 'oauth_error'],
  ] as const)(
    'a callback with the error %s, which is not repeated',
    { tags: ['sec-22'] },
    async (error, code) => {
      const agent = createAgent()
      const state = (await begin(agent)).searchParams.get('state')
      const query = new URLSearchParams({ state: state ?? '', error, error_description: 'canary' })
      await expectRefusal(code, { agent, callback: `${t.origin}/auth/slack/callback?${query}` })
    },
  )

  test('a state that is missing, duplicated, forged or from another browser', {
    tags: ['sec-20'],
  }, async () => {
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
    const forgeries = [
      null,
      '',
      'x',
      `${state}x`,
      `${id}.${print}.${Number(at) + 1}.${mac}`,
      `${state}.${mac}`,
    ]
    for (const forged of forgeries) {
      await expectRefusal('state_mismatch', { agent, callback: changed(forged) })
    }
    await expectRefusal('state_mismatch', { agent, callback: `${callback.href}&state=${state}` })
    await expectRefusal('state_mismatch', { agent: createAgent(), callback: callback.href })
    expect((await agent.request(callback.href)).headers.get('location')).toBe('/')
  })

  test('a callback that was used before, even with a copy of its cookie', { tags: ['sec-20'] }, async () => {
    const agent = createAgent()
    const callback = await callbackFor(agent)
    const cookies = Object.entries(agent.cookiesFor(callback)).map(([name, value]) => `${name}=${value}`)
    expect((await agent.request(callback)).headers.get('location')).toBe('/')
    await expectRefusal('state_mismatch', { agent: createAgent(), callback })
    const copied = await fetch(callback, { headers: { cookie: cookies.join('; ') }, redirect: 'manual' })
    expect(copied.headers.get('location')).toBe('/login?error=state_mismatch')
  })

  test('a callback after more than ten minutes, and not a moment before', { tags: ['sec-20'] }, async () => {
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

  test('a reason that the audit trail records, with the code', async () => {
    t.clock.advance(minuteMs)
    await expectRefusal('slack_auth_failed', { pick: workplace.outsiders[0]?.id })
    const [entry] = await rows('select actor_id, action, details from audit_entries order by id desc limit 1')
    const details = { way: 'slack', code: 'slack_auth_failed', reason: 'other workspace' }
    expect(entry).toMatchObject({ actor_id: null, action: 'sign-in.refused', details })
  })

  test('a reason that is recorded once a minute for each address, with the number of those between', {
    tags: ['audit-refusals-counted'],
  }, async () => {
    const listed = (): Promise<{ details: unknown }[]> =>
      rows(`select details from audit_entries where action = 'sign-in.refused' order by id`)
    const cancelFrom = async (remoteAddress: string) => {
      const begun = await t.app.inject({ url: '/auth/slack', remoteAddress })
      const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? ''
      const query = new URLSearchParams({ error: 'access_denied', state })
      const cookie = String(begun.headers['set-cookie']).split(';', 1)[0] ?? ''
      const url = `/auth/slack/callback?${query}`
      const answer = await t.app.inject({ url, remoteAddress, headers: { cookie } })
      expect(answer.headers.location).toBe('/login?error=oauth_error')
    }
    t.clock.advance(minuteMs)
    const before = (await listed()).length
    await Promise.all(Array.from({ length: 12 }, () => cancelFrom('198.51.100.7')))
    for (const end of [1, 2, 3]) await cancelFrom(`2001:db8:7:7::${end}`)
    const refused = { way: 'slack', code: 'oauth_error', reason: expect.any(String) }
    expect((await listed()).slice(before).map(({ details }) => details)).toEqual([refused, refused])
    t.clock.advance(minuteMs)
    for (const address of ['198.51.100.7', '198.51.100.7', '2001:db8:7:7::9']) await cancelFrom(address)
    expect((await listed()).slice(before + 2).map(({ details }) => details)).toEqual([
      { ...refused, unrecorded: 11 },
      { ...refused, unrecorded: 2 },
    ])
    t.clock.advance(minuteMs)
  })
})

describe('the Slack set-up', () => {
  test('redirects with a code at both addresses when it is missing', { tags: ['sec-22'] }, async () => {
    const bare = await stage.another({ SLACK_CLIENT_SECRET: '' })
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

  test('with a wrong secret gets a code of its own, unlike a person who is refused', async () => {
    const wrong = await stage.another({ SLACK_CLIENT_SECRET: 'not-the-secret' })
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
  ])('recovers automatically once the %s can be fetched again', async (_what, match) => {
    const fresh = await stage.another()
    try {
      workplace.fault({ match, times: 1, status: 503, body: 'busy' })
      const failed = await createAgent().signIn(fresh.origin, workplace.people[0]?.id)
      expect(failed.location).toBe('/login?error=oauth_error')
      expect(await createAgent().signIn(fresh.origin, workplace.people[0]?.id)).toMatchObject({
        location: '/',
      })
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
  const usersBefore = await rows('select id from users')
  const to = { appOrigin: t.origin, pick: pick ?? workplace.people[0]?.id ?? '' }
  const landing = await agent.follow(callback ?? `${t.origin}/auth/slack`, to)
  expect(landing).toMatchObject({ status: 302, location: `/login?error=${code}` })
  expect(landing.cookies).not.toHaveProperty('sid')
  expect(await rows('select id from sessions')).toEqual(sessionsBefore)
  expect(await rows('select id from users')).toEqual(usersBefore)
}
