import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { getAnalytics } from '#contract/analytics.schema.ts'
import { platformNames, shareStatuses } from '#domain/vocabulary.ts'
import { expectAccessible } from './accessible.ts'
import { brokenCalls } from './faults.ts'
import { expect, type Story, test } from './story.ts'

const admin = 'marta.oliveira'
const address = '/admin?tab=analytics'

test('the figures on screen are those that the rows in the database add up to', {
  tag: [
    '@admin-analytics-shares',
    '@admin-analytics-users',
    '@admin-analytics-points',
    '@admin-analytics-engagement',
    '@admin-analytics-members',
    '@admin-analytics-company',
    '@admin-analytics-platforms',
  ],
}, async ({ story }) => {
  // One with points in every status: all of them are counted.
  await story.run(
    `insert into shares (id, user_id, platform, content_type, points, engagements, status, created_at)
     select gen_random_uuid(), (select id from users limit 1), 'tiktok', 'custom', 7, 3, status, $2
     from unnest($1::text[]) as status`,
    [shareStatuses, story.clock.now().toISOString()],
  )
  const page = await openAnalytics(story)
  const expected = await recounted(story)
  for (const [label, value] of Object.entries(expected.tiles)) {
    const tile = part(page, 'Analytics').getByRole('listitem').filter({ hasText: label })
    await expect(tile.getByText(inFigures(value), { exact: true }).last()).toBeAttached()
  }
  expect(await factsOf(part(page, 'User Activity (Honor System)'))).toEqual(expected.activity)
  expect(await factsOf(part(page, 'Company Post Performance'))).toEqual(expected.performance)

  const bars = page.getByRole('list', { name: 'User shares by platform' }).getByRole('listitem')
  await expect(bars).toHaveCount(expected.platforms.length)
  const [full = 0] = await widths(part(page, 'Platform Distribution').getByRole('list'))
  for (const [place, { name, shares }] of expected.platforms.entries()) {
    const part = shares / expected.shares
    await expect(bars.nth(place)).toHaveText(`${name}${inFigures(shares)} (${Math.round(part * 100)}%)`)
    const [drawn = 0] = await widths(bars.nth(place).locator('[style*="width"]'))
    expect(Math.abs(drawn / full - part)).toBeLessThan(0.02)
  }
})

test('charts show the days, the weeks and the best posts, with tables that have the same numbers', {
  tag: [
    '@admin-analytics-days',
    '@admin-analytics-weeks',
    '@admin-analytics-tables',
    '@admin-analytics-best',
  ],
}, async ({ story }) => {
  const page = await openAnalytics(story)
  const days = part(page, 'Reports per day')
  const weeks = part(page, 'Active members per week')
  // One bar for each day or week with something in it, and each type of report.
  await expect(days.locator('svg .recharts-bar-rectangle path').first()).toBeAttached()
  await expect(weeks.locator('svg .recharts-bar-rectangle path').first()).toBeAttached()
  await days.getByText('Show as a table').click()
  await weeks.getByText('Show as a table').click()

  const { reportsPerDay, activeMembersPerWeek, topPosts } = await figuresOf(page)
  await expect(days.getByRole('row')).toHaveCount(31)
  const [counted] = await story.run<{ likes: number; members: number }>(
    `select count(*) filter (where type = 'like' and day > $1::date - 30)::int as likes,
       count(distinct user_id) filter (where day >= $2::date)::int as members
     from interactions where undone_at is null`,
    [reportsPerDay.at(-1)?.day ?? '', activeMembersPerWeek.at(-1)?.monday ?? ''],
  )
  const likes = await days.getByRole('row').locator('td:nth-of-type(1)').allInnerTexts()
  expect(likes.reduce((sum, text) => sum + Number(text), 0)).toBe(counted?.likes)
  await expect(weeks.getByRole('row').last().getByRole('cell')).toHaveText(inFigures(counted?.members ?? -1))

  const [best] = topPosts
  const posts = part(page, 'Most engaged posts').getByRole('listitem')
  await expect(posts).toHaveCount(topPosts.length)
  await expect(posts.first()).toContainText(`${best?.authorName} on`)
  await expect(posts.first()).toContainText(`${inFigures(best?.engagements ?? -1)} engagements`)
})

test('figures that cannot be loaded leave the files within reach, and are asked for again', {
  tag: [
    '@admin-analytics-loading',
    '@admin-analytics-failure',
    '@admin-analytics-retry',
    '@admin-analytics-tables',
    '@admin-analytics-files',
  ],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn(admin)
  const held = Promise.withResolvers<void>()
  await page.route(`**${getAnalytics.path}`, async (route) => {
    await held.promise
    await route.abort()
  })
  await page.route('**/assets/bars-*', (route) => route.abort())
  await page.goto(address)
  await expect(page.getByRole('status').filter({ hasText: 'Loading analytics' })).toBeAttached()
  await expect(page.locator('[aria-busy="true"] > [aria-hidden] > div > div')).toHaveCount(4)
  held.resolve()
  const alert = page.getByRole('alert')
  await expect(alert.getByRole('heading', { name: 'Error Loading Analytics' })).toBeVisible()
  await expect(alert).toContainText('Make sure that you are logged in as admin, and refresh the page.')
  await expect(part(page, 'Export').getByRole('link')).toHaveCount(3)
  await expect(page.getByText('Total Shares')).toHaveCount(0)
  await expectAccessible(page, { within: 'main' })
  await page.unroute(`**${getAnalytics.path}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Total Shares')).toBeVisible()
  // The charts' own script is still out of reach, and takes nothing else along.
  await expect(part(page, 'Reports per day').getByText('The chart could not be loaded.')).toBeVisible()
  await expect(part(page, 'Reports per day').getByText('Show as a table')).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('the members come as a file that a spreadsheet opens and in which no name is a formula', {
  tag: ['@admin-analytics-no-formula'],
}, async ({ story }) => {
  const name = '=HYPERLINK("x")'
  await story.run('update users set username = $1 where id = (select max(id::text)::uuid from users)', [name])
  const page = await openAnalytics(story)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download members' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^ovation-members-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\u{FEFF}ID,Username,Name,Email,Role,')).toBe(true)
  expect(text).toContain(`,"'=HYPERLINK(""x"")",`)
  const [counted] = await story.run<{ users: number }>('select count(*)::int as users from users')
  expect(text.split('\r\n')).toHaveLength((counted?.users ?? 0) + 2)
  await expect(page).toHaveURL(address)
})

async function openAnalytics(story: Story): Promise<Page> {
  const page = await story.signIn(admin, address)
  await expect(page.getByText('Total Shares')).toBeVisible()
  return page
}

function part(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

async function figuresOf(page: Page) {
  const answer = await page.request.get(getAnalytics.path)
  return getAnalytics.answer.parse(await answer.json()).data
}

async function factsOf(card: Locator): Promise<Record<string, string>> {
  const names = await card.getByRole('term').allInnerTexts()
  const values = await card.getByRole('definition').allInnerTexts()
  return Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']))
}

function widths(elements: Locator): Promise<number[]> {
  return elements.evaluateAll((found) => found.map((element) => element.getBoundingClientRect().width))
}

/** The same figures, counted from the rows one by one. */
async function recounted(story: Story) {
  const shares = await story.run<{
    platform: keyof typeof platformNames
    points: number
    engagements: number
  }>('select platform, points, engagements from shares')
  const posts = await story.run<{ engagements: number }>(
    'select likes_count + comments_count + shares_count as engagements from posts where deleted_at is null',
  )
  const users = await story.run('select id from users where disabled_at is null')
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const points = sum(shares.map((share) => share.points))
  const engagement = sum(shares.map(({ engagements }) => engagements))
  const postEngagement = sum(posts.map(({ engagements }) => engagements))
  return {
    shares: shares.length,
    tiles: {
      'Total Shares': shares.length + posts.length,
      'Total Users': users.length,
      'Total Points': points,
      'Total Engagement': engagement + postEngagement,
    },
    activity: {
      'User shares': inFigures(shares.length),
      'Points earned': inFigures(points),
      'User engagement': inFigures(engagement),
    },
    performance: {
      'Company posts': inFigures(posts.length),
      'Company engagement': inFigures(postEngagement),
    },
    platforms: [...Map.groupBy(shares, ({ platform }) => platform)]
      .map(([platform, those]) => ({ platform, name: platformNames[platform], shares: those.length }))
      .sort((a, b) => b.shares - a.shares || (a.platform < b.platform ? -1 : 1)),
  }
}

function inFigures(value: number): string {
  return value.toLocaleString('en-US')
}
