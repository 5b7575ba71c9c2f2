import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { inForce, openRules } from './rules.ts'
import { expectAccessibleInBothThemes, expectToFit } from './screen-checks.ts'
import { expect, expectToast, test } from './story.ts'

const admin = 'marta.oliveira'
const reader = 'zoe.brandt'

test('the limits and checks are saved for all administrators, and letters, 0 and less are refused', {
  tag: ['@admin-honesty-save', '@form-honesty', '@rights-honesty'],
}, async ({ story }) => {
  const page = await openRules(story, admin)
  const panel = limitsOf(page)
  const [likes, clicks] = [panel.getByLabel('Likes a day'), panel.getByLabel('Clicks a day')]
  await expect(likes).toHaveValue('')
  await expect(clicks).toHaveValue('20')
  await expect(panel.getByRole('radio', { name: 'Off' })).toBeChecked()
  await expect(panel.getByRole('radio', { name: 'Light' })).toHaveAccessibleDescription(
    '1 in 40 reports, and 1 in 10 of a member’s first 10.',
  )
  const save = panel.getByRole('button', { name: 'Save Limits' })
  for (const wrong of ['ten', '0', '-1']) {
    await likes.fill(wrong)
    await save.click()
    await expect(likes).toBeFocused()
    await expect(likes).toHaveAccessibleDescription('Must be a whole number from 1 to 10000')
    await expect(likes).toHaveValue(wrong)
  }
  const other = limitsOf(await openRules(story, admin))
  await expect(other.getByLabel('Likes a day')).toHaveValue('')
  await likes.fill('7')
  await panel.getByLabel('From one address').fill('2')
  await panel.getByText('Normal', { exact: true }).click()
  await save.click()
  await expectToast(page, 'Limits and checks saved')
  await expect(save).toBeFocused()
  await expect(other.getByLabel('Likes a day')).toHaveValue('7')
  await page.reload()
  await expect(likes).toHaveValue('7')
  await expect(panel.getByLabel('From one address')).toHaveValue('2')
  await expect(panel.getByRole('radio', { name: 'Normal' })).toBeChecked()

  const list = await story.signIn(reader, paths.adminPoints)
  await expect(inForce(list, 'LinkedIn', 'Like')).toBeVisible()
  await expect(limitsOf(list)).toHaveCount(0)
})

for (const width of [360, 1280]) {
  test(`the rules in force and the limits are accessible and fit at ${width} pixels`, {
    tag: ['@rules-in-force'],
  }, async ({ story }) => {
    const page = await openRules(story, admin)
    await page.setViewportSize({ width, height: 800 })
    await expect(limitsOf(page).getByLabel('Likes a day')).toBeVisible()
    await expectToFit(page)
    await expectAccessibleInBothThemes(page, 'main')
  })
}

function limitsOf(page: Page): Locator {
  return page.getByRole('form', { name: 'Limits and checks' })
}
