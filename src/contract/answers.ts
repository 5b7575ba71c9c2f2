/** The body of most answers. */
export interface Data<Content> {
  readonly data: Content
}

/** The body of a list answer, which the specification defines as `{ data: [...] }`. */
export type ListOf<Item> = Data<readonly Item[]>

/** The query of a list that is read piece by piece. */
export interface ListQuery {
  readonly limit: number
  /** The `nextCursor` of the piece before. */
  readonly cursor?: string
}

/** A piece of a list. */
export interface ListPart<Item> extends ListOf<Item> {
  /** Continues the list; null at its end. */
  readonly nextCursor: string | null
}
