import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { dayOf } from '#domain/days.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { expectAccessible } from './accessible.ts'
import { endContest } from './champions.ts'
import { reportAs } from './reports.ts'
import { expectOneFilledButton } from './screen-checks.ts'
import { blankPage, expect, test } from './story.ts'

const paperPieces = 36

test.use({ setup: { hasHistory: false } })

test('the champion is celebrated once for each member, and stays until the results are opened', {
  tag: ['@contests-back'],
}, async ({ story }) => {
  const other = await story.signIn('priya.raghavan', blankPage)
  const page = await story.signIn('hana.novakova', blankPage)
  const day = dayOf(story.clock.now(), 'UTC')
  await insertContest(story.sandbox.server.deps, { startDate: day, endDate: day })
  await reportAs(story, 'priya.raghavan')
  await endContest(story, day)

  const mostPaper = await watchPaper(page)
  await page.goto(paths.dashboard)
  const banner = page.getByRole('region', { name: /^Priya won / })
  await expect(banner).toContainText(/Priya Raghavan with \d+ points/)
  await expect.poll(mostPaper).toBe(paperPieces)
  await expect(banner.locator('i')).toHaveCount(0)
  await expectAccessible(page, { within: 'main' })
  await page.reload()
  await expect(banner).toBeVisible()
  expect(await mostPaper()).toBe(0)
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Your Progress' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Current Contest' })).toContainText('No Active Contest')
  await expect(banner).toHaveCount(0)

  const { deps } = story.sandbox.server
  await insertPost(deps, { postUrl: 'https://news.example.net/a-post' })
  deps.live.announce({ topics: ['posts'] })
  await other.emulateMedia({ reducedMotion: 'reduce' })
  await other.goto(paths.dashboard)
  const theirs = other.getByRole('region', { name: /^You won / })
  await expect(theirs).toContainText(/\d+ points/)
  await expect(theirs.locator('i').filter({ visible: true })).toHaveCount(0)
  await expect(other.getByRole('link', { name: /^View Original/ }).first()).toBeVisible()
  await expectOneFilledButton(other, 'with a win of one’s own')
  await theirs.getByRole('link', { name: 'See results' }).click()
  await expect(other.getByRole('tab', { name: 'Past Champions' })).toHaveAttribute('aria-selected', 'true')
  await other.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(other.getByRole('region', { name: 'Your Progress' })).toBeVisible()
  await expect(theirs).toHaveCount(0)
})

/** How many pieces of paper were on the page at once since it was loaded last. */
async function watchPaper(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { most: 0 }
    Object.assign(window, { paper: seen })
    new MutationObserver(() => {
      seen.most = Math.max(seen.most, document.querySelectorAll('i[data-color]').length)
    }).observe(document, { subtree: true, childList: true })
  })
  return () => page.evaluate(() => (window as unknown as { paper: { most: number } }).paper.most)
}
