import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { emergencySignIn, signOut } from '#contract/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'
import { type CurrentUser, getCurrentUser } from '#contract/users.ts'
import { useLive } from '../live/use-live.tsx'
import { dropAuthToken, storeAuthToken } from './auth-token.ts'
import { call, forgetKeptAnswers, isUnauthorized } from './client.ts'

interface KnownUser {
  readonly data: CurrentUser | null
  /** Who was signed in here until their session ended by itself, elsewhere, or by an administrator. */
  readonly signedOut: CurrentUser | null
}

/** The signed-in member; being signed out is an answer too, and not a failure. */
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

/** Whose session has ended while they were looking at the product; null once somebody is signed in. */
export function signedOutUser(client: QueryClient): CurrentUser | null {
  return client.getQueryData(currentUserQuery.queryKey)?.signedOut ?? null
}

export interface CurrentUserState {
  /** Null when nobody is signed in or it is not known. */
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

/** Set when the last check of the account failed without an answer; never asks by itself. */
export function useKnownUserFailure(): { readonly retry: () => void } | null {
  const query = useQuery({ ...currentUserQuery, enabled: false })
  return query.isError && query.data === undefined ? { retry: () => void query.refetch() } : null
}

/** The same for a screen; never asks by itself. */
export function useSignedOutUser(): CurrentUser | null {
  return useQuery({ ...currentUserQuery, enabled: false }).data?.signedOut ?? null
}

/** Signs in with e-mail and password. The answer's token is stored and the user is known before it settles. */
export function useEmergencySignIn() {
  const client = useQueryClient()
  const live = useLive()
  return useMutation({
    mutationFn: (body: BodyOf<typeof emergencySignIn>) => call(emergencySignIn, { body }),
    onSuccess: async ({ token }) => {
      storeAuthToken(token)
      client.clear()
      live.reopen()
      // A failure here is no failed sign-in: the guard of the next screen asks again.
      await client.fetchQuery(currentUserQuery).catch(() => null)
    },
  })
}

/** Ends the session and goes to the login screen, whether or not the server could be told. */
export function useSignOut(): { readonly signOut: () => Promise<void> } {
  const client = useQueryClient()
  const live = useLive()
  const [, navigate] = useLocation()
  return {
    async signOut() {
      live.close()
      try {
        await call(signOut)
      } catch (error) {
        console.warn('Signing out on the server failed', error)
      }
      dropAuthToken()
      // The screens must be gone before the cache is emptied, or they would all ask again at once.
      flushSync(() => navigate(paths.login))
      client.clear()
      forgetKeptAnswers()
      live.reopen()
    },
  }
}
