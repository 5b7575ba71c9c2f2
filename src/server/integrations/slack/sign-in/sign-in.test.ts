import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createAgent } from '#test/support/agent.ts'
import { startTestApp } from '#test/support/app.ts'
import { type SlackSignInStage, startSlackSignInStage } from '#test/support/slack-sign-in.ts'
import { SlackSignIn } from './client.ts'

const keys = {
  state: 'a-state',
  nonce: 'a-nonce',
  verifier: 'a-verifier-that-is-long-enough-for-the-standard',
}

let stage: SlackSignInStage
let workplace: SlackSignInStage['workplace']

beforeAll(async () => {
  stage = await startSlackSignInStage()
  workplace = stage.workplace
})

afterEach(() => stage.reset())

afterAll(() => stage.close())

describe('the client', () => {
  test.each([
    ['metadata', /openid-configuration/],
    ['token', /openid\.connect\.token/],
  ])('gives up when the %s request is not answered in time', async (_what, match) => {
    workplace.fault({ match, times: 1, mode: 'hang' })
    const client = new SlackSignIn(slackConfig(), { timeoutSeconds: 0.3 })
    const callback = new URL(`${stage.t.origin}/auth/slack/callback?code=x&state=${keys.state}`)
    await expect(client.identify(callback, keys)).rejects.toMatchObject({ code: 'oauth_error' })
  })

  test('fetches the metadata once, even for concurrent requests, and again after a failure', async () => {
    workplace.fault({ match: /openid-configuration/, times: 1, status: 500, body: 'broken' })
    const client = new SlackSignIn(slackConfig())
    const before = countMetadataRequests()
    await expect(client.authorizationUrl('http://x.test', keys)).rejects.toMatchObject({
      code: 'oauth_error',
    })
    await Promise.all([1, 2, 3].map(() => client.authorizationUrl('http://x.test', keys)))
    await client.authorizationUrl('http://x.test', keys)
    expect(countMetadataRequests() - before).toBe(2)
  })

  test('refuses metadata that names another issuer', async () => {
    const body = { ...(await metadata()), issuer: 'https://evil.test' }
    workplace.fault({ match: /openid-configuration/, times: 1, body })
    const client = new SlackSignIn(slackConfig())
    await expect(client.authorizationUrl('http://x.test', keys)).rejects.toMatchObject({
      code: 'oauth_error',
    })
  })
})

describe('PKCE', () => {
  test('is used from end to end when the metadata offers it', async () => {
    const body = { ...(await metadata()), code_challenge_methods_supported: ['S256'] }
    const app = await stage.another()
    try {
      workplace.fault({ match: /openid-configuration/, times: 1, body })
      const landing = await createAgent().signIn(app.origin, workplace.people[0]?.id)
      expect(landing).toMatchObject({ location: '/' })
      const exchange = workplace.journal().findLast(({ path }) => path === '/api/openid.connect.token')
      expect(exchange?.body).toMatchObject({ code_verifier: expect.stringMatching(/^[\w-]{43}$/) })
    } finally {
      await app.close()
    }
  })

  test('is not used when the metadata does not offer it, as with Slack', async () => {
    expect((await stage.begin(createAgent())).search).not.toContain('code_challenge')
  })
})

test('over https a Secure cookie ties the sign-in attempt to the browser', async () => {
  const config = { publicUrl: 'https://ovation.example.net', slack: slackConfig() }
  const secure = await startTestApp({ config })
  try {
    const answer = await secure.app.inject({ url: '/auth/slack' })
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-slack_login_[^;]+; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const target = new URL(String(answer.headers.location))
    expect(target.searchParams.get('redirect_uri')).toBe('https://ovation.example.net/auth/slack/callback')
  } finally {
    await secure.close()
  }
})

test('codes, states, cookies and tokens appear neither in the log nor in the database', {
  tags: ['sec-24', 'sec-68'],
}, async () => {
  const lines: string[] = []
  const log = pino(
    { level: 'trace' },
    new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  const app = await buildApp({ ...stage.t.deps, log })
  const secrets: string[] = [workplace.clientSecret, 'xoxp-']
  const visit = async (change: (callback: URL) => void) => {
    const agent = createAgent()
    const callback = new URL(await stage.callbackFor(agent))
    secrets.push(callback.searchParams.get('code') ?? '', callback.searchParams.get('state') ?? '')
    const cookies = Object.entries(agent.cookiesFor(callback.href))
    secrets.push(...cookies.filter(([name]) => name.startsWith('slack_login_')).map(([, value]) => value))
    change(callback)
    const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ')
    return app.inject({ url: callback.pathname + callback.search, headers: { cookie } })
  }
  try {
    const welcome = await visit(() => undefined)
    expect(welcome.headers.location).toBe('/')
    secrets.push(...welcome.cookies.filter(({ name }) => name === 'sid').map(({ value }) => value))
    for (const body of [
      { ok: false, error: 'internal_error' },
      { ok: true, access_token: 'xoxp-1' },
      '<html>',
    ]) {
      workplace.fault({ match: /openid\.connect\.token/, times: 1, body })
      await visit(() => undefined)
    }
    workplace.mutateIdToken((claims) => ({ ...claims, nonce: 'other' }))
    await visit(() => undefined)
    await visit((callback) => callback.searchParams.set('state', 'forged'))
    expect(lines.filter((line) => line.includes('sign-in with Slack refused'))).toHaveLength(5)
    const tables = ['users', 'sessions', 'audit_entries', 'throttles']
    const dumps = await Promise.all(tables.map((table) => stage.rows(`select * from ${table}`)))
    const kept = lines.join('') + JSON.stringify(dumps)
    expect(secrets.length).toBeGreaterThan(15)
    expect(secrets.filter((secret) => secret.length > 0 && kept.includes(secret))).toEqual([])
  } finally {
    await app.close()
  }
})

function slackConfig() {
  const { clientId, clientSecret, teamId, origin } = workplace
  return { clientId, clientSecret, teamId, issuer: origin }
}

async function metadata(): Promise<object> {
  const response = await fetch(`${workplace.origin}/.well-known/openid-configuration`)
  return (await response.json()) as object
}

function countMetadataRequests(): number {
  return workplace.journal().filter(({ path }) => path.endsWith('/openid-configuration')).length
}
