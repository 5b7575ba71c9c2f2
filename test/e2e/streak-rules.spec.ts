import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { dayOf } from '#domain/days.ts'
import { reportAs } from './reports.ts'
import { expectAccessibleInBothThemes, expectToFit } from './screen-checks.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const admin = 'marta.oliveira'
const member = 'zoe.brandt'
const dayMs = 86_400_000
const everyDayWorked = {
  mode: 'working_days',
  workingDays: [1, 2, 3, 4, 5, 6, 7],
  holidays: [],
  freezes: false,
}
const widths = [360, 768, 1280]

async function expectFineEverywhere(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectToFit(page)
  }
  await expectAccessibleInBothThemes(page)
}

/** Chooses rules, as an administrator does. */
async function choose(story: Story, rules: object): Promise<void> {
  const page = await story.signIn(admin)
  const answer = await page.request.put('/api/admin/streak-rules', {
    data: rules,
    headers: { origin: new URL(page.url()).origin },
  })
  expect(answer.status()).toBe(200)
}
const todayOf = (story: Story, later = 0) =>
  dayOf(new Date(story.clock.now().getTime() + later * dayMs), 'UTC')

test('administrators choose working days, holidays and freezes', {
  tag: ['@streak-rules', '@streak-holidays'],
}, async ({ story }) => {
  const page = await story.signIn(admin, `${paths.admin}?tab=settings`)
  const block = page.getByRole('region', { name: 'Streaks' })
  await expect(block.getByLabel('A streak needs a report')).toHaveValue('every_day')
  await expect(block.getByRole('checkbox')).toHaveCount(1)
  await block.getByLabel('A streak needs a report').selectOption('On working days')
  await expectToast(page, 'Rules of streaks saved')
  await expect(block.getByRole('checkbox', { name: 'Friday' })).toBeChecked()
  await block.getByRole('checkbox', { name: 'Friday' }).click()
  await expect(block.getByRole('checkbox', { name: 'Friday' })).not.toBeChecked()
  await block.getByLabel('New holiday').fill('2026-12-25')
  await block.getByRole('button', { name: 'Add holiday' }).click()
  const holidays = block.getByRole('list', { name: 'List of holidays' }).getByRole('listitem')
  await expect(holidays).toHaveText(['Dec 25, 2026'])
  const file = (text: string) => ({ name: 'holidays.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await block.locator('input[type=file]').setInputFiles(file('day,name\n01.05.2026,Labour Day'))
  await expect(block).toContainText('Line 2 begins with “01.05.2026”')
  await expect(holidays).toHaveCount(1)
  await block
    .locator('input[type=file]')
    .setInputFiles(file('day,name\n2026-12-31,New Year’s Eve\n2026-12-24,x'))
  await expect(holidays).toHaveText(['Dec 24, 2026', 'Dec 25, 2026', 'Dec 31, 2026'])
  await expect(block).not.toContainText('Line 2 begins with')
  await block.getByRole('checkbox', { name: /^Members earn freezes/ }).click()
  await expect(block.getByRole('checkbox', { name: /^Members earn freezes/ })).toBeChecked()
  await expectFineEverywhere(page)
  await block.getByRole('button', { name: 'Remove Dec 24, 2026' }).click()
  await expect(holidays).toHaveText(['Dec 25, 2026', 'Dec 31, 2026'])
  await page.reload()
  await expect(block.getByRole('checkbox', { name: 'Friday' })).not.toBeChecked()
  await expect(holidays).toHaveText(['Dec 25, 2026', 'Dec 31, 2026'])
})

test('the dashboard says what keeps the streak alive, also while an administrator makes today a holiday', {
  tag: ['@streak-told', '@streak-holidays'],
}, async ({ story }) => {
  await choose(story, everyDayWorked)
  await reportAs(story, member)
  const page = await story.signIn(member)
  const tile = page.getByRole('listitem').filter({ hasText: 'Day Streak' })
  await expect(tile).toContainText('Today is counted')
  await story.advance(dayMs)
  await page.reload()
  await expect(tile).toContainText('Report today to keep your streak')
  await choose(story, { holidays: [todayOf(story)] })
  await expect(tile).toContainText('The holiday keeps your streak')
  await expectFineEverywhere(page)
})

test('members enter days away and their time zone, and read why each day broke no streak', {
  tag: ['@streak-away', '@streak-zone', '@streak-told'],
}, async ({ story }) => {
  await choose(story, everyDayWorked)
  await reportAs(story, member)
  const page = await story.signIn(member, paths.profile)
  const card = page.getByRole('region', { name: 'Your streak' })
  const days = card.getByRole('list', { name: 'The last two weeks' }).getByRole('listitem')
  await expect(days).toHaveCount(14)
  await expect(days.last()).toContainText('Reported')
  await card.getByLabel('First day away').fill(todayOf(story, 1))
  await card.getByLabel('Last day away').fill(todayOf(story, 3))
  await card.getByRole('button', { name: 'Add days' }).click()
  const away = card.getByRole('list', { name: 'Your days away' }).getByRole('listitem')
  await expect(away).toHaveCount(1)
  await expect(away).toContainText('(3 days)')
  await expectFineEverywhere(page)

  await story.advance(2 * dayMs)
  await page.reload()
  await expect(card).toContainText('Your away day keeps your streak')
  await expect(days.last()).toContainText('Away')
  await card.getByLabel('Time zone of your days').selectOption('Pacific/Kiritimati')
  await expectToast(page, 'Time zone saved')
  await card.getByRole('button', { name: /^Remove / }).click()
  await expect(away).toHaveCount(0)
  // The first of those days is missed now, too long ago to be repaired.
  await expect(card).toContainText('Start a streak with one report')
})

test('a broken streak is repaired with three reports', {
  tag: ['@streak-repair', '@streak-told'],
}, async ({ story }) => {
  await choose(story, everyDayWorked)
  await reportAs(story, 'priya.raghavan')
  await story.advance(2 * dayMs)
  const page = await story.signIn('priya.raghavan', paths.profile)
  const card = page.getByRole('region', { name: 'Your streak' })
  await expect(card).toContainText('3 more reports today repair your streak of')
  for (let nth = 0; nth < 3; nth += 1) await reportAs(story, 'priya.raghavan')
  await expect(card).toContainText(/Your streak of \d+ days? can be repaired now/)
  await expectFineEverywhere(page)
  await card.getByRole('button', { name: 'Repair my streak' }).click()
  await expectToast(page, 'Streak repaired')
  await expect(card).toContainText(/\d+ days · Today is counted/)
  await expect(card.getByRole('listitem').nth(12)).toContainText('Repaired')
})
