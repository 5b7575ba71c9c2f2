import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { brokenCalls } from './faults.ts'
import { openRules } from './rules.ts'
import { expect, type Story, test, toastOn } from './story.ts'

const widths = [360, 1280]
const height = 800
/** Just below the bar, and just above the foot of the window. */
const edges = ['top', 'bottom'] as const
const barHeight = 56

test('a toast never lies over the report or the undo that brought it, wherever that is in the window', async ({
  story,
}) => {
  const page = await story.signIn('zoe.brandt', paths.socialFeed)
  // One's own report is news as well, which comes once its toast has gone.
  await page.evaluate(() => localStorage.setItem('preferences', JSON.stringify({ isQuiet: true })))
  await page.reload()
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    for (const edge of edges) {
      for (const name of [/^I liked \+/, /^I shared \+/]) {
        const report = page.getByRole('article').getByRole('button', { name }).first()
        const offset = await report.evaluate(scrollToEdge, { edge, barHeight })
        expect(offset, 'how far the report is from that edge').toBeLessThan(40)
        await expectClearOfToast(page, report)
      }
    }
    await expectClearOfToast(page, page.getByRole('button', { name: /^Undo/ }).first())
  }
})

test('a toast never lies over the buttons of a dialog', async ({ story }) => {
  story.faults.permit(brokenCalls)
  for (const width of widths) {
    const page = await openDialog(story, width)
    const buttons = page.getByRole('dialog').getByRole('button')
    await buttons.filter({ hasText: 'Create Configuration' }).click()
    await expect(toastOn(page)).toBeVisible()
    const toast = await toastOn(page).boundingBox()
    const boxes = await Promise.all((await buttons.all()).map((button) => button.boundingBox()))
    expect(boxes.length).toBeGreaterThan(1)
    expect(boxes.map((box) => box && toast && isOver(box, toast))).not.toContain(true)
  }
})

/** The dialog of a new rule, which the server cannot be reached to make. */
async function openDialog(story: Story, width: number): Promise<Page> {
  const page = await openRules(story, 'marta.oliveira')
  await page.setViewportSize({ width, height })
  await page.getByRole('button', { name: 'Add Configuration' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Action type').selectOption('Link click')
  await page.route('**/api/admin/points-config', (route) => route.abort())
  return page
}

/** Presses the button, and fails if the toast that comes lies over where it was or where it is then. */
async function expectClearOfToast(page: Page, button: Locator): Promise<void> {
  const control = await button.elementHandle()
  if (!control) throw new Error(`${button} is not there`)
  await control.scrollIntoViewIfNeeded()
  const before = await control.boundingBox()
  await control.click()
  await expect(toastOn(page)).toBeVisible()
  const toast = await toastOn(page).boundingBox()
  const after = (await control.isVisible()) ? await control.boundingBox() : null
  expect([before, after].map((box) => box && toast && isOver(box, toast))).not.toContain(true)
  await toastOn(page).getByRole('button', { name: 'Close notification' }).click()
  await expect(toastOn(page)).toHaveCount(0)
}

/** Runs in the page; answers how many pixels are left between the control and that edge. */
function scrollToEdge(
  control: Element,
  { edge, barHeight: bar }: { edge: string; barHeight: number },
): number {
  control.scrollIntoView({ block: edge === 'top' ? 'start' : 'end' })
  const { top, bottom } = control.getBoundingClientRect()
  window.scrollBy({ top: edge === 'top' ? top - bar - 8 : bottom - innerHeight + 8, behavior: 'instant' })
  const box = control.getBoundingClientRect()
  return edge === 'top' ? box.top - bar : innerHeight - box.bottom
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function isOver(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}
