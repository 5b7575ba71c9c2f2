import type { Page } from '@playwright/test'

/** Less than this is the rounding of a number. */
const slackPixels = 1

/**
 * The controls and texts on the page that the window cuts at its left or right edge. What lies in a region that scrolls
 * sideways can be brought into view, and what a box cuts with an ellipsis ends at that box.
 */
export function cutAtEdges(page: Page): Promise<string[]> {
  return page.evaluate(findCut, slackPixels)
}

/** Which of the areas that a selector names, and of the controls in them, are not whole inside of the window. */
export function cutAreas(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(
    ([wanted, slack]) => {
      const areas = [...document.querySelectorAll(wanted)]
      const parts = areas.flatMap((area) => [...area.querySelectorAll('a, button, label, [role=menuitem]')])
      const faults = areas.length > 0 ? [] : [`nothing is ${wanted}`]
      for (const element of [...areas, ...parts]) {
        if (!element.checkVisibility({ visibilityProperty: true })) continue
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const isWithin = left >= -slack && right <= innerWidth + slack
        // A list in an area may scroll.
        const isInView = parts.includes(element) || (top >= -slack && bottom <= innerHeight + slack)
        if (!isWithin || !isInView)
          faults.push(`${element.tagName} "${element.textContent}" at ${left}, ${top}, ${right}, ${bottom}`)
      }
      return faults
    },
    [selector, slackPixels] as const,
  )
}

/** Runs in the page. */
function findCut(slack: number): string[] {
  const isShown = (element: Element) =>
    element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true, opacityProperty: true })
  const controls = 'a, button, input:not([type=radio]), select, textarea, [role=tab], [role=menuitem]'
  const faults = new Set<string>()
  const look = (element: Element, what: string, boxes: Iterable<DOMRect>) => {
    if (!isShown(element) || element.closest('.visually-hidden')) return
    for (const { left, right, width } of boxes) {
      const seen = seenPart(element, { left, right })
      if (width > 1 && seen && (seen.left < -slack || seen.right > innerWidth + slack))
        faults.add(`${what} from ${Math.round(seen.left)} to ${Math.round(seen.right)}`)
    }
  }
  for (const control of document.querySelectorAll(controls)) {
    const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40)
    look(control, `${control.tagName} "${name}"`, [control.getBoundingClientRect()])
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    const text = node.textContent?.trim().slice(0, 40)
    if (!text || !node.parentElement) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    look(node.parentElement, `"${text}"`, range.getClientRects())
  }
  return [...faults]

  /** What the boxes around an element leave of it; null where it can be scrolled into view. */
  function seenPart(element: Element, box: { left: number; right: number }) {
    const seen = { ...box }
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, position } = getComputedStyle(at)
      const around = at.getBoundingClientRect()
      if (overflowX === 'auto' || overflowX === 'scroll') {
        if (at.scrollWidth > at.clientWidth) return null
      } else if (overflowX === 'hidden' || overflowX === 'clip') {
        seen.left = Math.max(seen.left, around.left)
        seen.right = Math.min(seen.right, around.right)
      }
      if (position === 'fixed') break
    }
    return seen
  }
}
