import type { Locator, Page } from '@playwright/test'
import { uuidv7 } from 'uuidv7'
import { livePath } from '#contract/live.ts'
import { undoWindowMs } from '#domain/undo.ts'
import { endSessionsOf, pressAfterEnd } from './ended-sessions.ts'
import { brokenCalls } from './faults.ts'
import { newPost, postBy } from './new-posts.ts'
import { timeOn } from './page-time.ts'
import { blankPage, expect, expectToast, type Story, test, toastOn } from './story.ts'

const kinds = [
  { type: 'like', label: 'Like', points: 15 },
  { type: 'comment', label: 'Comment', points: 20 },
  { type: 'share', label: 'Share', points: 30 },
] as const

test('each report type earns its points immediately, in figures, rank and recent reports', {
  tag: ['@report-points', '@report-counts', '@report-recent'],
}, async ({ story }) => {
  const page = await story.signIn('arjun.mehta')
  await expect(page.getByRole('heading', { name: 'Welcome, Arjun' })).toBeVisible()
  await expect(tile(page, 'Total Points')).toContainText('0')
  const author = await newPost(story)
  const post = postBy(page, author)
  // The first report also unlocks an achievement.
  let total = 10
  for (const { type, label, points } of kinds) {
    total += points
    const button = post.getByRole('button', { name: `${label} +${points} on the post by ${author}` })
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await button.click()
    await expectToast(page, 'Interaction reported!', `+${points} points for the ${type} on LinkedIn`)
    const reported = post.getByRole('button', { name: `Reported: ${label} on the post by ${author}` })
    await expect(reported).toHaveAttribute('aria-pressed', 'true')
    await expect(reported).toHaveText('Reported')
    await expect(tile(page, 'Total Points')).toContainText(String(total))
  }
  await expect(tile(page, 'Engagements')).toContainText('3')
  await expect(tile(page, 'Shares')).toContainText('1')
  await expect(tile(page, 'Day Streak')).toContainText('1 day')
  await expect(page.getByRole('heading', { name: 'Hello, Arjun' })).toBeVisible()
  await expect(page.getByText(/^#\d+ in the team$/)).toBeVisible()
  await page.getByRole('link', { name: 'Social Feed' }).click()
  const latest = page.getByRole('group', { name: 'Your latest reports' }).getByRole('listitem')
  await expect(latest).toHaveCount(3)
  await expect(latest.first()).toContainText(`Share +30${author} LinkedIn Just now`)
})

test('two presses, or two windows, make one report', async ({ story }) => {
  const author = await newPost(story)
  const [first, told, silent] = [
    await story.signIn('samuel.adjei', '/social-feed'),
    await story.signIn('samuel.adjei', '/social-feed'),
    await story.signIn('samuel.adjei', blankPage),
  ]
  await silent.routeWebSocket(`**${livePath}`, () => undefined)
  await silent.goto('/social-feed')
  const like = (page: Page) => postBy(page, author).getByRole('button', { name: /^Like \+15/ })
  const liked = (page: Page) => postBy(page, author).getByRole('button', { name: /^Reported: Like/ })
  await expect(like(told)).toBeVisible()
  await expect(like(silent)).toBeVisible()
  const calls = countReports(first)
  await like(first).dblclick()
  await expect(liked(first)).toBeVisible()
  expect(calls()).toBe(1)
  await expect(liked(told)).toHaveAttribute('aria-pressed', 'true')
  // A window that hears nothing still offers it.
  await like(silent).click()
  await expect(liked(silent)).toHaveAttribute('aria-pressed', 'true')
  await expect(silent.getByText('Report failed')).toHaveCount(0)
  expect(await reportsOn(story, author)).toBe(1)
})

test('holding Enter down reports once, and undoes once', async ({ story }) => {
  const author = await newPost(story)
  const page = await story.signIn('tane.ngata', '/social-feed')
  const calls = countReports(page)
  const comment = postBy(page, author).getByRole('button', { name: /Comment/ })
  await comment.focus()
  await holdEnterUntil(page, () => comment.innerText(), 'Reported')
  await expectToast(page, 'Interaction reported!')
  await expect(comment).toBeFocused()
  expect(calls()).toBe(1)
  const undo = page.getByRole('button', { name: new RegExp(`^Undo comment on ${author}`) })
  await undo.focus()
  await holdEnterUntil(page, () => undo.count(), 0)
  await expectToast(page, 'Interaction removed', '-20 points')
  await expect(page.getByText('Undo failed')).toHaveCount(0)
  expect(calls()).toBe(2)
})

test('the undo time counts down, and an undone interaction can be reported again', {
  tag: ['@report-undo-minutes'],
}, async ({ story }) => {
  const author = await newPost(story)
  const page = await story.signIn('ingrid.hakansson', '/social-feed')
  await postBy(page, author).getByRole('button', { name: /^Like/ }).click()
  const undo = page.getByRole('button', {
    name: new RegExp(`^Undo like on ${author}.s post, available until \\d\\d:\\d\\d$`),
  })
  await expect(undo).toHaveText(/^Undo · [45]:\d\d/)
  const shown = await undo.innerText()
  await expect(undo).not.toHaveText(shown)
  await undo.click()
  await expectToast(page, 'Interaction removed', '-15 points')
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Your latest reports' })).toBeFocused()
  await postBy(page, author)
    .getByRole('button', { name: /^Like \+15/ })
    .click()
  await expectToast(page, 'Interaction reported!')
  expect(await reportsOn(story, author)).toBe(1)
})

test('buttons show what a report earns under the active rules', async ({ story }) => {
  const author = await newPost(story)
  const page = await story.signIn('sebnem.yildiz', '/social-feed')
  await expect(postBy(page, author).getByRole('button', { name: /^Like \+15/ })).toBeVisible()
  await story.run(
    `insert into points_configurations (id, action_type, platform, context, point_value, multiplier, is_active, created_at)
     values ($1, 'like', 'linkedin', 'honor_system', 20, 210, true, $2::timestamptz)`,
    [uuidv7(), story.clock.now().toISOString()],
  )
  story.sandbox.server.deps.live.announce({ topics: ['rules'] })
  await page.reload()
  await postBy(page, author)
    .getByRole('button', { name: /^Like \+42/ })
    .click()
  await expectToast(page, 'Interaction reported!', '+42 points for the like on LinkedIn')
  await story.run(`delete from points_configurations where multiplier = 210`)
  story.sandbox.server.deps.live.announce({ topics: ['rules'] })
})

test('a failed report shows a toast, and a text beside the button until the next attempt', {
  tag: ['@report-failed'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const author = await newPost(story)
  const page = await story.signIn('kenji.watanabe', '/social-feed')
  const share = postBy(page, author).getByRole('button', { name: /^Share \+30/ })
  await page.route('**/honor-report', (route) => route.abort(), { times: 1 })
  await share.click()
  await expectToast(page, 'Report failed', 'Failed to report interaction')
  const inline = postBy(page, author).getByText('Report failed: Failed to report interaction')
  await expect(inline).toBeVisible()
  await expect(share).toHaveAttribute('aria-pressed', 'false')
  await toastOn(page).getByRole('button', { name: 'Close notification' }).click()
  await expect(toastOn(page)).toHaveCount(0)
  await expect(inline).toBeVisible()
  await share.click()
  await expect(inline).toHaveCount(0)
  await expectToast(page, 'Interaction reported!', '+30 points for the share on LinkedIn')
})

test('a report on a deleted post fails with the server’s message', {
  tag: ['@report-refused'],
}, async ({ story }) => {
  const author = await newPost(story)
  const page = await story.signIn('kenji.watanabe', '/social-feed')
  const like = postBy(page, author).getByRole('button', { name: /^Like \+15/ })
  await expect(like).toBeVisible()
  await story.run('update posts set deleted_at = $2 where author_name = $1', [
    author,
    story.clock.now().toISOString(),
  ])
  await like.click()
  await expectToast(page, 'Report failed', 'This post was not found')
})

test('a failed undo says so and keeps the report', { tag: ['@report-undo-failed'] }, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const author = await newPost(story)
  const page = await story.signIn('hana.novakova', '/social-feed')
  await postBy(page, author).getByRole('button', { name: /^Like/ }).click()
  await page.route('**/honor-report/*', (route) => route.abort(), { times: 1 })
  const undo = page.getByRole('button', { name: new RegExp(`^Undo like on ${author}`) })
  await undo.click()
  await expectToast(page, 'Undo failed', 'Failed to undo interaction')
  await expect(page.getByText('Undo failed: Failed to undo interaction')).toBeVisible()
  await expect(undo).toBeVisible()
  await expect(postBy(page, author).getByRole('button', { name: /^Reported: Like/ })).toBeVisible()
})

for (const { place, path } of [
  { place: 'feed', path: '/social-feed' },
  { place: 'dashboard', path: '/' },
] as const) {
  test(`a session that ended elsewhere is noticed by a report on the ${place}`, {
    tag: ['@way-out-elsewhere', '@report-signed-out'],
  }, async ({ story }) => {
    const page = await story.signInAfresh('rafael.monteiro')
    const author = await newPost(story)
    if (path !== '/') await page.goto(path)
    const like = postBy(page, author).getByRole('button', { name: /^Like \+15/ })
    await expect(like).toBeVisible()
    await pressAfterEnd(
      page,
      () => endSessionsOf(story, 'rafael.monteiro'),
      () => like.click(),
    )
    if (place === 'feed')
      await expectToast(page, 'Authentication required', 'Please log in to report interactions')
    else await expectToast(page, 'Authentication required: Please log in to report interactions')
    await expect(page.getByRole('button', { name: 'Continue with Slack' })).toBeVisible()
    expect(await reportsOn(story, author)).toBe(0)
  })
}

test('after five minutes by the browser’s clock, the undo button is gone', {
  tag: ['@report-expired'],
}, async ({ story }) => {
  const author = await newPost(story)
  const page = await story.signIn('soren.kjaer')
  await page.clock.install({ time: story.clock.now() })
  await page.goto('/social-feed')
  await postBy(page, author).getByRole('button', { name: /^Like/ }).click()
  const undo = page.getByRole('button', { name: new RegExp(`^Undo like on ${author}`) })
  await undo.focus()
  await page.clock.fastForward(undoWindowMs - 60_000)
  await expect(undo).toHaveText(/^Undo · [01]:\d\d/)
  await page.clock.fastForward(70_000)
  const row = page.getByRole('listitem').filter({ hasText: author })
  await expect(row.getByText('Expired')).toBeVisible()
  await expect(row.getByText('Too late to undo')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Your latest reports' })).toBeFocused()
})

test('an undo that expired while the machine slept is gone when the list is next shown', async ({
  story,
}) => {
  const [author, later] = [await newPost(story), await newPost(story)]
  const page = await story.signIn('soren.kjaer', blankPage)
  await page.clock.install({ time: story.clock.now() })
  await page.goto('/social-feed')
  await postBy(page, author).getByRole('button', { name: /^Like/ }).click()
  const undo = page.getByRole('button', { name: new RegExp(`^Undo like on ${author}`) })
  await expect(undo).toBeVisible()
  await page.clock.pauseAt((await timeOn(page)) + 1_000)
  await page.clock.setSystemTime((await timeOn(page)) + undoWindowMs)
  await postBy(page, later).getByRole('button', { name: /^Like/ }).click()
  const expired = page.getByRole('listitem').filter({ hasText: author }).getByText('Expired')
  // Long enough to draw the list anew, and too short for a tick of the seconds.
  const lookAgain = async () => {
    await page.clock.runFor(1)
    return expired.count()
  }
  await expect.poll(lookAgain).toBe(1)
  await expect(undo).toHaveCount(0)
})

test('after five minutes by the server’s clock, an undo is too late, whatever the browser shows', {
  tag: ['@report-server-decides'],
}, async ({ story }) => {
  const author = await newPost(story)
  const page = await story.signIn('soren.kjaer', '/social-feed')
  await postBy(page, author)
    .getByRole('button', { name: /^Share/ })
    .click()
  const undo = page.getByRole('button', { name: new RegExp(`^Undo share on ${author}`) })
  await expect(undo).toBeVisible()
  story.clock.advance(undoWindowMs + 1_000)
  await undo.click()
  await expectToast(page, 'Undo failed', 'Too late to undo')
  const row = page.getByRole('listitem').filter({ hasText: author })
  await expect(row.getByText('Expired')).toBeVisible()
  await expect(undo).toHaveCount(0)
  expect(await reportsOn(story, author)).toBe(1)
})

function tile(page: Page, label: string): Locator {
  const tiles = page.getByRole('region', { name: 'Your Progress' }).getByRole('listitem')
  return tiles.filter({ has: page.getByText(label, { exact: true }) })
}

/** Enter as a held key sends it, again and again, until the page shows what was wanted. */
async function holdEnterUntil<Shown>(page: Page, read: () => Promise<Shown>, wanted: Shown): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.keyboard.down('Enter')
        return read()
      },
      { intervals: [10] },
    )
    .toBe(wanted)
  await page.keyboard.up('Enter')
}

/** Counts the reports and undos that the page sends from now on. */
function countReports(page: Page): () => number {
  let sent = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/honor-report')) sent += 1
  })
  return () => sent
}

async function reportsOn({ run }: Story, author: string): Promise<number> {
  const [row] = await run<{ reports: number }>(
    `select count(*)::int as reports from interactions i join posts p on p.id = i.post_id
     where p.author_name = $1 and i.undone_at is null`,
    [author],
  )
  return row?.reports ?? 0
}
