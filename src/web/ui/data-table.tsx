import './library-styles.ts'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown, Ellipsis } from 'lucide-react'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import * as classes from './data-table.module.css'
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
  /** The column's greatest width in pixels. What is longer ends in an ellipsis. */
  readonly width?: number
  /** Whether a phone shows it in a row's second line; what is not there opens below the row. */
  readonly isOnPhone?: boolean
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
  /** Names a row, for the button that opens the rest of it on a phone. */
  readonly rowName: (row: Row) => string
  /** Whether these rows are from before, while another page loads. */
  readonly isOld?: boolean
  /** Absent if the order is fixed. */
  readonly order?: Order<Sort>
  readonly onOrderChange?: (order: Order<Sort>) => void
  /** Whether something beside the table offers the order too, so that a phone needs no choice of its own. */
  readonly hasOrderElsewhere?: boolean
  /** The details that open below a row; null while they are closed. */
  readonly below?: (row: Row) => ReactNode
}

/**
 * A table with one line for each row. It scrolls sideways where it does not fit, while its row headers stay visible. On
 * a phone each row is two lines, and a button opens the rest of it.
 */
export function DataTable<Row extends { readonly id: string }, Sort extends string = never>({
  caption,
  columns,
  rows,
  rowName,
  isOld = false,
  order,
  onOrderChange,
  hasOrderElsewhere = false,
  below,
}: DataTableProps<Row, Sort>) {
  const [openId, setOpenId] = useState<string | null>(null)
  const table = useRef<HTMLTableElement>(null)
  useTitles(table)
  return (
    <>
      {onOrderChange && !hasOrderElsewhere && (
        <PhoneOrder caption={caption} columns={columns} order={order} onOrderChange={onOrderChange} />
      )}
      <ScrollRegion label={caption} className={classes.region}>
        <table ref={table} className={classes.table} aria-busy={isOld || undefined}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.name} column={column} order={order} onOrderChange={onOrderChange} />
              ))}
              <th className={classes.more} aria-label="More" />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const more = below?.(row) ?? null
              const isOpen = openId === row.id
              return (
                <Fragment key={row.id}>
                  <tr tabIndex={-1} data-row={row.id} data-open={isOpen || undefined}>
                    {columns.map((column) => (
                      <Cell key={column.name} column={column} row={row} />
                    ))}
                    <td className={classes.more}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size={44}
                        aria-label={`More about ${rowName(row)}`}
                        aria-expanded={isOpen}
                        onClick={() => setOpenId(isOpen ? null : row.id)}
                      >
                        <Ellipsis size={18} aria-hidden />
                      </ActionIcon>
                    </td>
                  </tr>
                  {more !== null && (
                    <tr className={classes.belowRow}>
                      <td colSpan={columns.length + 1} className={classes.below}>
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
    </>
  )
}

interface CellProps<Row, Sort extends string> {
  readonly column: Column<Row, Sort>
  readonly row: Row
}

function Cell<Row, Sort extends string>({ column, row }: CellProps<Row, Sort>) {
  const { name, kind, width, isOnPhone } = column
  const style = width === undefined ? undefined : { maxWidth: width }
  if (kind === 'row header') {
    return (
      <th scope="row" className={classes.rowHeader} style={style}>
        {column.cell(row)}
      </th>
    )
  }
  return (
    <td data-kind={kind} data-name={name} data-phone={isOnPhone || undefined} style={style}>
      {column.cell(row)}
    </td>
  )
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
  const next = direction === null ? firstDirection : opposite(direction)
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

interface PhoneOrderProps<Row, Sort extends string> {
  readonly caption: string
  readonly columns: readonly Column<Row, Sort>[]
  readonly order: Order<Sort> | undefined
  readonly onOrderChange: (order: Order<Sort>) => void
}

/** The order of the rows where the column heads are not shown. */
function PhoneOrder<Row, Sort extends string>({
  caption,
  columns,
  order,
  onOrderChange,
}: PhoneOrderProps<Row, Sort>) {
  const sorts = columns.flatMap(({ name, sort, firstDirection = 'asc' }) =>
    sort === undefined ? [] : [{ name, sort, firstDirection }],
  )
  const direction = order?.direction ?? 'asc'
  const Icon = direction === 'asc' ? ArrowUp : ArrowDown
  const isKnown = sorts.some(({ sort }) => sort === order?.sort)
  return (
    <div className={classes.order}>
      <NativeSelect
        aria-label={`Order of ${caption.toLowerCase()}`}
        value={order?.sort ?? ''}
        data={[
          ...(isKnown ? [] : [{ value: order?.sort ?? '', label: 'Usual order' }]),
          ...sorts.map(({ name, sort }) => ({ value: sort, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          const chosen = sorts.find(({ sort }) => sort === value)
          if (chosen) onOrderChange({ sort: chosen.sort, direction: chosen.firstDirection })
        }}
        rightSection={<ChevronDown size={16} aria-hidden />}
      />
      <ActionIcon
        variant="default"
        size={44}
        aria-label={direction === 'asc' ? 'Ascending. Reverse the order' : 'Descending. Reverse the order'}
        onClick={() => order && onOrderChange({ ...order, direction: opposite(direction) })}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

function opposite(direction: SortDirection): SortDirection {
  return direction === 'asc' ? 'desc' : 'asc'
}

/** Gives whatever is cut off in a cell its whole text as a title. */
function useTitles(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const element = table.current
    if (!element) return
    // It also looks once at the start, and again when the font has arrived.
    const sizes = new ResizeObserver(() => {
      for (const part of element.querySelectorAll('tbody :is(th, td), tbody :is(th, td) *'))
        if (part instanceof HTMLElement) titleIfCut(part)
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  })
}

function titleIfCut(part: HTMLElement): void {
  const isCut = part.clientWidth > 1 && part.scrollWidth > part.clientWidth
  if (isCut && part.title === '') {
    part.title = part.innerText.replace(/\s+/g, ' ')
    part.dataset.isTitled = ''
  } else if (!isCut && part.dataset.isTitled !== undefined) {
    part.removeAttribute('title')
    delete part.dataset.isTitled
  }
}

/** Focuses the row at this position on the page, or the last row, or the region if there are no rows. */
export function focusRow(region: HTMLElement | null, place: number): void {
  const rows = region?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []
  const row = rows[Math.min(place, rows.length - 1)] ?? region
  row?.focus({ preventScroll: row === region })
}
