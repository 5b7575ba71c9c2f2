import type { Page } from '@playwright/test'
import { getCurrentUser } from '#contract/users.schema.ts'
import { endSessionsOf, pressAfterEnd } from './ended-sessions.ts'
import { barLink } from './nav.ts'
import { emergencyPassword } from './prepared.ts'
import { expect, expectToast, personOf, type Story, test } from './story.ts'

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

test('an expired administrator signs in from Access Denied, and is back at the tab where they were', {
  tag: ['@way-panel'],
}, async ({ story }) => {
  const page = await story.signInAfresh('marta.oliveira')
  await page.goto('/admin?tab=contests')
  await expect(page.getByRole('tab', { name: 'Monthly Contests' })).toHaveAttribute('aria-selected', 'true')
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  const ways = page.getByRole('main').getByRole('link')
  await expect(ways).toHaveText(['Sign in', 'Return to Dashboard'])
  await ways.first().click()
  await expect(page).toHaveURL('/login')
  await signInAgain(story, page, 'marta.oliveira')
  await expect(page).toHaveURL('/admin?tab=contests')
  await expect(page.getByRole('tab', { name: 'Monthly Contests' })).toHaveAttribute('aria-selected', 'true')
})

test('a session that ends while the panel is open leads back to the tab, by the emergency sign-in too', {
  tag: ['@way-panel', '@way-out-elsewhere'],
}, async ({ story }) => {
  const page = await story.signInAfresh('marta.oliveira')
  await page.goto('/admin?tab=settings')
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await expect(refresh).toBeVisible()
  await pressAfterEnd(
    page,
    () => endSessionsOf(story, 'marta.oliveira'),
    () => refresh.click(),
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await expect(page).toHaveURL('/admin?tab=settings')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended.' })).toBeVisible()
  await page.getByRole('link', { name: 'Emergency Admin Access' }).click()
  await page.getByLabel('Email').fill(story.sandbox.server.emergencyAdmin.email)
  await page.getByLabel('Password', { exact: true }).fill(emergencyPassword)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expectToast(page, 'Emergency Access Granted')
  await expect(page).toHaveURL('/admin?tab=settings')
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
})

test('whoever is signed in but not allowed in is offered no sign-in', {
  tag: ['@way-panel'],
}, async ({ story }) => {
  const page = await story.signIn('zoe.brandt', '/admin')
  await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0)
})

async function signInAgain(story: Story, page: Page, handle: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Slack' }).click()
  await page.getByRole('button', { name: personOf(story, handle).name }).click()
}
