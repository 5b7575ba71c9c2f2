import type Provider from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'

export const paths = {
  discovery: '/.well-known/openid-configuration',
  authorization: '/openid/connect/authorize',
  jwks: '/openid/connect/keys',
  token: '/api/openid.connect.token',
  userinfo: '/api/openid.connect.userInfo',
} as const

/**
 * Makes a standard OpenID provider answer as Slack documents it: Slack's short discovery document, `ok` in every
 * answer, failures as 200 with Slack's codes, no RFC 9207 `iss`, and tokens that start with `xoxp-`.
 */
export function imitateSlack(provider: Provider, changeIdToken: (token: string) => string): void {
  provider.on('grant.error', (ctx, error) => {
    ctx.state.slackError = tokenError(ctx, error)
  })
  provider.use(async (ctx, next) => {
    forgetLastSignIn(ctx.req.headers)
    removeTokenPrefix(ctx.req.headers)
    await next()
    if (ctx.path === paths.discovery) ctx.body = discoveryDocument(provider.issuer)
    if (ctx.path === paths.token) answerToken(ctx as unknown as KoaContextWithOIDC, changeIdToken)
    if (ctx.path === paths.userinfo) answerUserInfo(ctx as unknown as KoaContextWithOIDC)
    if (ctx.path.startsWith(paths.authorization)) dropIssuer(ctx as unknown as KoaContextWithOIDC)
  })
}

type RequestHeaders = KoaContextWithOIDC['req']['headers']

// A remembered session would skip the picker, and fail when a different person signs in next.
function forgetLastSignIn(headers: RequestHeaders): void {
  headers.cookie = headers.cookie
    ?.split('; ')
    .filter((cookie) => !/^_session(\.sig)?=/.test(cookie))
    .join('; ')
}

function removeTokenPrefix(headers: RequestHeaders): void {
  headers.authorization = headers.authorization?.replace(/^Bearer xoxp-/i, 'Bearer ')
}

function discoveryDocument(issuer: string) {
  return {
    issuer,
    authorization_endpoint: issuer + paths.authorization,
    token_endpoint: issuer + paths.token,
    userinfo_endpoint: issuer + paths.userinfo,
    jwks_uri: issuer + paths.jwks,
    scopes_supported: ['openid', 'profile', 'email'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    claims_supported: ['sub', 'auth_time', 'iss'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: true,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  }
}

function tokenError(ctx: KoaContextWithOIDC, error: { error: string; error_detail?: string }): string {
  const detail = error.error_detail ?? ''
  if (error.error === 'invalid_client') return ctx.oidc.client ? 'bad_client_secret' : 'invalid_client_id'
  if (error.error !== 'invalid_grant') return error.error
  if (detail.includes('redirect_uri')) return 'bad_redirect_uri'
  return detail.includes('consumed') ? 'code_already_used' : 'invalid_code'
}

function answerToken(ctx: KoaContextWithOIDC, changeIdToken: (token: string) => string): void {
  const body = ctx.body as { error?: string; access_token: string; id_token: string }
  const failed = ctx.status !== 200
  ctx.status = 200
  ctx.remove('WWW-Authenticate')
  ctx.body = failed
    ? { ok: false, error: ctx.state.slackError ?? body.error }
    : {
        ok: true,
        access_token: `xoxp-${body.access_token}`,
        token_type: 'Bearer',
        id_token: changeIdToken(body.id_token),
      }
}

function answerUserInfo(ctx: KoaContextWithOIDC): void {
  const failed = ctx.status !== 200
  ctx.body = failed ? { ok: false, error: 'invalid_auth' } : { ok: true, ...(ctx.body as object) }
  ctx.status = 200
  ctx.remove('WWW-Authenticate')
}

function dropIssuer(ctx: KoaContextWithOIDC): void {
  const location = ctx.response.get('location')
  if (!location) return
  const target = new URL(location, ctx.href)
  if (!target.searchParams.has('iss')) return
  target.searchParams.delete('iss')
  ctx.set('location', target.href)
}
