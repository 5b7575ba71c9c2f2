/** What went wrong in the browsers of a story: errors thrown or logged, and breaches of the security policy. */
export class Faults {
  readonly #found: string[] = []
  readonly #permitted: RegExp[] = [refusedCall]

  /** Whatever matches is part of the story, such as the browser's own line about a server that is away. */
  permit(pattern: RegExp): void {
    this.#permitted.push(pattern)
  }

  note(fault: string): void {
    this.#found.push(fault)
  }

  /** What was found since the last time. */
  take(): string[] {
    const unexpected = this.#found.filter((fault) => !this.#permitted.some((pattern) => pattern.test(fault)))
    this.#found.length = 0
    return unexpected
  }

  /** How many of those found since the last `take` match. */
  count(pattern: RegExp): number {
    return this.#found.filter((fault) => pattern.test(fault)).length
  }
}

/** What the browser logs about calls that a story lets fail on their way. */
export const brokenCalls = /^logged: Failed to load resource: net::ERR_FAILED/
/** What it logs while it is cut off from the network. */
export const cutOff = /^logged: (Failed to load resource: net::ERR_|WebSocket connection to )/

// A refused call is shown to the person, and the browser logs it by itself: that line is no fault of the page.
const refusedCall = /^logged: Failed to load resource: the server responded with a status of 4\d\d/
