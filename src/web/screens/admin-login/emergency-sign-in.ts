import { useMutation, useQueryClient } from '@tanstack/react-query'
import { emergencySignIn } from '#contract/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { storeAuthToken } from '#web/api/auth-token.ts'
import { call } from '#web/api/client.ts'
import { currentUserQuery } from '#web/api/session.ts'
import { useLive } from '#web/live/use-live.tsx'

/** Signs in with email and password. It settles once the token is stored and the user has been read. */
export function useEmergencySignIn() {
  const client = useQueryClient()
  const live = useLive()
  return useMutation({
    mutationFn: (body: BodyOf<typeof emergencySignIn>) => call(emergencySignIn, { body }),
    onSuccess: async ({ token }) => {
      storeAuthToken(token)
      client.clear()
      live.reopen()
      // The sign-in has succeeded, so a failure here is ignored: the guard of the next screen asks again.
      await client.fetchQuery(currentUserQuery).catch(() => null)
    },
  })
}
