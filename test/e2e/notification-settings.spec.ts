import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { brokenCalls } from './faults.ts'
import { expectAccessibleInBothThemes, expectToFit } from './screen-checks.ts'
import { expect, expectToast, test } from './story.ts'

const member = 'zoe.brandt'
const settingsCall = '**/api/notifications/settings'
const widths = [360, 768, 1280]

const cardOf = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })

async function expectFineEverywhere(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectToFit(page)
  }
  await expectAccessibleInBothThemes(page)
}

test('members choose their direct messages and quiet hours in the profile', {
  tag: ['@direct-settings', '@direct-choice'],
}, async ({ story }) => {
  const page = await story.signIn(member, `${paths.profile}#notification-settings`)
  const card = cardOf(page)
  const save = card.getByRole('button', { name: 'Save notifications' })
  await expect(card).toBeInViewport()
  await expect(card.getByRole('radio', { name: 'Only what is mine' })).toBeChecked()
  await expect(card.getByLabel('From')).toHaveValue('19:00')
  await expect(card.getByLabel('To')).toHaveValue('08:00')
  await expect(save).toBeDisabled()
  await expectFineEverywhere(page)

  await card.getByRole('radio', { name: 'Everything' }).check()
  await card.getByLabel('From').fill('20:30')
  await expect(save).toBeEnabled()
  await card.getByLabel('From').fill('19:00')
  await card.getByRole('radio', { name: 'Only what is mine' }).check()
  await expect(save).toBeDisabled()

  await card.getByRole('radio', { name: 'Everything' }).check()
  await card.getByLabel('From').fill('20:30')
  await save.click()
  await expectToast(page, 'Notifications saved')
  await expect(save).toBeDisabled()
  await expect(save).toBeFocused()
  await page.reload()
  await expect(card.getByRole('radio', { name: 'Everything' })).toBeChecked()
  await expect(card.getByLabel('From')).toHaveValue('20:30')
})

test('what cannot be saved is said at the field or beside the button, and stays typed', {
  tag: ['@direct-settings'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn(member, paths.profile)
  const card = cardOf(page)
  const save = card.getByRole('button', { name: 'Save notifications' })
  await card.getByLabel('To').fill('')
  await save.click()
  await expectToast(page, 'Notifications not saved')
  await expect(card).toContainText('Must be a time such as 19:00')
  await card.getByLabel('To').fill('07:15')
  await page.route(settingsCall, (route) => route.abort())
  await save.click()
  await expectToast(page, 'Notifications not saved')
  await expect(card).toContainText('Notifications not saved: ')
  await expect(card.getByLabel('To')).toHaveValue('07:15')
  await expectFineEverywhere(page)
  await page.unroute(settingsCall)
  await save.click()
  await expectToast(page, 'Notifications saved')
})

test('where Slack is not set up the card says that nothing is sent', {
  tag: ['@direct-settings'],
}, async ({ story }) => {
  const page = await story.signIn(member)
  await page.route(settingsCall, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.data.isChatSetUp = false
    await route.fulfill({ response: answer, json: body })
  })
  await page.goto(paths.profile)
  await expect(cardOf(page)).toContainText('Slack is not set up here yet, so nothing is sent there.')
  await expectFineEverywhere(page)
})
