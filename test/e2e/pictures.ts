import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Theme } from './screen-checks.ts'
import type { View } from './views.ts'

const quality = 75
const mostHeight = 3000

/** Where pictures go; none are wanted where it is not said. */
const folder = process.env.OVATION_PICTURES ?? ''
export const arePicturesWanted = folder !== ''

/**
 * Keeps a picture in the folder that OVATION_PICTURES names, for people to look at: of the page from its top, or of
 * what lies over it.
 */
export async function keepPicture(
  page: Page,
  view: Pick<View, 'name' | 'over' | 'isEndless'>,
  theme: Theme,
): Promise<void> {
  const { width, top, windowHeight, pageHeight } = await page.evaluate(() => ({
    width: innerWidth,
    top: scrollY,
    windowHeight: innerHeight,
    pageHeight: document.documentElement.scrollHeight,
  }))
  const isOfWindow = view.over !== undefined || view.isEndless === true
  const part = isOfWindow
    ? { y: top, height: windowHeight }
    : { y: 0, height: Math.min(pageHeight, mostHeight) }
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    captureBeyondViewport: !isOfWindow,
    clip: { x: 0, ...part, width, scale: 1 },
  })
  await session.detach()
  await mkdir(folder, { recursive: true })
  const name = `${view.name.replaceAll(' ', '-')}-${width}-${theme}.webp`
  await writeFile(join(folder, name), Buffer.from(data, 'base64'))
}
