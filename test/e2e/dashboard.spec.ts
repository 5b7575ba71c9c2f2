import type { Locator, Page } from '@playwright/test'
import { firstReads } from '#contract/first-reads.ts'
import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { livePath } from '#contract/live.ts'
import { paths } from '#contract/paths.ts'
import { newPost } from '#contract/posts.schema.ts'
import { brokenCalls, cutOff } from './faults.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, expectToast, nameOf, test, usernameOf } from './story.ts'

/** The first three, and the member between the neighbours. */
const shownRows = 8

test('shows the member’s rank, what to do, and team activity', {
  tag: [
    '@bar-links',
    '@dashboard-sections',
    '@dashboard-columns',
    '@dashboard-tiles',
    '@dashboard-ways',
    '@dashboard-rank',
    '@activity-latest',
  ],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik')
  await expect(page).toHaveTitle('Dashboard · Ovation')
  for (const section of [
    'Your Progress',
    'Earn Points',
    'Team Competition',
    'Your Achievements',
    'Team Activity',
  ]) {
    await expect(page.getByRole('heading', { level: 2, name: section, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Hello, Tomasz' })).toContainText(/#\d+ in the team/)
  const [own] = await story.run<Record<'points' | 'streak' | 'best' | 'engagements' | 'shares', number>>(
    `select total_points as points, current_streak as streak, longest_streak as best, total_engagements as engagements,
       total_shares as shares from users where username = $1`,
    [usernameOf(story, 'tomasz.wojcik')],
  )
  const figure = (value: number | undefined) => Number(value).toLocaleString('en-US')
  await expect(page.getByRole('region', { name: 'Your Progress' }).getByRole('listitem')).toContainText([
    `Total Points${figure(own?.points)}`,
    `Day Streak${figure(own?.streak)}`,
    `Engagements${figure(own?.engagements)}`,
    `Shares${figure(own?.shares)}`,
  ])
  await expect(page.getByRole('region', { name: 'Your Progress' })).toContainText(`Best ${own?.best}`)
  await expect(page.getByRole('region', { name: 'How to Earn Points' }).getByRole('listitem')).toHaveText([
    'Like+15 points',
    'Comment+20 points',
    'Share+30 points',
  ])
  const progress = await page.getByRole('region', { name: 'Your Progress' }).boundingBox()
  for (const name of ['Current Contest', 'Hello, Tomasz', 'How to Earn Points']) {
    const box = await page.getByRole('region', { name }).boundingBox()
    expect(Number(box?.x) + Number(box?.width), name).toBeLessThan(Number(progress?.x))
  }
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link')).toHaveText([
    'Dashboard',
    'Social Feed',
    'Monthly Contests',
    'Review',
    'Admin',
  ])
  await expect(navigation.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const activity = page.getByRole('region', { name: 'Recent Activity' })
  await expect(activity.getByRole('listitem')).toHaveCount(6)
})

test('requests each answer for its first screenful once', async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    asked.push(pathname + search)
  })
  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(6)
  const addresses = firstReads[paths.dashboard] ?? []
  expect(addresses).not.toEqual([])
  expect(asked.filter((address) => addresses.includes(address)).sort()).toEqual([...addresses].sort())
})

test('the leaderboard shows the first three with badges, the member among the neighbours, and its age', {
  tag: [
    '@leaderboard-ranks',
    '@leaderboard-badges',
    '@leaderboard-age',
    '@leaderboard-near',
    '@number-fixed-texts',
  ],
}, async ({ story }) => {
  const page = await story.signIn('dmytro.shevchenko')
  const card = page.getByRole('region', { name: 'Team Leaderboard' })
  const rows = boardRows(page)
  await expect(rows).toHaveCount(shownRows)
  for (const [place, badge] of ['CHAMPION', 'RUNNER-UP', 'PODIUM'].entries()) {
    await expect(rows.nth(place)).toContainText(`Rank ${place + 1}`)
    await expect(rows.nth(place)).toContainText(/[\d,]+ points/)
    await expect(rows.nth(place)).toContainText(badge)
  }
  await expect(rows.nth(3)).toContainText(/^\d+ more/)
  await expect(rows.nth(3)).not.toContainText(/CHAMPION|RUNNER-UP|PODIUM/)
  const own = rows.filter({ has: page.getByText('You', { exact: true }) })
  await expect(own).toContainText(/\d+ engagements? · \d+ shares?/)
  await expect(rows.filter({ hasText: / (ahead of|behind) you|Level with you/ }).first()).toBeVisible()
  await expect(card.getByText('Updated just now')).toBeVisible()
  await expect(card.getByRole('link', { name: /^View Full Leaderboard \(\d+\)$/ })).toBeVisible()
})

test('the leaderboard of the month is that of the contest', { tag: ['@leaderboard-month'] }, async ({
  story,
}) => {
  const page = await story.signIn('zoe.brandt')
  const [row] = await story.run<{ members: number; name: string }>(
    `select count(*) over ()::int as members, display_name as name from standings join users on users.id = user_id
     where points > 0 and disabled_at is null and contest_id = (
       select id from contests where is_active and deleted_at is null and $1::date between start_date and end_date
       order by start_date desc limit 1)
     order by points desc, shares desc, engagements desc, standings.reached_at limit 1`,
    [story.clock.now().toISOString().slice(0, 10)],
  )
  const card = page.getByRole('region', { name: 'Team Leaderboard' })
  await card.getByRole('button', { name: 'This month' }).click()
  await expect(card.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true')
  await expect(boardRows(page).first()).toContainText(`${row?.name}`)
  await card.getByRole('link', { name: `View Full Leaderboard (${row?.members})` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Team Leaderboard' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true')
  await expect(everyone(page).first()).toContainText(`${row?.name}`)
})

test('the full leaderboard is a page, which can be searched and shows the member’s neighbours', {
  tag: ['@leaderboard-whole'],
}, async ({ story }) => {
  const page = await story.signIn('dmytro.shevchenko')
  const opener = page.getByRole('link', { name: /^View Full Leaderboard/ })
  const members = Number(/\d+/.exec(await opener.innerText())?.[0])
  await opener.click()
  await expect(page).toHaveURL('/leaderboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Team Leaderboard' })).toBeFocused()
  const rows = everyone(page)
  await expect(rows.first()).toContainText('CHAMPION')
  await expect(rows.first()).toContainText(/\d+ engagements?\d+ shares?[\d,]+ points/)
  await expect(rows.first()).toHaveAttribute('aria-setsize', String(members))
  await expect(page.getByRole('button', { name: new RegExp(`^Everyone ?${members}$`) })).toBeVisible()
  const around = page.getByRole('region', { name: 'Around you' })
  await expect(around.getByText('You', { exact: true })).toBeVisible()
  await expect(around).toContainText(/(ahead of|to pass|Level with) /)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(rows.last()).toHaveAttribute('aria-posinset', String(members))
  await expect(rows.last()).toBeInViewport()
  await page.getByRole('button', { name: 'Around me' }).click()
  await expect(rows.filter({ has: page.getByText('You', { exact: true }) })).toHaveCount(1)

  const search = page.getByRole('searchbox', { name: 'Find a colleague' })
  await search.fill('GRACE')
  await expect(page.getByText('1 member found')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(nameOf(story, 'grace.kamau'))
  await expect(rows).toContainText(/Rank \d+/)
  await search.fill("' or 1=1 --")
  await expect(page.getByText('No members found')).toBeVisible()
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL(paths.dashboard)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the full leaderboard opens at the member’s own row', { tag: ['@leaderboard-whole'] }, async ({
    story,
  }) => {
    const page = await story.signIn('dmytro.shevchenko')
    await page.getByRole('link', { name: /^View Full Leaderboard/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Team Leaderboard' })).toBeFocused()
    const own = everyone(page).filter({ has: page.getByText('You', { exact: true }) })
    await expect(own).toBeInViewport()
    const bar = page.getByRole('navigation', { name: 'Shortcuts' })
    await expect(bar.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'true')
    const me = bar.getByRole('button', { name: /^Me/ })
    await expect(me).not.toHaveAttribute('aria-current')
    await page.goto(paths.profile)
    await expect(me).toHaveAttribute('aria-current', 'true')
  })
})

test('applause for a colleague is counted at once, for everybody, and is taken back', {
  tag: ['@applause-at-once', '@applause-back', '@applause-live'],
}, async ({ story }) => {
  const page = await story.signIn('kenji.watanabe')
  const witness = await story.signIn('tomasz.wojcik')
  await reportAs(story, 'priya.raghavan')
  const name = new RegExp(`^Applaud ${nameOf(story, 'priya.raghavan')}: `)
  const [mine, theirs] = [page, witness].map((each) =>
    each.getByRole('region', { name: 'Recent Activity' }).getByRole('button', { name }).first(),
  ) as [Locator, Locator]
  await expect(theirs).not.toHaveAccessibleName(/so far/)
  await mine.focus()
  await page.keyboard.press('Enter')
  await expect(mine).toHaveAttribute('aria-pressed', 'true')
  await expect(mine).toHaveAccessibleName(/, 1 so far$/)
  await expect(theirs).toHaveAccessibleName(/, 1 so far$/)
  await expect(theirs).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Enter')
  await expect(mine).toHaveAttribute('aria-pressed', 'false')
  await expect(theirs).not.toHaveAccessibleName(/so far/)
})

test('all activity opens in a dialog and loads more', { tag: ['@activity-all'] }, async ({ story }) => {
  const page = await story.signIn('dmytro.shevchenko')
  await page.getByRole('button', { name: 'View All Activity' }).click()
  const dialog = page.getByRole('dialog', { name: 'Team Activity' })
  const rows = dialog.getByRole('list', { name: 'All activity' }).getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await dialog.getByRole('button', { name: 'Load more activity' }).click()
  await expect(rows).toHaveCount(100)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'View All Activity' })).toBeFocused()
})

test('the bell counts what is new, shows ten lines for the member and the team, and links to the feed', {
  tag: ['@bar-bell-list'],
}, async ({ story }) => {
  // Nobody passes a member without points, so all lines are the team's.
  const page = await story.signIn('arjun.mehta')
  await page.getByRole('button', { name: /^Notifications, .* new$/ }).click()
  const box = page.getByRole('dialog', { name: 'Notifications' })
  await expect(box.getByRole('listitem')).toHaveCount(10)
  await expect(box.getByRole('list', { name: 'Team' }).getByText('New', { exact: true })).not.toHaveCount(0)
  await box.getByRole('button', { name: 'Mark all read' }).click()
  await expect(box.getByText('New', { exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  const seen = page.getByRole('button', { name: 'Notifications', exact: true })
  await expect(seen).toBeFocused()
  await expect(seen).toHaveText('')
  await seen.press('Enter')
  await expect(box.getByRole('listitem').first()).toBeVisible()
  // With the focus still on the bell, as it is in the moment before the list takes it.
  await seen.press('Escape')
  await expect(box).toHaveCount(0)
  // New is what came later than the newest line that was seen.
  story.clock.advance(1_000)
  await reportAs(story, 'zoe.brandt')
  await expect(page.getByRole('button', { name: 'Notifications, 1 new' })).toHaveText('1')
  for (let more = 0; more < 8; more++) await reportAs(story, 'zoe.brandt')
  const nine = page.getByRole('button', { name: 'Notifications, 9 new' })
  await expect(nine).toHaveText('9')
  await nine.click()
  await expect(box).toContainText(nameOf(story, 'zoe.brandt'))
  await box.getByRole('link', { name: 'View all activity' }).click()
  await expect(page).toHaveURL(paths.socialFeed)
  await expect(box).toHaveCount(0)
})

const outages = [
  {
    api: getLeaderboard.path,
    card: 'Team Leaderboard',
    text: 'The leaderboard could not be loaded.',
    back: 'CHAMPION',
  },
  {
    api: `${getLeaderboard.path}/around`,
    card: 'Hello, Zoë',
    text: 'Your place could not be loaded.',
    back: 'in the team',
  },
  {
    api: '/api/activities',
    card: 'Recent Activity',
    text: 'The team activity could not be loaded.',
    back: 'View All Activity',
  },
  {
    api: '/api/social-feed-posts',
    card: 'Team Social Feed',
    text: 'The company posts could not be loaded.',
    back: 'View All Posts',
  },
  {
    api: '/api/admin/points-config',
    card: 'How to Earn Points',
    text: 'The points rules could not be loaded.',
    back: 'Comment',
  },
]

for (const { api, card, text, back } of outages) {
  test(`a failing ${api} is shown in place, with a retry`, {
    tag: ['@dashboard-failure'],
  }, async ({ story }) => {
    story.faults.permit(brokenCalls)
    const page = await story.signIn('zoe.brandt', blankPage)
    // News would have it read again without the button.
    await page.routeWebSocket(`**${livePath}`, () => undefined)
    await page.route(
      (url) => url.pathname === api,
      (route) => route.abort(),
    )
    // A card that is drawn later asks again for what failed, so that it has to be there before the outage ends.
    await page.goto('/', { waitUntil: 'networkidle' })
    const region = page.getByRole('region', { name: card })
    await expect(region.getByRole('alert')).toContainText(text)
    await expect(page.getByRole('region', { name: 'Your Progress' })).toContainText('Total Points')
    await page.unroute((url) => url.pathname === api)
    await page.unrouteAll()
    await region.getByRole('button', { name: 'Retry' }).click()
    await expect(region).toContainText(back)
    await expect(region.getByRole('alert')).toHaveCount(0)
  })
}

test('if the account cannot be checked, the login screen appears with a retry', {
  tag: ['@way-in-unchecked'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn('zoe.brandt', blankPage)
  await page.route('**/api/user', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Ovation' })).toBeVisible()
  await expect(page.getByText('Your account could not be checked.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('region', { name: 'Your Progress' })).toBeVisible()
})

test('slow content has placeholders of its shape, and its loading is announced', {
  tag: ['@way-in-waiting'],
}, async ({ story }) => {
  const page = await story.signIn('zoe.brandt', blankPage)
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/user', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('status').filter({ hasText: 'Loading your account...' })).toBeVisible()
  release()
  await page.unrouteAll({ behavior: 'wait' })

  const board = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === getLeaderboard.path,
    async (route) => {
      await board.promise
      await route.continue()
    },
  )
  await page.reload()
  const card = page.getByRole('region', { name: 'Team Leaderboard' })
  await expect(card.getByRole('status')).toHaveText('Loading leaderboard')
  await expect(card.getByRole('listitem')).toHaveCount(0)
  const height = (await card.boundingBox())?.height
  expect(height).toBeGreaterThan(5 * 56)
  board.resolve()
  await expect(card.getByRole('listitem').nth(shownRows - 1)).toBeVisible()
  await expect(card.getByRole('status')).toHaveCount(0)
})

test('offline, the dashboard says so, stays readable, and catches up after reconnecting', {
  tag: ['@bar-offline', '@inv-16', '@f-20'],
}, async ({ story }) => {
  story.faults.permit(cutOff)
  const page = await story.signIn('zoe.brandt')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const activity = page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem').first()
  await expect(activity).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await expect(page.getByText('Live updates paused')).toBeVisible()
  await expect(boardRows(page).nth(shownRows - 1)).toBeVisible()
  await reportAs(story, 'leila.haddad')
  await expect(activity).not.toContainText(nameOf(story, 'leila.haddad'))
  await page.context().setOffline(false)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(activity).toContainText(nameOf(story, 'leila.haddad'))
})

test.describe('in an empty workspace', () => {
  test.use({ setup: { hasHistory: false } })

  test('the first member is welcomed, and the first post and report fill the screen', {
    tag: ['@dashboard-nobody-yet'],
  }, async ({ story }) => {
    const page = await story.signIn('marta.oliveira')
    await expect(page.getByRole('region', { name: 'Quiet so far' })).toContainText(
      'Posts show up here the moment they are out.',
    )
    const welcome = page.getByRole('region', { name: 'Welcome, Marta' })
    await expect(welcome).toContainText('Honor System')
    await expect(page.getByRole('region', { name: 'Team Leaderboard' })).toContainText(
      'Nobody is on the board yet',
    )
    await expect(page.getByRole('region', { name: 'Team Social Feed' })).toContainText('No posts yet')
    await expect(page.getByRole('region', { name: 'Recent Activity' })).toContainText('No activity yet')
    await expect(page.getByRole('button', { name: 'View All Activity' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^View (All Posts|Full Leaderboard)/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Notifications', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('Nothing yet')
    await page.keyboard.press('Escape')
    await expectTilesEmpty(page)

    await welcome.getByRole('link', { name: 'Start reporting interactions' }).click()
    await expect(page).toHaveURL(paths.socialFeed)
    await expect(page.getByText('No posts yet')).toBeVisible()
    await expect(page.getByText('Nothing reported lately')).toBeVisible()
    await story.deliver(newPost.path, { platform: 'tiktok', content: 'Hello', author_name: 'Press' })
    await page.getByRole('button', { name: 'I liked +15 on the post by Press' }).click()
    // The first report unlocks a badge, whose toast takes the place of the report's.
    await expectToast(page, 'Achievement unlocked')
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    const hello = page.getByRole('region', { name: 'Hello, Marta' })
    await expect(hello).toContainText('#1 in the team')
    await expect(hello).toContainText('Nobody else is on the board yet')
    await expect(page.getByRole('link', { name: 'View Full Leaderboard (1)' })).toBeVisible()
  })
})

function boardRows(page: Page): Locator {
  return page.getByRole('list', { name: 'Team leaderboard' }).getByRole('listitem')
}

function everyone(page: Page): Locator {
  return page.getByRole('list', { name: 'All members by rank' }).getByRole('listitem')
}

async function expectTilesEmpty(page: Page): Promise<void> {
  const tiles: Locator = page.getByRole('region', { name: 'Your Progress' }).getByRole('listitem')
  await expect(tiles).toContainText(['Total Points0', 'Day Streak0', 'Engagements0', 'Shares0'])
}
