import type { Page } from '@playwright/test'
import { listAudit } from '#contract/audit.schema.ts'
import { paths } from '#contract/paths.ts'
import { listPointsConfigurations } from '#contract/points.schema.ts'
import { getSystemState } from '#contract/system.schema.ts'
import { brokenCalls } from './faults.ts'
import { rulesOf, send } from './rules.ts'
import { expect, nameOf, type Story, test } from './story.ts'

const admin = 'marta.oliveira'
const tab = '/admin?tab=settings'

test('the tab shows the real state of the system, and links to the other settings', {
  tag: ['@admin-settings-mode', '@admin-settings-database', '@admin-settings-live', '@admin-settings-links'],
}, async ({ story }) => {
  const page = await openTab(story)
  const system = page.getByRole('region', { name: 'System' })
  await expect(system.getByRole('definition').nth(0)).toHaveText(/^ProductionVersion \d/)
  await expect(system.getByRole('definition').nth(1)).toHaveText(/^Connected(Embedded database|PostgreSQL)$/)
  await expect(system.getByRole('definition').nth(2)).toHaveText(
    /^Active\d+ live connections? to this server$/,
  )
  await expect(system).toContainText(story.sandbox.url)
  await page.getByRole('link', { name: 'Open the Automation tab' }).click()
  await expect(page).toHaveURL('/admin?tab=automation')
  await expect(page.getByRole('tab', { name: 'Automation' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await page.getByRole('link', { name: 'Open the points rules' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Points Configuration' })).toBeFocused()
})

test('a change is one audit trail entry with the values before and after, and filters find it', {
  tag: [
    '@admin-settings-audit',
    '@admin-settings-before',
    '@admin-settings-refused',
    '@admin-settings-filter',
    '@admin-settings-days',
  ],
}, async ({ story }) => {
  const page = await openTab(story)
  const { path } = listPointsConfigurations
  const [rule] = await rulesOf(page)
  const address = `${path}/${rule?.id}`
  const body = { pointValue: 44, description: 'Counts double' }
  expect((await send(page, { method: 'PUT', path: address, body })).status).toBe(200)
  const reader = await story.signIn('zoe.brandt')
  expect((await send(reader, { method: 'PUT', path: address, body })).status).toBe(403)

  const trail = page.getByRole('region', { name: 'Audit trail', exact: true })
  await trail.getByRole('button', { name: 'Refresh' }).click()
  const lines = trail.getByRole('row').filter({ hasText: 'Changed a points rule' })
  await expect(lines).toHaveCount(1)
  const cells = lines.getByRole('cell')
  await expect(lines.getByRole('rowheader')).toHaveText(/\d{4}, \d+:\d\d [AP]M \S+/)
  await expect(cells.nth(0)).toHaveText(nameOf(story, admin))
  await expect(cells.nth(1)).toContainText('points-config.update')
  await expect(cells.nth(3)).toContainText(`point value: ${rule?.pointValue} → changed to 44`)
  await expect(cells.nth(3).getByRole('listitem')).toHaveCount(2)
  await expect(cells.nth(4)).toHaveText('127.0.0.1')

  await trail.getByLabel('Kind').selectOption('Refused access')
  const rows = trail.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(nameOf(story, 'zoe.brandt'))
  await expect(rows).toContainText(`route: ${path}/:id`)
  await trail.getByLabel('Who').fill('marta')
  await expect(trail.getByText('Nothing found')).toBeVisible()
  await expect(trail.getByRole('status').first()).toHaveText('0 entries shown')
  await trail.getByRole('button', { name: 'Clear filters' }).click()
  await expect(trail.getByLabel('Who')).toBeFocused()
  await expect(lines).toHaveCount(1)
  await trail.getByLabel('From', { exact: true }).fill('2020-01-02')
  await trail.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(trail.getByText('To must not be before From')).toBeVisible()
  await trail.getByLabel('From', { exact: true }).fill('2020-01-01')
  await expect(trail.getByText('Nothing found')).toBeVisible()
})

test('a long audit trail is loaded page by page to its end', { tag: ['@admin-settings-pages'] }, async ({
  story,
}) => {
  await story.run(
    `insert into audit_entries (id, action, created_at)
     select gen_random_uuid(), 'kettle.boil', timestamptz '2021-03-04' + i * interval '1 minute'
     from generate_series(1, 60) i`,
  )
  const page = await openTab(story)
  const trail = page.getByRole('region', { name: 'Audit trail', exact: true })
  await trail.getByLabel('Kind').selectOption('kettle')
  const rows = trail.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('Nobody signed in')
  await trail.getByRole('button', { name: 'Load more lines' }).click()
  await expect(rows).toHaveCount(60)
  await expect(trail.getByText('End of list')).toBeVisible()
})

test('a part that cannot be loaded says so and offers a retry', { tag: ['@admin-settings-failure'] }, async ({
  story,
}) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn(admin)
  for (const { path } of [getSystemState, listAudit]) {
    await page.route(`**${path}**`, (route) => route.abort())
  }
  await page.goto(tab)
  await expect(page.getByRole('alert')).toHaveText([
    /^The system status could not be loaded\./,
    /^The audit trail could not be loaded\./,
  ])
  await page.unrouteAll()
  for (const _retry of [1, 2]) await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(page.getByText('Production', { exact: true })).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(paths.dashboard)
})

async function openTab(story: Story): Promise<Page> {
  const page = await story.signIn(admin, tab)
  await expect(page.getByRole('heading', { level: 2, name: 'Audit trail' })).toBeVisible()
  return page
}
