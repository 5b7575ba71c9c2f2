import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, endOwnSession, listOwnSessions } from '#contract/sessions.ts'
import type { SessionId } from '#domain/ids.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/** Where the member is signed in, the last used first. */
export function useOwnSessions() {
  return useQuery(read(listOwnSessions))
}

/** Ends one of the member's own sessions. */
export function useEndSession() {
  return useWrite(
    ({ id }: { readonly id: SessionId }) => call(endOwnSession, { params: { id } }),
    ['sessions'],
  )
}

/** Ends all of the member's sessions but this one, and their access tokens. */
export function useEndOtherSessions() {
  return useWrite(() => call(endOtherSessions), ['sessions', 'tokens'])
}
