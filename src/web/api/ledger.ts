import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { QueryOf } from '#contract/endpoint.ts'
import { type LedgerPart, listLedgerOf, listOwnLedger, ownLedgerFile } from '#contract/ledger.ts'
import type { UserId } from '#domain/ids.ts'
import { call, textValues } from './client.ts'

/** What a statement is narrowed to. */
export type LedgerFilters = Pick<QueryOf<typeof listOwnLedger>, 'reason' | 'from' | 'to'>

/** The member's points, entry by entry, newest first, page by page. */
export function useOwnLedger(filters: LedgerFilters = {}) {
  return useInfiniteQuery({
    queryKey: [listOwnLedger.path, 'all', filters],
    queryFn: ({ pageParam, signal }) =>
      call(listOwnLedger, { query: { ...filters, ...cursorOf(pageParam) }, signal }),
    ...pages,
  })
}

/** The same of another member, for reviewers. */
export function useLedgerOf(userId: UserId, filters: LedgerFilters) {
  return useInfiniteQuery({
    queryKey: [listLedgerOf.path.replace('/:userId', ''), userId, filters],
    queryFn: ({ pageParam, signal }) =>
      call(listLedgerOf, { params: { userId }, query: { ...filters, ...cursorOf(pageParam) }, signal }),
    ...pages,
  })
}

export type LedgerPages = ReturnType<typeof useOwnLedger> | ReturnType<typeof useLedgerOf>

/** The address of the member's statement as a spreadsheet file. */
export function ownLedgerFileOf(filters: LedgerFilters): string {
  const query = new URLSearchParams(textValues(filters)).toString()
  return query === '' ? ownLedgerFile : `${ownLedgerFile}?${query}`
}

const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: LedgerPart) => page.nextCursor,
  placeholderData: keepPreviousData,
}

function cursorOf(cursor: string | null): { cursor?: string } {
  return cursor === null ? {} : { cursor }
}
