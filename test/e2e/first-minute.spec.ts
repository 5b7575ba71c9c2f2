import type { Locator, Page } from '@playwright/test'
import { reportAs } from './reports.ts'
import { expect, nameOf, test } from './story.ts'

const desk = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
/** How far a dashboard of the whole sample team may reach. */
const mostHeight = 2100
/** How far down the first report may stand on a phone: above the bar at its foot. */
const mostTop = 760
/** Has not reported anything yet. */
const newcomer = 'arjun.mehta'

for (const [place, viewport] of [
  ['desk', desk],
  ['phone', phone],
] as const) {
  test.describe(`at a ${place}`, () => {
    test.use({ viewport })

    // Five presses, each on words in sight: with ten seconds to find each of them it takes less than a minute.
    test('a newcomer signs in, reports a like, undoes it and reads how far the next place is, without scrolling', {
      tag: ['@first-minute'],
    }, async ({ story }) => {
      const page = await story.openWindow('/login')
      await press(page.getByText('Continue with Slack'))
      // The chat's own screen has the whole team on it.
      await page.getByText(nameOf(story, newcomer)).click()
      await expect(inSight(page, /^Three steps to your first points$/)).toBeInViewport({ ratio: 1 })
      await press(inSight(page, /^I liked/))
      await expect(inSight(page, 'Liked')).toBeInViewport({ ratio: 1 })
      await expect(inSight(page, /^\d+ points? to pass \w+$/)).toBeAttached()
      await press(inSight(page, /^Undo/))
      await expect(inSight(page, /^I liked/)).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => scrollY)).toBe(0)
      const free = page.getByText(/^#\d+ is free for you$/)
      await free.scrollIntoViewIfNeeded()
      await expect(free).toBeInViewport({ ratio: 1 })
      await expect(page.getByText(/\d+ points to #\d+\./)).toBeInViewport()
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  for (const [who, handle] of [
    ['a member', 'zoe.brandt'],
    ['a newcomer', newcomer],
  ] as const) {
    test(`the first report of ${who} is in reach of a thumb before any scrolling`, {
      tag: ['@first-report'],
    }, async ({ story }) => {
      const page = await story.signIn(handle)
      const like = page.getByRole('button', { name: /^I liked/ }).first()
      await expect(like).toBeVisible()
      await expect.poll(async () => (await like.boundingBox())?.y ?? Number.NaN).toBeLessThanOrEqual(mostTop)
    })
  }
})

test('the board keeps a place free for a newcomer, until they have points', {
  tag: ['@leaderboard-free'],
}, async ({ story }) => {
  const page = await story.signIn(newcomer)
  const card = page.getByRole('region', { name: 'Team Leaderboard' })
  await expect(card).toContainText(/\d+ moreFree for you: Rank \d+.*Arjun MehtaYouFirst report/)
  await reportAs(story, newcomer)
  await expect(card).not.toContainText('Free for you')
  await expect(card.getByRole('list', { name: 'Team leaderboard' })).toContainText('Arjun MehtaYou')
})

test('the dashboard of the whole sample team ends within two and a half windows', {
  tag: ['@dashboard-height'],
}, async ({ story }) => {
  const page = await story.signIn('zoe.brandt')
  for (const width of [desk.width, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')).not.toHaveCount(0)
    await expect(page.getByText('Updated just now')).toBeVisible()
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    expect(await height(), `with the champion of last month, at ${width} pixels`).toBeLessThanOrEqual(
      mostHeight,
    )
  }
})

/** The first of these words that somebody sees. */
function inSight(page: Page, words: string | RegExp): Locator {
  return page.getByText(words).filter({ visible: true }).first()
}

/** Presses what can be seen without scrolling. */
async function press(words: Locator): Promise<void> {
  await expect(words).toBeInViewport({ ratio: 1 })
  await words.click()
}
