import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { newPost } from '#contract/posts.schema.ts'
import { addDays, dayOf } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import { platformNames, platforms } from '#domain/vocabulary.ts'
import { newId } from '#server/db/new-id.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { insertChampion, monthsAgo } from './champions.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, expectToast, nameOf, personOf, type Story, test } from './story.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

test('the login screen describes the product, says who can enter, and leads to Slack', {
  tag: ['@login-welcome', '@login-button', '@login-members-only', '@login-emergency-link'],
}, async ({ story }) => {
  const page = await story.openWindow(paths.login)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Ovation' })).toBeVisible()
  const blurbs = page.getByRole('listitem').getByRole('heading', { level: 2 })
  await expect(blurbs).toHaveText(['Team Contests', 'Social Sharing', 'Achievements'])
  await expect(page.getByText('Only members of your team’s Slack workspace can enter.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Emergency Admin Access' })).toHaveAttribute(
    'href',
    '/admin-login',
  )
  const left = page.waitForRequest((request) => new URL(request.url()).pathname === '/auth/slack')
  await page.getByRole('button', { name: 'Continue with Slack' }).click()
  expect((await left).isNavigationRequest()).toBe(true)
})

test('the greeting is the first word of the name, capitalised', {
  tag: ['@dashboard-greeting'],
}, async ({ story }) => {
  const page = await story.signIn('grace.kamau')
  for (const [name, greeting] of [
    ['émile de Zola', 'Hello, Émile'],
    ['Ana', 'Hello, Ana'],
    ['Mei-Ling Chen', 'Hello, Mei-Ling'],
    [nameOf(story, 'grace.kamau'), 'Hello, Grace'],
  ] as const) {
    await rename(story, 'grace.kamau', name)
    await page.reload()
    await expect(page.getByRole('heading', { level: 2, name: greeting, exact: true })).toBeVisible()
  }
})

test('the bell counts up to nine, and shows 9+ from ten', {
  tag: ['@bar-bell-count', '@number-notifications'],
}, async ({ story }) => {
  // Nobody passes a member without points, so all lines are the team's.
  const page = await story.signIn('arjun.mehta')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.click()
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(10)
  await page.keyboard.press('Escape')
  await expect(bell).toHaveText('')
  for (let report = 0; report < 9; report++) await reportAs(story, 'tomasz.wojcik')
  await expect(bell).toHaveText('9')
  await expect(bell).toHaveAccessibleName('Notifications, 9 new')
  await reportAs(story, 'tomasz.wojcik')
  await expect(bell).toHaveText('9+')
})

test('the full leaderboard’s link counts all members with points', {
  tag: ['@leaderboard-count'],
}, async ({ story }) => {
  const page = await story.signIn('zoe.brandt')
  const [row] = await story.run<{ members: number }>(
    'select count(*)::int as members from users where total_points > 0 and disabled_at is null',
  )
  await expect(
    page.getByRole('link', { name: `View Full Leaderboard (${row?.members})`, exact: true }),
  ).toBeVisible()
})

test('while it loads, the leaderboard has a title bar and five placeholder rows with an avatar and two lines', {
  tag: ['@leaderboard-loading', '@number-placeholders'],
}, async ({ story }) => {
  const page = await story.signIn('zoe.brandt', blankPage)
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/leaderboard', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto(paths.dashboard)
  const card = page.getByRole('region', { name: 'Team Leaderboard' })
  await expect(card.getByText('Loading leaderboard')).toBeAttached()
  const shapes = await placeholdersIn(card)
  expect(shapes.filter(({ isRound }) => isRound)).toHaveLength(5)
  expect(shapes.filter(({ isRound }) => !isRound)).toHaveLength(1 + 5 * 2)
  expect(shapes[0]?.isRound).toBe(false)
  release()
  await expect(card.getByRole('listitem').first()).toBeVisible()
  expect(await placeholdersIn(card)).toEqual([])
})

test('the connection indicator is in the bar on large screens only, and on the feed on every screen', {
  tag: ['@bar-connection', '@feed-connection'],
}, async ({ story }) => {
  const page = await story.signIn('zoe.brandt')
  // Where there is no room for the word, only screen readers get it.
  const shownWords = () =>
    page
      .getByText('Live', { exact: true })
      .evaluateAll((all) => all.filter((one) => one.checkVisibility() && one.clientWidth !== 1).length)
  for (const [width, shown] of [
    [1280, 1],
    [1024, 1],
    [1023, 0],
    [360, 0],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(shownWords).toBe(shown)
  }
  await page.goto(paths.socialFeed)
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(shownWords).toBe(1)
  }
})

test('relative times have three steps', { tag: ['@words-ago'] }, async ({ story }) => {
  const ages = {
    'Just now': 59 * minuteMs,
    '1 hour ago': hourMs + minuteMs,
    '23 hours ago': dayMs - 5 * minuteMs,
    '1 day ago': dayMs + minuteMs,
    '2 days ago': 2 * dayMs + minuteMs,
  }
  const nowMs = story.clock.now().getTime()
  for (const [authorName, ageMs] of Object.entries(ages))
    await insertPost(story.sandbox.server.deps, { authorName, at: new Date(nowMs - ageMs) })
  announcePosts(story)
  const page = await story.signIn('zoe.brandt', paths.socialFeed)
  // Only posts near the window are in the document.
  await page.setViewportSize({ width: 1280, height: 6_000 })
  for (const words of Object.keys(ages))
    await expect(postBy(page, 'LinkedIn', words).getByRole('time')).toHaveText(words)
})

test('the feed explains the honor system, and names the platform and the points of each post', {
  tag: ['@feed-honor', '@feed-points'],
}, async ({ story }) => {
  for (const platform of platforms)
    await insertPost(story.sandbox.server.deps, { platform, authorName: `On ${platform}` })
  announcePosts(story)
  const page = await story.signIn('sebnem.yildiz', paths.socialFeed)
  await expect(page.getByRole('region', { name: 'Honor System' }).getByRole('listitem')).toHaveText([
    /Open the post and do what you mean to do there/,
    /Come back and tick it here. The points are yours at once/,
    /You have five minutes to undo/,
  ])
  for (const platform of platforms) {
    const post = postBy(page, platformNames[platform], `On ${platform}`)
    await expect(post.getByText(`${platformNames[platform]} · Just now`)).toBeVisible()
    await expect(post.getByRole('button', { name: /^I (liked|commented|shared) / })).toHaveText([
      'I liked+15',
      'I commented+20',
      'I shared+30',
    ])
  }
  await postBy(page, 'YouTube', 'On youtube')
    .getByRole('button', { name: /^I commented/ })
    .click()
  await expectToast(page, 'Interaction reported!', '+20 points for the comment on YouTube')
})

test('a new company post is an activity with its platform, without a member and points', {
  tag: ['@activity-company'],
}, async ({ story }) => {
  const page = await story.signIn('zoe.brandt')
  const latest = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem').first()
  await expect(latest).toBeVisible()
  await story.deliver(newPost.path, { platform: 'tiktok', content: 'We moved', author_name: 'Press' })
  await page.reload()
  await expect(latest).toContainText(/Press posted on TikTokJust now$/)
})

test('past champions show the names of their months', { tag: ['@contests-month-names'] }, async ({
  story,
}) => {
  const page = await story.signIn('zoe.brandt', blankPage)
  // The champion of the last month may not be named yet.
  const past = Array.from({ length: 12 }, (_, nth) => monthsAgo(story, nth + 2))
  for (const month of past) await insertChampion(story, 'zoe.brandt', month)
  await page.goto(`${paths.monthlyContests}?tab=past`)
  for (const { year, month } of past) {
    await page.getByRole('button', { name: String(year), exact: true }).click()
    const when = page.getByRole('heading', { name: `${months[month - 1]} ${year}` })
    await expect(when).toHaveCount(1)
  }
})

test('locked badges are paler than earned ones', {
  tag: ['@achievements-locked'],
}, async ({ story }) => {
  const page = await story.signIn('arjun.mehta')
  await page
    .getByRole('button', { name: /^I liked \+15/ })
    .first()
    .click()
  await expectToast(page, 'Interaction reported!')
  const slots = page.getByRole('list', { name: 'Recent achievements' }).getByRole('listitem')
  await expect(slots).toContainText(['Earned', 'locked', 'locked'])
  const background = await luminanceOf(page.getByRole('main'), 'backgroundColor')
  const contrasts = await Promise.all(
    ['First Steps', 'Social Butterfly'].map(async (name) => {
      const ink = await luminanceOf(slots.getByText(name, { exact: true }), 'color')
      return Math.abs(background - ink)
    }),
  )
  expect(contrasts[1]).toBeLessThan(Number(contrasts[0]))
})

test.describe('in a browser with other date and number formats', () => {
  test.use({ locale: 'de-DE', timezoneId: 'Pacific/Auckland' })

  test('dates and figures have American formats, and days do not shift', {
    tag: ['@contests-description', '@number-dates', '@words-american'],
  }, async ({ story }) => {
    const [contest] = await story.run<Record<'title' | 'description' | 'start' | 'end', string>>(
      `select title, description, to_char(start_date, 'Mon FMDD') as start,
         to_char(end_date, 'Mon FMDD') as end from contests
       where is_active and deleted_at is null and $1::date between start_date and end_date`,
      [dayOf(story.clock.now(), 'UTC')],
    )
    const page = await story.signIn('tomasz.wojcik')
    await expect(page.getByRole('region', { name: 'Current Contest' })).toContainText(
      `${contest?.start} – ${contest?.end}`,
    )
    await expect(page.getByRole('region', { name: 'Your Progress' })).toContainText(/Total Points\d,\d{3}/)
    await expect(page.getByRole('list', { name: 'Recent achievements' })).toContainText(
      /Earned [A-Z][a-z]{2} \d{1,2}/,
    )
    await page.goto(paths.monthlyContests)
    const about = page.getByRole('region', { name: contest?.title ?? '' })
    await expect(about.getByText(contest?.description ?? '', { exact: true })).toBeVisible()
    await expect(about.getByText(`${contest?.start} – ${contest?.end}`)).toBeVisible()
  })
})

test.describe('in an empty workspace', () => {
  test.use({ setup: { hasHistory: false } })
  // They share one product: the first wants a feed without posts.
  test.describe.configure({ mode: 'serial' })

  test('the dashboard shows two whole posts, cut, and a link to all of them', {
    tag: ['@posts-sixth', '@posts-cut', '@number-dashboard-posts'],
  }, async ({ story }) => {
    const page = await story.signIn('marta.oliveira')
    const posts = page.getByRole('region', { name: 'Team Social Feed' }).getByRole('article')
    const more = page.getByRole('link', { name: /^View All Posts/ })
    await expect(page.getByText('No posts yet')).toBeVisible()
    await expect(more).toHaveCount(0)
    const { deps } = story.sandbox.server
    for (let post = 1; post <= 4; post++) await insertPost(deps, { authorName: `Author ${post}` })
    await insertPost(deps, { authorName: 'Whole', content: 'a'.repeat(150) })
    announcePosts(story)
    await expect(posts).toHaveCount(2)
    await expect(more).toHaveText('View All Posts (5)')
    await expect(postBy(page, 'LinkedIn', 'Whole').getByText('a'.repeat(150), { exact: true })).toBeVisible()
    await insertPost(deps, { authorName: 'Cut', content: 'b'.repeat(151) })
    announcePosts(story)
    await expect(more).toHaveText('View All Posts (6)')
    await expect(more).toHaveAttribute('href', '/social-feed')
    await expect(posts).toHaveCount(2)
    await expect(posts.first()).toContainText(`${'b'.repeat(150)}…`)
    await expect(postBy(page, 'LinkedIn', 'Author 1')).toHaveCount(0)
  })

  test('a contest reads ACTIVE while it runs, and its days-left badge turns from calm to plain to urgent', {
    tag: ['@dashboard-contest-active', '@contests-days-left'],
  }, async ({ story }) => {
    const { deps } = story.sandbox.server
    const today = dayOf(story.clock.now(), 'UTC')
    await insertContest(deps, { startDate: addDays(today, 1), endDate: addDays(today, 8) })
    deps.live.announce({ topics: ['contests'] })
    const page = await story.signIn('marta.oliveira', blankPage)
    await page.clock.install({ time: story.clock.now() })
    await page.goto(paths.dashboard)
    const card = page.getByRole('region', { name: 'Current Contest' })
    await expect(card).toContainText(/Starts in 1 day.*0%/)
    const status = card.getByText('ACTIVE', { exact: true })
    await expect(status).toHaveCount(0)
    const looks: string[] = []
    for (const [days, text] of [
      [1, '8 days left'],
      [1, '7 days left'],
      [3, '4 days left'],
      [1, '3 days left'],
      [2, '1 day left'],
    ] as const) {
      await page.clock.fastForward(days * dayMs)
      const badge = card.getByText(text, { exact: true })
      await expect(badge).toBeVisible()
      await expect(status).toBeVisible()
      looks.push(await badge.evaluate((element) => getComputedStyle(element).backgroundColor))
    }
    const [eight, seven, four, three, one] = looks
    expect(new Set([eight, seven, three]).size).toBe(3)
    expect([four, one]).toEqual([seven, three])
  })
})

function postBy(page: Page, platform: string, author: string): Locator {
  return page.getByRole('article', { name: `${platform} post by ${author}`, exact: true })
}

function announcePosts({ sandbox }: Story): void {
  sandbox.server.deps.live.announce({
    topics: ['posts'],
    messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: newId() } }],
  })
}

async function rename(story: Story, handle: string, name: string): Promise<void> {
  const [member] = await story.run<{ id: UserId }>(
    'update users set display_name = $2 where slack_user_id = $1 returning id',
    [personOf(story, handle).id, name],
  )
  if (!member) throw new Error(`${handle} is no member yet`)
  story.sandbox.server.deps.live.announce({ topics: ['totals'], members: [member.id] })
}

/** The shapes without text that stand in the card, in order, by how they look. */
function placeholdersIn(card: Locator): Promise<{ isRound: boolean }[]> {
  return card.evaluate((element) =>
    [...element.querySelectorAll('[aria-hidden] *')]
      .filter(
        (shape) =>
          shape.childElementCount === 0 && shape.textContent === '' && !shape.closest('svg, [data-face]'),
      )
      .map((shape) => {
        const { width, height } = shape.getBoundingClientRect()
        const radius = getComputedStyle(shape).borderRadius
        return {
          isRound: width === height && (radius.endsWith('%') || Number.parseFloat(radius) >= width / 2),
        }
      }),
  )
}

/** How light a colour of an element is, from 0 to 255. */
function luminanceOf(element: Locator, property: 'color' | 'backgroundColor'): Promise<number> {
  return element.evaluate((found, name) => {
    let from: Element | null = found
    let colour = getComputedStyle(found)[name]
    while (from && /, 0\)$/.test(colour)) {
      from = from.parentElement
      if (from) colour = getComputedStyle(from)[name]
    }
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
    return 0.299 * red + 0.587 * green + 0.114 * blue
  }, property)
}
