import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider, { type Configuration, type JWK } from 'oidc-provider'
import { type Listening, readRequest } from './http.ts'
import { createIdTokenSigner, type IdTokenSignature } from './id-tokens.ts'
import { createMemory } from './memory.ts'
import { type Claims, claimsByScope, type Person, slackClaims, type Team } from './people.ts'
import { type Page, type PickerChoices, pickerPage, signInProblemPage } from './picker.ts'
import { imitateSlack, paths } from './slack-manners.ts'

export interface IdTokenEdit {
  change: (claims: Claims) => Claims
  signature: IdTokenSignature
}

export interface SignInOptions {
  issuer: string
  clientId: string
  clientSecret: string
  /** Exact addresses. Read at every sign-in, so it may grow. */
  redirectUris: ReadonlySet<string>
  people: readonly Person[]
  outsiders: readonly Person[]
  teamOf(person: Person): Team
}

export interface SignIn {
  /** Skips the picker and signs in as this person; null shows the picker. */
  signInAs(person: Person | 'deny' | null): void
  editIdTokens(edit: IdTokenEdit | null): void
}

const interactionPath = '/interaction/'

/** Runs "Sign in with Slack" on a listening server. `issuer` is the address that people see. */
export async function startSignIn({ server }: Listening, options: SignInOptions): Promise<SignIn> {
  const signer = await createIdTokenSigner()
  const everybody = new Map([...options.people, ...options.outsiders].map((person) => [person.id, person]))
  let nextAnswer: Person | 'deny' | null = null
  let idTokenEdit: IdTokenEdit | null = null

  const provider = new Provider(options.issuer, configure(options, signer.jwk as JWK, everybody))
  provider.Client.prototype.redirectUriAllowed = (uri) => options.redirectUris.has(uri)
  imitateSlack(provider, (token) => (idTokenEdit ? signer.resign(token, idTokenEdit) : token))
  const handle = provider.callback()

  const interact = async (req: IncomingMessage, res: ServerResponse) => {
    const { params } = await provider.interactionDetails(req, res)
    const picked = req.method === 'POST' ? await readPick(req, everybody) : nextAnswer
    if (picked === null) return sendPage(res, 200, pickerPage(choices(options, String(params.redirect_uri))))
    const result =
      picked === 'deny' ? { error: 'access_denied' } : { login: { accountId: picked.id, remember: false } }
    await provider.interactionFinished(req, res, result)
  }

  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (!req.url?.startsWith(interactionPath)) return void handle(req, res)
    interact(req, res).catch(() => sendPage(res, 400, signInProblemPage()))
  })
  return {
    signInAs: (person) => {
      nextAnswer = person
    },
    editIdTokens: (edit) => {
      idTokenEdit = edit
    },
  }
}

function configure(options: SignInOptions, jwk: JWK, everybody: Map<string, Person>): Configuration {
  const { discovery: _discovery, ...routes } = paths
  return {
    adapter: createMemory(),
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${options.issuer}/unused`],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    routes,
    scopes: ['openid', 'profile', 'email'],
    claims: claimsByScope,
    conformIdTokenClaims: false,
    extraParams: ['team'],
    pkce: { required: () => false },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    interactions: { url: (_ctx, interaction) => interactionPath + interaction.uid },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 600,
      Grant: 3_600,
      IdToken: 300,
      Interaction: 3_600,
      Session: 3_600,
    },
    findAccount(_ctx, id) {
      const person = everybody.get(id)
      return (
        person && {
          accountId: id,
          claims: () => ({ ...slackClaims(person, options.teamOf(person)), sub: id }),
        }
      )
    },
    // Slack needs no consent once the person is known. A second grant in a session would revoke the codes of the first.
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const known = session.grantIdFor(client.clientId)
      if (known) return provider.Grant.find(known)
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    renderError(ctx, out) {
      const { html, policy } = signInProblemPage(out.error_description ?? out.error)
      ctx.type = 'html'
      ctx.set('content-security-policy', policy)
      ctx.body = html
    },
  }
}

async function readPick(
  req: IncomingMessage,
  everybody: Map<string, Person>,
): Promise<Person | 'deny' | null> {
  const { body } = await readRequest(req)
  const pick = new URLSearchParams(body.toString('utf8')).get('person') ?? ''
  return pick === 'cancel' ? 'deny' : (everybody.get(pick) ?? null)
}

function choices({ people, outsiders, teamOf }: SignInOptions, redirectUri: string): PickerChoices {
  return {
    teamName: people[0] ? teamOf(people[0]).name : '',
    people,
    outsiders,
    returnOrigin: new URL(redirectUri).origin,
  }
}

function sendPage(res: ServerResponse, status: number, page: Page): void {
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  res.end(page.html)
}
