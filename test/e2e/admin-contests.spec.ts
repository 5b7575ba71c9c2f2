import type { Locator, Page } from '@playwright/test'
import { deleteContest, getCurrentContest, listMonthlyContests } from '#contract/contests.schema.ts'
import { paths } from '#contract/paths.ts'
import { buildAllStandings } from '#server/features/contests/commands.ts'
import { expectAccessible } from './accessible.ts'
import { brokenCalls } from './faults.ts'
import { tabTo } from './focus.ts'
import { expectWhole } from './screen-checks.ts'
import { signInSecondAdmin } from './second-admin.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const admin = 'marta.oliveira'
const panel = '/admin?tab=contests'

test('a contest is created and edited; errors appear at their fields, and an overlap names the other contest', {
  tag: [
    '@admin-contests-heading',
    '@admin-contests-columns',
    '@admin-contests-title',
    '@admin-contests-duration',
    '@admin-contests-prize',
    '@admin-contests-active',
    '@admin-contests-created',
    '@admin-contests-row-buttons',
    '@admin-contests-form',
    '@form-server-field',
    '@admin-contests-overlap',
    '@form-contest-required',
    '@form-contest-days',
    '@form-refusal',
    '@told-contest-created',
    '@told-contest-updated',
    '@told-contest-create-failed',
  ],
}, async ({ story }) => {
  const page = await openContests(story, admin)
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveText([
    'Contest',
    'Duration',
    'Prize',
    'Status',
    'Created',
    'Actions',
  ])
  // Not the button of the same name in the dialog.
  const create = page.getByRole('tabpanel').getByRole('button', { name: 'Create Contest' })
  await create.click()
  const dialog = page.getByRole('dialog', { name: 'Create Contest' })
  const [title, start, end] = [
    fieldOf(dialog, 'Title'),
    fieldOf(dialog, 'Start date'),
    fieldOf(dialog, 'End date'),
  ]
  await expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked()
  for (const field of [title, start, end]) await field.fill('')
  const save = dialog.getByRole('button', { name: 'Create Contest' })
  await save.click()
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription('Title is required')
  await expect(start).toHaveAccessibleDescription(/Start date is required/)
  await expect(end).toHaveAccessibleDescription(/End date is required/)
  await title.fill('  May Marathon ')
  await dialog.getByLabel('Description').fill('Every share counts')
  await start.fill('2098-05-31')
  await end.fill('2098-05-01')
  await save.click()
  await expect(end).toBeFocused()
  await expect(end).toHaveAccessibleDescription(/The end date must not be before the start date/)
  await start.fill('2098-05-01')
  await end.fill('2098-05-31')
  await save.click()
  await expectToast(page, 'Contest created')
  await expect(dialog).toBeHidden()
  await expect(create).toBeFocused()
  const row = rowOf(page, 'May Marathon')
  await expect(row.getByRole('rowheader')).toHaveText('May MarathonEvery share counts')
  const cells = row.getByRole('cell')
  await expect(cells.nth(0)).toHaveText('May 1, 2098 – May 31, 2098')
  await expect(cells.nth(1)).toHaveText('No prize set')
  await expect(cells.nth(2)).toHaveText('Active Upcoming')
  await expect(cells.nth(3)).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/)

  await row.getByRole('button', { name: 'Edit May Marathon' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Contest' })
  await expect(fieldOf(editor, 'Start date')).toHaveValue('2098-05-01')
  await editor.getByLabel('Prize').fill('A kettle')
  await editor.getByRole('switch', { name: 'Active' }).uncheck()
  await editor.getByRole('button', { name: 'Save Contest' }).click()
  await expectToast(page, 'Contest updated')
  await expect(cells.nth(1)).toHaveText('A kettle')
  await expect(cells.nth(2)).toHaveText('Inactive Upcoming')
  await row.getByRole('button', { name: 'Edit May Marathon' }).click()
  await editor.getByRole('switch', { name: 'Active' }).check()
  await editor.getByRole('button', { name: 'Save Contest' }).click()
  await expect(cells.nth(2)).toHaveText('Active Upcoming')

  await create.click()
  await title.fill('Another')
  await start.fill('2098-05-20')
  await end.fill('2098-06-20')
  await save.click()
  const overlap = 'The dates overlap with “May Marathon” (2098-05-01 to 2098-05-31)'
  await expectToast(page, 'Error', 'Failed to create monthly contest.')
  await expect(start).toBeFocused()
  await expect(start).toHaveAccessibleDescription(new RegExp(overlap.replace(/[()]/g, '\\$&')))
  await expect(title).toHaveValue('Another')
  const stored = await story.run(
    `select title, description, start_date::text as start, prize, is_active as active from contests
     where start_date >= '2098-05-01'`,
  )
  expect(stored).toEqual([
    {
      title: 'May Marathon',
      description: 'Every share counts',
      start: '2098-05-01',
      prize: 'A kettle',
      active: true,
    },
  ])
})

test('the running contest is deleted without confirmation, members see it disappear, and it is restored', {
  tag: [
    '@admin-contests-row-buttons',
    '@admin-contests-delete',
    '@admin-contests-focus',
    '@admin-contests-restore-whole',
    '@admin-contests-restore-refused',
    '@admin-contests-gone-list',
    '@form-contest-delete',
    '@told-contest-deleted',
    '@told-contest-delete-failed',
    '@told-contest-restored',
  ],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const member = await story.signIn('zoe.brandt', paths.monthlyContests)
  const running = (await currentTitle(member)) ?? '?'
  await expect(member.getByRole('heading', { name: running })).toBeVisible()
  const [kept] = await standingsOf(story, running)
  const page = await openContests(story, admin)
  const titles = page.getByRole('table').getByRole('rowheader')
  const place = (await titles.allInnerTexts()).findIndex((text) => text.startsWith(running))
  await rowOf(page, running)
    .getByRole('button', { name: `Delete ${running}` })
    .click()
  await expectToast(page, 'Contest deleted')
  await expect(rowOf(page, running)).toHaveCount(0)
  // The row that follows has moved into its place.
  await expect(page.locator('tr[data-row]').nth(place)).toBeFocused()
  await openDeleted(page)
  await expect(deletedOf(page, running)).toBeVisible()
  await expectWhole(page, 'main')
  const next = await currentTitle(member)
  expect(next).not.toBe(running)
  await member.reload()
  await expect(member.getByRole('tabpanel')).toContainText(next ?? 'No Active Contest')
  await expect(member.getByRole('heading', { name: running })).toHaveCount(0)
  expect(await standingsOf(story, running)).toEqual([])

  await page.reload()
  await openDeleted(page)
  await page.getByRole('button', { name: `Restore ${running}` }).click()
  await expectToast(page, 'Contest restored')
  await expect(rowOf(page, running)).toBeFocused()
  await expect(deletedOf(page, running)).toHaveCount(0)
  expect((await standingsOf(story, running))[0]).toEqual(kept)
  await member.reload()
  await expect(member.getByRole('heading', { name: running })).toBeVisible()

  await makeContest(page, 'Old', '2097-02-01')
  await page.route(`**${deleteContest.path.replace(':id', '*')}`, (route) => route.abort())
  await rowOf(page, 'Old').getByRole('button', { name: 'Delete Old' }).click()
  await expectToast(page, 'Error', 'Failed to delete monthly contest.')
  await expect(page.getByText('Error: Failed to delete monthly contest.')).toBeVisible()
  await expect(rowOf(page, 'Old')).toHaveCount(1)
  await page.unrouteAll()
  await rowOf(page, 'Old').getByRole('button', { name: 'Delete Old' }).click()
  await expectToast(page, 'Contest deleted')
  await makeContest(page, 'New', '2097-02-01')
  await page.getByRole('button', { name: 'Restore Old' }).click()
  const overlap = 'The dates overlap with “New” (2097-02-01 to 2097-02-01)'
  await expectToast(page, 'Error', 'Failed to restore monthly contest.')
  await expect(page.getByText(`Error: ${overlap}`)).toBeVisible()
  await expect(deletedOf(page, 'Old')).toBeVisible()
  await expect(rowOf(page, 'Old')).toHaveCount(0)
  const record = await story.run<{ action: string }>(
    `select action from audit_entries where subject in (select id::text from contests where title = $1) order by id`,
    [running],
  )
  // It was made at this very moment too, by another process: only these two have an order.
  const acts = record.map(({ action }) => action).filter((action) => action !== 'contest.create')
  expect(acts).toEqual(['contest.delete', 'contest.restore'])
})

test('when two administrators edit one contest, the second is warned; Refresh shows changes by others', {
  tag: [
    '@admin-contests-heading',
    '@admin-contests-refresh',
    '@admin-contests-empty',
    '@told-contest-updated',
    '@told-contest-update-failed',
    '@told-refreshed',
    '@wrong-contest-twice',
  ],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await openContests(story, admin)
  await makeContest(page, 'Shared work', '2096-02-01')
  const other = await signInSecondAdmin(story, page, panel)
  const dialogs = await Promise.all(
    [page, other].map(async (window) => {
      await window.getByRole('button', { name: 'Edit Shared work' }).click()
      const dialog = window.getByRole('dialog', { name: 'Edit Contest' })
      await expect(dialog).toBeVisible()
      return dialog
    }),
  )
  const [mine, theirs] = dialogs
  if (!mine || !theirs) throw new Error('There are two windows')
  await theirs.getByLabel('Prize').fill('Theirs')
  await fieldOf(theirs, 'End date').fill('2096-02-10')
  await theirs.getByRole('button', { name: 'Save Contest' }).click()
  await expectToast(other, 'Contest updated')

  await mine.getByLabel('Prize').fill('Mine')
  await mine.getByRole('button', { name: 'Save Contest' }).click()
  await expectToast(page, 'Error', 'Failed to update monthly contest.')
  const note = mine.getByRole('alert')
  await expect(note.getByRole('term')).toHaveText(['End date', 'Prize'])
  await expect(note.getByRole('definition')).toHaveText(['Feb 10, 2096', 'Theirs'])
  await expect(fieldOf(mine, 'End date')).toHaveValue('2096-02-10')
  await expectAccessible(page, { within: '[role=dialog]' })
  await mine.getByRole('button', { name: 'Save Contest' }).click()
  await expectToast(page, 'Contest updated')
  await expect(rowOf(page, 'Shared work').getByRole('cell').first()).toHaveText('Feb 1, 2096 – Feb 10, 2096')

  const prize = rowOf(other, 'Shared work').getByRole('cell').nth(1)
  await expect(prize).toHaveText('Mine')
  await other.getByRole('button', { name: 'Refresh' }).click()
  await expectToast(other, 'Data refreshed')
  await expect(prize).toHaveText('Mine')
  await other.route(`**${listMonthlyContests.path}`, (route) => route.abort())
  await other.getByRole('button', { name: 'Refresh' }).click()
  await expect(other.getByText('The contests could not be refreshed.')).toBeVisible()
  await expect(prize).toHaveText('Mine')
  await other.unrouteAll()
  await other.route(`**${listMonthlyContests.path}`, (route) => route.fulfill({ json: { data: [] } }))
  await other.getByRole('button', { name: 'Refresh' }).click()
  await expect(other.getByText('No Monthly Contests')).toBeVisible()
})

test('a contest is created and deleted with the keyboard alone', {
  tag: ['@admin-contests-keyboard'],
}, async ({ story }) => {
  const page = await openContests(story, admin)
  // Not the button of the same name in the dialog.
  const create = page.getByRole('tabpanel').getByRole('button', { name: 'Create Contest' })
  await tabTo(page, create)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create Contest' })
  await expect(fieldOf(dialog, 'Title')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('By keyboard')
  for (const label of ['Start date', 'End date']) {
    await tabTo(page, fieldOf(dialog, label))
    await page.keyboard.type('07012095')
    await expect(fieldOf(dialog, label)).toHaveValue('2095-07-01')
  }
  await page.keyboard.press('Enter')
  await expectToast(page, 'Contest created')
  await expect(create).toBeFocused()
  const row = rowOf(page, 'By keyboard')
  await expect(row.getByRole('cell').first()).toHaveText('Jul 1, 2095 – Jul 1, 2095')
  await tabTo(page, row.getByRole('button', { name: 'Delete By keyboard' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Contest deleted')
  await expect(row).toHaveCount(0)
  await expect(page.locator('tr[data-row]:focus')).toHaveCount(1)
  await tabTo(page, page.getByRole('button', { name: /^Deleted/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Restore By keyboard' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Contest restored')
  await expect(row).toBeFocused()
  const [stored] = await story.run(`select deleted_at as gone from contests where title = 'By keyboard'`)
  expect(stored).toEqual({ gone: null })
})

test('a contest whose standings are being prepared says how far they are, until it has them', {
  tag: '@admin-contests-beside',
}, async ({ story }) => {
  const { deps } = story.sandbox.server
  const page = await openContests(story, admin)
  await page.setViewportSize({ width: 320, height: 720 })
  // The job of the next minute would finish them.
  await story.run(`create function hold_builds() returns trigger language plpgsql as $$
    begin raise exception 'the story holds it'; end $$`)
  await story.run(
    'create trigger hold before update or delete on standings_builds for each row execute function hold_builds()',
  )
  await story.run(
    `insert into standings_builds (id, contest_id, start_date, end_date, members_done, members_in_all, created_at)
     select gen_random_uuid(), id, start_date, end_date - 1, 2, 5, $1 from contests order by start_date desc limit 1`,
    [story.clock.now().toISOString()],
  )
  deps.live.announce({ topics: ['contests'] })
  const progress = page.getByRole('status').filter({ hasText: 'Preparing the standings: 40 %' })
  await expect(progress).toBeVisible()
  await expectAccessible(page)
  await expectWhole(page)
  await story.run('drop trigger hold on standings_builds')
  await buildAllStandings(deps, () => false)
  await expect(progress).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Preparing' })).toHaveCount(0)
})

async function openContests(story: Story, handle: string): Promise<Page> {
  const page = await story.signIn(handle, panel)
  await expect(page.getByRole('heading', { name: 'Monthly Contest Management' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Monthly contests' })).toBeVisible()
  return page
}

/** Makes a contest of one day through the dialog. */
async function makeContest(page: Page, title: string, day: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Contest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Contest' })
  await fieldOf(dialog, 'Title').fill(title)
  await fieldOf(dialog, 'Start date').fill(day)
  await fieldOf(dialog, 'End date').fill(day)
  await dialog.getByRole('button', { name: 'Create Contest' }).click()
  await expectToast(page, 'Contest created')
  await expect(dialog).toBeHidden()
}

/** Unfolds the deleted contests below the table. */
async function openDeleted(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Deleted/, expanded: false }).click()
}

function deletedOf(page: Page, title: string): Locator {
  return page.getByRole('list', { name: 'Deleted contests' }).getByText(title, { exact: true })
}

/** A required field: its label ends with a star. */
function fieldOf(dialog: Locator, label: string): Locator {
  return dialog.getByLabel(`${label} *`, { exact: true })
}

function rowOf(page: Page, title: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${title}`) }) })
}

/** What members are told is the current contest; null for none. */
async function currentTitle(page: Page): Promise<string | null> {
  const answer = await page.request.get(getCurrentContest.path)
  return getCurrentContest.answer.parse(await answer.json()).data?.title ?? null
}

function standingsOf(story: Story, title: string) {
  return story.run(
    `select user_id, points, shares, engagements from standings join contests on standings_id = contest_id
     where title = $1 order by points desc, user_id`,
    [title],
  )
}
