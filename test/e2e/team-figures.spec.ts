import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { reportAs } from './reports.ts'
import { expectWhole } from './screen-checks.ts'
import { expect, nameOf, type Story, test, usernameOf } from './story.ts'

const admin = 'marta.oliveira'
const zoe = 'zoe.brandt'
const kenji = 'kenji.watanabe'
const analytics = `${paths.admin}?tab=analytics`

// They share one product.

/** Makes a team of these members, as an administrator does, and returns its id. */
async function makeTeam(page: Page, story: Story, name: string, ...handles: string[]): Promise<string> {
  const members = await story.run<{ id: string }>('select id from users where username = any ($1)', [
    handles.map((handle) => usernameOf(story, handle)),
  ])
  const answer = await page.request.post('/api/teams', {
    data: { name, userIds: members.map(({ id }) => id) },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { data: { id: string } }).data.id
}

test('analytics has a line for each team, which the file has too, and nothing of teams without one', {
  tag: ['@admin-analytics-by-team', '@admin-analytics-teams-deleted', '@admin-analytics-teams-order'],
}, async ({ story }) => {
  const page = await story.signIn(admin, analytics)
  await expect(page.getByRole('region', { name: 'Reach per post' })).toBeVisible()
  const panel = page.getByRole('region', { name: 'Teams', exact: true })
  await expect(panel).toHaveCount(0)

  const gone = await makeTeam(page, story, 'Harbour', zoe)
  await reportAs(story, zoe)
  await makeTeam(page, story, 'Sales', zoe, kenji)
  const removed = await page.request.delete(`/api/teams/${gone}`, {
    headers: { origin: new URL(page.url()).origin },
  })
  expect(removed.status()).toBe(200)
  await reportAs(story, zoe)
  await makeTeam(page, story, 'Research')
  await page.reload()

  const table = panel.getByRole('table', { name: 'Teams and their figures' })
  const names = table.getByRole('rowheader')
  await expect(names).toHaveText(['Sales', 'HarbourDeleted', 'Research', 'No team'])
  const cells = table.getByRole('row').filter({ hasText: 'Sales' }).getByRole('cell')
  const [row] = await story.run<{ active: number; reports: number; points: number }>(
    `select (select count(distinct user_id)::int from interactions join users on users.id = user_id
         join teams on teams.id = team_id where name = 'Sales' and undone_at is null and taken_back_at is null
         and day > (select max(day) from interactions) - 30) as active,
       (select count(*)::int from ledger join teams on teams.id = team_id
         where name = 'Sales' and reason = 'interaction') as reports,
       (select sum(amount)::int from ledger join teams on teams.id = team_id where name = 'Sales') as points`,
  )
  if (!row) throw new Error('There is no such team')
  await expect(cells.nth(0)).toHaveText('2')
  await expect(cells.nth(1)).toHaveText(String(row.active))
  await expect(cells.nth(2)).toHaveText(`${(row.active / 2) * 100} %`)
  await expect(cells.nth(3)).toContainText(`${row.reports}1 like, 0 comments, 0 shares`)
  await expect(cells.nth(4)).toHaveText(String(row.points))
  await expect(cells.nth(5)).toContainText(String(row.points / row.active))

  await table.getByRole('button', { name: 'Team' }).click()
  await expect(names).toHaveText(['HarbourDeleted', 'Research', 'Sales', 'No team'])
  await table.getByRole('button', { name: 'Members' }).click()
  await expect(names).toHaveText(['Sales', 'HarbourDeleted', 'Research', 'No team'])

  const link = panel.getByRole('link', { name: 'CSV file: Teams' })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(/^ovation-teams-30-days-/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toContain('Team,Deleted,Members,Active members')
  expect(lines.at(-1)).toMatch(/^,No team,/)

  await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: '7 days' }).click()
  await expect(panel.getByText('7 days', { exact: true })).toBeVisible()
  await expect(link).toHaveAttribute('href', /teams\.csv\?days=7$/)
  await expectWhole(page, 'main')
})

test('a statement says for which team each entry counted, and how much of a month', {
  tag: ['@statement-teams'],
}, async ({ story }) => {
  const page = await story.signIn(zoe, `${paths.profile}?tab=points`)
  const card = page.getByRole('region', { name: 'Points statement' })
  const rows = card.getByRole('row').filter({ has: page.getByRole('time') })
  await expect(rows.nth(0)).toContainText('for the teamSales')
  await expect(rows.filter({ hasText: 'Harbour' })).toHaveCount(1)
  await expect(rows.filter({ hasNotText: /Harbour|Sales/ }).first()).toBeVisible()
  const month = card
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first()
  await expect(month.getByRole('listitem')).toHaveText([
    /^of these for Harbour: \+\d+$/,
    /^of these for Sales: \+\d+$/,
  ])
  await expectWhole(page, 'main')
  await card.getByLabel('What for').selectOption('Badges')
  await expect(month.getByRole('listitem')).toHaveCount(0)

  const reviewer = await story.signIn(admin, `${paths.admin}?tab=users`)
  await reviewer.getByLabel('Search').fill(nameOf(story, zoe))
  await reviewer.getByRole('button', { name: `More for ${nameOf(story, zoe)}` }).click()
  await reviewer.getByRole('menuitem', { name: 'Statement', exact: true }).click()
  const dialog = reviewer.getByRole('dialog', { name: `Points of ${nameOf(story, zoe)}` })
  await expect(dialog.getByText('of these for Sales').first()).toBeVisible()
})
