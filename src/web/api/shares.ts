import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf, QueryOf, SentOf } from '#contract/endpoint.ts'
import { listShares, reviewShare, type Share, submitShare } from '#contract/shares.ts'
import type { ShareId } from '#domain/ids.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'

/**
 * The latest shares that the member handed in, newest first; asked for only once the member is known. Those of reports
 * are left out: the report stands for them, and has earned their points already.
 */
export function useSubmittedShares(memberId: string | undefined, limit: number) {
  return useQuery({
    ...read(listShares, { query: { limit, submitted: 'true' } }),
    select: ({ data }): readonly Share[] => data,
    enabled: memberId !== undefined,
  })
}

/** Hands in a share for review. */
export function useSubmitShare() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SentOf<typeof submitShare>) => call(submitShare, { body }),
    onSuccess: () => refresh(queryClient, ['shares']),
  })
}

/** A page of everybody's shares, for those who review them. The page before stays while another is on its way. */
export function useShareTable(query: Partial<QueryOf<typeof listShares>>) {
  return useQuery({
    ...read(listShares, { query }),
    placeholderData: keepPreviousData,
  })
}

export interface ShareToReview {
  readonly id: ShareId
  readonly review: BodyOf<typeof reviewShare>
}

/** Reviews a share. It settles when the list has been read again. */
export function useReviewShare() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, review }: ShareToReview) => call(reviewShare, { params: { id }, body: review }),
    // After a refusal too: somebody else may have changed it. The points of its member show in many places.
    onSettled: () => refresh(queryClient, ['shares', 'totals', 'activities', 'achievements']),
  })
}
