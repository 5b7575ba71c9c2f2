import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { getCurrentUser, updateProfile } from '#contract/users.schema.ts'
import { callsTo } from './profile-screen.ts'
import { reportAs } from './reports.ts'
import { send } from './rules.ts'
import { expectToFit } from './screen-checks.ts'
import { blankPage, expect, expectToast, nameOf, test, usernameOf } from './story.ts'
import { textFaults } from './text-faults.ts'

const admin = 'marta.oliveira'
const writer = 'priya.raghavan'
const longName = 'Wilhelmina van der Berg-Oosterhuis'
const arabicName = 'ليلى حداد'

test('a name of one’s own is on the open screens of others at once, and without it the one from the chat', {
  tag: ['@name-own', '@name-shown', '@name-kept'],
}, async ({ story }) => {
  const other = await story.signIn('kenji.watanabe')
  await reportAs(story, writer)
  await other.getByRole('button', { name: /^Notifications/ }).click()
  const openedAt = () => other.evaluate(() => performance.timeOrigin)
  const before = await openedAt()
  const lists = [
    other.getByRole('list', { name: 'Team leaderboard' }),
    other.getByRole('region', { name: 'Recent Activity' }).getByRole('list'),
    other.getByRole('dialog', { name: 'Notifications' }).getByRole('list', { name: 'Team' }),
  ]
  const chatName = nameOf(story, writer)
  const page = await story.signIn(writer, paths.profile)
  const field = nameField(page)
  await expect(field).toHaveAttribute('placeholder', chatName)
  await expect(field).toHaveAccessibleDescription(
    `How your teammates see you. Leave it empty to appear as ${chatName}.`,
  )
  for (const [typed, shown, gone] of [
    ['Dr. Priya <R>', 'Dr. Priya <R>', chatName],
    ['', chatName, 'Dr. Priya <R>'],
  ] as const) {
    await field.fill(typed)
    await field.press('Enter')
    await expectToast(page, 'Profile Updated')
    await expect(page.getByRole('button', { name: `Profile menu of ${shown}`, exact: true })).toBeVisible()
    for (const list of lists) {
      await expect(list).toContainText(shown)
      await expect(list).not.toContainText(gone)
    }
  }
  expect(await openedAt()).toBe(before)
})

test('people of the same name have their usernames beside it, and nobody else has', {
  tag: ['@name-same'],
}, async ({ story }) => {
  const page = await story.signIn('kenji.watanabe', paths.leaderboard)
  const writerPage = await story.signIn(writer)
  const board = page.getByRole('list', { name: 'All members by rank' })
  const name = nameOf(story, 'tomasz.wojcik')
  const rows = board.getByRole('listitem').filter({ hasText: name })
  const usernames = [usernameOf(story, writer), usernameOf(story, 'tomasz.wojcik')]
  const beside = usernames.map((username) => rows.getByText(username, { exact: true }))
  await expect(rows).toHaveCount(1)
  for (const each of beside) await expect(each).toHaveCount(0)
  await writeName(writerPage, name.toUpperCase())
  await expect(rows).toHaveCount(2)
  for (const each of beside) await expect(each).toBeVisible()
  await expect(rows.getByTitle(`${name} (${usernames[1]})`, { exact: true })).toBeVisible()
  await expect(board).not.toContainText(usernameOf(story, 'aisha.bello'))
  await page.setViewportSize({ width: 360, height: 800 })
  await expectReadable(page)
  await writeName(writerPage, '')
  await expect(rows).toHaveCount(1)
  for (const each of beside) await expect(each).toHaveCount(0)
})

test('long names and names from right to left are read on narrow and wide windows', {
  tag: ['@name-read', '@name-shown'],
}, async ({ story }) => {
  const page = await story.signIn(admin)
  const writerPage = await story.signIn(writer)
  await writeName(writerPage, longName)
  for (const handle of ['leila.haddad', writer]) await reportAs(story, handle)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(paths.dashboard)
    await expectBothNames(page.getByRole('main'))
    await expectReadable(page)
    await page.goto(`${paths.admin}?tab=users`)
    const table = page.getByRole('table', { name: 'Users' })
    await expectBothNames(table)
    await expectReadable(page)
  }
  await writeName(writerPage, '')
})

test('a name that cannot be shown is refused at its field, and markup is shown as it was written', {
  tag: ['@name-refused', '@sec-58'],
}, async ({ story }) => {
  const page = await story.signIn(writer, paths.profile)
  const field = nameField(page)
  const asked = callsTo(page, updateProfile.path)
  const markup = '<img src=x onerror=alert(1)>'
  for (const [typed, refusal] of [
    [markup.repeat(8).slice(0, 200), /^Must be at most 80 characters long /],
    ['Priya \u202e gnp', /^Name must not contain invisible characters /],
  ] as const) {
    await field.fill(typed)
    await field.press('Enter')
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(refusal)
    await expect(field).toHaveValue(typed)
  }
  expect(asked()).toBe(0)
  await field.fill(markup)
  await field.press('Enter')
  await expectToast(page, 'Profile Updated')
  const about = page.getByRole('region', { name: 'About you' })
  await expect(about.getByText(markup, { exact: true })).toBeVisible()
  await writeName(page, '')
})

test('Arabic letters get their face after the first screen, and soon in a tab that has had it', async ({
  story,
}) => {
  const page = await story.signIn('zoe.brandt', blankPage)
  await page.clock.install({ time: story.clock.now() })
  const faces = () =>
    page.evaluate(() => [...document.fonts].filter(({ family }) => family.includes('Arabic')).length)
  await page.goto(paths.leaderboard)
  await expect(page.getByText(nameOf(story, 'leila.haddad'), { exact: true }).first()).toBeVisible()
  expect(await faces()).toBe(0)
  await page.clock.fastForward(6_000)
  await expect.poll(faces).toBe(1)
  await page.reload()
  await expect(page.getByText(nameOf(story, 'leila.haddad'), { exact: true }).first()).toBeVisible()
  await page.clock.fastForward(1_500)
  await expect.poll(faces).toBe(1)
})

function nameField(page: Page): Locator {
  return page.getByLabel('Name', { exact: true })
}

/** Saves the name of the member on this page, as their profile would. */
async function writeName(page: Page, displayName: string): Promise<void> {
  const { data } = getCurrentUser.answer.parse(JSON.parse((await send(page, getCurrentUser)).text))
  const body = { username: data.username, displayName }
  const { status } = await send(page, { method: updateProfile.method, path: updateProfile.path, body })
  expect(status).toBe(200)
}

/** Fails unless both names stand in this list, each in the direction in which it is written. */
async function expectBothNames(list: Locator): Promise<void> {
  for (const [name, direction] of [
    [longName, 'ltr'],
    [arabicName, 'rtl'],
  ] as const) {
    const shown = list.getByText(name, { exact: true }).first()
    await expect(shown).toBeVisible()
    await expect(shown).toHaveCSS('direction', direction)
  }
}

/** Fails if something cannot be read, or the page can be scrolled sideways. */
async function expectReadable(page: Page): Promise<void> {
  await expectToFit(page)
  await expect.poll(() => textFaults(page)).toEqual([])
}
