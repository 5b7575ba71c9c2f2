import type { BrowserContext, Page } from '@playwright/test'

/** What went wrong in the browsers of a story: errors thrown or logged, and breaches of the security policy. */
export class Faults {
  readonly #found: string[] = []
  readonly #permitted: RegExp[] = [refusedCall]

  /** Whatever matches is part of the story, such as the browser's own line about a server that is away. */
  permit(pattern: RegExp): void {
    this.#permitted.push(pattern)
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

  async watch(context: BrowserContext): Promise<void> {
    context.on('page', (page) => this.#watchPage(page))
    // Reported by the page itself, because not every breach leaves a line in the console.
    await context.exposeBinding('reportBreach', (_, breach: string) => this.#found.push(`breach: ${breach}`))
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
        const { reportBreach } = globalThis as unknown as { reportBreach: (breach: string) => void }
        reportBreach(`${effectiveDirective} forbids ${blockedURI} in ${sourceFile}`)
      })
    })
  }

  #watchPage(page: Page): void {
    page.on('pageerror', (error) => this.#found.push(`thrown: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') this.#found.push(`logged: ${message.text()}`)
    })
  }
}

/** What the browser logs about calls that a story lets fail on their way. */
export const brokenCalls = /^logged: Failed to load resource: net::ERR_FAILED/
/** What it logs while it is cut off from the network. */
export const cutOff = /^logged: (Failed to load resource: net::ERR_|WebSocket connection to )/

// A refused call is shown to the person, and the browser logs it by itself: that line is no fault of the page.
const refusedCall = /^logged: Failed to load resource: the server responded with a status of 4\d\d/
