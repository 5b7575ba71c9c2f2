import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { tabTo } from './focus.ts'
import { meButton } from './nav.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, expectToast, nameOf, test, toastOn } from './story.ts'
import { walkRound } from './walk.ts'

test('the profile menu is opened, used and closed without a mouse', async ({ story }) => {
  const page = await story.signInAfresh('hana.novakova')
  await expect(page.getByRole('article').first()).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: /^Profile menu of/ }))
  await page.keyboard.press('Enter')
  // The focus moves into the menu a moment after it is seen.
  await expect(page.getByRole('menuitem', { name: 'View Profile' })).toBeFocused()
  const logout = page.getByRole('menuitem', { name: 'Logout' })
  const dark = page.getByRole('menuitemradio', { name: 'Dark' })
  for (let downs = 0; downs < 3; downs++) await page.keyboard.press('ArrowDown')
  await expect(dark).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dark).toBeChecked()
  await page.keyboard.press('ArrowDown')
  const quiet = page.getByRole('menuitemcheckbox', { name: 'Quiet live toasts' })
  await expect(quiet).toBeFocused()
  await page.keyboard.press('Space')
  await expect(quiet).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(logout).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Ovation' })).toBeFocused()
  await expect(page).toHaveURL(paths.login)
})

test('Escape closes the profile menu also while the focus is elsewhere', async ({ story }) => {
  const page = await story.signIn('hana.novakova')
  await page.getByRole('button', { name: /^Profile menu of/ }).click()
  const profile = page.getByRole('menuitem', { name: 'View Profile' })
  await expect(profile).toBeFocused()
  await profile.blur()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('a focus stop without a ring, a covered one and a forbidden one are detected', async ({ story }) => {
  const page = await story.openWindow(paths.login)
  const plant = (html: string) =>
    page.evaluate((content) => {
      document.body.innerHTML = content
    }, html)
  await plant('<button>First</button><button style="outline: none">Second</button>')
  await expect(walkRound(page)).rejects.toThrow(/Second.* has no ring/)
  await plant('<button>First</button><div style="position: fixed; inset: 0; background: black"></div>')
  await expect(walkRound(page)).rejects.toThrow(/First.* is covered or out of sight/)
  await plant('<button>First</button>')
  await expect(walkRound(page, () => false)).rejects.toThrow('the stop at First')
})

test('the first stop skips the navigation', async ({ story }) => {
  const page = await story.signIn('priya.raghavan')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('F8 focuses the toast, which waits for the reader and closes with Escape', {
  tag: ['@toast-key'],
}, async ({ story }) => {
  const page = await story.signIn('priya.raghavan')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await reportAs(story, 'grace.kamau')
  await expectToast(page, 'Points Earned!')
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).locator(':focus')).toHaveCount(1)
  const openedMs = performance.now()
  await expect.poll(() => performance.now() - openedMs, { timeout: 6_000 }).toBeGreaterThan(3_500)
  await expectToast(
    page,
    'Points Earned!',
    `${nameOf(story, 'grace.kamau')} earned 15 points for liking on LinkedIn`,
  )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(toastOn(page)).toHaveCount(0)
})

test('F8 leads to the notifications from the first moment, and the press is not lost when their script comes', {
  tag: ['@toast-key'],
}, async ({ story }) => {
  const page = await story.signIn('priya.raghavan', blankPage)
  const scripts = await hold(page, /\/assets\/.*\.js$/)
  const region = page.getByRole('region', { name: 'Notifications (F8)' })
  await page.goto(paths.dashboard, { waitUntil: 'commit' })
  await expect(page.getByText('Ovation', { exact: true })).toBeVisible()
  await page.keyboard.press('F8')
  await expect(region).toBeFocused()
  await scripts.letThrough()
  await expect(region.getByRole('list')).toBeFocused()
  await expect(page.locator('[id=notifications]')).toHaveCount(0)
})

test('F8 leads to the notifications while only their script is on its way', { tag: ['@toast-key'] }, async ({
  story,
}) => {
  const page = await story.signIn('priya.raghavan', blankPage)
  const script = await hold(page, /\/assets\/toast-region-.*\.js$/)
  const region = page.getByRole('region', { name: 'Notifications (F8)' })
  await page.goto(paths.dashboard)
  await expect(page.getByRole('article').first()).toBeVisible()
  const asked = page.waitForRequest(/toast-region/)
  await page.keyboard.press('F8')
  await expect(region).toBeFocused()
  await asked
  await script.letThrough()
  await expect(region.getByRole('list')).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 700 } })

  test('the menu opens and closes by keyboard and returns the focus', { tag: ['@bar-narrow'] }, async ({
    story,
  }) => {
    const page = await story.signIn('priya.raghavan')
    const button = meButton(page)
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(links).toHaveCount(0)
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(links).toHaveText(['Dashboard', 'Social Feed', 'Monthly Contests', 'Admin', 'View Profile'])
    await page.keyboard.press('Tab')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(button).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(paths.socialFeed)
    await expect(meButton(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByRole('heading', { level: 1, name: 'Social Feed' })).toBeFocused()
  })

  test('touch targets are large enough for a thumb', async ({ story }) => {
    const page = await story.signIn('priya.raghavan', '/social-feed')
    const primary = [
      meButton(page),
      page.getByRole('link', { name: 'Home', exact: true }),
      page.getByRole('button', { name: /^Notifications/ }),
      page.getByRole('button', { name: /^I liked \+15/ }).first(),
      page.getByRole('button', { name: /^I shared \+30/ }).first(),
    ]
    for (const target of primary) {
      const box = await target.boundingBox()
      expect(Math.min(Number(box?.width), Number(box?.height))).toBeGreaterThanOrEqual(44)
    }
    const small: string[] = []
    for (const target of await page.getByRole('button').or(page.getByRole('link')).all()) {
      const box = await target.boundingBox()
      if (box && box.width > 1 && Math.min(box.width, box.height) < 24) small.push(await target.innerText())
    }
    expect(small).toEqual([])
  })
})

test.describe('for readers who want less motion', () => {
  test('nothing moves: figures jump, rows change place at once, and nothing takes longer than 120 ms', async ({
    story,
  }) => {
    const page = await story.signIn('priya.raghavan')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    const gliding = await glidingMotion(page)
    await page
      .getByRole('button', { name: /^I shared \+30/ })
      .first()
      .click()
    await expectToast(page, 'Interaction reported!')
    await page.getByRole('button', { name: 'View All Activity' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await gliding()).toEqual([])
  })
})

/** Keeps what the page loads from such addresses on its way, until the story lets it through. */
async function hold(page: Page, address: RegExp) {
  await page.route(address, () => undefined)
  return { letThrough: () => page.unroute(address) }
}

/**
 * Notes every animation and transition from now on that glides for longer than a reader of still pages wants. What
 * goes in steps, as a spinner may, does not glide.
 */
async function glidingMotion(page: Page): Promise<() => Promise<string[]>> {
  const noted = await page.evaluateHandle(() => {
    const found = new Set<string>()
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        if (!(effect instanceof KeyframeEffect)) continue
        const isInSteps = effect.getKeyframes().every(({ easing }) => easing.startsWith('steps('))
        const { duration } = effect.getTiming()
        if (!isInSteps && Number(duration) > 120) found.add(`${effect.target?.className} ${duration} ms`)
      }
      requestAnimationFrame(look)
    }
    look()
    return found
  })
  return () => noted.evaluate((found) => [...found])
}
