import type { Page } from '@playwright/test'

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A line of text as it stands on the page. */
interface Line {
  readonly text: string
  /** Counts the texts of the page: one that is shortened has two lines in one place, the whole and what is shown. */
  readonly textNumber: number
  readonly element: Element
  /** What its letters fill, without the air above and below them. */
  readonly box: Box
}

/** What can be seen of a line. */
interface SeenLine {
  readonly text: string
  readonly textNumber: number
  readonly box: Box
  /** The same for lines that have no right to lie over each other. */
  readonly layer: number
}

// Less than this is the roundness of a letter or of a number.
const slackPixels = 2

/**
 * What a reader cannot read on the page as it is now: text that is cut off by a box around it, text that leaves the
 * painted box it stands in (a button, a badge, a tile), and lines that lie over each other. What scrolls can be read,
 * and so can what carries the whole text in its title. With something open over the page, only that is looked at.
 */
export async function textFaults(page: Page): Promise<string[]> {
  const lines = await page.evaluateHandle(linesOnPage)
  const { faults, seen } = await lines.evaluate(seenOf, slackPixels)
  await lines.dispose()
  return [...new Set([...faults, ...overlapsIn(seen)])]
}

/** Runs in the page. */
function linesOnPage(): Line[] {
  const isShown = (element: Element) =>
    element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true, opacityProperty: true })
  // The usual ways to keep text for screen readers: a box of one pixel, or one that is clipped to nothing.
  const isForEarsOnly = (element: HTMLElement | null): boolean =>
    element !== null &&
    ((element.offsetWidth <= 1 &&
      element.offsetHeight <= 1 &&
      getComputedStyle(element).position === 'absolute') ||
      isForEarsOnly(element.parentElement))
  const over = [...document.querySelectorAll('[role=dialog], [role=menu]')].find(isShown)
  const walker = document.createTreeWalker(over ?? document.body, NodeFilter.SHOW_TEXT)
  const lines: Line[] = []
  for (let textNumber = 0; walker.nextNode(); textNumber++) {
    const node = walker.currentNode
    const element = node.parentElement
    const text = node.textContent?.trim().replace(/\s+/g, ' ')
    if (!element || !text || !isShown(element) || isForEarsOnly(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const { left, top, right, bottom, width } of range.getClientRects()) {
      const air = (bottom - top) * 0.15
      if (width > 1)
        lines.push({ text, textNumber, element, box: { left, top: top + air, right, bottom: bottom - air } })
    }
  }
  return lines
}

/** Runs in the page: what the boxes around each line leave of it, and which of them should not have taken anything. */
function seenOf(lines: readonly Line[], slack: number): { faults: string[]; seen: SeenLine[] } {
  const faults: string[] = []
  const layers: Element[] = []
  const seen: SeenLine[] = []
  for (const { text, textNumber, element, box } of lines) {
    const part = { ...box }
    let layer: Element | null = null
    let hasTitle = false
    let hasLeftFlow = false
    for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at)
      hasTitle ||= (at.getAttribute('title') ?? '').replace(/\s+/g, ' ').includes(text.replace(/…$/, ''))
      // What is placed over the page by itself, such as the bar, lies over other text by right.
      const isPlacedOver = style.position === 'absolute' && style.zIndex !== 'auto'
      if (isPlacedOver || style.position === 'fixed' || style.position === 'sticky') layer ??= at
      if (style.display === 'inline' || style.display === 'contents' || at === document.body) continue
      const around = at.getBoundingClientRect()
      for (const [low, high, overflow] of [
        ['left', 'right', style.overflowX],
        ['top', 'bottom', style.overflowY],
      ] as const) {
        const isBeyond = Math.max(around[low] - part[low], part[high] - around[high]) > slack
        if (overflow === 'visible') {
          const hasBorder = style.borderTopStyle !== 'none' && Number.parseFloat(style.borderTopWidth) > 0
          const isPainted = hasBorder || !/^(transparent|rgba\(.*, 0\))$/.test(style.backgroundColor)
          if (isBeyond && isPainted && !hasLeftFlow)
            faults.push(`"${text}" leaves its box (${at.tagName} ${at.className})`)
          continue
        }
        const isCut = overflow === 'hidden' || overflow === 'clip'
        if (isBeyond && isCut && !hasTitle)
          faults.push(`"${text}" is cut off (${at.tagName} ${at.className})`)
        part[low] = Math.max(part[low], around[low])
        part[high] = Math.min(part[high], around[high])
      }
      if (part.right - part.left < 1 || part.bottom - part.top < 1 || style.position === 'fixed') break
      // What is placed by itself, such as a menu below the bar, need not be within the boxes it comes from.
      hasLeftFlow ||= style.position === 'absolute'
    }
    if (part.right - part.left < 1 || part.bottom - part.top < 1) continue
    const known = layers.indexOf(layer ?? document.body)
    seen.push({
      text,
      textNumber,
      box: part,
      layer: known >= 0 ? known : layers.push(layer ?? document.body) - 1,
    })
  }
  return { faults, seen }
}

function overlapsIn(seen: readonly SeenLine[]): string[] {
  const found: string[] = []
  for (const [place, { text, textNumber, box, layer }] of seen.entries()) {
    for (const other of seen.slice(place + 1)) {
      if (other.layer !== layer || other.textNumber === textNumber) continue
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      if (across > slackPixels && down > slackPixels) found.push(`"${text}" lies over "${other.text}"`)
    }
  }
  return found
}
