import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/auth.schema.ts'
import type { SessionId } from '#domain/ids.ts'
import { clearSessionCookie, setSessionCookie } from '#server/access/session.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { readCurrentUser } from '../users/commands.ts'
import { endSessions, signInWithPassword } from './commands.ts'

export function authRoutes(app: FastifyInstance, deps: Deps): void {
  if (deps.config.isEmergencySignInOpen) emergencyRoute(app, deps)
  mount(app, contract.authenticatedUser, {
    permission: 'take part',
    handle: async ({ member }) => ({ data: await readCurrentUser(deps, member.id) }),
  })
  mount(app, contract.signOut, {
    permission: 'enter anonymously',
    handle: async ({ member, request, reply }) => {
      // A browser may hold the bearer of one session and the cookie of another. Signing out ends both.
      const sessionIds = new Set([member?.sessionId ?? [], (await cookieSession(request, deps)) ?? []].flat())
      await endSessions(deps, [...sessionIds])
      clearSessionCookie(reply, deps.config)
      return { message: 'Signed out' }
    },
  })
}

function emergencyRoute(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.emergencySignIn, {
    permission: 'enter anonymously',
    handle: async ({ body, request, reply }) => {
      const visit = { ip: request.ip, earlierSession: await cookieSession(request, deps) }
      const { cookie, bearer } = await signInWithPassword(deps, body, visit)
      if (bearer === null) throw new Error('An emergency session has no bearer')
      setSessionCookie(reply, deps.config, cookie)
      return { token: bearer }
    },
  })
}

async function cookieSession(request: FastifyRequest, { sessions }: Deps): Promise<SessionId | null> {
  const session = await sessions.byCookie(request, true)
  return session?.id ?? null
}
