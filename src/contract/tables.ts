export const tableSearchLimit = 200
/** Rows of a page by default. */
export const tablePageSize = 25
/** How many rows a table counts, and how deep its pages reach. */
export const tableDepth = 10_000
/** How many rows a search finds at most. */
export const mostFound = 2_000
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/**
 * The query parameters of a table. With `page`, counted from 1, the answer is that page of all matches in the requested
 * order, and `total` says how many match. Without `page`, the answer is the ordinary list. Pages reach the first 10,000
 * rows, or 2,000 that a search has found; a later one is refused with a 400. A search for one or two letters finds words that begin with them.
 */
export interface TableQuery<Sort extends string> {
  readonly page?: number
  readonly search?: string
  readonly sort?: Sort
  readonly direction?: SortDirection
}

export interface TableTotal {
  /** How many match in total: at most 10,000, and at most 2,000 of a search. Present when a page was requested. */
  readonly total?: number
  /** True when more match than `total` says; otherwise absent. */
  readonly isMore?: boolean
}

export interface LastSeen<Fields> {
  /**
   * The values that the sender of a change last saw, which must still be current. Otherwise the answer is a 409:
   * `issues` names the fields that somebody changed meanwhile, and `current` holds their present values.
   */
  readonly seen?: Partial<Fields>
}

/** Omitted fields stay as they are. */
export type ChangeOf<Fields> = Partial<Fields> & LastSeen<Fields>
