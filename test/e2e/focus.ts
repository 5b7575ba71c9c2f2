import { expect, type Locator, type Page } from '@playwright/test'

export const mostStops = 400

/** Goes on with Tab until the target has the focus; every stop on the way must be seen to have it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  let element = await target.elementHandle()
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press(key)
    const problem = await problemOfFocus(page)
    expect(problem, 'a stop on the way').toBeNull()
    const place = await element?.evaluate((at) => (at.isConnected ? at === document.activeElement : null))
    if (place === true) return
    // The page has put another element in its place.
    if (place === null) {
      element = await target.elementHandle()
      if (await element?.evaluate((at) => at === document.activeElement)) return
    }
  }
  throw new Error(`${target} is not reached by ${key}`)
}

/** What keeps a reader from seeing where the focus is; null when it can be seen. */
export function problemOfFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
    const problem = (text: string) => `${element.tagName.toLowerCase()} "${name}" ${text}`
    // A hidden radio button shows its focus on the label beside it.
    const shown =
      element instanceof HTMLInputElement && element.type === 'radio' ? element.nextElementSibling : element
    if (!shown) return problem('has nothing that shows it')
    const { outlineStyle, outlineWidth } = getComputedStyle(shown)
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return problem('has no ring')
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    const corners = [
      [(left + right) / 2, Math.max(top, 0) + 4],
      [(left + right) / 2, Math.min(bottom, innerHeight) - 4],
    ] as const
    const isSeen = corners.some(([x, y]) => {
      const over = document.elementFromPoint(x, y)
      return over !== null && (over === element || shown.contains(over) || over.contains(shown))
    })
    return isSeen ? null : problem('is covered or out of sight')
  })
}
