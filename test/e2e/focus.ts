import { expect, type JSHandle, type Locator, type Page } from '@playwright/test'

export const mostStops = 400

/** What a reader finds at one stop of Tab. */
export interface Stop {
  readonly name: string
  /** What keeps a reader from seeing where the focus is; null when it can be seen. */
  readonly problem: string | null
  readonly isInDialog: boolean
  /** Whether the focus is at the element that was asked about; null when that is on the page no more. */
  readonly isThere: boolean | null
}

/** Goes on with Tab until the target has the focus; every stop on the way must be seen to have it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  let element = await target.elementHandle()
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press(key)
    const { problem, isThere } = await stopOn(page, element)
    expect(problem, 'a stop on the way').toBeNull()
    if (isThere) return
    // The page has put another element in its place.
    if (isThere === null) {
      element = await target.elementHandle()
      if ((await stopOn(page, element)).isThere) return
    }
  }
  throw new Error(`${target} is not reached by ${key}`)
}

/** Looks where the focus is, and whether that is `target`. One question to the page, because a walk asks many times. */
export function stopOn(page: Page, target: JSHandle<Element | null> | null): Promise<Stop> {
  return page.evaluate(lookAtFocus, target)
}

/** Runs in the page. */
function lookAtFocus(target: Element | null): Stop {
  const element = document.activeElement
  const name = element?.getAttribute('aria-label') ?? element?.textContent.trim().slice(0, 40) ?? ''
  return {
    name,
    problem: findProblem(),
    isInDialog: Boolean(element?.closest('[role=dialog]')),
    isThere: target?.isConnected ? target === element : null,
  }

  function findProblem(): string | null {
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const problem = (text: string) => `${element.tagName.toLowerCase()} "${name}" ${text}`
    // A hidden radio button shows its focus on the label beside it.
    const isHiddenRadio =
      element instanceof HTMLInputElement && element.type === 'radio' && element.offsetWidth < 10
    const shown = isHiddenRadio ? element.nextElementSibling : element
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
  }
}
