import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect } from './story.ts'

const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** What of axe's rules the colours decide. */
const colourRules = ['color-contrast', 'link-in-text-block']
/** What of them only the page as a whole can break. */
const pageRules = [
  'aria-hidden-focus',
  'bypass',
  'document-title',
  'duplicate-id-aria',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'region',
]

/**
 * Fails with what axe finds on the page as it is now, in each theme; the second differs from the first in colours alone.
 * With `within`, a selector, the rest of the page has been looked at elsewhere, and only what the page as a whole can
 * break is asked of it.
 */
export async function expectAccessibleInBothThemes(page: Page, within?: string): Promise<void> {
  const part = within === undefined ? {} : { within }
  await inBothThemes(page, (theme) =>
    expectAccessible(page, theme === 'light' ? part : { ...part, rules: colourRules }),
  )
  if (within !== undefined) await expectAccessible(page, { rules: pageRules })
}

/** Calls `look` in each theme, once its colours are there. */
export async function inBothThemes(page: Page, look: (theme: Theme) => Promise<void>): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect.poll(() => isDark(page)).toBe(colorScheme === 'dark')
    await settleColours(page)
    await look(colorScheme)
  }
}

export function isDark(page: Page): Promise<boolean> {
  return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
}

/** Puts an end to the way from the colours of one theme to those of the other. */
async function settleColours(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Cards out of sight set out only when somebody asks for their colours, as axe does, and do not arrive.
    for (const element of document.querySelectorAll('button'))
      getComputedStyle(element).getPropertyValue('color')
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish()
    }
  })
}

const wide = { width: 1280, height: 800 }
const narrow = { width: 360, height: 800 }
const narrowest = { width: 320, height: 640 }

/** Fails unless the page as it is now is accessible in both themes, wide and narrow, and fits every window. */
export async function expectWhole(page: Page, within?: string): Promise<void> {
  for (const size of [narrow, wide]) {
    await page.setViewportSize(size)
    await expectAccessibleInBothThemes(page, within)
    await expectToFit(page)
  }
  await page.setViewportSize(narrowest)
  await expectToFit(page)
  await page.setViewportSize(wide)
}

/** Fails if the page can be scrolled sideways. */
export async function expectToFit(page: Page): Promise<void> {
  const beyond = () => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  }
  // The dashboard is arranged anew a moment after the window has another width.
  await expect.poll(() => page.evaluate(beyond), 'pixels beyond the window').toBe(0)
}

/** Fails if more than one button is filled with the accent colour, on the screen or in an open dialog. */
export async function expectOneFilledButton(page: Page, where: string): Promise<void> {
  for (const view of [page.locator('#root'), page.getByRole('dialog')]) {
    const others = async () => (await view.evaluateAll(namesOfFilled)).slice(1)
    await expect.poll(others, `filled buttons besides the first, ${where}`).toEqual([])
  }
}

/** Runs in the page. */
function namesOfFilled(views: Element[]): string[] {
  const probe = document.createElement('i')
  probe.style.background = 'var(--ov-accent-button)'
  document.body.append(probe)
  const accent = getComputedStyle(probe).backgroundColor
  probe.remove()
  return views.flatMap((view) =>
    [...view.querySelectorAll('button, a')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => getComputedStyle(one).backgroundColor === accent)
      .map((one) => one.textContent ?? ''),
  )
}
