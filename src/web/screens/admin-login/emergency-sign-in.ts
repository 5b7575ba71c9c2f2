import { useMutation, useQueryClient } from '@tanstack/react-query'
import { emergencySignIn } from '#contract/auth.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { storeAuthToken } from '#web/api/auth-token.ts'
import { call } from '#web/api/client.ts'
import { currentUserQuery } from '#web/api/session.ts'
import { useLive } from '#web/live/use-live.tsx'

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
