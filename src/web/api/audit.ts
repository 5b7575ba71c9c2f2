import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { listAudit } from '#contract/audit.ts'
import { call } from './client.ts'

/** Filters of the audit trail; empty text means any. */
export interface AuditFilters {
  /** Part of the actor's name. */
  readonly actor: string
  /** The kind of thing that was changed, or a whole action. */
  readonly action: string
  /** First and last workspace day, `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
}

/** The audit trail, page by page, newest first; read again on every visit. */
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
