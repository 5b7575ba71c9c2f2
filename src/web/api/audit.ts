import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listAudit } from '#contract/audit.ts'
import { call } from './client.ts'

/** What of the record is wanted; an empty text leaves a choice open. */
export interface AuditFilters {
  /** A part of the name of who did it. */
  readonly actor: string
  /** What kind of thing it was done to, or a whole action. */
  readonly action: string
  /** First and last workspace day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
}

/** The record of who did what, page by page, the newest first. What others do is in it whenever it is looked at. */
export function useAuditTrail(filters: AuditFilters) {
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  return useInfiniteQuery({
    queryKey: [listAudit.path, filters],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, { query: { ...chosen, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
