import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createAgent } from '#test/support/agent.ts'
import type { Person } from './people.ts'
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

describe('sign-in', () => {
  test('gives a client library an id_token with the claims Slack documents', async () => {
    const [ana] = workplace.people
    expect(await signedInClaims(ana)).toMatchObject({
      iss: workplace.origin,
      aud: workplace.clientId,
      sub: ana?.id,
      'https://slack.com/user_id': ana?.id,
      'https://slack.com/team_id': workplace.teamId,
      email: 'ana.lima@brightwater.example',
      email_verified: true,
      name: 'Ana Lima',
      given_name: 'Ana',
      picture: 'https://brightwater.example/ana.png',
      'https://slack.com/user_image_192': 'https://brightwater.example/ana.png',
      auth_time: expect.any(Number),
    })
  })

  test('a person without a picture has no picture claims', async () => {
    const claims = await signedInClaims(workplace.people[1])
    expect(Object.keys(claims).filter((claim) => /picture|user_image/.test(claim))).toEqual([])
  })

  test('an outsider has the team id of the other workspace', async () => {
    const claims = await signedInClaims(workplace.outsiders[0])
    expect(claims['https://slack.com/team_id']).toBe(workplace.outsiders[0]?.teamId)
    expect(claims['https://slack.com/team_id']).not.toBe(workplace.teamId)
  })

  test('sets session cookies without an expiry, and deletes them again', async () => {
    const agent = createAgent()
    const start = await agent.request(`${app.origin}/auth/slack`)
    const asked = await agent.request(start.headers.get('location') ?? '')
    const given = asked.headers.getSetCookie()
    expect(given.filter((cookie) => cookie.includes('_interaction'))).not.toEqual([])
    for (const cookie of given) expect(cookie).not.toMatch(/expires|max-age/i)
    expect((await agent.signIn(app.origin, workplace.people[0]?.id)).location).toBe('/')
    expect(Object.keys(agent.cookiesFor(workplace.origin))).not.toContain('_interaction')
  })

  test('shows a picker with one button per person and Cancel, and signs in the picked person', async () => {
    const { response, url, agent } = await openPicker()
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('<h1>Choose who you are</h1>')
    expect(html.match(/<button /g)).toHaveLength(newPeople.length + newOutsiders.length + 1)
    expect(html).not.toContain('<script')
    expect(html).toContain('Bo &lt;script&gt;&quot;Quote&quot;&lt;/script&gt;')
    expect(html).not.toMatch(/(src|href)="(?!data:)/)
    expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${app.origin};`)

    const { status, location } = await agent.follow(url, {
      appOrigin: app.origin,
      pick: workplace.people[2]?.id,
    })
    expect({ status, location }).toEqual({ status: 302, location: '/' })
    expect(app.outcomes.at(-1)).toMatchObject({ sub: workplace.people[2]?.id })
  })

  test('the picker is shown again in a browser that signed in before, and another person can be picked', async () => {
    const agent = createAgent()
    for (const person of workplace.people) {
      expect(await agent.signIn(app.origin, person.id)).toMatchObject({ location: '/' })
      expect(app.outcomes.at(-1)).toMatchObject({ sub: person.id })
    }
  })

  test('Cancel and a denied sign-in both return access_denied', async () => {
    await createAgent().signIn(app.origin, 'cancel')
    expect(app.outcomes.at(-1)).toMatchObject({ failure: 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' })
    workplace.signInAs('deny')
    expect(await createAgent().signIn(app.origin)).toMatchObject({ location: '/login?error=failed' })
  })

  test('a stale picker page explains itself instead of failing', async () => {
    const response = await createAgent().request(`${workplace.origin}/interaction/unknown`)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('This sign-in cannot continue')
  })

  test('an address that was not allowed is refused without a redirect', async () => {
    const query = new URLSearchParams({
      client_id: workplace.clientId,
      redirect_uri: `${app.origin}/auth/slack/callback/x`,
      response_type: 'code',
      scope: 'openid',
    })
    const response = await createAgent().request(`${workplace.origin}/openid/connect/authorize?${query}`)
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
  })

  test('the redirect back carries no iss, because Slack sends none', async () => {
    const { url, agent } = await openPicker()
    workplace.signInAs(workplace.people[0] ?? null)
    const resumed = (await agent.request(url)).headers.get('location') ?? ''
    const back = new URL((await agent.request(resumed)).headers.get('location') ?? '')
    expect([...back.searchParams.keys()].sort()).toEqual(['code', 'state'])
  })

  test('concurrent sign-ins do not interfere, in one browser or in several', async () => {
    const shared = createAgent()
    const before = app.outcomes.length
    const people = [...workplace.people, ...workplace.outsiders]
    const landings = await Promise.all(
      people.flatMap(({ id }) => [createAgent().signIn(app.origin, id), shared.signIn(app.origin, id)]),
    )
    expect(landings.map(({ location }) => location)).toEqual(landings.map(() => '/'))
    const subjects = app.outcomes.slice(before).map((claims) => ('sub' in claims ? claims.sub : 'failed'))
    expect(subjects.sort()).toEqual(people.flatMap(({ id }) => [id, id]).sort())
  })

  test('userInfo accepts the token from sign-in, answers with ok: true, and refuses other tokens', async () => {
    const call = async (token: string) =>
      (
        await fetch(`${workplace.apiUrl}openid.connect.userInfo`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
        })
      ).json()
    const { code, callback } = await codeFor(workplace.people[0])
    const { access_token } = (await redeem({ code, redirect_uri: callback })) as { access_token: string }
    expect(access_token).toMatch(/^xoxp-/)
    expect(await call(access_token)).toMatchObject({
      ok: true,
      sub: workplace.people[0]?.id,
      'https://slack.com/team_id': workplace.teamId,
      email: 'ana.lima@brightwater.example',
    })
    expect(await call('xoxp-wrong')).toEqual({ ok: false, error: 'invalid_auth' })
  })
})

describe('token errors are 200 with ok: false', () => {
  test.each([
    ['an unknown code', { code: 'nonsense' }, 'invalid_code'],
    ['a wrong secret', { client_secret: 'wrong' }, 'bad_client_secret'],
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client_id'],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:9/other' }, 'bad_redirect_uri'],
  ])('%s', async (_name, change, error) => {
    const { code, callback } = await codeFor(workplace.people[0])
    expect(await redeem({ code, redirect_uri: callback, ...change })).toEqual({ ok: false, error })
  })

  test('a code used twice', async () => {
    const { code, callback } = await codeFor(workplace.people[0])
    expect(await redeem({ code, redirect_uri: callback })).toMatchObject({ ok: true })
    expect(await redeem({ code, redirect_uri: callback })).toEqual({ ok: false, error: 'code_already_used' })
  })

  test("a client library sees Slack's error in the cause", async () => {
    workplace.fault({
      match: /openid\.connect\.token/,
      times: 1,
      body: { ok: false, error: 'bad_client_secret' },
    })
    await createAgent().signIn(app.origin, workplace.people[0]?.id)
    expect(app.outcomes.at(-1)).toMatchObject({ slackError: 'bad_client_secret' })
  })
})

describe('changed id_tokens', () => {
  test.each([
    ['another nonce', { nonce: 'other' }],
    ['another audience', { aud: 'other' }],
    ['another issuer', { iss: 'https://slack.com' }],
    ['long expired', { iat: 1_000, exp: 1_300 }],
  ])('%s is refused by a client library', async (_name, change) => {
    workplace.mutateIdToken((claims) => ({ ...claims, ...change }))
    expect(await createAgent().signIn(app.origin, workplace.people[0]?.id)).toMatchObject({
      location: '/login?error=failed',
    })
    expect(app.outcomes.at(-1)).toMatchObject({ failure: expect.stringMatching(/OAUTH_JWT/) })
  })

  test.each(['foreign', 'none'] as const)(
    'a signature that is %s is refused by a client library',
    async (signature) => {
      workplace.mutateIdToken((claims) => claims, signature)
      await createAgent().signIn(app.origin, workplace.people[0]?.id)
      expect(app.outcomes.at(-1)).toHaveProperty('failure')
    },
  )

  test('a claim can be left out of a validly signed token', async () => {
    workplace.mutateIdToken(({ email: _email, ...rest }) => rest)
    const claims = await signedInClaims(workplace.people[0])
    expect(claims).not.toHaveProperty('email')
    expect(claims.name).toBe('Ana Lima')
  })
})

async function signedInClaims(person: Person | undefined): Promise<Record<string, unknown>> {
  workplace.signInAs(person ?? null)
  const landing = await createAgent().signIn(app.origin)
  expect(landing).toMatchObject({ status: 302, location: '/' })
  return { ...app.outcomes.at(-1) }
}

async function openPicker() {
  const agent = createAgent()
  const authorize = (await agent.request(`${app.origin}/auth/slack`)).headers.get('location') ?? ''
  const picker = (await agent.request(authorize)).headers.get('location') ?? ''
  const url = new URL(picker, workplace.origin).href
  return { agent, url, response: await agent.request(url) }
}

/** A new code that has not been redeemed. */
async function codeFor(person: Person | undefined): Promise<{ code: string; callback: string }> {
  const { agent, url } = await openPicker()
  const body = new URLSearchParams({ person: person?.id ?? '' })
  const resumed = (await agent.request(url, { method: 'POST', body })).headers.get('location') ?? ''
  const back = new URL((await agent.request(resumed)).headers.get('location') ?? '')
  return { code: back.searchParams.get('code') ?? '', callback: back.origin + back.pathname }
}

async function redeem(parameters: Record<string, string>): Promise<unknown> {
  const { clientId, clientSecret } = workplace
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    ...parameters,
  })
  const response = await fetch(`${workplace.apiUrl}openid.connect.token`, { method: 'POST', body })
  expect(response.status).toBe(200)
  return response.json()
}
