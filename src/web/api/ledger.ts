import { useInfiniteQuery } from '@tanstack/react-query'
import { type LedgerPart, listOwnLedger } from '#contract/ledger.ts'
import { call } from './client.ts'

/** The member's points, entry by entry, newest first, page by page. */
export function useOwnLedger() {
  return useInfiniteQuery({
    queryKey: [listOwnLedger.path, 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(listOwnLedger, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: LedgerPart) => page.nextCursor,
  })
}
