import type { Page, Route } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { pressAfterEnd } from './ended-sessions.ts'
import { brokenCalls, cutOff } from './faults.ts'
import { arePicturesWanted, keepPicture } from './pictures.ts'
import { makeReviewer } from './review-queue.ts'
import { expectAccessibleInBothThemes, expectToFit, inBothThemes } from './screen-checks.ts'
import { blankPage, expect, test } from './story.ts'

interface Screen {
  readonly name: string
  readonly path: string
  readonly title: string
  /** What is read for it, as it is called while it loads and when it could not be loaded. */
  readonly parts: readonly string[]
  /** Whose screen it is, where it is not every member's. */
  readonly reader?: string
  /** What stands there when nobody has done anything yet; left out where there always is something. */
  readonly empty?: readonly string[]
}

// The last file of all, and a long one: whichever worker is free takes the next of its stories.
test.describe.configure({ mode: 'parallel' })

const screens: readonly Screen[] = [
  {
    name: 'dashboard',
    path: paths.dashboard,
    title: 'Dashboard · Ovation',
    parts: [
      'what waits for you',
      'current contest',
      'your place',
      'points rules',
      'company posts',
      'leaderboard',
      'streak leaders',
      'achievements',
      'team activity',
    ],
    empty: [
      'No Active Contest',
      'Start reporting interactions',
      'No posts yet',
      'Nobody is on the board yet',
      'No streaks yet',
      'No activity yet',
    ],
  },
  {
    name: 'social feed',
    path: paths.socialFeed,
    title: 'Social Feed · Ovation',
    parts: ['what waits for you', 'recent interactions', 'company posts', 'submitted shares'],
    empty: ['Nothing reported lately', 'No posts yet', 'Nothing submitted yet'],
  },
  {
    name: 'monthly contests',
    path: paths.monthlyContests,
    title: 'Monthly Contests · Ovation',
    parts: ['current contest'],
    empty: ['No Active Contest'],
  },
  {
    name: 'past champions',
    path: `${paths.monthlyContests}?tab=past`,
    title: 'Monthly Contests · Ovation',
    parts: ['past champions'],
    empty: ['No Past Champions'],
  },
  {
    name: 'annual winners',
    path: `${paths.monthlyContests}?tab=annual`,
    title: 'Monthly Contests · Ovation',
    parts: ['annual winners'],
    empty: ['No Annual Winners'],
  },
  {
    name: 'monthly contest',
    path: paths.monthlyContest,
    title: 'Monthly Contest · Ovation',
    parts: ['current contest'],
    empty: ['No Active Contest'],
  },
  {
    name: 'leaderboard',
    path: paths.leaderboard,
    title: 'Team Leaderboard · Ovation',
    parts: ['places around you', 'leaderboard'],
    empty: ['Your first points put you on this board.', 'Nobody is on the board yet'],
  },
  {
    name: 'profile',
    path: paths.profile,
    title: 'Profile · Ovation',
    parts: [
      'points statement',
      'calendar',
      'badges',
      'streak',
      'trackable link',
      'social accounts',
      'notification settings',
      'list of your sessions',
      'list of your access tokens',
    ],
    empty: ['No social accounts yet'],
  },
  {
    name: 'achievements of the profile',
    path: `${paths.profile}?tab=achievements`,
    title: 'Profile · Ovation',
    parts: ['badges'],
  },
  {
    name: 'activity of the profile',
    path: `${paths.profile}?tab=activity`,
    title: 'Profile · Ovation',
    parts: ['recent activity'],
    empty: ['No activity yet'],
  },
  ...(
    [
      ['', 'shares', 'Nothing to review'],
      ['?tab=checks', 'checks', 'Nothing to check'],
      ['?tab=appeals', 'appeals', 'No open appeals'],
      ['?tab=reports', 'reports', 'No reports yet'],
    ] as const
  ).map(([tab, part, nothing]) => ({
    name: `review ${part}`,
    path: `${paths.review}${tab}`,
    title: 'Review · Ovation',
    reader: 'marta.oliveira',
    parts: [part],
    empty: [nothing],
  })),
  {
    name: 'points rules',
    path: paths.adminPoints,
    title: 'Points Configuration · Ovation',
    parts: ['points rules'],
  },
]

test.use({ viewport: { width: 1280, height: 800 } })

for (const screen of screens) {
  test(`${screen.name}: while loading, when nothing can be loaded, and offline`, {
    tag: ['@screen-failure', '@screen-loading', '@screen-offline'],
  }, async ({ story }) => {
    story.faults.permit(brokenCalls)
    story.faults.permit(cutOff)
    const page = await story.signIn(screen.reader ?? 'zoe.brandt', blankPage)
    const lists = await holdLists(page)
    await page.goto(screen.path)
    await test.step('placeholders for each part, announced', () => expectLoading(page, screen))
    await lists.cutOff()
    await test.step('each part says that it could not be read, and can be tried again', async () => {
      await expectFailure(page, screen)
      await lists.letThrough()
      await tryAgain(page)
    })
    await test.step('it stays, and says that it is offline', async () => {
      await expectLoaded(page, screen)
      await expectOffline(page, screen)
    })
  })
}

test('without a session, the login screen replaces every member’s screen', {
  tag: ['@way-in-guard'],
}, async ({ story }) => {
  const page = await story.openWindow(blankPage)
  for (const { path } of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Ovation' })).toBeVisible()
    await expect(page).toHaveTitle('Sign in · Ovation')
    expect(page.url()).toBe(`${story.sandbox.url}${path}`)
  }
})

test('login, in place of a screen whose session has ended', async ({ story }) => {
  const page = await story.signIn('zoe.brandt', paths.socialFeed)
  const like = page.getByRole('button', { name: /^I liked \+/ }).first()
  await expect(like).toBeVisible()
  await pressAfterEnd(
    page,
    () => page.context().clearCookies(),
    () => like.click(),
  )
  await expect(page.getByRole('status').filter({ hasText: 'Your session ended before' })).toBeVisible()
  expect(page.url()).toBe(`${story.sandbox.url}${paths.socialFeed}`)
  await expectSound(page, { name: 'login after the session', title: 'Sign in · Ovation' })
})

test('login, in place of a screen while the account is asked for', async ({ story }) => {
  const page = await story.signIn('zoe.brandt', blankPage)
  await page.route(`**${getCurrentUser.path}`, () => new Promise(() => null))
  await page.goto(paths.dashboard)
  await expect(page.getByRole('status').getByText('Loading your account...')).toBeVisible()
  await expectSound(page, { name: 'account loading', title: 'Ovation' })
})

test('login, in place of a screen whose account cannot be checked', async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn('zoe.brandt', blankPage)
  await page.route(`**${getCurrentUser.path}`, (route) => route.abort())
  await page.goto(paths.socialFeed)
  await expect(page.getByText('Your account could not be checked.')).toBeVisible()
  await expectSound(page, { name: 'account unchecked', title: 'Sign in · Ovation' })
})

test.describe('in an empty workspace', () => {
  test.use({ setup: { hasHistory: false } })

  for (const screen of screens) {
    const { name, path, empty } = screen
    if (!empty) continue
    test(`${name}, before any activity: says what will appear`, {
      tag: ['@screen-empty'],
    }, async ({ story }) => {
      const page = await story.signIn('marta.oliveira', screen.reader ? paths.dashboard : path)
      if (screen.reader) {
        await makeReviewer(story, screen.reader, 'admin')
        await page.goto(path)
      }
      await expectLoaded(page, screen)
      for (const text of empty) await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
      await expectSound(page, { ...screen, name: `${name} empty` }, 'main')
    })
  }
})

/** Keeps what a page reads from its server on its way, until the story says what becomes of it. */
async function holdLists(page: Page) {
  const held: Route[] = []
  await page.route(isList, (route) => {
    held.push(route)
  })
  return {
    /** Fails what waits and what is read from now on. */
    cutOff: async () => {
      await page.route(isList, (route) => route.abort())
      await Promise.all(held.map((route) => route.abort()))
    },
    letThrough: () => page.unrouteAll(),
  }
}

async function expectLoading(page: Page, screen: Screen): Promise<void> {
  const announced = page.getByRole('main').getByRole('status')
  const { name, parts } = screen
  for (const part of parts) await expect(announced.getByText(`Loading ${part}`)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => placeholders(page)).toBe(parts.length)
  await expectSound(page, { ...screen, name: `${name} loading` }, 'main')
}

async function expectFailure(page: Page, screen: Screen): Promise<void> {
  const alerts = page.getByRole('main').getByRole('alert')
  const { name, parts } = screen
  await expect(alerts).toHaveCount(parts.length)
  for (const part of parts) {
    await expect(alerts.filter({ hasText: new RegExp(`${part} could not be loaded`, 'i') })).toHaveCount(1)
  }
  await expectSound(page, { ...screen, name: `${name} failed` }, 'main')
}

async function tryAgain(page: Page): Promise<void> {
  const alerts = page.getByRole('main').getByRole('alert')
  const retries = alerts.getByRole('button', { name: 'Retry' })
  for (let left = await retries.count(); left > 0; left = await retries.count()) {
    await retries.first().click()
    await expect.poll(() => retries.count()).toBeLessThan(left)
  }
  await expect(alerts).toHaveCount(0)
}

async function expectOffline(page: Page, screen: Screen): Promise<void> {
  const bar = page.getByRole('banner')
  await expect(bar.getByText('Live', { exact: true })).toBeVisible()
  await page.context().setOffline(true)
  await expect(bar.getByText('Offline', { exact: true })).toBeVisible()
  await expect(bar.getByText('Live updates paused')).toBeVisible()
  await expectLoaded(page, screen)
  await expectSound(page, { ...screen, name: `${screen.name} offline` }, 'header')
}

async function expectLoaded(page: Page, { title }: Screen): Promise<void> {
  await expect(page).toHaveTitle(title)
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .getByText(/^Loading /),
  ).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
}

/** How many parts of the screen show something in place of what is on its way; it fades in, and is for eyes only. */
function placeholders(page: Page): Promise<number> {
  return page.evaluate(() => {
    const areas = [...document.querySelectorAll('main [aria-busy=true] > [aria-hidden=true]')]
    return areas.filter((area) => area.clientHeight >= 20 && getComputedStyle(area).opacity === '1').length
  })
}

/** Everything that is read from the server but who is signed in, without which there is no screen. */
function isList({ pathname }: URL): boolean {
  return pathname.startsWith('/api/') && pathname !== getCurrentUser.path
}

/** Fails unless the page is sound; `within`, a selector, is what the state changes of it. */
async function expectSound(
  page: Page,
  { name, title }: Pick<Screen, 'name' | 'title'>,
  within?: string,
): Promise<void> {
  await expect(page).toHaveTitle(title)
  await expectAccessibleInBothThemes(page, within)
  await expectToFit(page)
  if (arePicturesWanted) await page.evaluate(() => scrollTo(0, 0))
  for (const width of arePicturesWanted ? [360, 1280] : []) {
    await page.setViewportSize({ width, height: 800 })
    await inBothThemes(page, (theme) => keepPicture(page, { name }, theme))
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expectToFit(page)
  await page.setViewportSize({ width: 1280, height: 800 })
}
