import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { slackCallbackPath, slackSignInPath } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { browserInWords } from '#domain/browsers.ts'
import { cookiesOf, setSessionCookie } from '#server/access/session.ts'
import type { Deps } from '#server/deps.ts'
import { asRefused, SignInRefused, SlackSignIn } from './client.ts'
import { attemptCookieName, attemptLifeMs, beginSlackSignIn, finishSlackSignIn } from './commands.ts'

const open = { config: { permission: 'enter anonymously' }, exposeHeadRoute: false } as const

/** Sign-in with Slack: two navigations of the browser, which both end in a redirect. */
export function signInRoutes(app: FastifyInstance, deps: Deps): void {
  const client = deps.config.slack ? new SlackSignIn(deps.config.slack) : null
  const isSecure = deps.config.publicUrl.startsWith('https:')
  const cookieOptions = {
    // The prefix of the cookie's name, which is allowed over https only, demands the whole site.
    path: isSecure ? '/' : slackSignInPath,
    httpOnly: true,
    // Lax, because the return from Slack is a navigation from another site.
    sameSite: 'lax',
    secure: isSecure,
  } as const

  app.get(slackSignInPath, open, async (request, reply) => {
    if (!client) return refuse(request, reply, notConfigured())
    try {
      const { location, cookie } = await beginSlackSignIn(deps, client)
      reply.setCookie(cookie.name, cookie.value, { ...cookieOptions, maxAge: attemptLifeMs / 1_000 })
      return reply.redirect(location, 302)
    } catch (error) {
      return refuse(request, reply, error)
    }
  })

  app.get(slackCallbackPath, open, async (request, reply) => {
    if (!client) return refuse(request, reply, notConfigured())
    const query = queryOf(request)
    const cookieName = attemptCookieName(deps, query)
    const cookies = cookiesOf(request)
    if (cookieName !== null && cookies[cookieName] !== undefined) reply.clearCookie(cookieName, cookieOptions)
    try {
      const earlier = await deps.sessions.byCookie(request, true)
      const browser = browserInWords(request.headers['user-agent'])
      const visit = { ip: request.ip, browser, earlierSession: earlier?.id ?? null }
      const { kind, cookie } = await finishSlackSignIn(deps, client, { ...visit, query, cookies })
      setSessionCookie(reply, deps.config, { kind, value: cookie })
      return reply.redirect(paths.dashboard, 302)
    } catch (error) {
      return refuse(request, reply, error)
    }
  })
}

function notConfigured(): SignInRefused {
  return new SignInRefused('slack_not_configured', 'set-up missing')
}

/** Redirects to the login screen with one of our codes, and nothing from outside. */
function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { code, reason, slackError, cause } = asRefused(error)
  // Logs only the cause's name and message, because its other fields can hold tokens.
  const causeText = cause instanceof Error ? `${cause.name}: ${cause.message}`.slice(0, 300) : undefined
  const details = { reqId: request.id, code, reason, slackError, cause: causeText }
  request.log.warn(details, 'sign-in with Slack refused')
  return reply.redirect(`${paths.login}?error=${code}`, 302)
}

function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?')
  return start < 0 ? '' : request.url.slice(start)
}
