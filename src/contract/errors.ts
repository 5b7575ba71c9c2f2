/** The body of every error answer. */
export interface ErrorBody {
  readonly message: string
  readonly issues?: readonly { readonly path: string; readonly message: string }[]
  /** Only with a 409 for an edit conflict: the conflicting fields with their present values. */
  readonly current?: Readonly<Record<string, unknown>>
  /** Only with 5xx; the server's log has the same id. */
  readonly requestId?: string
}
