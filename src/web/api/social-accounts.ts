import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import { addSocialAccount, type listSocialAccounts, removeSocialAccount } from '#contract/social-accounts.ts'
import type { SocialAccountId } from '#domain/ids.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'

/** The social accounts of this member, the oldest first. */
export function useSocialAccounts(memberId: string) {
  return useQuery<AnswerOf<typeof listSocialAccounts>>({
    queryKey: [addSocialAccount.path, 'user', memberId],
  })
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
