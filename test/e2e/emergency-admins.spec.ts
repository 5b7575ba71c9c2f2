import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { emergencyPassword } from './prepared.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const administrator = 'marta.oliveira'
const password = 'seven quiet lanterns'
const minuteMs = 60_000

test('an administrator invites a second one, who sets a password and signs in with it', {
  tag: [
    '@emergency-list',
    '@emergency-second',
    '@emergency-link-shown',
    '@emergency-link-screen',
    '@emergency-link-once',
    '@emergency-link-password',
  ],
}, async ({ story }) => {
  const email = 'nina.berg@brightwater.example'
  const page = await openSettings(story)
  const link = await linkFor(page, email)
  const note = page.getByRole('group', { name: `Link for ${email}` })
  await expect(note).toContainText(/It works until \d+:\d\d [AP]M, once\. It is not shown again\./)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await note.getByRole('button', { name: 'Copy the link' }).click()
  await expect(note.getByRole('button', { name: 'Copied the link' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  const guest = await story.openWindow(link)
  await expect(guest).toHaveTitle('Set your password · Ovation')
  await expect(guest.getByLabel('Email')).toHaveValue(email)
  const field = guest.getByLabel('Password', { exact: true })
  await expect(field).toHaveAccessibleDescription(/^15 to 128 characters/)
  await expect(field).toHaveAttribute('autocomplete', 'new-password')
  await field.fill('too short')
  await guest.getByRole('button', { name: 'Set password' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/The password must be at least 15 characters long/)
  await field.fill(password)
  await guest.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await field.press('Enter')
  await expect(guest.getByRole('heading', { level: 1, name: 'Password set' })).toBeVisible()
  await expect(guest.getByText(`You can now use the emergency sign-in as ${email}.`)).toBeVisible()
  await guest.getByRole('button', { name: 'Go to the emergency sign-in' }).click()
  await expect(guest).toHaveURL(paths.adminLogin)
  await expect(guest.getByLabel('Email')).toHaveValue(email)
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.getByLabel('Password', { exact: true }).press('Enter')
  await expectToast(guest, 'Emergency Access Granted')
  await expect(guest).toHaveURL(paths.dashboard)

  const admins = page.getByRole('list', { name: 'Emergency administrators' }).getByRole('listitem')
  await expect(admins.filter({ hasText: email })).toContainText('Nina Berg')
  await page.reload()
  await expect(admins).toHaveCount(2)
  await expect(note).toHaveCount(0)
  const late = await story.openWindow(link)
  await expectOver(late)
})

test('a link that was replaced, or is an hour old, says so', {
  tag: ['@emergency-link-once'],
}, async ({ story }) => {
  const email = 'ola.nord@brightwater.example'
  const page = await openSettings(story)
  const replaced = await linkFor(page, email)
  const link = await linkFor(page, email.toUpperCase())
  const guest = await story.openWindow(replaced)
  await expectOver(guest)
  // Another link in the same tab loads no new page.
  await guest.goto(link)
  await expect(guest.getByLabel('Email')).toHaveValue(email.toUpperCase())
  await story.advance(60 * minuteMs)
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.getByRole('button', { name: 'Set password' }).click()
  await expectOver(guest)
  await guest.goto(paths.adminInvitation)
  await expect(guest.getByText('This link is not complete.')).toBeVisible()
})

test('an address that cannot be invited is refused at its field', {
  tag: ['@emergency-taken'],
}, async ({ story }) => {
  const page = await openSettings(story)
  const field = page.getByRole('form', { name: 'Invite an emergency administrator' }).getByLabel('Email')
  await field.fill('nobody')
  await page.getByRole('button', { name: 'Make link' }).click()
  await expect(field).toHaveAccessibleDescription(/Please enter a valid email address/)
  const [member] = await story.run<{ email: string }>(
    "select email from users where role = 'user' and email is not null and slack_user_id is not null limit 1",
  )
  await field.fill(member?.email ?? '')
  await page.getByRole('button', { name: 'Make link' }).click()
  await expectToast(
    page,
    'Link not made',
    'This address belongs to a member. Only they can set a password for their account.',
  )
  await expect(field).toHaveAccessibleDescription(/This address belongs to a member\./)
})

test('somebody who forgot the password gets a new one, which ends their session', {
  tag: ['@emergency-forgotten'],
}, async ({ story }) => {
  const { email } = story.sandbox.server.emergencyAdmin
  const keeper = await story.openWindow(paths.adminLogin)
  await keeper.getByLabel('Email').fill(email)
  await keeper.getByLabel('Password', { exact: true }).fill(emergencyPassword)
  await keeper.getByLabel('Password', { exact: true }).press('Enter')
  await expectToast(keeper, 'Emergency Access Granted')
  const link = await linkFor(await openSettings(story), email)
  const guest = await story.openWindow(link)
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.getByLabel('Password', { exact: true }).press('Enter')
  await expect(guest.getByRole('heading', { level: 1, name: 'Password set' })).toBeVisible()
  await expect(keeper.getByRole('button', { name: 'Continue with Slack' })).toBeVisible()
})

test.describe('where the emergency sign-in is switched off', () => {
  test.use({ setup: { environment: { EMERGENCY_LOGIN: 'off' } } })

  test('the panel says so and makes no link', { tag: ['@emergency-off'] }, async ({ story }) => {
    const page = await story.signIn(administrator, `${paths.admin}?tab=settings`)
    const card = page.getByRole('region', { name: 'Emergency administrators' })
    await expect(card.getByText('The emergency sign-in is switched off (EMERGENCY_LOGIN=off).')).toBeVisible()
    await expect(card.getByRole('button', { name: 'Make link' })).toHaveCount(0)
  })
})

async function openSettings(story: Story): Promise<Page> {
  const page = await story.signIn(administrator, `${paths.admin}?tab=settings`)
  await expect(page.getByRole('list', { name: 'Emergency administrators' })).toBeVisible()
  return page
}

async function linkFor(page: Page, email: string): Promise<string> {
  const form = page.getByRole('form', { name: 'Invite an emergency administrator' })
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Make link' }).click()
  const note = page.getByRole('group', { name: `Link for ${email}` })
  await expect(note).toBeFocused()
  return note.getByLabel('Link', { exact: true }).inputValue()
}

async function expectOver(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Link not valid' })).toBeVisible()
  await expect(
    page.getByText('This link does not work any more. Ask an administrator for a new one.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to sign-in' })).toBeVisible()
}
