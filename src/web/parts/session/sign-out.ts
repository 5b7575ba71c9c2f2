import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { signOut } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { dropAuthToken } from '#web/api/auth-token.ts'
import { call, forgetKeptAnswers } from '#web/api/client.ts'
import { useLive } from '#web/live/use-live.tsx'

/** Ends the session and goes to the login screen, even if the server cannot be reached. */
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
      // The screens must be unmounted before the cache is emptied, or they would refetch everything.
      flushSync(() => navigate(paths.login))
      client.clear()
      forgetKeptAnswers()
      live.reopen()
    },
  }
}
