import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { insertChampion, monthsAgo } from './champions.ts'
import { cutOff } from './faults.ts'
import { meButton } from './nav.ts'
import { fillReview, firstOfLists } from './review-queue.ts'
import { expectOneFilledButton, expectToFit } from './screen-checks.ts'
import { keepListsShort } from './short-lists.ts'
import { blankPage, expect, type Story, test } from './story.ts'
import { cutAreas, cutAtEdges } from './window-edges.ts'

const widths = [320, 360, 768, 800, 820, 1024, 1280, 1600, 1920]
const height = 800
const widestWithMenu = 767
const bar = '#root > header'
const bottomBar = '[aria-label=Shortcuts]'

interface Screen {
  readonly path: string
  /** What is there once everything of the screen is. */
  readonly settled: (page: Page) => Locator
  /** Names of the buttons that open a dialog, each from a screen without one. */
  readonly dialogs?: readonly RegExp[]
}

const standings = (page: Page) => page.getByRole('list', { name: 'Team standings' }).getByRole('listitem')
const anArticle = (page: Page) => page.getByRole('article')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const rowIn = (table: string) => (page: Page) =>
  page.getByRole('table', { name: table }).getByRole('rowheader')

const visitorScreens: readonly Screen[] = [
  { path: paths.login, settled: (page) => page.getByRole('button', { name: 'Continue with Slack' }) },
  { path: paths.adminLogin, settled: heading },
  { path: '/nowhere', settled: (page) => page.getByRole('heading', { name: 'Page Not Found' }) },
]

const memberScreens: readonly Screen[] = [
  {
    path: paths.dashboard,
    settled: (page) => page.getByRole('button', { name: 'View All Activity' }),
    dialogs: [/^All streaks/, /^View All Activity/],
  },
  {
    path: paths.leaderboard,
    settled: (page) => page.getByRole('list', { name: 'All members by rank' }).getByRole('listitem'),
  },
  { path: paths.socialFeed, settled: anArticle, dialogs: [/^Report your own post/] },
  { path: paths.monthlyContests, settled: standings },
  {
    path: `${paths.monthlyContests}?tab=past`,
    settled: (page) => page.getByRole('list', { name: 'Past champions' }),
  },
  {
    path: `${paths.monthlyContests}?tab=annual`,
    settled: (page) => page.getByRole('list', { name: 'Annual winners' }),
  },
  { path: paths.monthlyContest, settled: standings },
  { path: paths.profile, settled: (page) => page.getByLabel('Your link') },
  {
    path: `${paths.profile}?tab=achievements`,
    settled: (page) => page.getByRole('list', { name: 'Recent badges' }),
  },
  {
    path: `${paths.profile}?tab=activity`,
    settled: (page) => page.getByRole('list', { name: 'Your recent activity' }),
  },
]

const rules: Screen = { path: paths.adminPoints, settled: anArticle }
const denied: Screen = {
  path: paths.admin,
  settled: (page) => page.getByRole('link', { name: 'Return to Dashboard' }),
}

const reviewTabs = ['shares', 'checks', 'appeals', 'reports', 'verified', 'not-accepted'] as const

const adminScreens: readonly Screen[] = [
  { ...rules, dialogs: [/^Add Configuration/, /^Delete Like/] },
  tab('users', rowIn('Users')),
  { ...tab('social-feed', rowIn('Social feed posts')), dialogs: [/^Add Manual Post/, /^Edit share/] },
  tab('analytics', (page) => page.getByText('Show as a table')),
  { ...tab('contests', rowIn('Monthly contests')), dialogs: [/^Create Contest/] },
  tab('slack', (page) => page.getByRole('button', { name: 'Send Instructions' })),
  {
    ...tab('automation', (page) => page.getByRole('button', { name: 'Rotate Secret' })),
    dialogs: [/^Rotate/],
  },
  tab('webhooks', (page) => page.getByRole('heading', { level: 1 })),
  tab('settings', rowIn('Audit trail')),
]

test('visitors see every screen whole at every width', { tag: ['@screen-fits'] }, async ({ story }) => {
  await walkScreens(await story.openWindow(blankPage), visitorScreens)
})

test('members see every screen, the bar and what it opens whole at every width', {
  tag: ['@screen-fits', '@bar-narrow'],
}, async ({ story }) => {
  // The bar is looked at without the network too.
  story.faults.permit(cutOff)
  await insertChampion(story, 'priya.raghavan', monthsAgo(story, 2))
  const page = await openQuiet(story, 'zoe.brandt')
  await walkScreens(page, [...memberScreens, rules, denied])
  await expectBarWhole(page, paths.dashboard, 5)
})

test('administrators see members’ screens, the bar and what it opens whole at every width', {
  tag: ['@screen-fits', '@admin-panel-fits'],
}, async ({ story }) => {
  // The bar is looked at without the network too.
  story.faults.permit(cutOff)
  await insertChampion(story, 'priya.raghavan', monthsAgo(story, 2))
  const page = await openQuiet(story, 'marta.oliveira')
  await walkScreens(page, memberScreens)
  await expectBarWhole(page, paths.admin, 6)
})

test('administrators see their panel whole at every width', {
  tag: ['@screen-fits', '@admin-panel-fits'],
}, async ({ story }) => {
  await insertChampion(story, 'priya.raghavan', monthsAgo(story, 2))
  await walkScreens(await openQuiet(story, 'marta.oliveira'), adminScreens)
})

test('administrators see every list of the review whole at every width', {
  tag: ['@screen-fits'],
}, async ({ story }) => {
  await walkScreens(await openQuiet(story, 'marta.oliveira'), await reviewScreens(story))
})

function tab(name: string, settled: Screen['settled']): Screen {
  return { path: `${paths.admin}?tab=${name}`, settled }
}

/** The lists of the review, each with something in it. */
async function reviewScreens(story: Story): Promise<Screen[]> {
  await fillReview(story)
  return reviewTabs.map((name) => ({
    path: `${paths.review}?tab=${name}`,
    settled: (page) => firstOfLists(page)[name],
  }))
}

/** A window of a member, on no screen yet, with short lists. */
async function openQuiet(story: Story, handle: string): Promise<Page> {
  const page = await story.signIn(handle, blankPage)
  await keepListsShort(page)
  return page
}

async function walkScreens(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { path, settled, dialogs = [] } of screens) {
    await page.goto(path)
    await expect(settled(page).first()).toBeVisible()
    await expectOneFilledButton(page, path)
    await expectWholeAtEachWidth(page, path)
    for (const name of dialogs) {
      await page.getByRole('button', { name }).first().click()
      await expect(page.getByRole('dialog').getByRole('button').first()).toBeVisible()
      await expectOneFilledButton(page, `${path} under the dialog of ${name}`)
      await expectWholeAtEachWidth(page, `${path} under the dialog of ${name}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  }
}

async function expectWholeAtEachWidth(page: Page, where: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await test.step(`${where} at ${width} pixels`, async () => {
      await expectToFit(page)
      // A dialog may still be moving in, and a chart follows its width.
      await expect.poll(() => cutAtEdges(page), `cut at ${where}, ${width} pixels wide`).toEqual([])
    })
  }
}

/** Fails unless the controls of the bar, and what each of them opens, are whole inside of every window. */
async function expectBarWhole(page: Page, path: string, links: number): Promise<void> {
  await page.goto(path)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const profile = page.getByRole('button', { name: /^Profile menu of/ })
  const menu = meButton(page)
  await expect(bell).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    const expectWhole = (part: string) =>
      expect.poll(() => cutAreas(page, part), `${part} at ${width} pixels`).toEqual([])
    await expectWhole(bar)
    await bell.click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    await expectWhole(`${bar}, [role=dialog]`)
    await page.keyboard.press('Escape')
    if (width > widestWithMenu) {
      await profile.click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
      await expectWhole(`${bar}, [role=menu]`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    } else {
      await menu.click()
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveCount(links)
      await expectWhole(`${bar}, ${bottomBar}, [id=mobile-menu]`)
      await menu.click()
    }
  }
  await page.context().setOffline(true)
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    await expectToFit(page)
    await expect.poll(() => cutAreas(page, bar), `offline at ${width} pixels`).toEqual([])
  }
}
