import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { blankPage, expect, type Story, test } from './story.ts'

const widths = [360, 768, 1280]
/** Far from the second and a half after which the dashboard waits no longer for its banner, also on a slow machine. */
const slowMs = 400
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
    const page = await story.signIn('zoe.brandt', blankPage)
    if (name === 'dashboard') await insertQuest(story)
    // So that scripts and fonts are there: the answers alone are late.
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.route(/\/api\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, slowMs))
      await route.continue()
    })
    for (const width of widths) {
      const { sum, moved } = await shiftAt(page, path, width)
      expect(sum, `the layout shift at ${width} pixels: ${moved.join('; ')}`).toBeLessThanOrEqual(mostShift)
    }
  })
}

/** Its card comes after all others. */
async function insertQuest(story: Story): Promise<void> {
  await story.run(
    `insert into quests (id, title, goal, action_type, start_date, end_date, created_at, created_by)
     select gen_random_uuid(), 'Comment week', 200, 'comment', $1::date - 3, $1::date + 3, $1::date, id
     from users where role = 'admin' limit 1`,
    [story.clock.now().toISOString().slice(0, 10)],
  )
}

/** How far things have moved once all of the screen is there, as the browser counts it. */
async function shiftAt(page: Page, path: string, width: number): Promise<Shift> {
  await page.setViewportSize({ width, height: 800 })
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  return layoutShift(page)
}

/** The sum, and what has moved, for whoever has to find out why. */
function layoutShift(page: Page): Promise<Shift> {
  return page.evaluate(
    () =>
      new Promise<Shift>((resolve) => {
        const shift: Shift = { sum: 0, moved: [] }
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as ShiftEntry[]) {
            shift.sum += entry.value
            for (const { node, previousRect, currentRect } of entry.sources) {
              const text = node?.textContent?.slice(0, 60) ?? ''
              shift.moved.push(`${node?.nodeName} "${text}" from ${previousRect.y} to ${currentRect.y}`)
            }
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // The entries of the past are handed over in a task of their own.
        setTimeout(() => resolve(shift), 200)
      }),
  )
}

interface Shift {
  sum: number
  readonly moved: string[]
}

/** An entry of the browser's, which TypeScript does not know. */
interface ShiftEntry {
  readonly value: number
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRect
    readonly currentRect: DOMRect
  }[]
}
