import { useQuery } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { addSocialAccount, listSocialAccounts, removeSocialAccount } from '#contract/social-accounts.ts'
import type { SocialAccountId, UserId } from '#domain/ids.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/** A member's social accounts, oldest first. */
export function useSocialAccounts(userId: UserId) {
  return useQuery(read(listSocialAccounts, { params: { userId } }))
}

/** Adds an account to the member's own. Settles when the list has been read again. */
export function useAddSocialAccount() {
  return useWrite(
    (body: BodyOf<typeof addSocialAccount>) => call(addSocialAccount, { body }),
    ['socialAccounts'],
  )
}

/** Removes one of the member's own accounts. Settles when the list has been read again. */
export function useRemoveSocialAccount() {
  return useWrite(
    ({ id }: { readonly id: SocialAccountId }) => call(removeSocialAccount, { params: { id } }),
    ['socialAccounts'],
  )
}
