import type { Page } from '@playwright/test'
import { reportAs } from './reports.ts'
import { expect, expectToast, test, toastOn } from './story.ts'

const pointToastMs = 3_000
const toastMs = 5_000
// Fading out, and a machine that draws late.
const toleranceMs = 700

test('news goes after three seconds, what a member did after five', async ({ story }) => {
  const page = await story.signIn('zoe.brandt')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await reportAs(story, 'kenji.watanabe')
  expectAbout(await timeOnScreen(page, 'Points Earned!'), pointToastMs)
  // Nobody else has a window open, but the member's own report is news to this window as well: so it is kept quiet.
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('switch', { name: 'Quiet live toasts' }).check()
  await page.keyboard.press('Escape')
  const [ownMs] = await Promise.all([
    timeOnScreen(page, 'Interaction reported!'),
    page
      .getByRole('button', { name: /^Like \+15/ })
      .first()
      .click(),
  ])
  expectAbout(ownMs, toastMs)
})

test('a toast waits as long as the pointer is on it, and goes by its button', async ({ story }) => {
  const page = await story.signIn('priya.raghavan')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await reportAs(story, 'kenji.watanabe')
  await expectToast(page, 'Points Earned!')
  await toastOn(page).hover()
  const hoveredMs = Date.now()
  await expect.poll(() => Date.now() - hoveredMs).toBeGreaterThan(pointToastMs + toleranceMs)
  await expectToast(page, 'Points Earned!')
  await toastOn(page).getByRole('button', { name: 'Close notification' }).click()
  await expect(toastOn(page)).toHaveCount(0)
})

test('a toast can be swiped away to the right, and comes back from a swipe too short', async ({ story }) => {
  const page = await story.signIn('priya.raghavan')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await reportAs(story, 'kenji.watanabe')
  await expectToast(page, 'Points Earned!')
  await swipe(page, 40)
  await expectToast(page, 'Points Earned!')
  await swipe(page, 120)
  await expect(toastOn(page)).toHaveCount(0, { timeout: 1_500 })
})

async function swipe(page: Page, byPx: number): Promise<void> {
  const box = await toastOn(page).boundingBox()
  if (!box) throw new Error('There is no toast to swipe')
  const { x, y, height } = box
  await page.mouse.move(x + 60, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 60 + byPx, y + height / 2, { steps: 8 })
  await page.mouse.up()
}

/** How long the toast with this title stays, measured by the page itself. */
function timeOnScreen(page: Page, title: string): Promise<number> {
  return page.getByRole('region', { name: /^Notifications/ }).evaluate(
    (element, wanted) =>
      new Promise<number>((resolve) => {
        let sinceMs: number | null = null
        const look = () => {
          const isThere = element.textContent.includes(wanted)
          if (isThere) sinceMs ??= Date.now()
          if (isThere || sinceMs === null) return
          observer.disconnect()
          resolve(Date.now() - sinceMs)
        }
        const observer = new MutationObserver(look)
        observer.observe(element, { subtree: true, childList: true, characterData: true })
        look()
      }),
    title,
  )
}

function expectAbout(actualMs: number, expectedMs: number): void {
  expect(actualMs).toBeGreaterThan(expectedMs - toleranceMs)
  expect(actualMs).toBeLessThan(expectedMs + toleranceMs)
}
