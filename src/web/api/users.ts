import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  changeRole,
  changeStatus,
  listUsers,
  mostUserIds,
  revokeSessions,
  type UserSort,
  updateProfile,
} from '#contract/users.ts'
import type { UserId } from '#domain/ids.ts'
import type { Role } from '#domain/vocabulary.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'
import { currentUserQuery } from './session.ts'
import { useWrite } from './write.ts'

/** The cards of some members. Nobody is asked for until it is known who. */
export function useUserCards(ids: readonly UserId[] | undefined) {
  const wanted = [...new Set(ids)].sort().slice(0, mostUserIds).join(',')
  const hasAny = wanted !== ''
  const { data, isError, refetch } = useQuery({
    ...read(listUsers, { query: { ids: wanted } }),
    enabled: hasAny,
  })
  return { users: hasAny || ids === undefined ? data?.data : [], isError, refetch }
}

interface UserPage {
  readonly page: number
  readonly search?: string
  readonly sort: UserSort
  readonly direction: 'asc' | 'desc'
  readonly role?: Role
  readonly disabled?: 'true'
}

/** A page of the members for administrators. The previous page stays while another loads. */
export function useUserPage(query: UserPage) {
  return useQuery({
    ...read(listUsers, { query }),
    placeholderData: keepPreviousData,
  })
}

/** Sets a member's role. Settles when the list has been read again, also after a refusal. */
export function useChangeRole() {
  return useWrite(
    ({ id, ...body }: { readonly id: UserId } & BodyOf<typeof changeRole>) =>
      call(changeRole, { params: { id }, body }),
    ['members'],
  )
}

/** Disables or enables a member. Settles when the list has been read again, also after a refusal. */
export function useChangeStatus() {
  return useWrite(
    ({ id, ...body }: { readonly id: UserId } & BodyOf<typeof changeStatus>) =>
      call(changeStatus, { params: { id }, body }),
    ['members'],
  )
}

/** Ends every session of a member. */
export function useRevokeSessions() {
  return useMutation({ mutationFn: (id: UserId) => call(revokeSessions, { params: { id } }) })
}

/** Changes the member's own profile. The new account is known before it settles; lists with names are read again. */
export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateProfile>) => call(updateProfile, { body }),
    onSuccess: async (answer) => {
      const { queryKey } = currentUserQuery
      // An answer in flight may be older than the change.
      await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData(queryKey, { ...answer, signedOut: null })
      void refresh(client, ['members'])
    },
  })
}
