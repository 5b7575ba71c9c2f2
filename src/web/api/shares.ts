import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { listShares, type Share, submitShare } from '#contract/shares.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'

/**
 * The latest shares that the member handed in, newest first; asked for only once the member is known. Those of reports
 * are left out: the report stands for them, and has earned their points already.
 */
export function useSubmittedShares(memberId: string | undefined, limit: number) {
  return useQuery({
    queryKey: [listShares.path, 'own', memberId, limit],
    queryFn: ({ signal }) => call(listShares, { query: { limit, submitted: 'true' }, signal }),
    select: ({ data }): readonly Share[] => data,
    enabled: memberId !== undefined,
  })
}

/** Hands in a share for review. */
export function useSubmitShare() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: z.input<NonNullable<typeof submitShare.body>>) => call(submitShare, { body }),
    onSuccess: () => refresh(queryClient, [listShares.path]),
  })
}
