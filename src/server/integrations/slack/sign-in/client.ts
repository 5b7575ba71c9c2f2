import type * as openidClient from 'openid-client'
import { z } from 'zod'
import type { SignInErrorCode } from '#contract/auth.ts'
import { pictureAddress } from '#domain/pictures.ts'
import { signInScopes } from '#domain/slack-app.ts'
import { monotonicMs } from '#server/clock.ts'
import type { SlackConfig } from '#server/config.ts'

/** A failed sign-in, which ends at the login screen. The reason and Slack's error code are for the log. */
export class SignInRefused extends Error {
  readonly code: SignInErrorCode
  readonly reason: string
  readonly slackError: string | undefined

  constructor(code: SignInErrorCode, reason: string, options: { slackError?: string; cause?: unknown } = {}) {
    super(reason, { cause: options.cause })
    this.name = 'SignInRefused'
    this.code = code
    this.reason = reason
    this.slackError = options.slackError
  }
}

/** Wraps an unexpected error as an internal refusal. */
export function asRefused(error: unknown): SignInRefused {
  if (error instanceof SignInRefused) return error
  return new SignInRefused('user_processing_failed', 'internal', { cause: error })
}

/** The person who signed in, according to Slack. Only the two ids identify them; the rest is for display. */
export interface SlackIdentity {
  readonly teamId: string
  readonly userId: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  readonly name: string
  /** An address that pages may load. */
  readonly avatar: string | null
}

/** The values that tie the two requests of one sign-in attempt together. */
export interface AttemptKeys {
  readonly state: string
  readonly nonce: string
  /** Used only where Slack's metadata offers PKCE. */
  readonly verifier: string
}

const scope = signInScopes.join(' ')
const timeoutSeconds = 10
const clockToleranceSeconds = 60
const metadataLifeMs = 24 * 3_600_000

/** Slack's OpenID Connect as one confidential client. Its metadata is fetched when first needed and kept for a day. */
export class SlackSignIn {
  readonly #config: SlackConfig
  readonly #timeoutSeconds: number
  #discovered: { readonly configuration: Promise<openidClient.Configuration>; readonly atMs: number } | null =
    null

  constructor(config: SlackConfig, limits = { timeoutSeconds }) {
    this.#config = config
    this.#timeoutSeconds = limits.timeoutSeconds
  }

  /** Where the browser goes to sign in. Throws SignInRefused when Slack cannot be reached. */
  async authorizationUrl(redirectUri: string, { state, nonce, verifier }: AttemptKeys): Promise<string> {
    const openid = await loadOpenid()
    const configuration = await this.#configuration()
    const { teamId } = this.#config
    const parameters = new URLSearchParams({ redirect_uri: redirectUri, scope, state, nonce, team: teamId })
    if (configuration.serverMetadata().supportsPKCE()) {
      parameters.set('code_challenge', await openid.calculatePKCECodeChallenge(verifier))
      parameters.set('code_challenge_method', 'S256')
    }
    return openid.buildAuthorizationUrl(configuration, parameters).href
  }

  /** Redeems the code in the address that Slack sent the browser back to. Throws SignInRefused. */
  async identify(callback: URL, { state, nonce, verifier }: AttemptKeys): Promise<SlackIdentity> {
    const openid = await loadOpenid()
    const configuration = await this.#configuration()
    const pkce = configuration.serverMetadata().supportsPKCE() ? { pkceCodeVerifier: verifier } : {}
    const checks = { expectedState: state, expectedNonce: nonce, idTokenExpected: true, ...pkce }
    const tokens = await openid
      .authorizationCodeGrant(configuration, callback, checks)
      .catch((error: unknown) => {
        throw refusalOf(error)
      })
    const claims = tokens.claims()
    if (!claims) throw new SignInRefused('no_user_token', 'no id token')
    const known = readClaims(claims)
    if (known?.email) return known
    const more = await openid
      .fetchUserInfo(configuration, tokens.access_token, claims.sub)
      .catch((error: unknown) => {
        throw new SignInRefused('no_user_token', 'userInfo failed', slackErrorOption(error))
      })
    // Claims of the signed token win; userInfo only fills gaps.
    const identity = readClaims({ ...more, ...claims })
    if (!identity) throw new SignInRefused('no_user_token', 'claims missing')
    return identity
  }

  async #configuration(): Promise<openidClient.Configuration> {
    if (!this.#discovered || monotonicMs() - this.#discovered.atMs > metadataLifeMs) {
      this.#discovered = { configuration: this.#discover(), atMs: monotonicMs() }
    }
    const { configuration } = this.#discovered
    try {
      return await configuration
    } catch (error) {
      // Lets the next attempt fetch the metadata again.
      if (this.#discovered?.configuration === configuration) this.#discovered = null
      throw new SignInRefused('oauth_error', 'discovery failed', { ...slackErrorOption(error), cause: error })
    }
  }

  async #discover(): Promise<openidClient.Configuration> {
    const openid = await loadOpenid()
    const { issuer, clientId, clientSecret } = this.#config
    const url = new URL(issuer)
    const configuration = await openid.discovery(
      url,
      clientId,
      { [openid.clockTolerance]: clockToleranceSeconds, id_token_signed_response_alg: 'RS256' },
      openid.ClientSecretPost(clientSecret),
      {
        timeout: this.#timeoutSeconds,
        // The configuration allows plain http on loopback hosts only.
        execute: url.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
      },
    )
    // Without this the library relies on TLS alone and does not verify the token's signature.
    openid.enableNonRepudiationChecks(configuration)
    return configuration
  }
}

/** No start has to wait for it. */
function loadOpenid() {
  return import('openid-client')
}

const setUpWrong = new Set([
  'bad_client_secret',
  'invalid_client',
  'invalid_client_id',
  'bad_redirect_uri',
  'invalid_scope',
  'unauthorized_client',
])
const codeRefused = new Set(['invalid_code', 'invalid_grant', 'code_already_used', 'code_expired'])

/** The refusal for Slack's error code, from the callback address or from a token answer. */
export function refusalForSlackError(slackError: string): SignInRefused {
  // Anybody can put a code into the address, so only one with the form of a code is kept.
  const named = { slackError: /^[a-z_]{1,64}$/.test(slackError) ? slackError : 'unreadable' }
  if (setUpWrong.has(slackError))
    return new SignInRefused('slack_not_configured', 'refused our set-up', named)
  if (codeRefused.has(slackError)) return new SignInRefused('slack_auth_failed', 'code refused', named)
  const isDenied = slackError === 'access_denied'
  return new SignInRefused('oauth_error', isDenied ? 'denied' : 'refused', named)
}

const brokenToken = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_UNSUPPORTED_OPERATION',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
])

function refusalOf(error: unknown): SignInRefused {
  const answer = answerIn(error)
  const slackError = slackErrorOption(error).slackError
  if (slackError !== undefined) return refusalForSlackError(slackError)
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (answer !== null && code === 'OAUTH_INVALID_RESPONSE' && !('keys' in answer)) {
    return new SignInRefused('no_user_token', 'token missing')
  }
  if (answer === null && brokenToken.has(code))
    return new SignInRefused('slack_auth_failed', `id token: ${code}`)
  return new SignInRefused('oauth_error', `token request: ${code}`, { cause: error })
}

/** The error code in Slack's answer. */
function slackErrorOption(error: unknown): { slackError?: string } {
  const name = answerIn(error)?.error
  return typeof name === 'string' ? { slackError: name } : {}
}

/** Slack's JSON answer, which the library hides in the causes of its error; null when there was none. */
function answerIn(error: unknown): Readonly<Record<string, unknown>> | null {
  let current = error
  for (let depth = 0; depth < 6 && current !== null && typeof current === 'object'; depth++) {
    if ('body' in current && current.body !== null && typeof current.body === 'object')
      return { ...current.body }
    // An RFC 6749 error answer, which carries its body as the cause.
    if ('code' in current && current.code === 'OAUTH_RESPONSE_BODY_ERROR' && 'error' in current)
      return { error: current.error }
    current = 'cause' in current ? current.cause : null
  }
  return null
}

const slackId = z.string().regex(/^[A-Z0-9]{1,32}$/i)
const ids = z.object({ 'https://slack.com/team_id': slackId, 'https://slack.com/user_id': slackId })
const emailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email())
const avatarClaims = ['https://slack.com/user_image_192', 'picture', 'https://slack.com/user_image_512']

/** Null when the ids are missing. */
function readClaims(claims: Readonly<Record<string, unknown>>): SlackIdentity | null {
  const identity = ids.safeParse(claims)
  if (!identity.success) return null
  const avatars = avatarClaims.map((claim) => pictureAddress(textOf(claims[claim])))
  return {
    teamId: identity.data['https://slack.com/team_id'],
    userId: identity.data['https://slack.com/user_id'],
    email: emailAddress.safeParse(claims.email).data ?? null,
    isEmailVerified: claims.email_verified !== false,
    name: textOf(claims.name),
    avatar: avatars.find((address) => address !== null) ?? null,
  }
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim.slice(0, 2_048) : ''
}
