import type { Locator, Page } from '@playwright/test'

/** Presses and pastes on a page as a person would, and counts it. */
export class Hand {
  /** What was done, in words. */
  readonly actions: string[] = []
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(target: Locator): Promise<void> {
    this.note(`press ${await nameOf(target)}`)
    await target.click()
  }

  async paste(field: Locator, value: string): Promise<void> {
    this.note(`paste into ${await nameOf(field)}`)
    await field.fill(value)
  }

  /** Counts something that is done outside the page. */
  note(action: string): void {
    this.actions.push(action)
  }

  clipboard(): Promise<string> {
    return this.#page.evaluate('navigator.clipboard.readText()')
  }
}

/** What a person calls it: its label, or the words on it. */
function nameOf(target: Locator): Promise<string> {
  return target.evaluate((element) => {
    const { labels } = element as HTMLInputElement
    const name = element.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? element.textContent ?? ''
    return name.replaceAll(/\s+/g, ' ').replace(/ \*$/, '').trim()
  })
}
