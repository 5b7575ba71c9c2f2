import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { dayOf } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import { insertContest } from '#test/support/fixtures.ts'
import { endContest } from './champions.ts'
import { reportAs } from './reports.ts'
import { expectWhole } from './screen-checks.ts'
import { blankPage, expect, expectToast, nameOf, personOf, type Story, test, toastOn } from './story.ts'

const admin = 'marta.oliveira'
const member = 'zoe.brandt'
const panel = `${paths.admin}?tab=contests`
const dayMs = 86_400_000

test.use({ setup: { hasHistory: false } })
// They share one product, whose clock moves on.

test('two contests of a month have two champions, on the wall and in the line of the year', {
  tag: ['@contests-each-champion'],
}, async ({ story }) => {
  const page = await story.signIn(member, blankPage)
  const [first, second] = ['priya.raghavan', 'hana.novakova'] as const
  for (const [handle, title] of [
    [first, 'First half'],
    [second, 'Second half'],
  ] as const) {
    await story.signIn(handle, blankPage)
    const day = today(story)
    const id = await insertContest(story.sandbox.server.deps, { startDate: day, endDate: day })
    await story.run('update contests set title = $1 where id = $2', [title, id])
    await reportAs(story, handle)
    await endContest(story, day)
  }
  await page.goto(`${paths.monthlyContests}?tab=past`)
  const wall = page.getByRole('list', { name: 'Past champions' }).getByRole('listitem')
  await expect(wall).toHaveCount(2)
  await expect(wall.nth(0)).toContainText(`June 2026${nameOf(story, second)}25 pointsSecond half`)
  await expect(wall.nth(1)).toContainText(`June 2026${nameOf(story, first)}25 pointsFirst half`)
  await expect(
    page.getByRole('list', { name: 'The months of 2026' }).getByRole('listitem').nth(5),
  ).toContainText(`June: ${nameOf(story, second)} and ${nameOf(story, first)}`)
  await expectWhole(page, 'main')
  await page.getByRole('link', { name: 'June 2026, First half: final standings' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'First half' })).toBeVisible()
})

test('the final standings of a deleted contest can still be looked at', {
  tag: ['@contests-kept-final'],
}, async ({ story }) => {
  const page = await openPanel(story)
  await rowOf(page, 'First half').getByRole('button', { name: 'Delete First half' }).click()
  await expectToast(page, 'Contest deleted')
  const other = await story.signIn(member, `${paths.monthlyContests}?tab=past`)
  await other.getByRole('link', { name: 'June 2026, First half: final standings' }).click()
  await expect(other.getByRole('heading', { level: 2, name: 'First half' })).toBeVisible()
  await expect(other.getByRole('region', { name: 'Team Standings' })).toContainText('Priya Raghavan')
})

test('a deletion is undone from its toast, and later from the list of the deleted contests', {
  tag: ['@admin-contests-undo', '@admin-contests-gone-list', '@admin-contests-restore-days'],
}, async ({ story }) => {
  const page = await openPanel(story)
  const row = rowOf(page, 'Second half')
  await row.getByRole('button', { name: 'Delete Second half' }).click()
  await expect(row).toHaveCount(0)
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Contest restored')
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Delete Second half' }).click()
  await expect(row).toHaveCount(0)
  await page.reload()
  const fold = page.getByRole('button', { name: 'Deleted (2)' })
  await fold.click()
  const list = page.getByRole('list', { name: 'Deleted contests' }).getByRole('listitem')
  await expect(list.first()).toContainText(/^Second halfJun 11, 2026 – Jun 11, 2026 · deleted Just now/i)
  await page.getByRole('button', { name: 'Restore Second half' }).click()
  await expect(row).toBeFocused()
  await expect(row.getByRole('cell').nth(2)).toHaveText('Active Ended')
  await expect(page.getByRole('button', { name: 'Deleted (1)' })).toBeVisible()
})

test('ten days before a month without a contest, administrators are told, and one press makes it', {
  tag: ['@admin-contests-nudge', '@admin-contests-draft', '@bell-no-contest'],
}, async ({ story }) => {
  await moveTo(story, '2026-06-20T12:00:00Z')
  const page = await signInAdmin(story)
  const card = page.getByRole('region', { name: 'Current Contest' })
  await expect(card).toContainText('No Active Contest')
  const words = 'No contest for July yet'
  await expect(page.getByText(words)).toHaveCount(0)
  await story.advance(dayMs)
  await page.reload()
  await expect(card.getByText(words)).toBeVisible()
  await expectWhole(page, 'main')
  const colleague = await story.signInAfresh(member)
  await expect(colleague.getByRole('region', { name: 'Current Contest' })).toContainText('No Active Contest')
  await expect(colleague.getByText(words)).toHaveCount(0)

  await page.getByRole('button', { name: /^Notifications/ }).click()
  const line = page.getByRole('list', { name: 'For you' }).getByRole('listitem').filter({ hasText: words })
  await line.getByRole('link', { name: 'Create one' }).click()
  await expect(page.getByRole('heading', { name: 'Monthly Contest Management' })).toBeVisible()
  const note = page.getByRole('tabpanel').getByText(words)
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Create July contest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Contest' })
  await expect(dialog.getByLabel('Prize')).toBeFocused()
  await expectFields(dialog, ['July Spotlight', '2026-07-01', '2026-07-31'])
  await expect(dialog.getByLabel('Description')).toHaveValue('')
  await expect(choice(dialog, 'Next month')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('A day off')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Contest created')
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeFocused()
  await expect(rowOf(page, 'July Spotlight').getByRole('cell').nth(2)).toHaveText('Active Upcoming')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await expect(page.getByText(words)).toHaveCount(0)
})

test('a new contest is filled in for the next month without one; other months and days are chosen above', {
  tag: ['@admin-contests-draft', '@admin-contests-when'],
}, async ({ story }) => {
  const page = await openPanel(story)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Create Contest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Contest' })
  await expectFields(dialog, ['August Spotlight', '2026-08-01', '2026-08-31'])
  await expect(choice(dialog, 'Custom')).toHaveAttribute('aria-pressed', 'true')
  await choice(dialog, 'This month').click()
  await expectFields(dialog, ['June Spotlight', '2026-06-01', '2026-06-30'])
  await dialog.getByLabel('Title').fill('Summer Sprint')
  await choice(dialog, 'Next month').click()
  await expectFields(dialog, ['Summer Sprint', '2026-07-01', '2026-07-31'])
  await dialog.getByLabel('Start date').fill('2026-07-02')
  await expect(choice(dialog, 'Custom')).toHaveAttribute('aria-pressed', 'true')
  await choice(dialog, 'This month').click()
  await expect(choice(dialog, 'This month')).toHaveAttribute('aria-pressed', 'true')
  await choice(dialog, 'Custom').click()
  await expect(dialog.getByLabel('Start date')).toBeFocused()
  await expectFields(dialog, ['Summer Sprint', '2026-06-01', '2026-06-30'])
})

async function openPanel(story: Story): Promise<Page> {
  const page = await signInAdmin(story)
  await page.goto(panel)
  await expect(page.getByRole('table', { name: 'Monthly contests' })).toBeVisible()
  return page
}

async function signInAdmin(story: Story): Promise<Page> {
  // The earlier sessions end while the clock moves on.
  const page = await story.signInAfresh(admin)
  const [row] = await story.run<{ id: UserId }>(
    `update users set role = 'admin' where slack_user_id = $1 returning id`,
    [personOf(story, admin).id],
  )
  story.sandbox.server.deps.live.announce({ topics: ['account'], members: row ? [row.id] : [] })
  await page.reload()
  return page
}

function moveTo(story: Story, instant: string): Promise<void> {
  return story.advance(new Date(instant).getTime() - story.clock.now().getTime())
}

const today = (story: Story) => dayOf(story.clock.now(), 'UTC')

async function expectFields(dialog: Locator, [title, start, end]: readonly [string, string, string]) {
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await expect(dialog.getByLabel('Start date')).toHaveValue(start)
  await expect(dialog.getByLabel('End date')).toHaveValue(end)
}

function choice(dialog: Locator, name: string): Locator {
  return dialog.getByRole('group', { name: 'When' }).getByRole('button', { name, exact: true })
}

function rowOf(page: Page, title: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${title}`) }) })
}
