import type { Route } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { type badPictures, insertBadPictures, serveBadPictures } from './bad-input.ts'
import { badStates } from './bad-input-views.ts'
import { brokenCalls } from './faults.ts'
import { postBy } from './new-posts.ts'
import { arePicturesWanted, keepPicture } from './pictures.ts'
import { expectToFit, inBothThemes } from './screen-checks.ts'
import { blankPage, expect, test } from './story.ts'
import { textFaults } from './text-faults.ts'

const widths = [1280, 768, 360]
const picturedWidths = [1280, 360]

for (const { setup, views } of badStates) {
  test.describe(() => {
    test.use({ setup, viewport: { width: 1280, height: 800 } })

    for (const view of views) {
      test(`${view.name}: nothing is cut, and nothing leaves the window`, {
        tag: ['@screen-bad-input'],
      }, async ({ story }) => {
        const page = await view.open(story)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          await expectToFit(page)
          await expect.poll(() => textFaults(page), `${width} pixels wide`).toEqual([])
          if (arePicturesWanted && picturedWidths.includes(width)) {
            await inBothThemes(page, (theme) => keepPicture(page, view, theme))
          }
        }
      })
    }
  })
}

test.describe('with pictures that do not come as they should', () => {
  test.use({ setup: { apart: 'pictures' }, viewport: { width: 1280, height: 6_000 } })

  test('no broken picture is drawn, each post says what is missing, and a tall one fills its place', {
    tag: ['@screen-bad-input', '@feed-picture'],
  }, async ({ story }) => {
    await insertBadPictures(story)
    const page = await story.signIn('zoe.brandt', blankPage)
    await serveBadPictures(page)
    for (const path of [paths.dashboard, paths.leaderboard, paths.monthlyContest, paths.socialFeed]) {
      await page.goto(path, { waitUntil: 'load' })
      await expect(page.getByRole('main').locator('[data-face]').first()).toBeVisible()
      await expect.poll(() => page.evaluate(brokenPictures), path).toEqual([])
    }
    for (const author of ['Missing', 'No Picture']) {
      await expect(postBy(page, author).getByText('The image could not be loaded')).toBeVisible()
    }
    const enlarge = (author: keyof typeof badPictures) =>
      page.getByRole('button', { name: `Enlarge the picture of the post by ${author}` })
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 6_000 })
      const tall = await enlarge('Tall').boundingBox()
      const huge = await enlarge('Huge').boundingBox()
      const slow = await enlarge('Slow').boundingBox()
      expect(tall?.height).toBeLessThanOrEqual(420)
      expect([tall?.width, huge?.width]).toEqual([slow?.width, slow?.width])
      expect(slow?.height).toBe(huge?.height)
    }
  })

  test('a picture that is enlarged before it has come says so, and says when it does not come', {
    tag: ['@screen-bad-input', '@feed-picture'],
  }, async ({ story }) => {
    story.faults.permit(brokenCalls)
    await insertBadPictures(story)
    const page = await story.signIn('zoe.brandt', blankPage)
    const held: Route[] = []
    await serveBadPictures(page, held)
    await page.goto(paths.socialFeed)
    const enlarge = (author: string) =>
      page.getByRole('button', { name: `Enlarge the picture of the post by ${author}` }).click()
    const dialog = page.getByRole('dialog')
    await enlarge('Huge')
    await expect(dialog.getByRole('img', { name: 'From the post by Huge' })).toBeVisible()
    await expect(dialog.getByRole('status')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await enlarge('Slow')
    await expect(dialog.getByText('Loading the image...')).toBeVisible()
    await Promise.all(held.map((route) => route.abort()))
    await expect(dialog.getByText('The image could not be loaded')).toBeVisible()
  })
})

/** Runs in the page: the pictures in whose place the browser draws its sign for a broken one. */
function brokenPictures(): string[] {
  return [...document.images]
    .filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
    .map(({ src }) => src)
}
