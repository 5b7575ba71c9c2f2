import { paths } from '#contract/paths.ts'
import { expect, expectToast, test } from './story.ts'

const browserOfStories = /^(Chrome|Unknown browser) on \w+/

test('a member sees where they are signed in, and signs another browser out at once', {
  tag: ['@sessions-listed', '@sessions-end-one'],
}, async ({ story }) => {
  const phone = await story.signInAfresh('rafael.monteiro')
  const page = await story.signInAfresh('rafael.monteiro')
  await page.goto(paths.profile)
  const card = page.getByRole('region', { name: 'Where you are signed in' })
  const rows = card.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const own = rows.filter({ hasText: 'This browser' })
  await expect(own).toHaveCount(1)
  await expect(own).toHaveText(browserOfStories)
  await expect(own).toContainText('Last used: Just now')
  await expect(own.getByText(/^Signed in: \w+ \d+, \d{4}$/)).toBeVisible()

  await rows
    .filter({ hasNotText: 'This browser' })
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expectToast(page, 'Signed out')
  await expect(rows).toHaveCount(1)
  await expect(card.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused()
  await expect(card.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
  await expect(phone.getByRole('button', { name: 'Continue with Slack' })).toBeVisible()
  await expect(phone.getByText('Your session has ended.')).toBeVisible()
})

test('one press signs out everywhere else, and the last button signs out this browser', {
  tag: ['@sessions-end-others', '@sessions-end-one'],
}, async ({ story }) => {
  const others = [await story.signInAfresh('chloe.lefevre'), await story.signInAfresh('chloe.lefevre')]
  const page = await story.signInAfresh('chloe.lefevre')
  await page.goto(paths.profile)
  const rows = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expectToast(page, 'Signed out everywhere else', '2 other sessions ended')
  await expect(rows).toHaveCount(1)
  for (const other of others) {
    await expect(other.getByRole('button', { name: 'Continue with Slack' })).toBeVisible()
  }
  await rows.getByRole('button', { name: /^Sign out/ }).click()
  await expect(page).toHaveURL(paths.login)
})
