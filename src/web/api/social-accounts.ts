import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { addSocialAccount, type listSocialAccounts, removeSocialAccount } from '#contract/social-accounts.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'

/** The social accounts of this member, the oldest first. */
export function useSocialAccounts(memberId: string) {
  return useQuery<z.output<typeof listSocialAccounts.answer>>({
    queryKey: [addSocialAccount.path, 'user', memberId],
  })
}

/** Adds an account of the member's own. It settles when the list has been read again. */
export function useAddSocialAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<NonNullable<typeof addSocialAccount.body>>) =>
      call(addSocialAccount, { body }),
    onSettled: () => refresh(queryClient, ['socialAccounts']),
  })
}

/** Removes an account of the member's own. It settles when the list has been read again. */
export function useRemoveSocialAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { readonly id: string }) => call(removeSocialAccount, { params: { id } }),
    // After a refusal too: what was to be removed may be gone.
    onSettled: () => refresh(queryClient, ['socialAccounts']),
  })
}
