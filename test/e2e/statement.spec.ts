import type { Locator } from '@playwright/test'
import { listOwnLedger } from '#contract/ledger.schema.ts'
import { listMemberDays } from '#contract/members.ts'
import { paths } from '#contract/paths.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { expectAccessible } from './accessible.ts'
import { brokenCalls } from './faults.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, test } from './story.ts'

test('the statement has every entry, and its balances add up to the points', {
  tag: ['@profile-statement'],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik', paths.profile)
  const card = page.getByRole('region', { name: 'Points statement' })
  const rows = card.getByRole('row').filter({ has: page.getByRole('time') })
  await expect(rows).toHaveCount(10)
  await card.getByRole('button', { name: /^Show all \d+ entries$/ }).press('Enter')
  await expect(rows).toHaveCount(50)
  await expect(card.getByRole('button', { name: 'Show the latest 10' })).toBeFocused()
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
  await card.getByRole('button', { name: 'Show the latest 10' }).click()
  await expect(rows).toHaveCount(10)
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
