import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Order } from './data-table.tsx'

const searchPauseMs = 250

export interface TableState<Sort extends string> {
  /** The parameters of the list's query. */
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

/** The page, search and order of a table. The server does the paging, searching and sorting. */
export function useTableState<Sort extends string>(firstOrder: Order<Sort>): TableState<Sort> {
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed.trim(), searchPauseMs)
  const [order, setOrder] = useState(firstOrder)
  // The search belongs to the page number, because a new search starts at page 1.
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
