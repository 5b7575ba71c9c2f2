import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { insertChampion, monthsAgo } from './champions.ts'
import { brokenCalls } from './faults.ts'
import { expect, expectAccessible, type Story, test } from './story.ts'

interface View {
  readonly name: string
  readonly title: string
  readonly open: (story: Story) => Promise<Page>
}

const member = 'zoe.brandt'

const views: readonly View[] = [
  {
    name: 'login',
    title: 'Sign in · Ovation',
    open: async (story) => story.openWindow('/login'),
  },
  {
    name: 'login with an error',
    title: 'Sign in · Ovation',
    open: async (story) => {
      const page = await story.openWindow('/login?error=state_expired')
      await expect(page.getByText('Sign-in Error', { exact: true })).toBeVisible()
      return page
    },
  },
  {
    name: 'emergency sign-in',
    title: 'Emergency Admin Access · Ovation',
    open: async (story) => {
      const page = await story.openWindow('/admin-login')
      await page.getByRole('button', { name: 'Emergency Access', exact: true }).click()
      await expect(page.getByText('Missing information', { exact: true })).toBeVisible()
      return page
    },
  },
  { name: 'not found', title: 'Page Not Found · Ovation', open: (story) => story.openWindow('/nowhere') },
  { name: 'dashboard', title: 'Dashboard · Ovation', open: dashboard },
  {
    name: 'social feed',
    title: 'Social Feed · Ovation',
    open: async (story) => {
      const page = await story.signIn(member, '/social-feed')
      await expect(page.getByRole('article').first()).toBeVisible()
      await page.getByRole('button', { name: 'Show more' }).first().click()
      await page
        .getByRole('button', { name: /^(Like|Comment|Share) \+/ })
        .first()
        .click()
      await expect(page.getByRole('button', { name: /^Undo/ }).first()).toBeVisible()
      return page
    },
  },
  {
    name: 'full leaderboard',
    title: 'Dashboard · Ovation',
    open: async (story) => {
      const page = await dashboard(story)
      await page.getByRole('button', { name: /^View Full Leaderboard/ }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      return page
    },
  },
  {
    name: 'all activity',
    title: 'Dashboard · Ovation',
    open: async (story) => {
      const page = await dashboard(story)
      await page.getByRole('button', { name: 'View All Activity' }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      return page
    },
  },
  {
    name: 'notifications',
    title: 'Dashboard · Ovation',
    open: async (story) => {
      const page = await dashboard(story)
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      return page
    },
  },
  {
    name: 'monthly contests',
    title: 'Monthly Contests · Ovation',
    open: async (story) => {
      const page = await story.signIn(member, '/monthly-contests')
      await expect(page.getByRole('list', { name: 'Team standings' })).toBeVisible()
      return page
    },
  },
  {
    name: 'past champions',
    title: 'Monthly Contests · Ovation',
    open: async (story) => {
      await insertChampions(story)
      const page = await story.signIn(member, '/monthly-contests?tab=past')
      await expect(page.getByRole('list', { name: 'Past champions' })).toBeVisible()
      return page
    },
  },
  {
    name: 'annual winners',
    title: 'Monthly Contests · Ovation',
    open: async (story) => {
      await insertChampions(story)
      const page = await story.signIn(member, '/monthly-contests?tab=annual')
      await expect(page.getByRole('list', { name: 'Annual winners' })).toBeVisible()
      return page
    },
  },
  {
    name: 'monthly contest',
    title: 'Monthly Contest · Ovation',
    open: async (story) => {
      const page = await story.signIn(member, '/monthly-contest')
      await expect(page.getByRole('list', { name: 'Team standings' })).toBeVisible()
      return page
    },
  },
  {
    name: 'points rules',
    title: 'Points Configuration · Ovation',
    open: pointsRules,
  },
  {
    name: 'points rule dialog',
    title: 'Points Configuration · Ovation',
    open: async (story) => {
      const page = await pointsRules(story)
      await page.getByRole('button', { name: 'Add Configuration' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Bonus type').selectOption('Streak')
      await dialog.getByLabel('Multiplier (percent)').fill('0')
      await dialog.getByRole('button', { name: 'Create Configuration' }).click()
      await expect(dialog.getByText('Action type is required')).toBeVisible()
      return page
    },
  },
  {
    name: 'points rule deletion',
    title: 'Points Configuration · Ovation',
    open: async (story) => {
      const page = await pointsRules(story)
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
      return page
    },
  },
  {
    name: 'share dialog',
    title: 'Social Feed · Ovation',
    open: async (story) => {
      const page = await story.signIn(member, '/social-feed')
      await expect(page.getByRole('article').first()).toBeVisible()
      await page.getByRole('button', { name: 'Submit a share' }).click()
      await expect(page.getByRole('dialog').getByLabel('Platform')).toBeFocused()
      return page
    },
  },
]

// What moves in would be seen half transparent, which no reader sees for longer than a moment.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { name, title, open } of views) {
  for (const width of [1280, 360]) {
    test.describe(`at ${width} pixels`, () => {
      test.use({ viewport: { width, height: 800 } })

      test(`${name} is accessible in both themes and fits`, async ({ story }) => {
        const page = await open(story)
        await expect(page).toHaveTitle(title)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await expect.poll(() => isDark(page)).toBe(colorScheme === 'dark')
          await expectAccessible(page)
          await keepPicture(page, `${name} ${width} ${colorScheme}`)
        }
        expect(await widthBeyond(page)).toBe(0)
        if (width === 360) {
          await page.setViewportSize({ width: 320, height: 640 })
          expect(await widthBeyond(page)).toBe(0)
        }
      })
    })
  }
}

test('the theme that somebody chose stays, and is there before any script of the screens', async ({
  story,
}) => {
  story.faults.permit(brokenCalls)
  const page = await story.openWindow('/login')
  await page.emulateMedia({ colorScheme: 'light' })
  const theme = page.getByRole('radiogroup', { name: 'Theme' })
  await expect(theme.getByRole('radio', { name: 'System' })).toBeChecked()
  expect(await isDark(page)).toBe(false)
  await theme.getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(() => isDark(page)).toBe(true)
  await page.reload()
  await expect(theme.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await isDark(page)).toBe(true)
  await page.unrouteAll()
  await page.reload()
  await theme.getByRole('radio', { name: 'System' }).check()
  await expect.poll(() => isDark(page)).toBe(false)
})

async function dashboard(story: Story): Promise<Page> {
  const page = await story.signIn(member)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'View All Activity' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^View Full Leaderboard/ })).toBeVisible()
  return page
}

/** Champions of months that are no news any more. */
async function insertChampions(story: Story): Promise<void> {
  await insertChampion(story, 'priya.raghavan', monthsAgo(2))
  await insertChampion(story, member, monthsAgo(3))
  await insertChampion(story, 'tomasz.wojcik', monthsAgo(14))
}

async function pointsRules(story: Story): Promise<Page> {
  const page = await story.signIn('marta.oliveira', '/admin/points')
  await expect(page.getByRole('article').first()).toBeVisible()
  return page
}

/** By how many pixels the page can be scrolled sideways. */
function widthBeyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

function isDark(page: Page): Promise<boolean> {
  return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
}

/**
 * Keeps a picture in the folder that OVATION_SHOTS names, for people to look at: of the whole page, or of what lies
 * over it.
 */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.OVATION_SHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const fullPage = (await page.getByRole('dialog').count()) === 0
  await page.screenshot({ path: join(folder, `${name.replaceAll(' ', '-')}.png`), fullPage })
}
