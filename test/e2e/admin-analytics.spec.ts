import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { getAnalytics, listPostReach } from '#contract/analytics.schema.ts'
import { type AnalyticsPeriod, usualPeriod } from '#contract/analytics.ts'
import { platformNames, shareStatuses } from '#domain/vocabulary.ts'
import { expectAccessible } from './accessible.ts'
import { brokenCalls } from './faults.ts'
import { expect, type Story, test } from './story.ts'

const admin = 'marta.oliveira'
const address = '/admin?tab=analytics'

test('the figures on screen are the sums of the rows in the database', {
  tag: [
    '@admin-analytics-shares',
    '@admin-analytics-users',
    '@admin-analytics-points',
    '@admin-analytics-engagement',
    '@admin-analytics-members',
    '@admin-analytics-company',
    '@admin-analytics-platforms',
    '@admin-analytics-held',
    '@admin-analytics-sources',
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
  const note = `of all shares; members hold ${expected.activity['Points earned']}. Reports in these 30 days: `
  await expect(part(page, 'Analytics').getByText(note)).toBeVisible()
  const { points } = (await figuresOf(page)).period.current
  const sources = part(page, 'Analytics').getByRole('listitem').filter({ hasText: 'Points awarded' })
  await expect(sources).toContainText(
    `reports ${inFigures(points.reports)} · badges ${inFigures(points.achievements)}`,
  )
  expect(await factsOf(part(page, 'User Activity (Honor System)'))).toEqual(expected.activity)
  expect(await factsOf(part(page, 'Company Post Performance'))).toEqual(expected.performance)

  const distribution = part(page, 'Platform Distribution')
  const bars = distribution.getByRole('list', { name: 'User shares by platform' }).getByRole('listitem')
  await expect(bars).toHaveCount(expected.platforms.length)
  for (const [place, { name, shares }] of expected.platforms.entries()) {
    const part = shares / expected.shares
    await expect(bars.nth(place)).toHaveText(`${name}${inFigures(shares)}${Math.round(part * 100)} %`)
    expect(Math.abs((await filled(bars.nth(place))) - part)).toBeLessThan(0.02)
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
  await expect(days.locator('svg [data-bar]').first()).toBeAttached()
  await expect(weeks.locator('svg [data-bar]').first()).toBeAttached()
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
  await expect(posts.first()).toContainText(best?.content ?? '?')
  await expect(posts.first()).toContainText(best?.authorName ?? '?')
  await expect(posts.first()).toContainText(`${inFigures(best?.engagements ?? -1)} engagements`)
})

test('the period is switched, and every figure of it is compared with the period before', {
  tag: ['@admin-analytics-period'],
}, async ({ story }) => {
  const page = await openAnalytics(story)
  const period = page.getByRole('group', { name: 'Period' })
  await expect(period.getByRole('button', { pressed: true })).toHaveText('30 days')
  for (const days of [7, 90] as const) {
    await period.getByRole('button', { name: `${days} days` }).click()
    const { current, before } = (await figuresOf(page, days)).period
    const head = `${inFigures(current.reports)} reports in ${days} days, `
    await expect(part(page, 'In short').getByRole('heading')).toContainText(head)
    await expect(part(page, 'In short').getByRole('definition')).toHaveText([
      `${inFigures(before.reports)} ${before.reports === 1 ? 'report' : 'reports'}`,
      `${inFigures(current.reports)} reports`,
    ])
    await expect(part(page, 'Analytics').getByText(`${current.activeMembers} active in these`)).toBeVisible()
    const rows = part(page, 'Reports per day').getByRole('row', { includeHidden: true })
    await expect(rows).toHaveCount(days + 1)
  }
})

test('the chosen period is in the address: a reload and Back keep it', {
  tag: ['@admin-analytics-address'],
}, async ({ story }) => {
  const page = await openAnalytics(story)
  const period = page.getByRole('group', { name: 'Period' })
  await period.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(`${address}&days=7`)
  const kept = async () => {
    await expect(period.getByRole('button', { pressed: true })).toHaveText('7 days')
    await expect(part(page, 'Analytics').getByText('active in these 7 days')).toBeVisible()
  }
  await page.reload()
  await kept()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveTitle(/Dashboard/)
  await page.goBack()
  await kept()
  await period.getByRole('button', { name: '30 days' }).click()
  await expect(page).toHaveURL(address)
})

test('the posts of the period are told with what they reached, sorted, paged and empty', {
  tag: ['@admin-analytics-reach-figures', '@admin-analytics-reach-rows'],
}, async ({ story }) => {
  const page = await openAnalytics(story)
  const reach = part(page, 'Reach per post')
  const rows = reach.locator('tbody tr')
  const answer = await page.request.get(`${listPostReach.path}?days=30&sort=points&direction=desc`)
  const { data, total } = listPostReach.answer.parse(await answer.json())
  await expect(reach.getByText(`${total} posts of 30 days`)).toBeVisible()
  await reach.getByRole('button', { name: 'Points', exact: true }).click()
  await expect(reach.getByRole('columnheader', { name: 'Points' })).toHaveAttribute('aria-sort', 'descending')
  const [best] = data
  const first = rows.first()
  await expect(first.getByRole('rowheader')).toContainText(best?.content.slice(0, 40) ?? '?')
  await expect(first.locator('[data-name="Points"]')).toHaveText(inFigures(best?.points ?? -1))
  await expect(first.locator('[data-name="Members"]')).toHaveText(inFigures(best?.members ?? -1))

  await story.run(
    `insert into posts (id, identity, brand, platform, author_name, author_handle, content, original_post_date,
       created_at, updated_at, published_at)
     select gen_random_uuid(), 'reach ' || place, 'default', 'linkedin', 'Brightwater', '@brightwater', 'More news',
       $1::timestamptz, $1, $1, $1 from generate_series(1, 60) place`,
    [story.clock.now().toISOString()],
  )
  await page.reload()
  await expect(rows).toHaveCount(25)
  await reach.getByRole('button', { name: 'Page 3' }).click()
  await expect(rows).toHaveCount(Math.min(total + 60 - 50, 25))
  await story.run('update posts set deleted_at = $1', [story.clock.now().toISOString()])
  await page.reload()
  await expect(reach.getByText('No posts in this period')).toBeVisible()
})

test('what a table shows is downloaded for the chosen period, and the audit trail says so', {
  tag: ['@admin-analytics-shown-files', '@audit-downloads'],
}, async ({ story }) => {
  const page = await story.signIn(admin, `${address}&days=7`)
  const days = part(page, 'Reports per day')
  await days.getByText('Show as a table').click()
  const shown = await days.getByRole('row').allInnerTexts()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    days.getByRole('link', { name: 'CSV file: Reports per day' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^ovation-analytics-7-days-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  const numbers = (row: string) =>
    row
      .split(/[,\t]/)
      .slice(-4)
      .map((text) => text.replace('−', '-'))
  expect(lines).toHaveLength(8)
  expect(lines.map(numbers)).toEqual(shown.map(numbers))

  await page.getByRole('tab', { name: 'Settings' }).click()
  const line = page.getByRole('row').filter({ hasText: 'Downloaded a file' })
  await expect(line).toHaveCount(1)
  await expect(line).toContainText('analytics.csv')
  await expect(line).toContainText(/from: \d{4}-\d\d-\d\d/)
})

test('pointing at a day or moving to it with the arrow keys tells its numbers and their total', {
  tag: ['@admin-analytics-days'],
}, async ({ story }) => {
  const page = await openAnalytics(story)
  const chart = page.getByRole('slider', { name: 'Reports per day' })
  const days = (await figuresOf(page)).reportsPerDay
  const told = (place: number) => {
    const { likes = 0, comments = 0, shares = 0 } = days.at(place) ?? {}
    return `Likes ${likes}, Comments ${comments}, Shares ${shares}, total ${likes + comments + shares}`
  }
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`${told(-1)}$`))
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`${told(-2)}$`))
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`${told(0)}$`))
  const { likes = 0, comments = 0, shares = 0 } = days[0] ?? {}
  const card = chart.locator('[data-total]')
  await expect(card).toHaveText(`Total ${likes + comments + shares}`)
  await chart.blur()
  await expect(card).toHaveCount(0)
  await chart.hover()
  await expect(card).toBeVisible()
})

test('when the figures cannot be loaded, the exports stay available and a retry loads them', {
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
  await page.route(`**${getAnalytics.path}?**`, async (route) => {
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
  await expect(alert).toContainText('Make sure you are logged in as an admin, then refresh the page.')
  await expect(part(page, 'Export').getByRole('link')).toHaveCount(3)
  await expect(page.getByText('Total Shares')).toHaveCount(0)
  await expectAccessible(page, { within: 'main' })
  await page.unroute(`**${getAnalytics.path}?**`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Total Shares')).toBeVisible()
  // The charts' own script is still out of reach, and takes nothing else along.
  await expect(part(page, 'Reports per day').getByText('The chart could not be loaded.')).toBeVisible()
  await expect(part(page, 'Reports per day').getByText('Show as a table')).toBeVisible()
  await expect(alert).toHaveCount(0)
})

test('the members export opens in a spreadsheet, and no name in it is a formula', {
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

async function figuresOf(page: Page, days: AnalyticsPeriod = usualPeriod) {
  const answer = await page.request.get(`${getAnalytics.path}?days=${days}`)
  return getAnalytics.answer.parse(await answer.json()).data
}

async function factsOf(card: Locator): Promise<Record<string, string>> {
  const names = await card.getByRole('term').allInnerTexts()
  const values = await card.getByRole('definition').allInnerTexts()
  return Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']))
}

/** How much of a line's bar is drawn, from 0 to 1. */
function filled(line: Locator): Promise<number> {
  return line.locator('[data-size="thin"]').evaluate((track) => {
    return Number.parseFloat(getComputedStyle(track, '::before').width) / track.clientWidth
  })
}

/** The same figures, counted from the rows one by one. */
async function recounted(story: Story) {
  const shares = await story.run<{
    platform: keyof typeof platformNames
    points: number
    engagements: number
  }>('select platform, points, engagements from shares')
  const posts = await story.run<{ engagements: number }>(
    `select likes_count + comments_count + shares_count as engagements from posts
     where deleted_at is null and published_at is not null and brand <> 'test'`,
  )
  const users = await story.run('select id from users where disabled_at is null')
  const [held] = await story.run<{ points: number }>(
    `select coalesce(sum(amount), 0)::int as points
     from shares s join ledger l on l.subject_id in (s.id, s.interaction_id)`,
  )
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
      'Points earned': inFigures(held?.points ?? -1),
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
