import type { ServerResponse } from 'node:http'
import * as client from 'openid-client'
import { listen } from './http.ts'
import type { Workplace } from './workplace.ts'

/** A minimal app that signs in with the workplace, to test it with a real client library. */
export interface RelyingParty {
  origin: string
  /** The outcome of every sign-in, oldest first. */
  outcomes: (client.IDToken | { failure: string; slackError?: string })[]
  close(): Promise<void>
}

export async function startRelyingParty(workplace: Workplace): Promise<RelyingParty> {
  const listening = await listen(0)
  const origin = `http://127.0.0.1:${listening.port}`
  const callback = `${origin}/auth/slack/callback`
  workplace.allowRedirect(callback)
  const { clientId, clientSecret } = workplace
  const config = await client.discovery(new URL(workplace.origin), clientId, clientSecret, undefined, {
    execute: [client.allowInsecureRequests],
  })
  client.enableNonRepudiationChecks(config)
  const outcomes: RelyingParty['outcomes'] = []
  const nonceByState = new Map<string, string>()

  const start = () => {
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    nonceByState.set(state, nonce)
    const scope = 'openid profile email'
    const parameters = { redirect_uri: callback, scope, state, nonce, team: workplace.teamId }
    return client.buildAuthorizationUrl(config, parameters).href
  }
  const finish = async (url: URL) => {
    const expectedState = url.searchParams.get('state') ?? ''
    const expectedNonce = nonceByState.get(expectedState)
    try {
      const tokens = await client.authorizationCodeGrant(config, url, { expectedState, expectedNonce })
      const claims = tokens.claims()
      if (!claims) throw new Error('no id_token')
      outcomes.push(claims)
      return '/'
    } catch (error) {
      outcomes.push({ failure: codeOf(error), slackError: slackErrorOf(error) })
      return '/login?error=failed'
    }
  }
  listening.server.on('request', (req, res) => {
    const url = new URL(req.url ?? '/', origin)
    if (url.pathname === '/auth/slack') return redirect(res, start())
    if (url.href.split('?', 1)[0] !== callback) return void res.end('<title>The app</title>')
    void finish(url).then((target) => redirect(res, target))
  })
  return { origin, outcomes, close: listening.close }
}

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(302, { location }).end()
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

function slackErrorOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause as unknown) {
    const body = (cause.cause as { body?: { error?: string } } | undefined)?.body
    if (body?.error) return body.error
  }
  return undefined
}
