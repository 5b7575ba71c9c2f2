import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import classes from './data-table.module.css'
import { ScrollRegion } from './scroll-region.tsx'

type SortDirection = 'asc' | 'desc'

export interface Column<Row, Sort extends string = never> {
  readonly name: string
  /** The header's content, if it is not the name. */
  readonly head?: ReactNode
  /** The sort key and the first direction, for a header that sorts the list when it is pressed. */
  readonly sort?: Sort
  readonly firstDirection?: SortDirection
  readonly kind?: 'number' | 'row header' | 'tick' | 'actions'
  readonly cell: (row: Row) => ReactNode
}

export interface Order<Sort extends string> {
  readonly sort: Sort
  readonly direction: SortDirection
}

interface DataTableProps<Row, Sort extends string> {
  /** The name of the table and of its scrolling region, for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row, Sort>[]
  readonly rows: readonly Row[]
  /** Whether these rows are from before, while another page loads. */
  readonly isOld?: boolean
  /** Absent if the order is fixed. */
  readonly order?: Order<Sort>
  readonly onOrderChange?: (order: Order<Sort>) => void
  /** The details that open below a row; null while they are closed. */
  readonly below?: (row: Row) => ReactNode
}

/** A table that scrolls sideways in a narrow window, while its row headers stay visible. */
export function DataTable<Row extends { readonly id: string }, Sort extends string = never>({
  caption,
  columns,
  rows,
  isOld = false,
  order,
  onOrderChange,
  below,
}: DataTableProps<Row, Sort>) {
  return (
    <ScrollRegion label={caption} className={classes.region}>
      <table className={classes.table} aria-busy={isOld || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} order={order} onOrderChange={onOrderChange} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const more = below?.(row) ?? null
            return (
              <Fragment key={row.id}>
                <tr tabIndex={-1} data-row={row.id}>
                  {columns.map((column) => (
                    <Cell key={column.name} column={column} row={row} />
                  ))}
                </tr>
                {more !== null && (
                  <tr>
                    <td colSpan={columns.length} className={classes.below}>
                      {more}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Cell<Row, Sort extends string>({ column, row }: { column: Column<Row, Sort>; row: Row }) {
  if (column.kind === 'row header') {
    return (
      <th scope="row" className={classes.rowHeader}>
        {column.cell(row)}
      </th>
    )
  }
  return <td data-kind={column.kind}>{column.cell(row)}</td>
}

interface HeadProps<Row, Sort extends string> {
  readonly column: Column<Row, Sort>
  readonly order: Order<Sort> | undefined
  readonly onOrderChange: ((order: Order<Sort>) => void) | undefined
}

function Head<Row, Sort extends string>({ column, order, onOrderChange }: HeadProps<Row, Sort>) {
  const { name, head = name, sort, firstDirection = 'asc', kind } = column
  const look = kind === 'row header' ? classes.rowHeader : undefined
  if (sort === undefined || !onOrderChange) {
    return (
      <th scope="col" className={look} data-kind={kind}>
        {head}
      </th>
    )
  }
  const direction = order?.sort === sort ? order.direction : null
  const next = direction === null ? firstDirection : direction === 'asc' ? 'desc' : 'asc'
  const Icon = direction === null ? ChevronsUpDown : direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      className={look}
      data-kind={kind}
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className={classes.sort} onClick={() => onOrderChange({ sort, direction: next })}>
        {head}
        <Icon size={14} aria-hidden className={direction === null ? classes.idle : undefined} />
      </button>
    </th>
  )
}

/** Focuses the row at this position on the page, or the last row, or the region if there are no rows. */
export function focusRow(region: HTMLElement | null, place: number): void {
  const rows = region?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []
  const row = rows[Math.min(place, rows.length - 1)] ?? region
  row?.focus({ preventScroll: row === region })
}
