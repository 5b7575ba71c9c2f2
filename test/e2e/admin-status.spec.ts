import type { Locator, Page } from '@playwright/test'
import { getStatus } from '#contract/status.schema.ts'
import { insertFailedJobs } from './failed-jobs.ts'
import { brokenCalls } from './faults.ts'
import { expect, nameOf, type Story, test } from './story.ts'

const admin = 'marta.oliveira'
const tab = '/admin?tab=settings'
const blockOf = (page: Page) => page.getByRole('region', { name: 'Status', exact: true })

async function openTab(story: Story): Promise<Page> {
  const page = await story.signIn(admin)
  await page.goto(tab)
  return page
}

async function picture(block: Locator, name: string): Promise<void> {
  const folder = process.env.OVATION_PICTURES
  if (folder) await block.screenshot({ path: `${folder}/status-${name}.png` })
}

test('the status says what runs, what waits, and when totals were last verified', {
  tag: ['@operate-status', '@operate-verification'],
}, async ({ story }) => {
  const page = await openTab(story)
  const block = blockOf(page)
  const fact = (name: string) => block.getByRole('term').filter({ hasText: name }).locator('xpath=..')
  await expect(fact('Versions')).toContainText(/Ovation \d+\.\d+\.\d+, Node\.js \d+\./)
  await expect(fact('Database')).toContainText(
    /Connected(Embedded )?PostgreSQL \d+.*, [\d,.]+ MB, \d+ migrations/,
  )
  await expect(fact('Background jobs')).toContainText(/waiting/)
  await expect(fact('Last backup')).toBeVisible()
  await expect(fact('Last verification')).toContainText('None yet')
  await expect(block).toContainText('Nothing has failed')
  await block.getByRole('button', { name: 'Verify now' }).press('Enter')
  await expect(fact('Last verification')).toContainText(
    /No violation\w+ \d+, \d{4}, .*Totals against the ledger/,
  )
  await expect(block.getByRole('button', { name: 'Verify now' })).toBeVisible()
})

test('a failed job runs again or is discarded, and both are on record', {
  tag: ['@operate-failed-jobs'],
}, async ({ story }) => {
  await insertFailedJobs(story, [
    { queue: 'contests.close', reason: 'the connection was lost', tries: 6 },
    { queue: 'backups.write', reason: 'no space left on device', tries: 3 },
  ])
  const page = await openTab(story)
  const block = blockOf(page)
  const table = block.getByRole('table', { name: 'Failed jobs' })
  const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(table.getByRole('rowheader')).toHaveText(['Write a backup', 'Close contests'])
  await expect(rowOf('Close contests')).toContainText('the connection was lost')
  for (const width of [320, 360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await picture(block, `${width}-${colorScheme}`)
    }
  }

  await rowOf('Close contests').getByRole('button', { name: 'Run again' }).press('Enter')
  await expect(table.getByRole('rowheader')).toHaveText(['Write a backup'])
  await expect(rowOf('Write a backup')).toBeFocused()
  await rowOf('Write a backup').getByRole('button', { name: 'Discard: Write a backup' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(block).toContainText('Nothing has failed')
  await expect(block.getByRole('heading', { name: 'Failed jobs' })).toBeFocused()

  const trail = page.getByRole('region', { name: 'Audit trail', exact: true })
  for (const act of ['Ran a failed job again', 'Discarded a failed job'])
    await expect(trail.getByRole('row').filter({ hasText: act })).toContainText(nameOf(story, admin))
})

test('what is wrong is told in words', { tag: ['@operate-status'] }, async ({ story }) => {
  await story.run(
    `insert into settings (key, value) values
       ('backup_last_failure', '{"at":"2026-03-10T02:15:00.000Z","reason":"disk_full"}'),
       ('verify_last', '{"at":"2026-03-10T02:45:00.000Z","violations":2,"isWhole":true}')
     on conflict (key) do update set value = excluded.value`,
  )
  // No worker takes a blocked job.
  await story.run(
    `insert into pgboss.job (name, data, blocked, start_after)
     values ('contests.close', '{}', true, clock_timestamp() - interval '2 hours')`,
  )
  await insertFailedJobs(story, [{ queue: 'contests.close', reason: 'the connection was lost', tries: 6 }])
  const page = await openTab(story)
  const block = blockOf(page)
  await expect(block).toContainText(/Last backupFailedMar 1?\d, 2026/)
  await expect(block).toContainText(/Last verification2 violationsMar 1?\d, 2026, .*Everything, by command/)
  await expect(block).toContainText(/Background jobs\d waitingLate\. Longest: Close contests, 2 hours/)
  await page.setViewportSize({ width: 360, height: 900 })
  await block.getByRole('button', { name: 'More about Close contests' }).click()
  await expect(block.getByRole('button', { name: 'Run again' })).toBeVisible()
  await picture(block, 'wrong-360')
  await story.run("delete from pgboss.job where name = 'dead' or blocked")
})

test('a job that somebody else has run again is said to be gone', {
  tag: ['@operate-failed-jobs'],
}, async ({ story }) => {
  await insertFailedJobs(story, [{ queue: 'contests.close', reason: 'the connection was lost', tries: 6 }])
  const page = await openTab(story)
  const block = blockOf(page)
  const again = block.getByRole('button', { name: 'Run again' })
  await expect(again).toBeVisible()
  await story.run("delete from pgboss.job where name = 'dead'")
  await again.click()
  await expect(block).toContainText('Job not run again: This failed job was not found')
  await expect(block).toContainText('Nothing has failed')
  await expect(block.getByRole('heading', { name: 'Failed jobs' })).toBeFocused()
})

test('a status that cannot be loaded offers a retry', { tag: ['@operate-status'] }, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn(admin)
  await page.route(`**${getStatus.path}`, (route) => route.abort())
  await page.goto(tab)
  const block = blockOf(page)
  await expect(block.getByRole('alert')).toHaveText(/^The status could not be loaded\./)
  await page.unrouteAll()
  await block.getByRole('button', { name: 'Retry' }).click()
  await expect(block).toContainText('Nothing has failed')
})
