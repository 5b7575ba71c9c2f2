export const tableSearchLimit = 200
/** Rows of a page by default. */
export const tablePageSize = 25
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/**
 * The query parameters of a table. With `page`, counted from 1, the answer is that page of all matches in the requested
 * order, and `total` says how many match. Without `page`, the answer is the ordinary list.
 */
export interface TableQuery<Sort extends string> {
  readonly page?: number
  readonly search?: string
  readonly sort?: Sort
  readonly direction?: SortDirection
}

export interface TableTotal {
  /** How many match in total. Present when a page was requested. */
  readonly total?: number
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
