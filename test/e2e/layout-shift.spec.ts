import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { blankPage, expect, type Story, test } from './story.ts'

const widths = [360, 768, 1280]
const slowMs = 800
/** Below this a reader sees nothing move. */
const mostShift = 0.01

const screens = {
  dashboard: paths.dashboard,
  'social feed': paths.socialFeed,
  'monthly contest': paths.monthlyContest,
  'past champions': `${paths.monthlyContests}?tab=past`,
  profile: paths.profile,
  leaderboard: paths.leaderboard,
}

// Whichever worker is free takes the next screen.
test.describe.configure({ mode: 'parallel' })

for (const [name, path] of Object.entries(screens)) {
  test(`${name}: nothing moves while slow answers arrive`, { tag: ['@screen-still'] }, async ({ story }) => {
    const shifts = await Promise.all(widths.map((width) => shiftAt(story, path, width)))
    for (const [place, width] of widths.entries()) {
      expect(shifts[place], `the layout shift at ${width} pixels`).toBeLessThanOrEqual(mostShift)
    }
  })
}

/** How far things have moved once all of the screen is there, as the browser counts it. */
async function shiftAt(story: Story, path: string, width: number): Promise<number> {
  const page = await story.signIn('zoe.brandt', blankPage)
  await page.setViewportSize({ width, height: 800 })
  await page.route(/\/api\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, slowMs))
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  return layoutShift(page)
}

function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value)
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // The entries of the past are handed over in a task of their own.
        setTimeout(() => resolve(sum), 200)
      }),
  )
}
