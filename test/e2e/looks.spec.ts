import { brokenCalls } from './faults.ts'
import { arePicturesWanted, keepPicture } from './pictures.ts'
import { expectAccessibleInBothThemes, expectToFit, inBothThemes, isDark } from './screen-checks.ts'
import { expect, expectAccessible, test } from './story.ts'
import { views } from './views.ts'

// What moves in would be seen half transparent, which no reader sees for longer than a moment.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const view of views) {
  const { name, title, windows, open } = view
  for (const width of windows === 'narrow' ? [360] : [1280, 360]) {
    test.describe(`at ${width} pixels`, () => {
      test.use({ viewport: { width, height: 800 } })

      test(`${name} is accessible in both themes and fits`, async ({ story }) => {
        const page = await open(story)
        await expect(page).toHaveTitle(title)
        // The colours of a narrow window are those of a wide one.
        if (width === 1280 || windows === 'narrow') await expectAccessibleInBothThemes(page)
        else await expectAccessible(page, ['color-contrast'])
        if (arePicturesWanted) await inBothThemes(page, (theme) => keepPicture(page, view, theme))
        await expectToFit(page)
        if (width === 360) {
          await page.setViewportSize({ width: 320, height: 640 })
          await expectToFit(page)
        }
      })
    })
  }
}

test('the theme that somebody chose stays, and is there before any script of the screens', async ({
  story,
}) => {
  story.faults.permit(brokenCalls)
  const page = await story.openWindow('/login')
  await page.emulateMedia({ colorScheme: 'light' })
  const theme = page.getByRole('radiogroup', { name: 'Theme' })
  await expect(theme.getByRole('radio', { name: 'System' })).toBeChecked()
  expect(await isDark(page)).toBe(false)
  await theme.getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(() => isDark(page)).toBe(true)
  await page.reload()
  await expect(theme.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await isDark(page)).toBe(true)
  await page.unrouteAll()
  await page.reload()
  await theme.getByRole('radio', { name: 'System' }).check()
  await expect.poll(() => isDark(page)).toBe(false)
})
