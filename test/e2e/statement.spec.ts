import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { listOwnLedger } from '#contract/ledger.schema.ts'
import { ownLedgerFile } from '#contract/ledger.ts'
import { livePath } from '#contract/live.ts'
import { listMemberDays } from '#contract/members.ts'
import { paths } from '#contract/paths.ts'
import { decideAppeal } from '#contract/review.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { expectAccessible } from './accessible.ts'
import { expectAccessibleEverywhere, reportOf, sendAs, takeBackAs } from './decisions.ts'
import { brokenCalls } from './faults.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, expectToast, test } from './story.ts'

test('the profile has the latest entries, and a tab has all, whose balances add up to the points', {
  tag: ['@profile-statement', '@profile-points-tab'],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik', paths.profile)
  const card = page.getByRole('region', { name: 'Points statement' })
  const rows = card.getByRole('row').filter({ has: page.getByRole('time') })
  await expect(rows).toHaveCount(10)
  await card.getByRole('link', { name: /^Show all \d+ entries$/ }).press('Enter')
  await expect(page).toHaveURL(`${paths.profile}?tab=points`)
  await expect(page.getByRole('tab', { name: 'Points' })).toBeFocused()
  await expect(rows).toHaveCount(50)
  const more = card.getByRole('button', { name: 'Load more entries' })
  const { months } = listOwnLedger.answer.parse(await (await page.request.get(listOwnLedger.path)).json())
  const total = months.reduce((sum, { entries }) => sum + entries, 0)
  for (let shown = 50; shown < total; shown += 50) {
    await more.click()
    await expect(rows).toHaveCount(Math.min(shown + 50, total))
  }
  const figures = await figuresOf(rows)
  const { totalPoints } = getCurrentUser.answer.parse(
    await (await page.request.get(getCurrentUser.path)).json(),
  ).data
  expect(figures[0]?.balance).toBe(totalPoints)
  expect(figures.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalPoints)
  for (const [at, { balance }] of figures.entries()) {
    const { balance: before = 0 } = figures[at + 1] ?? {}
    expect(balance - before).toBe(figures[at]?.amount)
  }
  const sums = card.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(sums).toHaveCount(months.length)
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(rows).toHaveCount(10)
})

test('the statement is narrowed to a reason and to days, and its file with it', {
  tag: ['@statement-filters', '@statement-file', '@statement-sums'],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik', `${paths.profile}?tab=points`)
  const card = page.getByRole('region', { name: 'Points statement' })
  const rows = card.getByRole('row').filter({ has: page.getByRole('time') })
  await expect(rows.first()).toBeVisible()
  await expect(card.getByText(/^\d+ × 100 % \+ \d+ streak bonus$|^\d+ by the rule$/).first()).toBeVisible()
  await card.getByLabel('What for').selectOption('Badges')
  await expect(rows.filter({ hasNotText: 'Badge' })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Badge' }).first()).toBeVisible()
  const file = card.getByRole('link', { name: 'Download the statement as CSV' })
  await expect(file).toHaveAttribute('href', `${ownLedgerFile}?reason=achievement`)
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines.length).toBe(1 + (await rows.count()))
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await card.getByLabel('When').selectOption('From and to')
  await card.getByLabel('From').fill('2001-01-02')
  await card.getByLabel('To', { exact: true }).fill('2001-01-01')
  await expect(card.getByLabel('To', { exact: true })).toHaveAccessibleDescription(
    'To must not be before From',
  )
  await card.getByLabel('To', { exact: true }).fill('2001-01-03')
  await expect(card.getByText('No entries found')).toBeVisible()
  await card.getByRole('button', { name: 'Clear filters' }).click()
  await expect(card.getByLabel('What for')).toBeFocused()
  await expect(rows).toHaveCount(50)
  await card.getByLabel('When').selectOption('This month')
  await expect(card.getByRole('rowheader')).toHaveCount(1)
})

test('a report that was taken back says by whom and why, and can be appealed once', {
  tag: ['@statement-decisions', '@statement-appeal', '@bell-taken-back'],
}, async ({ story }) => {
  const { deps } = story.sandbox.server
  const postId = await insertPost(deps, { authorName: 'Press', content: 'A bigger office' })
  const report = { postId, interactionType: 'like' } as const
  await reportAs(story, 'zoe.brandt', report)
  const page = await story.signIn('zoe.brandt', `${paths.profile}?tab=points`)
  const reviewer = await story.signIn('tomasz.wojcik')
  await takeBackAs(reviewer, (await reportOf(story, 'zoe.brandt', report)).id, 'We could not find it')
  const card = page.getByRole('region', { name: 'Points statement' })
  const row = card.getByRole('row').filter({ hasText: 'Taken back: like on “A bigger office”' })
  await expect(row).toContainText('−15')
  await expect(row).toContainText(/Taken back by Tomasz: We could not find it/)
  const appeal = row.getByRole('button', { name: /^Appeal/ })
  await appeal.click()
  const dialog = page.getByRole('dialog', { name: 'Appeal' })
  const words = dialog.getByLabel('What should we know?')
  await expect(words).toBeFocused()
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await expect(words).toHaveAccessibleDescription(/Text is required/)
  await words.fill('It is there, under another name.')
  await expect(words).toHaveAccessibleDescription(/^32 of 500 characters/)
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await expectToast(page, 'Appeal sent')
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Appeal open')
  await expect(appeal).toHaveCount(0)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell).toContainText('Your like on Press’s post was taken back')
  await expect(bell).toContainText('We could not find it')
  await page.keyboard.press('Escape')

  const [open] = await story.run<{ id: string }>('select id from appeals where decided_at is null')
  const other = await story.signIn('marta.oliveira')
  const body = { decision: 'given_back', reason: 'Found it' }
  await sendAs(other, decideAppeal, { params: { id: open?.id ?? '' }, body })
  await expect(row).toContainText('Given back: Found it')
  await expect(
    card.getByRole('row').filter({ hasText: 'Given back: like on “A bigger office”' }),
  ).toContainText('+15')
})

test('an undone report is struck, with the entry that took it back above it', {
  tag: ['@profile-statement'],
}, async ({ story }) => {
  const { deps } = story.sandbox.server
  const postId = await insertPost(deps, { authorName: 'Press', content: 'Dark theme is here' })
  await reportAs(story, 'grace.kamau', { postId, interactionType: 'like' })
  const page = await story.signIn('grace.kamau', paths.profile)
  const rows = page.getByRole('region', { name: 'Points statement' }).getByRole('row')
  const liked = rows.filter({ hasText: 'Liked “Dark theme is here”' })
  await expect(liked).toContainText('+15')
  await expect(liked).not.toContainText('undone')
  const recent = await (await page.request.get('/api/social-interactions/recent')).json()
  await page.request.delete(`/api/social-interactions/honor-report/${recent.data[0].id}`, {
    headers: { origin: new URL(page.url()).origin },
  })
  await expect(rows.filter({ hasText: 'Undid a like on “Dark theme is here”' })).toContainText('−15')
  await expect(liked).toContainText('undone')
  const line = liked.getByText('Liked “Dark theme is here”')
  expect(await line.evaluate((text) => text.closest('s') !== null)).toBe(true)
  await expectAccessible(page, { within: 'main' })
})

test('the calendar is told in a sentence, and its table has the reports of each day', {
  tag: ['@profile-calendar', '@profile-progress'],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik', paths.profile)
  const card = page.getByRole('region', { name: /in a row$/ })
  await expect(card.getByText(/^Reports on \d+ of the last \d+ days, the most on /)).toBeAttached()
  const details = card.getByText('Show as a table')
  await details.focus()
  await page.keyboard.press('Enter')
  const table = card.getByRole('table', { name: 'Reports by day' })
  await expect(table.getByRole('row')).toHaveCount(13)
  const today = table.getByRole('row').nth(1).getByRole('cell').filter({ hasText: /\d/ }).last()
  const before = Number(await today.textContent())
  await reportAs(story, 'tomasz.wojcik')
  await expect(today).toHaveText(String(before + 1))
  const badges = page.getByRole('list', { name: 'Badges' }).getByRole('listitem')
  await expect(badges).toHaveCount(5)
  await expect(badges.filter({ hasText: 'Social Butterfly' })).toContainText(/\d+ of 25 shares/)
})

for (const [api, name] of [
  [listOwnLedger.path, 'Points statement'],
  [listMemberDays.path.replace(':id', '*'), /in a row$|^Reports by day$/],
] as const) {
  test(`a failing ${api} is shown in place, with a retry`, async ({ story }) => {
    story.faults.permit(brokenCalls)
    const page = await story.signIn('kenji.watanabe', blankPage)
    // News would have it read again without the button.
    await page.routeWebSocket(`**${livePath}`, () => undefined)
    await page.route(`**${api}*`, (route) => route.abort())
    await page.goto(paths.profile)
    const region = page.getByRole('region', { name })
    await expect(region.getByRole('alert')).toContainText('could not be loaded.')
    await page.unrouteAll()
    await region.getByRole('button', { name: 'Retry' }).click()
    await expect(region.getByRole('alert')).toHaveCount(0)
  })
}

/** The amounts and balances of the rows, as they are shown. */
async function figuresOf(rows: Locator): Promise<{ amount: number; balance: number }[]> {
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].slice(-2).map((cell) => cell.textContent ?? '')),
  )
  const numberOf = (text = '') => Number(text.replaceAll(',', '').replace('−', '-'))
  return cells.map(([amount, balance]) => ({ amount: numberOf(amount), balance: numberOf(balance) }))
}
