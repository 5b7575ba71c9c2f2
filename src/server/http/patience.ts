/** How long the server waits for a request to arrive. */
export interface Patience {
  readonly headersMs: number
  readonly requestMs: number
  /** How often it looks for connections that took too long. */
  readonly checkMs: number
}

/** A slow connection ends within 30 seconds: the longest request, and the time until the next look. */
export const usualPatience: Patience = { headersMs: 15_000, requestMs: 28_000, checkMs: 2_000 }
