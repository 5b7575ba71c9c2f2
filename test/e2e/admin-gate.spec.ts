import { getCurrentUser } from '#contract/users.schema.ts'
import { barLink } from './nav.ts'
import { expect, test } from './story.ts'

for (const { who, open } of [
  { who: 'a member', open: 'zoe.brandt' },
  { who: 'a moderator', open: 'tomasz.wojcik' },
  { who: 'a visitor', open: null },
] as const) {
  test(`${who} who opens the admin panel sees Access Denied, with a link back`, {
    tag: ['@bar-admin', '@admin-panel-denied-words', '@admin-panel-denied-back', '@rights-panel'],
  }, async ({ story }) => {
    const page = open === null ? await story.openWindow('/admin') : await story.signIn(open, '/admin')
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText("You don't have permission to access the admin panel.")).toBeVisible()
    await expect(
      page.getByText('Please contact an administrator if you believe this is an error.'),
    ).toBeVisible()
    await expect(page).toHaveTitle('Access Denied · Ovation')
    await page.getByRole('link', { name: 'Return to Dashboard' }).click()
    await expect(page).toHaveURL('/')
    const heading = open === null ? 'Welcome to Ovation' : 'Dashboard'
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached()
    await expect(barLink(page, 'Admin')).toHaveCount(open === null ? 0 : 1)
  })
}

test('the panel first shows that it is checking access, and lets an administrator in', {
  tag: [
    '@bar-admin',
    '@admin-panel-checking',
    '@admin-panel-title',
    '@admin-panel-tabs',
    '@admin-panel-first-tab',
    '@admin-panel-tab-keys',
    '@rights-panel',
    '@number-tabs',
  ],
}, async ({ story }) => {
  const page = await story.signIn('marta.oliveira')
  const held = Promise.withResolvers<void>()
  await page.route(`**${getCurrentUser.path}`, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/admin')
  await expect(page.getByText('Checking admin access...')).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible()
  const tabs = page.getByRole('tablist', { name: 'Admin panel sections' }).getByRole('tab')
  await expect(tabs).toHaveText([
    'Users',
    'Social Feed',
    'Analytics',
    'Monthly Contests',
    'Slack',
    'Automation',
    'Webhooks',
    'Settings',
  ])
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  // The arrow keys lead to a tab, Enter opens it and puts it into the address.
  await tabs.first().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tabs.last()).toBeFocused()
  await expect(page).toHaveURL('/admin')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin?tab=settings')
  await page.goto('/admin?tab=contests')
  await expect(tabs.nth(3)).toHaveAttribute('aria-selected', 'true')
  await page.goto('/admin?tab=nothing-like-it')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeAttached()
  await expect(barLink(page, 'Admin')).toBeVisible()
})
