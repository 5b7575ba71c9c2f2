import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { newId } from '#server/db/new-id.ts'
import { tellMember } from '#server/features/direct-messages/commands.ts'
import { sendConfirmation, sendMails } from '#server/integrations/mail/commands.ts'
import { expectAccessibleInBothThemes, expectToFit } from './screen-checks.ts'
import { expect, expectToast, personOf, type Story, test } from './story.ts'
import { expectSound } from './workplace-checks.ts'

const member = 'zoe.brandt'
const settings = `${paths.profile}#notification-settings`

const cardOf = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true })
const mailGroup = (page: Page) => cardOf(page).getByRole('group', { name: 'E-mail' })

async function idOf(story: Story) {
  const [row] = await story.run<{ id: string }>('select id from users where slack_user_id = $1', [
    personOf(story, member).id,
  ])
  if (!row) throw new Error('The member has not signed in yet')
  return row.id as Parameters<typeof tellMember>[2]['userId']
}

/** Runs the job that sends e-mails, at the time of the daily mail. */
async function sendAtTheTime(story: Story): Promise<void> {
  const { deps } = story.sandbox.server
  const { signal } = new AbortController()
  const day = deps.clock.now().toISOString().slice(0, 10)
  const clock = { now: () => new Date(`${day}T17:30:00.000Z`) }
  await sendMails({ ...deps, clock }, {}, { signal, stopping: signal })
}

test('a member chooses a daily e-mail, reads it, and stops the e-mails from it', {
  tag: ['@mail-settings', '@mail-sent', '@mail-stop', '@mail-demo'],
}, async ({ story }) => {
  const page = await story.signIn(member, settings)
  const group = mailGroup(page)
  await expect(group.getByRole('radio', { name: 'Off' })).toBeChecked()
  await expect(group).toContainText('E-mails go to ')
  await group.getByRole('radio', { name: 'Daily' }).check()
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectToFit(page)
  }
  await expectAccessibleInBothThemes(page)
  await cardOf(page).getByRole('button', { name: 'Save notifications' }).click()
  await expectToast(page, 'Notifications saved')

  const { deps } = story.sandbox.server
  const userId = await idOf(story)
  await story.run(`update users set own_zone = 'UTC' where id = $1`, [userId])
  await deps.db.transaction((tx) =>
    tellMember(deps, tx, {
      userId,
      kind: 'achievement_unlocked',
      key: newId(),
      facts: { achievement: 'First Steps', description: 'Report your first interaction', points: 10 },
    }),
  )
  await sendAtTheTime(story)

  const workplace = await story.openWindow('about:blank')
  await workplace.goto(`${story.sandbox.workplace.origin}/mail`)
  await expectSound(workplace)
  await workplace.getByRole('link', { name: 'Your day at Ovation: 1 badge' }).click()
  await expect(workplace.getByRole('article')).toContainText('You unlocked First Steps and earned 10 points.')
  await expectSound(workplace)
  await workplace.getByRole('link', { name: 'Show it as HTML' }).click()
  await expect(workplace.getByRole('heading', { level: 1, name: 'Your day at Ovation' })).toBeVisible()
  await expectSound(workplace)

  await workplace.getByRole('link', { name: 'Stop these e-mails' }).click()
  await expect(workplace).toHaveURL(new RegExp(`^${story.sandbox.url}/unsubscribe/`))
  await expect(workplace.getByRole('heading', { level: 1, name: 'Stop the e-mails?' })).toBeVisible()
  await expectSound(workplace)
  await page.reload()
  await expect(group.getByRole('radio', { name: 'Daily' })).toBeChecked()
  await workplace.getByRole('button', { name: 'Stop the e-mails' }).press('Enter')
  await expect(workplace.getByRole('heading', { level: 1, name: 'The e-mails are stopped' })).toBeVisible()
  await expectSound(workplace)
  await page.reload()
  await expect(group.getByRole('radio', { name: 'Off' })).toBeChecked()
})

test('an address that a member typed is confirmed by its link first', {
  tag: ['@mail-settings', '@mail-confirm'],
}, async ({ story }) => {
  const page = await story.signIn(member, paths.profile)
  await page.getByRole('textbox', { name: 'Email' }).fill('zoe@elsewhere.example')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Profile Updated')
  const group = mailGroup(page)
  await expect(group).toContainText('First you get one with a link that confirms the address.')
  await group.getByRole('radio', { name: 'Weekly' }).check()
  await cardOf(page).getByRole('button', { name: 'Save notifications' }).click()
  await expectToast(page, 'Notifications saved')
  await expect(group).toContainText('Waiting for you to confirm zoe@elsewhere.example')
  await expectAccessibleInBothThemes(page)
  await group.getByRole('button', { name: 'Send the link again' }).click()
  await expectToast(page, 'Link sent')
  const { deps } = story.sandbox.server
  await sendConfirmation(deps, { userId: await idOf(story) })

  const workplace = await story.openWindow('about:blank')
  await workplace.goto(`${story.sandbox.workplace.origin}/mail`)
  await workplace.getByRole('link', { name: 'Confirm your address for Ovation' }).first().click()
  await workplace.getByRole('link', { name: /confirm-address/ }).click()
  await expectSound(workplace)
  await workplace.getByRole('button', { name: 'Confirm the address' }).click()
  await expect(workplace.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible()
  await page.reload()
  await expect(group).toContainText('E-mails go to zoe@elsewhere.example')
})

/** Answers the settings with a change, as a product that is set up otherwise would. */
async function changeSettings(page: Page, change: Readonly<Record<string, unknown>>): Promise<void> {
  await page.route('**/api/notifications/settings', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...change } } })
  })
}

test('where no mail server is set up the card says that nothing is sent', {
  tag: ['@mail-settings'],
}, async ({ story }) => {
  const page = await story.signIn(member)
  await changeSettings(page, { isMailSetUp: false })
  await page.goto(paths.profile)
  await expect(mailGroup(page)).toContainText('E-mail is not set up here yet, so nothing is sent.')
  await expectAccessibleInBothThemes(page)
})

test('a member without an address is led to its field', { tag: ['@mail-settings'] }, async ({ story }) => {
  const page = await story.signIn(member)
  await changeSettings(page, { mailAddress: null, isAddressConfirmed: false })
  await page.goto(paths.profile)
  await expect(mailGroup(page)).toContainText('You have no address yet.')
  await mailGroup(page).getByRole('link', { name: 'Your details' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeInViewport()
  await expectAccessibleInBothThemes(page)
})
