import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { addSocialAccount, listSocialAccounts, removeSocialAccount } from '#contract/social-accounts.ts'
import type { SocialAccountId, UserId } from '#domain/ids.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'

/** The social accounts of this member, the oldest first. */
export function useSocialAccounts(userId: UserId) {
  return useQuery(read(listSocialAccounts, { params: { userId } }))
}

/** Adds an account of the member's own. It settles when the list has been read again. */
export function useAddSocialAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof addSocialAccount>) => call(addSocialAccount, { body }),
    onSettled: () => refresh(queryClient, ['socialAccounts']),
  })
}

/** Removes an account of the member's own. It settles when the list has been read again. */
export function useRemoveSocialAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { readonly id: SocialAccountId }) => call(removeSocialAccount, { params: { id } }),
    // After a refusal too: what was to be removed may be gone.
    onSettled: () => refresh(queryClient, ['socialAccounts']),
  })
}
