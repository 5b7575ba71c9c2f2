import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Order } from './data-table.tsx'

const searchPauseMs = 250

export interface TableState<Sort extends string> {
  /** What to ask the list for. */
  readonly query: {
    readonly page: number
    readonly search?: string
    readonly sort: Sort
    readonly direction: 'asc' | 'desc'
  }
  readonly order: Order<Sort>
  readonly typed: string
  readonly search: (text: string) => void
  readonly orderBy: (order: Order<Sort>) => void
  readonly turnTo: (page: number) => void
}

/** What somebody looks at in a table of many pages: the page, the search and the order, all of them on the server. */
export function useTableState<Sort extends string>(firstOrder: Order<Sort>): TableState<Sort> {
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), searchPauseMs)
  const [order, setOrder] = useState(firstOrder)
  // Of which search it is the page: another search begins at its first.
  const [turned, setTurned] = useState({ page: 1, search: '' })
  const page = turned.search === settled ? turned.page : 1
  return {
    query: { page, ...(settled && { search: settled }), ...order },
    order,
    typed,
    search: setTyped,
    orderBy: (next) => {
      setOrder(next)
      setTurned({ page: 1, search: settled })
    },
    turnTo: (next) => setTurned({ page: next, search: settled }),
  }
}
