import type { Page } from '@playwright/test'
import { saveAutomationSettings } from '#contract/automation.ts'
import { reportInteraction } from '#contract/interactions.ts'
import { paths } from '#contract/paths.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { updateProfile } from '#contract/users.ts'
import { expect, expectToast, test } from './story.ts'

/** The body of the next call to this address. */
async function nextBody(page: Page, path: string, act: () => Promise<void>): Promise<unknown> {
  const sent = page.waitForRequest(
    (request) => request.method() !== 'GET' && new URL(request.url()).pathname === path,
  )
  await act()
  return (await sent).postDataJSON()
}

const userOf = async (page: Page) =>
  getCurrentUser.answer.parse(await (await page.request.get(getCurrentUser.path)).json()).data

test('a report names the post, the type and the member', { tag: ['@report-body'] }, async ({ story }) => {
  const page = await story.signIn('priya.raghavan', paths.socialFeed)
  const like = page.getByRole('button', { name: /^I liked \+15/ }).first()
  const { id } = await userOf(page)
  expect(await nextBody(page, reportInteraction.path, () => like.click())).toEqual({
    postId: expect.any(String),
    interactionType: 'like',
    userId: id,
  })
  await expectToast(page, 'Interaction reported!')
})

test('a saved profile names the username and the address, changed or not', {
  tag: ['@profile-body'],
}, async ({ story }) => {
  const page = await story.signIn('grace.kamau', paths.profile)
  const { id, email, username } = await userOf(page)
  const save = () => page.getByRole('button', { name: 'Save Changes' }).click()
  expect(await nextBody(page, updateProfile.path, save)).toEqual({ username, email })
  await expectToast(page, 'Profile Updated')
  await page.getByLabel('Name', { exact: true }).fill('Grace K')
  expect(await nextBody(page, updateProfile.path, save)).toEqual({ username, email, displayName: 'Grace K' })
  await expectToast(page, 'Profile Updated')

  // An address of the form that only settings allow.
  await story.run(`update users set email = 'grace@localhost', is_emergency = true where username = $1`, [
    username,
  ])
  story.sandbox.server.deps.live.announce({ topics: ['account'], members: [id] })
  await expect(page.getByLabel('Email')).toHaveValue('grace@localhost')
  await page.getByLabel('Username').fill('grace.k')
  expect(await nextBody(page, updateProfile.path, save)).toEqual({
    username: 'grace.k',
    email: 'grace@localhost',
  })
  await expectToast(page, 'Profile Updated')
})

test('saved automation settings are all six, and a shortened address keeps the stored one', {
  tag: ['@admin-automation-body'],
}, async ({ story }) => {
  const page = await story.signIn('marta.oliveira', `${paths.admin}?tab=automation`)
  const settings = async () =>
    (await story.run<{ webhook_url: string }>('select webhook_url from automation_settings'))[0]
  const before = await settings()
  const form = page.getByRole('region', { name: 'Automation Settings' })
  await form.getByRole('switch', { name: 'Points on schedule' }).click()
  const save = () => form.getByRole('button', { name: 'Save Settings' }).click()
  const six = {
    zapierEnabled: true,
    socialPilotEnabled: true,
    autoPublish: false,
    pointsOnPublish: true,
    webhookUrl: expect.stringMatching(/\/….{4}$/),
  }
  expect(await nextBody(page, saveAutomationSettings.path, save)).toEqual({
    ...six,
    pointsOnSchedule: true,
    seen: { ...six, pointsOnSchedule: false },
  })
  await expectToast(page, 'Settings saved')
  expect(await settings()).toEqual(before)
})
