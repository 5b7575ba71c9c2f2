import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type CurrentUser, getCurrentUser } from '#contract/users.ts'
import { dropAuthToken } from './auth-token.ts'
import { call, isUnauthorized } from './client.ts'

interface KnownUser {
  readonly data: CurrentUser | null
  /** Who was signed in here until their session expired or was ended elsewhere. */
  readonly signedOut: CurrentUser | null
}

/** The signed-in member. Being signed out is an answer, not a failure. */
export const currentUserQuery = queryOptions({
  queryKey: [getCurrentUser.path],
  queryFn: async ({ client, queryKey, signal }): Promise<KnownUser> => {
    try {
      return { ...(await call(getCurrentUser, { signal })), signedOut: null }
    } catch (error) {
      if (!isUnauthorized(error)) throw error
      dropAuthToken()
      const before = client.getQueryData<KnownUser>(queryKey)
      return { data: null, signedOut: before?.data ?? before?.signedOut ?? null }
    }
  },
})

/** Who is signed in, or was until their session ended. */
export function lastUser(client: QueryClient): CurrentUser | null {
  return client.getQueryData(currentUserQuery.queryKey)?.data ?? signedOutUser(client)
}

/** The member whose session ended in this window; null once somebody is signed in. */
export function signedOutUser(client: QueryClient): CurrentUser | null {
  return client.getQueryData(currentUserQuery.queryKey)?.signedOut ?? null
}

export interface CurrentUserState {
  /** Null when nobody is signed in, or that is not known. */
  readonly user: CurrentUser | null
  /** True until the first answer. */
  readonly isLoading: boolean
  /** True when there is no answer at all; a failed refresh of a known user is not an error. */
  readonly isError: boolean
  readonly retry: () => void
}

export function useCurrentUser(): CurrentUserState {
  const query = useQuery(currentUserQuery)
  return {
    user: query.data?.data ?? null,
    isLoading: query.isPending,
    isError: query.isError && query.data === undefined,
    retry: () => void query.refetch(),
  }
}

/** Set when the last check of the account got no answer. Sends no request of its own. */
export function useKnownUserFailure(): { readonly retry: () => void } | null {
  const query = useQuery({ ...currentUserQuery, enabled: false })
  return query.isError && query.data === undefined ? { retry: () => void query.refetch() } : null
}

/** As `signedOutUser`, for components. Sends no request of its own. */
export function useSignedOutUser(): CurrentUser | null {
  return useQuery({ ...currentUserQuery, enabled: false }).data?.signedOut ?? null
}

/** Whether a member reviews what others report. The server decides; the whole table of permissions stays there. */
export function isReviewer(user: CurrentUser | null): boolean {
  return user !== null && user.role !== 'user'
}
