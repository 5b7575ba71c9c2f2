import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { listActivities } from '#contract/activities.ts'
import { listAnnualWinners, listPreviousWinners } from '#contract/contests.ts'
import { getLeaderboard } from '#contract/leaderboard.ts'
import { listUsers, updateProfile } from '#contract/users.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { currentUserQuery } from './session.ts'

const addressesWithNames = [
  listUsers.path,
  getLeaderboard.path,
  listActivities.path,
  listPreviousWinners.path,
  listAnnualWinners.path,
]

/** Every member, by name. */
export function useUsers() {
  return useQuery<z.output<typeof listUsers.answer>>({ queryKey: [listUsers.path] })
}

/** Changes what the member goes by. The new account is known before it settles; lists with names are asked anew. */
export function useUpdateProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<NonNullable<typeof updateProfile.body>>) => call(updateProfile, { body }),
    onSuccess: async (answer) => {
      const { queryKey } = currentUserQuery
      // An answer still on its way may be older than the change.
      await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData(queryKey, { ...answer, signedOut: null })
      void refresh(client, addressesWithNames)
    },
  })
}
