import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf, QueryOf, SentOf } from '#contract/endpoint.ts'
import { listShares, reviewShare, type Share, submitShare } from '#contract/shares.ts'
import type { ShareId } from '#domain/ids.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/**
 * The latest shares that the member handed in, newest first; asked for only once the member is known. Those of reports
 * are left out, because their reports have earned the points already.
 */
export function useSubmittedShares(memberId: string | undefined, limit: number) {
  return useQuery({
    ...read(listShares, { query: { limit, submitted: 'true' } }),
    select: ({ data }): readonly Share[] => data,
    enabled: memberId !== undefined,
  })
}

/** Submits a share for review. */
export function useSubmitShare() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SentOf<typeof submitShare>) => call(submitShare, { body }),
    onSuccess: () => refresh(queryClient, ['shares']),
  })
}

/** A page of everybody's shares for reviewers. The previous page stays while another loads. */
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

/** Reviews a share. Settles when the list has been read again. */
export function useReviewShare() {
  return useWrite(
    ({ id, review }: ShareToReview) => call(reviewShare, { params: { id }, body: review }),
    ['shares', 'totals', 'activities', 'achievements'],
  )
}
