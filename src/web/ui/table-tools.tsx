import './library-styles.ts'
import { Pagination, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import * as classes from './table-tools.module.css'

interface TableSearchProps {
  /** As in "Search users". */
  readonly label: string
  /** What can be searched for; the label by default. */
  readonly placeholder?: string
  readonly typed: string
  /** In characters. */
  readonly maxLength: number
  readonly onType: (text: string) => void
  /** How many there are, or were found; empty until known. */
  readonly count: string
  /** Whether they stand in the head of the table's card, where the title says how many there are. */
  readonly isInHead?: boolean
  readonly children?: ReactNode
}

/** The tools above a table: the search, the number of rows, and further choices. */
export function TableSearch({
  label,
  placeholder = label,
  typed,
  maxLength,
  onType,
  count,
  isInHead = false,
  children,
}: TableSearchProps) {
  return (
    <div className={classes.tools} data-in-head={isInHead || undefined}>
      <TextInput
        className={classes.search}
        aria-label={label}
        placeholder={placeholder}
        type="search"
        value={typed}
        maxLength={maxLength}
        onChange={(event) => onType(event.currentTarget.value)}
        leftSection={<Search size={16} aria-hidden />}
        autoComplete="off"
      />
      {children}
      <p className={isInHead ? 'visually-hidden' : classes.count} role="status">
        {count}
      </p>
    </div>
  )
}

interface PagerProps {
  /** The name of the paged list. */
  readonly what: string
  readonly page: number
  readonly total: number
  readonly pageSize: number
  readonly onTurn: (page: number) => void
}

/** The page buttons of a table; renders nothing if there is only one page. */
export function Pager({ what, page, total, pageSize, onTurn }: PagerProps) {
  const pages = Math.ceil(total / pageSize)
  if (pages <= 1) return null
  return (
    <nav className={classes.pager} aria-label={`Pages of ${what}`}>
      <Pagination
        total={pages}
        value={Math.min(page, pages)}
        onChange={onTurn}
        siblings={1}
        size="md"
        layout="responsive"
        formatLabel={(shown) => `${shown.page} of ${shown.totalPages}`}
        getItemProps={(item) => ({
          'aria-label': `Page ${item}`,
        })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
      />
    </nav>
  )
}

/** `1,204 members`, `12 members found`, or `More than 10,000 members`. */
export function countText({ total, isMore = false }: Total, { one, many }: Counted, search: string): string {
  if (total === undefined) return ''
  const shown = `${total.toLocaleString('en-US')} ${total === 1 ? one : many}`
  const counted = isMore ? `More than ${shown}` : shown
  return search ? `${counted} found` : counted
}

interface Total {
  readonly total?: number
  /** Whether there are more than `total`. */
  readonly isMore?: boolean
}

interface Counted {
  readonly one: string
  readonly many: string
}
