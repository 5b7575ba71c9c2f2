import type { Page } from '@playwright/test'
import { expectToFit } from './screen-checks.ts'
import { expect } from './story.ts'
import { textFaults } from './text-faults.ts'

// WCAG 1.4.12: what a reader may ask for, and nothing may be lost by it.
const wideSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`
// A browser's usual size of text is 16 pixels.
const usualTextPixels = 16
const doubledTextPixels = 32
// A window of 1280 by 800 pixels, enlarged to 200 %.
const enlarged = { width: 640, height: 400 }

/** Fails unless the page can be read enlarged, with wide spacing at these widths (pixels), and with large text. */
export async function expectReadable(page: Page, widths: readonly number[]): Promise<void> {
  await page.setViewportSize(enlarged)
  await expectNoFaults(page, 'enlarged')
  const spacing = await page.addStyleTag({ content: wideSpacing })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoFaults(page, `wide spacing at ${width} pixels`)
  }
  await spacing.evaluate((element: Element) => element.remove())
  await page.setViewportSize({ width: 1280, height: 800 })
  await setTextSize(page, doubledTextPixels)
  await expectNoFaults(page, 'large text')
  await setTextSize(page, usualTextPixels)
}

async function expectNoFaults(page: Page, manner: string): Promise<void> {
  await expectToFit(page)
  // A dialog may still be moving in, or the font arriving.
  await expect.poll(() => textFaults(page), manner).toEqual([])
}

/** As a reader sets it in the browser, for all pages. */
async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels } })
  await session.detach()
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${pixels}px`)
}
