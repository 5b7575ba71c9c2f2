import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { listShares, type Share, submitShare } from '#contract/shares.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'

// Those who review shares are told everybody's, of which their own are a part: the longest page there is.
const pageLength = 100

// Shares that come from a report on a post: the report stands for them, and has earned their points already.
const reportedContent = 'company_post'

/** The shares that the member handed in lately, newest first; asked for only once the member is known. */
export function useSubmittedShares(memberId: string | undefined) {
  return useQuery({
    queryKey: [listShares.path, 'own'],
    queryFn: ({ signal }) => call(listShares, { query: { limit: pageLength }, signal }),
    select: ({ data }): readonly Share[] =>
      data.filter(({ userId, contentType }) => userId === memberId && contentType !== reportedContent),
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
