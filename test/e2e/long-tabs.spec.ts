import type { Locator } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { expect, test } from './story.ts'

test('the tabs of the admin panel fade on the sides where more are hidden, over a base line that stays', async ({
  story,
}) => {
  const page = await story.signIn('marta.oliveira', paths.admin)
  await page.setViewportSize({ width: 360, height: 800 })
  const list = page.getByRole('tablist', { name: 'Admin panel sections' })
  await expect.poll(() => fadedSides(list)).toEqual({ before: false, after: true })
  expect(await baseLine(list)).toEqual({ left: 0, right: 0, bottom: 0 })

  await list.evaluate((element) => element.scrollTo({ left: 120 }))
  await expect.poll(() => fadedSides(list)).toEqual({ before: true, after: true })
  expect(await baseLine(list)).toEqual({ left: 0, right: 0, bottom: 0 })

  await list.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect.poll(() => fadedSides(list)).toEqual({ before: true, after: false })
  await expect(list.getByRole('tab').last()).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(() => fadedSides(list)).toEqual({ before: false, after: false })
})

/** On which sides the list fades, as it is painted. */
function fadedSides(list: Locator): Promise<{ before: boolean; after: boolean }> {
  return list.evaluate((element) => {
    const { maskImage } = getComputedStyle(element)
    return {
      before: /rgb\(0, 0, 0\) [1-9]\d*px/.test(maskImage),
      after: /calc\(100% - [1-9]\d*px\)/.test(maskImage),
    }
  })
}

/** How far the box that draws the line, which neither scrolls nor fades, ends from the edges of the list. */
function baseLine(list: Locator): Promise<{ left: number; right: number; bottom: number } | null> {
  return list.evaluate((element) => {
    const box = element.parentElement
    if (!box) return null
    const { boxShadow, maskImage, overflowX } = getComputedStyle(box)
    if (!boxShadow.includes('inset') || maskImage !== 'none' || overflowX !== 'visible') return null
    const outer = box.getBoundingClientRect()
    const inner = element.getBoundingClientRect()
    return {
      left: outer.left - inner.left,
      right: outer.right - inner.right,
      bottom: outer.bottom - inner.bottom,
    }
  })
}
