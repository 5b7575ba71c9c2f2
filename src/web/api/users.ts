import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { changeRole, listUsers, type UserSort, updateProfile } from '#contract/users.ts'
import type { UserId } from '#domain/ids.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'
import { currentUserQuery } from './session.ts'

/** Every member, by name. */
export function useUsers() {
  return useQuery(read(listUsers))
}

interface UserPage {
  readonly page: number
  readonly search?: string
  readonly sort: UserSort
  readonly direction: 'asc' | 'desc'
}

/** A page of the members for administrators. While another loads, the one before it stays. */
export function useUserPage(query: UserPage) {
  return useQuery({
    ...read(listUsers, { query }),
    placeholderData: keepPreviousData,
  })
}

/** Gives a member a role. It settles when the list has been read again, also after a refusal. */
export function useChangeRole() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: { readonly id: UserId } & BodyOf<typeof changeRole>) =>
      call(changeRole, { params: { id }, body }),
    // Whoever gives up their own role is an administrator no longer.
    onSettled: () => refresh(client, ['members']),
  })
}

/** Changes what the member goes by. The new account is known before it settles; lists with names are asked anew. */
export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateProfile>) => call(updateProfile, { body }),
    onSuccess: async (answer) => {
      const { queryKey } = currentUserQuery
      // An answer still on its way may be older than the change.
      await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData(queryKey, { ...answer, signedOut: null })
      void refresh(client, ['members'])
    },
  })
}
