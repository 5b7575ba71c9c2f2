import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { engagementUpdate, newPost } from '#contract/posts.schema.ts'
import { postContentLimit } from '#contract/posts.ts'
import { newId } from '#server/db/new-id.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { brokenCalls } from './faults.ts'
import { expect, expectToast, personOf, type Story, test } from './story.ts'

const poison = '<img src=x onerror=window.__x=1>'
const previewPosts = 2
const dayMs = 86_400_000

test('a post from the webhook and its new engagement appear in open windows without a reload', {
  tag: ['@feed-trending', '@feed-live', '@live-numbers'],
}, async ({ story }) => {
  const feed = await story.signIn('priya.raghavan', '/social-feed')
  const dashboard = await story.signIn('zoe.brandt')
  await expect(dashboard.getByRole('article')).toHaveCount(previewPosts)
  await expect(feed.getByRole('article').first()).toBeVisible()
  const openedAt = await feed.evaluate(() => performance.timeOrigin)
  const post_url = 'https://www.linkedin.com/posts/brightwater_fresh-activity-1'
  await story.deliver(newPost.path, {
    platform: 'linkedin',
    content: 'Fresh from the press',
    post_url,
    author_name: 'Press Office',
    scheduled_time: story.clock.now().toISOString(),
  })
  for (const page of [feed, dashboard]) {
    await expect(page.getByRole('article').first()).toContainText('Fresh from the press')
    await expect(postBy(page, 'Press Office').getByText('Trending')).toHaveCount(0)
  }
  await expect(postBy(feed, 'Press Office')).toContainText('@press.office')
  await story.deliver(engagementUpdate.path, {
    post_url,
    likes_count: 29,
    comments_count: '1',
    shares_count: 10,
  })
  for (const page of [feed, dashboard]) {
    await expect(
      postBy(page, 'Press Office').getByRole('list', { name: 'Engagement' }).getByRole('listitem'),
    ).toHaveText(['29 likes', '1 comments', '10 shares'])
    await expect(postBy(page, 'Press Office').getByText('Trending')).toBeVisible()
  }
  await story.deliver(engagementUpdate.path, {
    post_url,
    likes_count: 28,
    comments_count: 1,
    shares_count: 10,
  })
  await expect(postBy(feed, 'Press Office').getByText('Trending')).toHaveCount(0)
  expect(await feed.evaluate(() => performance.timeOrigin)).toBe(openedAt)
})

test('a long text is cut at 200 characters until Show more is pressed, and at 150 on the dashboard', {
  tag: ['@feed-cut', '@number-feed-cut'],
}, async ({ story }) => {
  await announcePosts(story, [
    { authorName: 'Just Short', content: 'a'.repeat(200) },
    { authorName: 'Just Long', content: `${'b'.repeat(199)} ${'c'.repeat(30)}` },
  ])
  const page = await story.signIn('priya.raghavan', '/social-feed')
  await expect(postBy(page, 'Just Short').getByText('a'.repeat(200), { exact: true })).toBeVisible()
  await expect(postBy(page, 'Just Short').getByRole('button', { name: 'Show more' })).toHaveCount(0)
  const long = postBy(page, 'Just Long')
  await expect(long.getByText(`${'b'.repeat(199)}…`, { exact: true })).toBeVisible()
  const toggle = long.getByRole('button', { name: /^Show (more|less)$/ })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect(toggle).toHaveText('Show less')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(long.getByText('c'.repeat(30))).toBeVisible()
  await toggle.click()
  await expect(toggle).toHaveText('Show more')
  await expect(long.getByText('c'.repeat(30))).toHaveCount(0)
  await page.goto(paths.dashboard)
  await expect(postBy(page, 'Just Short').getByText(`${'a'.repeat(150)}…`, { exact: true })).toBeVisible()
})

test('only a real link is offered, and its window has no access to the opener', {
  tag: ['@feed-original', '@sec-59'],
}, async ({ story }) => {
  const links = {
    Nothing: null,
    Hash: '#',
    Example: 'https://www.example.com/post',
    Localhost: 'http://localhost:3000/x',
    Script: 'javascript:alert(1)',
    'Disguised Script': ' JaVa\tscript:alert(1)',
    Data: 'data:text/html,<script>window.__x=1</script>',
    'Visual Basic': 'vbscript:msgbox(1)',
    Credentials: 'https://user:pass@linkedin.com/posts/1',
  }
  await announcePosts(
    story,
    Object.entries(links).map(([authorName, postUrl]) => ({ authorName, postUrl })),
  )
  await announcePosts(story, [{ authorName: 'Real', postUrl: 'https://www.linkedin.com/posts/real-1' }])
  await story.run(`update posts set image_url = $1, author_avatar_url = $1 where author_name = 'Script'`, [
    'javascript:window.__x=1',
  ])
  await announcePosts(story, [])
  const page = await story.signIn('priya.raghavan', '/social-feed')
  // Only posts near the window are in the document.
  await page.setViewportSize({ width: 1280, height: 6_000 })
  const link = postBy(page, 'Real').getByRole('link', { name: /^View Original/ })
  await expect(link).toHaveAttribute('href', 'https://www.linkedin.com/posts/real-1')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toHaveAttribute('target', '_blank')
  for (const author of Object.keys(links)) {
    await expect(postBy(page, author)).toBeVisible()
    await expect(postBy(page, author).getByRole('link'), author).toHaveCount(0)
    await expect(postBy(page, author).getByRole('img'), author).toHaveCount(0)
  }
  expect(await page.evaluate(() => '__x' in globalThis)).toBe(false)
})

test('the pictures of posts, authors and members appear', async ({ story }) => {
  const page = await story.signIn('zoe.brandt', paths.socialFeed)
  await page.setViewportSize({ width: 1280, height: 6_000 })
  const picture = page.getByRole('img', { name: 'From the post by Brightwater', exact: true }).first()
  await expect(picture).toBeVisible()
  const { origin } = story.sandbox.workplace
  for (const folder of ['posts', 'brands', 'people']) {
    const image = page.locator(`img[src^="${origin}/pictures/${folder}/"]`).first()
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth), folder)
      .toBeGreaterThan(0)
  }
})

test('a picture that does not load is replaced by a sentence', async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn('mai.nguyen', paths.socialFeed)
  await page.route('https://pictures.invalid/**', (route) => route.abort())
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible()
  await insertPost(story.sandbox.server.deps, { authorName: 'Photographer' })
  await story.run(`update posts set image_url = $1 where author_name = 'Photographer'`, [
    'https://pictures.invalid/1.jpg',
  ])
  await announcePosts(story, [])
  await expect(postBy(page, 'Photographer').getByText('The image could not be loaded')).toBeVisible()
  await story.run(`update posts set image_url = null where author_name = 'Photographer'`)
  await announcePosts(story, [])
})

test('markup in any text is shown as text everywhere, and never runs', { tag: ['@sec-58'] }, async ({
  story,
}) => {
  const { id } = personOf(story, 'meiling.chen')
  await story.run('update users set username = $1, display_name = $1 where slack_user_id = $2', [poison, id])
  await announcePosts(story, [{ authorName: poison, content: `${poison} ${'x'.repeat(300)} ${poison}` }])
  const witness = await story.signIn('priya.raghavan')
  const page = await story.signIn('meiling.chen', '/social-feed')
  const post = page.getByRole('article', { name: `LinkedIn post by ${poison}` })
  await post.getByRole('button', { name: 'Show more' }).click()
  await expect(post).toContainText(poison)
  await post.getByRole('button', { name: /^I liked/ }).click()
  await expectToast(witness, 'Points Earned!', `${poison} earned 15 points for liking on LinkedIn`)
  await expect(page.getByRole('group', { name: 'Your latest reports' })).toContainText(poison)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(paths.dashboard)
    await expect(page.getByRole('list', { name: 'Recent activity' }).first()).toContainText(poison)
    await page.getByRole('button', { name: /^Profile menu of/ }).click()
    await expect(page.getByRole('menu')).toContainText(poison)
    await page.keyboard.press('Escape')
    await witness.getByRole('button', { name: /^Notifications/ }).click()
    await expect(witness.getByRole('dialog', { name: 'Notifications' })).toContainText(poison)
    await witness.keyboard.press('Escape')
    await page.getByRole('button', { name: 'View All Activity' }).click()
    await expect(page.getByRole('dialog')).toContainText(poison)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^View Full Leaderboard/ }).click()
    await page.getByRole('searchbox', { name: 'Find a colleague' }).fill('<img')
    await expect(page.getByText('1 member found')).toBeVisible()
    const found = page.getByRole('list', { name: 'All members by rank' })
    await expect(found.getByRole('listitem')).toContainText(poison)
  }
  for (const window of [page, witness]) expect(await window.evaluate(() => '__x' in globalThis)).toBe(false)
})

test('an injected script does not run, and the story detects it', { tag: ['@sec-58', '@sec-63'] }, async ({
  story,
}) => {
  const page = await story.signIn('priya.raghavan', '/social-feed')
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.__x = 1'
    document.body.append(script)
    const image = document.createElement('img')
    image.setAttribute('onerror', 'globalThis.__x = 1')
    image.src = '/nowhere.png'
    document.body.append(image)
  })
  await expect.poll(() => story.faults.count(/^breach: script-src/)).toBe(2)
  expect(await page.evaluate(() => '__x' in globalThis)).toBe(false)
  expect(story.faults.take().length).toBeGreaterThanOrEqual(2)
})

test('10,000 characters, right-to-left text and emoji are shown whole and do not break the layout', async ({
  story,
}) => {
  const longest = '0123456789'.repeat(postContentLimit / 10)
  const hebrew = 'שלום לכולם, אנחנו מגייסים! '
  const family = '👩‍👩‍👧‍👦'
  await announcePosts(story, [
    { authorName: 'Longest', content: longest },
    { authorName: 'ליאור כהן', content: hebrew.repeat(20) },
    { authorName: 'Families', content: family.repeat(250) },
    { authorName: 'W'.repeat(120), content: 'A name without an end' },
  ])
  const page = await story.signIn('leila.haddad', '/social-feed')
  await page.setViewportSize({ width: 320, height: 2_400 })
  for (const author of ['Families', 'ליאור כהן', 'Longest']) {
    await postBy(page, author).getByRole('button', { name: 'Show more' }).click()
  }
  await expect(postBy(page, 'Longest').getByText(longest, { exact: true })).toBeVisible()
  await expect(postBy(page, 'Families').getByText(family.repeat(250), { exact: true })).toBeVisible()
  const paragraph = postBy(page, 'ליאור כהן').getByText(hebrew.repeat(20).trim())
  expect(await paragraph.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  expect(await widthBeyond(page)).toBe(0)
  await postBy(page, 'Families').getByRole('button', { name: 'Show less' }).click()
  await expect(postBy(page, 'Families').getByText(`${family.repeat(200)}…`, { exact: true })).toBeVisible()
})

test('the feed scrolls with the page, and reads on to its end while the reader nears it', {
  tag: ['@feed-height'],
}, async ({ story }) => {
  const old = Array.from({ length: 60 }, (_, index) => ({
    authorName: `Old ${index}`,
    at: new Date(story.clock.now().getTime() - (400 + index) * dayMs),
  }))
  await announcePosts(story, old)
  const page = await story.signIn('priya.raghavan', '/social-feed')
  const region = page.getByRole('region', { name: 'Company posts, newest first' })
  await expect(region.getByRole('article').first()).toBeVisible()
  const end = region.getByText('End of list')
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(end).toBeInViewport({ timeout: 300 })
    // The heights of rows that have never been drawn are guessed, so the end can move away once more.
    await expect(postBy(page, 'Old 59')).toBeInViewport({ timeout: 300 })
  }).toPass()
  // Only the rows near the window are in the document.
  expect(await region.getByRole('article').count()).toBeLessThan(20)
  expect(await region.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
})

test('the dashboard shows two whole posts, and links to all of them', {
  tag: ['@posts-five', '@posts-height', '@feed-back', '@number-dashboard-posts'],
}, async ({ story }) => {
  const page = await story.signIn('priya.raghavan')
  const card = page.getByRole('region', { name: 'Team Social Feed' })
  await expect(card.getByRole('article')).toHaveCount(previewPosts)
  expect(await card.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
  await page.getByRole('link', { name: /^View All Posts \(\d+\)$/ }).click()
  await expect(page).toHaveURL(paths.socialFeed)
  await expect(page.getByRole('heading', { level: 1, name: 'Social Feed' })).toBeFocused()
  await expect(page).toHaveTitle('Social Feed · Ovation')
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL(paths.dashboard)
})

function postBy(page: Page, author: string): Locator {
  return page.getByRole('article', { name: `LinkedIn post by ${author}`, exact: true })
}

type Wishes = NonNullable<Parameters<typeof insertPost>[1]>

async function announcePosts(story: Story, wishes: readonly Wishes[]): Promise<void> {
  const { deps } = story.sandbox.server
  for (const wish of wishes) await insertPost(deps, wish)
  deps.live.announce({
    topics: ['posts'],
    messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: newId() } }],
  })
}

/** By how many pixels the page can be scrolled sideways. */
function widthBeyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}
