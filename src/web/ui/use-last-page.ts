import { useEffect, useRef } from 'react'

/** What is needed of a table's state. */
interface Paged {
  readonly query: { readonly page: number }
  readonly turnTo: (page: number) => void
}

/** Goes back to the last page of a table when the open page has become empty. */
export function useLastPage(
  { query, turnTo }: Paged,
  { total, pageSize }: { readonly total: number | undefined; readonly pageSize: number },
): void {
  const last = Math.max(1, Math.ceil((total ?? 0) / pageSize))
  const isBeyond = total !== undefined && query.page > last
  const turn = useRef(turnTo)
  turn.current = turnTo
  useEffect(() => {
    if (isBeyond) turn.current(last)
  }, [isBeyond, last])
}
