import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'

/** A page of the stand-in workplace: accessible in both themes, and no wider than the window. */
export async function expectSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
}
