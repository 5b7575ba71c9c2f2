import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { emergencyPassword } from './prepared.ts'
import { expectOneFilledButton, expectWhole } from './screen-checks.ts'
import { expect, expectToast, type Story, test } from './story.ts'
import { expectDialogWalkable, expectWalkable } from './walk.ts'

test.use({ setup: { hasHistory: false, apart: 'the first hour' } })

const card = (page: Page) => page.getByRole('region', { name: 'Set up Ovation' })
const step = (page: Page, title: string) => card(page).getByRole('listitem').filter({ hasText: title })

/** A window of the administrator whom the first start made. */
async function enter(story: Story): Promise<Page> {
  const page = await story.openWindow(paths.adminLogin)
  await page.getByLabel('Email').fill('admin@brightwater.example')
  await page.getByLabel('Password', { exact: true }).fill(emergencyPassword)
  await page.getByRole('button', { name: 'Emergency Access' }).click()
  await expect(card(page)).toBeVisible()
  return page
}

test('the card is on the dashboard and above every tab, readable and within reach at every width', {
  tag: ['@setup-panel'],
}, async ({ story }) => {
  const page = await enter(story)
  for (const path of [paths.dashboard, paths.admin]) {
    await page.goto(path)
    await expect(step(page, 'Connect Slack: done')).toBeVisible()
    await expectWhole(page)
    await expectOneFilledButton(page, path)
    await expectWalkable(page)
  }
  for (const tab of [
    'Social Feed',
    'Analytics',
    'Monthly Contests',
    'Slack',
    'Automation',
    'Webhooks',
    'Settings',
  ]) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(card(page)).toBeVisible()
    await expectOneFilledButton(page, tab)
  }
})

test('the dialog with the ready calls is readable and within reach', { tag: ['@setup-curl'] }, async ({
  story,
}) => {
  const page = await enter(story)
  await step(page, 'Let posts arrive').getByRole('button', { name: 'Connect a tool' }).click()
  const dialog = page.getByRole('dialog', { name: 'Let posts arrive' })
  for (const tool of ['Zapier', 'SocialPilot', 'curl']) {
    await dialog.getByRole('button', { name: tool }).click()
    await expect(dialog.getByLabel('Webhook address')).toHaveValue(/\/api\//)
    await expectWhole(page, '[role=dialog]')
  }
  await expectDialogWalkable(page)
})

test('hiding the card hides it from every administrator at once, and Settings shows it again', {
  tag: ['@setup-hide', '@setup-live'],
}, async ({ story }) => {
  const page = await enter(story)
  const other = await enter(story)
  await page.goto(paths.admin)
  await card(page).getByRole('button', { name: 'Hide the set-up card' }).click()
  await expectToast(page, 'Set-up card hidden', 'Settings has a button that shows it again.')
  await expect(card(page)).toBeHidden()
  await expect(card(other)).toBeHidden()
  await page.goto(`${paths.admin}?tab=settings`)
  await page.getByRole('button', { name: 'Show the set-up card' }).click()
  await expect(card(page)).toBeVisible()
  await expect(card(other)).toBeVisible()
  await expect(page.getByText('Hid the set-up card').first()).toBeVisible()
})

test('a step turns in an open window when it becomes true', { tag: ['@setup-live'] }, async ({ story }) => {
  const page = await enter(story)
  const contest = step(page, 'Start the first contest: done')
  await expect(contest).toBeHidden()
  const other = await enter(story)
  await other.goto(`${paths.admin}?tab=contests`)
  await other.getByRole('main').getByRole('button', { name: 'Create Contest' }).click()
  const dialog = other.getByRole('dialog', { name: 'Create Contest' })
  await dialog.getByRole('button', { name: 'Create Contest' }).click()
  await expect(contest).toBeVisible()
})
