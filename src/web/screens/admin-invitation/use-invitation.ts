import { useMutation, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { acceptInvitation, checkInvitation } from '#contract/invitations.ts'
import { call } from '#web/api/client.ts'

/** The secret of the link: what stands behind the `#` in the address. Follows another link opened in the same tab. */
export function useLinkSecret(): string {
  const fragment = useSyncExternalStore(
    (onChange) => {
      window.addEventListener('hashchange', onChange)
      return () => window.removeEventListener('hashchange', onChange)
    },
    () => window.location.hash,
  )
  return fragment.slice(1)
}

/** Whom the link is for. It is read once; the answer to the password says whether the link still works by then. */
export function useInvitation(secret: string) {
  return useQuery({
    queryKey: [checkInvitation.path, { secret }],
    queryFn: ({ signal }) => call(checkInvitation, { body: { secret }, signal }),
    enabled: secret !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Sets the password that was chosen, which uses the link up. */
export function useAcceptInvitation(secret: string) {
  return useMutation({
    mutationFn: (password: string) => call(acceptInvitation, { body: { secret, password } }),
  })
}
