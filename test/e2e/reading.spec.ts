import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { expectToFit } from './screen-checks.ts'
import { expect, test } from './story.ts'
import { textFaults } from './text-faults.ts'
import { views } from './views.ts'

// WCAG 1.4.12: what a reader may ask for, and nothing may be lost by it.
const wideSpacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`
// A browser's usual size of text is 16 pixels.
const doubledTextPixels = 32

// 1280 by 800 pixels, enlarged to 200 %.
test.use({
  viewport: { width: 640, height: 400 },
  deviceScaleFactor: 2,
  contextOptions: { reducedMotion: 'reduce' },
})

// The dialogs of the admin panel are made of the same parts as those of members.
const readViews = views.filter(({ isOfAdmin, over }) => !isOfAdmin || over === undefined)

for (const { name, windows, open } of readViews) {
  test(`${name} can be read enlarged, with large text and with wide spacing`, async ({ story }) => {
    const page = await open(story)
    await expectReadable(page, 'enlarged')
    const spacing = await page.addStyleTag({ content: wideSpacing })
    for (const width of windows === 'narrow' ? [360] : [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await expectReadable(page, `wide spacing at ${width} pixels`)
    }
    await spacing.evaluate((element: Element) => element.remove())
    await page.setViewportSize({ width: 1280, height: 800 })
    await setTextSize(page, doubledTextPixels)
    await expectReadable(page, 'large text')
  })
}

test('text that is cut off, leaves its box or lies over other text is found, and nothing else', async ({
  story,
}) => {
  const page = await story.openWindow(paths.login)
  const plant = (html: string) =>
    page.evaluate((content) => {
      document.body.innerHTML = content
    }, html)

  await plant('<div style="width: 60px; overflow: hidden; white-space: nowrap">Cut at the side</div>')
  expect(await textFaults(page)).toEqual(['"Cut at the side" is cut off (DIV )'])
  await plant('<div style="width: 60px; height: 20px; overflow: clip">Cut off at its lower end</div>')
  expect(await textFaults(page)).toEqual(['"Cut off at its lower end" is cut off (DIV )'])
  await plant(
    '<button style="width: 60px; padding: 0; border: 1px solid; white-space: nowrap">Wider than it</button>',
  )
  expect(await textFaults(page)).toEqual(['"Wider than it" leaves its box (BUTTON )'])
  await plant('<p style="height: 10px">First</p><p style="margin-top: -10px">Second</p>')
  expect(await textFaults(page)).toEqual(['"First" lies over "Second"'])
  await plant('<div style="width: 2000px">Wider than the window</div>')
  await expect(expectToFit(page)).rejects.toThrow('pixels beyond the window')

  await plant(
    `<div title="Cut, with a title" style="width: 60px; overflow: hidden; white-space: nowrap">Cut, with a title</div>
     <div style="width: 60px; overflow: auto; white-space: nowrap">It can be scrolled</div>
     <span style="position: absolute; width: 1px; height: 1px; overflow: hidden">For screen readers only</span>
     <p hidden>Not there</p>
     <p style="border: 1px solid">In its box</p>`,
  )
  expect(await textFaults(page)).toEqual([])
})

async function expectReadable(page: Page, manner: string): Promise<void> {
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
