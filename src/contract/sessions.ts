import type { SessionId } from '#domain/ids.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint, type NoContent } from './endpoint.ts'

/** A place where the caller is signed in. */
export interface OwnSession {
  readonly id: SessionId
  readonly createdAt: string
  readonly lastSeenAt: string
  /** The browser and system that signed in, in words. */
  readonly browser: string
  /** Whether it is the session that asks. */
  readonly isCurrent: boolean
}

/** The caller's own sessions that are still valid, the last used first. */
export const listOwnSessions = endpoint<{ answer: ListOf<OwnSession> }>('GET', '/api/auth/sessions')

/** Ends one of the caller's own sessions, which may be the current one. 404 for anybody else's. */
export const endOwnSession = endpoint<{ params: { id: SessionId }; answer: NoContent }>(
  'DELETE',
  '/api/auth/sessions/:id',
)

interface Ended {
  readonly endedSessions: number
  readonly endedTokens: number
}

/** Ends all sessions of the caller except the one that asks, and all their access tokens. */
export const endOtherSessions = endpoint<{ answer: Data<Ended> }>('POST', '/api/auth/logout-all')
