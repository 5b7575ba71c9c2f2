import type { BrowserContext, Page } from '@playwright/test'

/**
 * Sets the time of day that the pages of a browser window see, now and after each load. It stands still there, and
 * timers and animations run on. Playwright's own clock, where a story installs it, begins at this time.
 */
export async function showTime(context: BrowserContext, now: Date): Promise<void> {
  await context.addInitScript(standAt, now.getTime())
  for (const page of context.pages()) await page.evaluate(standAt, now.getTime())
}

function standAt(nowMs: number): void {
  const shown = globalThis as unknown as { shownTimeMs?: number }
  const isStanding = shown.shownTimeMs !== undefined
  shown.shownTimeMs = nowMs
  if (isStanding) return
  const standing = () => shown.shownTimeMs ?? nowMs
  globalThis.Date = new Proxy(Date, {
    apply: (target) => new target(standing()).toString(),
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [standing()] : values, newTarget),
    get: (target, name) => (name === 'now' ? standing : Reflect.get(target, name)),
  })
}

/** The time of day on a page, in milliseconds: the story's, as the page has it. */
export function timeOn(page: Page): Promise<number> {
  return page.evaluate<number>('Date.now()')
}
