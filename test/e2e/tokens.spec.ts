import type { Page } from '@playwright/test'
import { authenticatedUser } from '#contract/auth.ts'
import { paths } from '#contract/paths.ts'
import { brokenCalls } from './faults.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const cardOf = (page: Page) => page.getByRole('region', { name: 'Access tokens' })
const rowsOf = (page: Page) =>
  cardOf(page).getByRole('list', { name: 'Your access tokens' }).getByRole('listitem')

async function openProfile(story: Story, handle: string): Promise<Page> {
  const page = await story.signInAfresh(handle)
  await page.goto(paths.profile)
  return page
}

async function openForm(page: Page) {
  await cardOf(page).getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New access token' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  return dialog
}

test('a member makes a token, sees it once, uses it, and ends it', {
  tag: ['@access-tokens-made', '@access-tokens-listed', '@access-tokens-ended'],
}, async ({ story }) => {
  const elsewhere = await openProfile(story, 'rafael.monteiro')
  const page = await openProfile(story, 'rafael.monteiro')
  await expect(cardOf(page).getByText('No access tokens yet')).toBeVisible()

  const dialog = await openForm(page)
  await expect(dialog.getByRole('checkbox', { name: 'Read' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Administer' })).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: 'Read' }).uncheck()
  await dialog.getByRole('button', { name: 'Make token' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Choose at least one scope')).toBeVisible()
  await dialog.getByLabel('Name').fill('Nightly report')
  await dialog.getByRole('checkbox', { name: 'Report' }).check()
  await dialog.getByLabel('Ends after').selectOption('90 days')
  await dialog.getByRole('button', { name: 'Make token' }).click()

  const made = page.getByRole('dialog', { name: 'Your new access token' })
  await expect(made.getByRole('group', { name: 'Token Nightly report' })).toBeFocused()
  await expect(made).toContainText('Copy this token now: it is not shown again.')
  const token = await made.getByLabel('Access token').inputValue()
  expect(token).toMatch(/^ovt_[\w-]{43}$/)
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('Nightly report')
  await expect(rowsOf(page)).toContainText('Never used')
  await expect(rowsOf(elsewhere)).toHaveCount(1)
  await expect(page.locator('body')).not.toContainText(token)

  const statusOfProgram = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(new URL(authenticatedUser.path, page.url()), { headers })).status
  }
  expect(await statusOfProgram()).toBe(200)
  await page.reload()
  await expect(rowsOf(page)).toContainText('Last used: Just now')

  await rowsOf(page).getByRole('button', { name: 'End Nightly report' }).click()
  const question = page.getByRole('dialog', { name: 'End access token' })
  await question.getByRole('button', { name: 'End token' }).click()
  await expectToast(page, 'Token ended', 'Nightly report')
  await expect(cardOf(page).getByText('No access tokens yet')).toBeVisible()
  await expect(cardOf(page).getByRole('heading', { name: 'Access tokens' })).toBeFocused()
  await expect(rowsOf(elsewhere)).toHaveCount(0)
  expect(await statusOfProgram()).toBe(401)
})

test('a token is made and ended with the keyboard alone', { tag: '@access-tokens-made' }, async ({
  story,
}) => {
  const page = await openProfile(story, 'marta.oliveira')
  const opener = cardOf(page).getByRole('button', { name: 'New token' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New access token' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Deploy')
  for (const scope of ['Read', 'Report', 'Administer']) {
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('checkbox', { name: scope })).toBeFocused()
  }
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  const made = page.getByRole('dialog', { name: 'Your new access token' })
  await expect(made.getByRole('group', { name: 'Token Deploy' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(made).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(rowsOf(page)).toContainText('Read, Administer')
  await rowsOf(page).getByRole('button', { name: 'End Deploy' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'End access token' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Token ended', 'Deploy')
  await expect(cardOf(page).getByRole('heading', { name: 'Access tokens' })).toBeFocused()
})

test('a list of tokens that cannot be loaded says so, and a retry loads it', {
  tag: '@access-tokens-listed',
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn('chloe.lefevre')
  await page.route('**/api/tokens', (route) => route.abort())
  await page.goto(paths.profile)
  await expect(cardOf(page).getByText('The list of your access tokens could not be loaded.')).toBeVisible()
  await page.unroute('**/api/tokens')
  await cardOf(page).getByRole('button', { name: 'Retry' }).click()
  await expect(cardOf(page).getByText('No access tokens yet')).toBeVisible()
})
