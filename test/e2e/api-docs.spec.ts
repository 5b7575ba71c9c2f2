import axe from 'axe-core'
import { summaries } from '#contract/summaries.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './story.ts'

// Both moderate: the library skips a level of headings, and puts the introduction beside its landmark.
const rulesOfTheLibrary = ['heading-order', 'region']
// In an opened call: examples scroll without a stop of the keyboard, and lists of words have no name.
const rulesOfCalls = ['scrollable-region-focusable', 'select-name']
/** One for each group of calls. */
const subjects = Object.keys(summaries).length
const rules = axe
  .getRules()
  .filter(({ tags }) => !tags.some((tag) => /^wcag2aaa$|^experimental$/.test(tag)))
  .map(({ ruleId }) => ruleId)
  .filter((rule) => !rulesOfTheLibrary.includes(rule))

test('the reference of the API is reached from the automation tab, and shows each call', {
  tag: ['@api-page'],
}, async ({ story }) => {
  const page = await story.signIn('marta.oliveira', '/admin?tab=automation')
  const [reference] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'API reference' }).click(),
  ])
  await expect(reference).toHaveTitle('API reference · Ovation')
  await reference.locator('#operations-tag-Posts').click()
  await expect(reference.getByText('List company posts')).toBeVisible()
  await reference.close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the reference needs no session, is ${colorScheme}, and fits a phone`, {
    tag: ['@api-page'],
  }, async ({ story }) => {
    const page = await story.openWindow('about:blank')
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 800 })
    // The library waits by the time of day, which stands still in a story's window otherwise.
    await page.clock.install({ time: story.clock.now() })
    await page.goto('/api/docs')
    await page.locator('#operations-tag-Posts').click()
    await expect(page.getByText('List company posts')).toBeVisible()
    await expect(page.locator('.opblock-tag')).toHaveCount(subjects)
    const pictures = process.env.OVATION_PICTURES
    if (pictures)
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await page.screenshot({ path: `${pictures}/docs-${width}-${colorScheme}.png` })
      }
    await page.setViewportSize({ width: 360, height: 800 })
    const box = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(box[0]).toBeLessThanOrEqual(box[1] ?? 0)
    await expectAccessible(page, { rules })
    await page.getByText('List company posts').click()
    await expect(page.getByText('The newest come first')).toBeVisible()
    if (pictures) await page.screenshot({ path: `${pictures}/docs-open-${colorScheme}.png` })
    await expectAccessible(page, { rules: rules.filter((rule) => !rulesOfCalls.includes(rule)) })
    await expect(page.getByRole('button', { name: 'Try it out' })).toHaveCount(0)
  })
}
