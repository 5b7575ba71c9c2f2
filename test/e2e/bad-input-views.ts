import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import {
  giveHardNames,
  hardNames,
  insertBadPictures,
  insertCrowd,
  insertExtremePosts,
  insertYearOfActivity,
  serveBadPictures,
} from './bad-input.ts'
import type { Setup } from './product.ts'
import { blankPage, expect, type Story } from './story.ts'
import type { View } from './views.ts'

type BadView = Pick<View, 'name' | 'open' | 'over' | 'isEndless'>

interface BadState {
  readonly setup: Setup
  readonly views: readonly BadView[]
}

const member = 'zoe.brandt'
const administrator = 'marta.oliveira'

interface Place {
  readonly path: string
  readonly handle?: string
  /** Done before the screen is opened. */
  readonly before?: (page: Page) => Promise<void>
  /** What is there once everything of the screen is. */
  readonly settled: (page: Page) => Promise<void>
}

const list = (name: string) => (page: Page) =>
  expect(page.getByRole('list', { name }).getByRole('listitem').first()).toBeVisible()
const article = (page: Page) => expect(page.getByRole('article').first()).toBeVisible()
const table = (name: string) => (page: Page) =>
  expect(page.getByRole('table', { name }).getByRole('rowheader').first()).toBeVisible()

const dashboard = { path: paths.dashboard, settled: list('Recent activity') }
const feed = { path: paths.socialFeed, settled: article }
const leaderboard = { path: paths.leaderboard, settled: list('All members by rank') }
const contest = { path: paths.monthlyContest, settled: list('Team standings') }
const champions = { path: `${paths.monthlyContests}?tab=past`, settled: list('Past champions') }
const annual = { path: `${paths.monthlyContests}?tab=annual`, settled: list('Annual winners') }
const profile = {
  path: paths.profile,
  settled: (page: Page) => expect(page.getByLabel('Your link')).toBeVisible(),
}
const users = { path: `${paths.admin}?tab=users`, handle: administrator, settled: table('Users') }

/** Opens a place of a product that was prepared for it. */
function at(prepare: (story: Story) => Promise<void>, place: Place) {
  const { path, handle = member, before, settled } = place
  return async (story: Story): Promise<Page> => {
    await prepare(story)
    const page = await story.signIn(handle, blankPage)
    await before?.(page)
    await page.goto(path)
    await settled(page)
    return page
  }
}

function viewsOf(
  state: string,
  prepare: (story: Story) => Promise<void>,
  places: Readonly<Record<string, Place>>,
): BadView[] {
  return Object.entries(places).map(([name, place]) => ({
    name: `${state} ${name}`,
    open: at(prepare, place),
    isEndless: place.path === paths.leaderboard || place.path === paths.socialFeed,
  }))
}

const names: BadState = {
  setup: { apart: 'names' },
  views: [
    ...viewsOf('long names', giveHardNames, {
      dashboard,
      feed,
      leaderboard,
      contest,
      champions,
      annual,
      profile,
      users,
    }),
    {
      name: 'long names card',
      over: 'dialog',
      open: async (story) => {
        const page = await at(giveHardNames, leaderboard)(story)
        await page.getByRole('button', { name: hardNames['leila.haddad'] }).first().click()
        const card = page.getByRole('dialog', { name: /^About/ })
        await expect(card).toContainText('in the team')
        return page
      },
    },
    {
      name: 'long names bell',
      over: 'dialog',
      open: async (story) => {
        const page = await at(giveHardNames, dashboard)(story)
        await page.getByRole('button', { name: /^Notifications/ }).click()
        await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
        return page
      },
    },
  ],
}

const pictures: BadState = {
  setup: { apart: 'pictures' },
  views: [
    ...viewsOf('bad pictures', insertBadPictures, {
      dashboard: { ...dashboard, before: serveBadPictures },
      feed: { ...feed, before: serveBadPictures },
      leaderboard: { ...leaderboard, before: serveBadPictures },
      contest: { ...contest, before: serveBadPictures },
    }),
    ...(['Tall', 'Huge', 'Slow'] as const).map(
      (author): BadView => ({
        name: `${author.toLowerCase()} picture enlarged`,
        over: 'dialog',
        open: async (story) => {
          const page = await at(insertBadPictures, { ...feed, before: serveBadPictures })(story)
          await page.getByRole('button', { name: `Enlarge the picture of the post by ${author}` }).click()
          await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeVisible()
          return page
        },
      }),
    ),
  ],
}

const texts: BadState = {
  setup: { apart: 'texts' },
  views: viewsOf('bad texts', insertExtremePosts, {
    dashboard,
    feed,
    'admin posts': {
      path: `${paths.admin}?tab=social-feed`,
      handle: administrator,
      settled: table('Social feed posts'),
    },
  }),
}

const crowd: BadState = {
  setup: { apart: 'crowd' },
  views: viewsOf('5000 members', insertCrowd, { dashboard, leaderboard, contest, users }),
}

const year: BadState = {
  setup: { apart: 'year' },
  views: viewsOf('a year of activity', (story) => insertYearOfActivity(story, member), {
    dashboard,
    profile,
    'profile achievements': { path: `${paths.profile}?tab=achievements`, settled: list('Recent badges') },
    'profile activity': { path: `${paths.profile}?tab=activity`, settled: list('Your recent activity') },
  }),
}

/** The product with bad input, in an order of its own for each state. */
export const badStates: readonly BadState[] = [names, pictures, texts, crowd, year]
