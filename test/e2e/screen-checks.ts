import type { Page } from '@playwright/test'
import { expect, expectAccessible } from './story.ts'

const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Fails with what axe finds on the page as it is now, in each theme. `look` is called once for each, while it is on. */
export async function expectAccessibleInBothThemes(
  page: Page,
  look: (theme: Theme) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect.poll(() => isDark(page)).toBe(colorScheme === 'dark')
    await waitForColours(page)
    await expectAccessible(page)
    await look(colorScheme)
  }
}

export function isDark(page: Page): Promise<boolean> {
  return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
}

/** Waits until nothing is on its way any more from the colours of one theme to those of the other. */
function waitForColours(page: Page): Promise<void> {
  return page.evaluate(async () => {
    // Cards out of sight change over only when they are looked at, and axe looks at them.
    for (const element of document.querySelectorAll('button'))
      getComputedStyle(element).getPropertyValue('color')
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
}

/** Fails if the page can be scrolled sideways. */
export async function expectToFit(page: Page): Promise<void> {
  const beyond = () => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  }
  expect(await page.evaluate(beyond), 'pixels beyond the window').toBe(0)
}
