import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/auth.schema.ts'
import * as invitations from '#contract/invitations.schema.ts'
import * as ownSessions from '#contract/sessions.schema.ts'
import { browserInWords } from '#domain/browsers.ts'
import type { SessionId } from '#domain/ids.ts'
import { clearSessionCookie, setSessionCookie } from '#server/access/session.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { readCurrentUser } from '../users/commands.ts'
import {
  acceptInvitation,
  checkInvitation,
  endOtherSessions,
  endOwnSession,
  endSessions,
  inviteEmergencyAdmin,
  listEmergencyAdmins,
  listOwnSessions,
  signInWithPassword,
} from './commands.ts'

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
  sessionRoutes(app, deps)
  invitationRoutes(app, deps)
}

function emergencyRoute(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.emergencySignIn, {
    permission: 'enter anonymously',
    handle: async ({ body, request, reply }) => {
      const browser = browserInWords(request.headers['user-agent'])
      const visit = { ip: request.ip, browser, earlierSession: await cookieSession(request, deps) }
      const { kind, cookie, bearer } = await signInWithPassword(deps, body, visit)
      if (bearer === null) throw new Error('An emergency session has no bearer')
      setSessionCookie(reply, deps.config, { kind, value: cookie })
      return { token: bearer }
    },
  })
}

/** Where a member is signed in. Only a session that the database still has may see or end others. */
function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, ownSessions.listOwnSessions, {
    permission: 'manage own access',
    handle: async ({ member }) => ({ data: await listOwnSessions(deps, member) }),
  })
  mount(app, ownSessions.endOwnSession, {
    permission: 'manage own access',
    handle: async ({ params, member, acting, reply }) => {
      await endOwnSession(deps, acting, params.id)
      if (params.id === member.sessionId) clearSessionCookie(reply, deps.config)
    },
  })
  mount(app, ownSessions.endOtherSessions, {
    permission: 'manage own access',
    handle: async ({ member, acting }) => ({ data: await endOtherSessions(deps, { ...acting, member }) }),
  })
}

function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, invitations.listEmergencyAdmins, {
    permission: 'administer access',
    handle: () => listEmergencyAdmins(deps),
  })
  mount(app, invitations.inviteEmergencyAdmin, {
    permission: 'administer access',
    budget: 'probe',
    handle: async ({ body, acting }) => ({ data: await inviteEmergencyAdmin(deps, acting, body.email) }),
  })
  mount(app, invitations.checkInvitation, {
    permission: 'enter anonymously',
    handle: async ({ body, request }) => ({ data: await checkInvitation(deps, body.secret, request.ip) }),
  })
  mount(app, invitations.acceptInvitation, {
    permission: 'enter anonymously',
    handle: async ({ body, request }) => ({
      data: { email: await acceptInvitation(deps, body, request.ip) },
    }),
  })
}

async function cookieSession(request: FastifyRequest, { sessions }: Deps): Promise<SessionId | null> {
  const session = await sessions.byCookie(request, true)
  return session?.id ?? null
}
