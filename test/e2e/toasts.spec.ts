import type { APIResponse, Page, Route } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { liveToastGapMs, ownToastMinimumMs } from '#web/ui/toast-queue.ts'
import { brokenCalls } from './faults.ts'
import { timeOn } from './page-time.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, expectToast, nameOf, type Story, test, toastOn } from './story.ts'

const pointToastMs = 3_000
const toastMs = 5_000
const stepMs = 100

test('a news toast closes after three seconds, a toast about the member’s own action after five', {
  tag: ['@number-points-toast', '@toast-time'],
}, async ({ story }) => {
  const page = await openHeld(story, 'zoe.brandt')
  await reportAs(story, 'kenji.watanabe')
  await expectToStay(page, 'Points Earned!', pointToastMs)

  // The member's own report is no news to the window that made it.
  await page
    .getByRole('button', { name: /^I liked \+15/ })
    .first()
    .click()
  await expectToStay(page, 'Interaction reported!', toastMs)
})

test('the own report and its undo are told once in the window that makes them, and once as news in another', {
  tag: ['@toast-own'],
}, async ({ story }) => {
  const page = await story.signIn('grace.kamau', paths.socialFeed)
  const other = await story.signIn('grace.kamau', paths.leaderboard)
  const [here, there] = [await shownToasts(page), await shownToasts(other)]
  // What the server pushes comes before its answer, and once after it.
  for (const isLate of [true, false]) {
    if (isLate)
      await page.route('**/honor-report**', async (route) =>
        route.fulfill({ response: await lateAnswer(route) }),
      )
    await page
      .getByRole('button', { name: /^I liked \+15/ })
      .first()
      .click()
    await expect(toastOn(page)).toContainText('Interaction reported!')
    await expectToast(other, 'Points Earned!')
    await toastOn(page).getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(toastOn(page)).toContainText('Interaction removed')
    await expectToast(other, 'Points Removed')
    await page.unrouteAll()
  }
  // News that waited would have its turn by then.
  const undoneMs = performance.now()
  await expect.poll(() => performance.now() - undoneMs).toBeGreaterThan(liveToastGapMs + 500)
  const titles = (await here()).flat().map((text) => text.replace(/[+-].*/, ''))
  const own = ['Interaction reported!', 'Interaction removed']
  expect(titles.map((text) => own.find((title) => text.startsWith(title)))).toEqual([
    own[0],
    own[1],
    own[0],
    own[1],
  ])
  const news = (await there()).flat().map((text) => text.slice(0, 'Points Earned'.length))
  expect(news).toEqual(['Points Earned', 'Points Remove', 'Points Earned', 'Points Remove'])
})

test('a report is undone from its own toast', { tag: ['@toast-undo'] }, async ({ story }) => {
  const page = await story.signIn('hana.novakova', paths.socialFeed)
  await page
    .getByRole('button', { name: /^I liked \+15/ })
    .first()
    .click()
  await expect(toastOn(page)).toContainText('Interaction reported!')
  await toastOn(page).getByRole('button', { name: 'Undo', exact: true }).click()
  await expectToast(page, 'Interaction removed', '-15 points')
})

test('a toast stays while the pointer is on it, and closes with its button', async ({ story }) => {
  const page = await openHeld(story, 'priya.raghavan')
  await reportAs(story, 'kenji.watanabe')
  await expectToast(page, 'Points Earned!')
  await toastOn(page).hover()
  await page.clock.runFor(3 * pointToastMs)
  await expect(toastOn(page)).toContainText('Points Earned!')
  await toastOn(page).getByRole('button', { name: 'Close notification' }).click()
  await expect(toastOn(page)).toHaveCount(0)
})

test('a toast can be swiped away to the right, and returns after too short a swipe', {
  tag: ['@toast-swipe'],
}, async ({ story }) => {
  const page = await openHeld(story, 'priya.raghavan')
  await reportAs(story, 'kenji.watanabe')
  await expectToast(page, 'Points Earned!')
  await swipe(page, 48)
  await expect(toastOn(page)).toContainText('Points Earned!')
  // No time passes, so nothing but the swipe takes it away.
  await swipe(page, 54)
  await expect(toastOn(page)).toHaveCount(0)
})

test('live toasts can be silenced, and everything else stays live', async ({ story }) => {
  const page = await story.signIn('kenji.watanabe')
  const quiet = page.getByRole('menuitemcheckbox', { name: 'Quiet live toasts' })
  await page.getByRole('button', { name: /^Profile menu of/ }).click()
  await quiet.click()
  await page.keyboard.press('Escape')
  const activity = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem').first()
  const shown = await shownToasts(page)
  await reportAs(story, 'priya.raghavan')
  await expect(activity).toContainText(nameOf(story, 'priya.raghavan'))
  expect(await shown()).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: /^Profile menu of/ }).click()
  await expect(quiet).toBeChecked()
})

test('news does not replace a toast before it can be read, and at most one toast is on screen', {
  tag: ['@number-toasts', '@toast-one'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await openHeld(story, 'rafael.monteiro')
  await page.route('**/honor-report', (route) => route.abort(), { times: 1 })
  const shown = await shownToasts(page)
  await page
    .getByRole('button', { name: /^I liked \+15/ })
    .first()
    .click()
  await expect(toastOn(page)).toContainText('Report failed')
  for (let report = 0; report < 5; report++) await reportAs(story, 'grace.kamau')
  // Once the list below shows it, the news has arrived.
  const activity = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem').first()
  let passedMs = 0
  const oneStepLater = async () => {
    await page.clock.runFor(stepMs)
    passedMs += stepMs
    return activity.textContent()
  }
  await expect.poll(oneStepLater).toContain(nameOf(story, 'grace.kamau'))
  await page.clock.runFor(ownToastMinimumMs - passedMs - stepMs)
  await expect(toastOn(page)).toContainText('Report failed')
  await page.clock.runFor(2 * stepMs)
  await expect(toastOn(page)).toContainText('Points Earned!')
  expect(await shown()).toEqual([
    ['Report failedFailed to report interaction'],
    [expect.stringMatching(/Points Earned!/)],
  ])
  await expect(page.getByText('Report failed: Failed to report interaction')).toBeVisible()
})

/** The dashboard of a member, on which time passes only by what the story lets pass. */
async function openHeld(story: Story, handle: string): Promise<Page> {
  const page = await story.signIn(handle, blankPage)
  await page.clock.install({ time: story.clock.now() })
  await page.goto(paths.dashboard)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  // The place for toasts comes once the page has settled.
  await page.clock.fastForward(2 * pointToastMs)
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached()
  await holdTime(page)
  return page
}

async function holdTime(page: Page): Promise<void> {
  // Time goes on until it is held, for longer than it seems on a busy machine.
  await page.clock.pauseAt((await timeOn(page)) + 5_000)
}

/** The server's answer, some time after it was given. */
async function lateAnswer(route: Route): Promise<APIResponse> {
  const answer = await route.fetch()
  await new Promise((resolve) => setTimeout(resolve, stepMs))
  return answer
}

/** Fails unless a toast with this title comes, stays until just before `durationMs` have passed, and goes then. */
async function expectToStay(page: Page, title: string, durationMs: number): Promise<void> {
  await expect(toastOn(page).getByText(title, { exact: true })).toBeVisible()
  await page.clock.runFor(durationMs - stepMs)
  await expect(toastOn(page).getByText(title, { exact: true })).toBeVisible()
  await page.clock.runFor(2 * stepMs)
  await expect(toastOn(page)).toHaveCount(0)
}

async function swipe(page: Page, byPx: number): Promise<void> {
  const box = await toastOn(page).boundingBox()
  if (!box) throw new Error('There is no toast to swipe')
  const { x, y, height } = box
  await page.mouse.move(x + 60, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 60 + byPx, y + height / 2, { steps: 8 })
  await page.mouse.up()
}

/** Notes every change of what toasts are on screen from now on: their texts. */
async function shownToasts(page: Page): Promise<() => Promise<string[][]>> {
  // The region that the page is loaded with makes room for that of the toasts.
  const noted = await page.locator('body').evaluateHandle((element) => {
    const changes: string[][] = []
    const note = () => {
      const texts = [...element.querySelectorAll('[aria-label="Notifications (F8)"] li')].map((toast) => {
        // The initials of a face make room for its picture.
        const initials = toast.querySelector('[data-face]')?.textContent ?? ''
        return (toast.textContent ?? '').replace(initials, '')
      })
      if (texts.length > 0 && texts.join() !== changes.at(-1)?.join()) changes.push(texts)
    }
    new MutationObserver(note).observe(element, { subtree: true, childList: true, characterData: true })
    return changes
  })
  return () => noted.jsonValue()
}
