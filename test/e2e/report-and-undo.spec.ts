import type { Locator, Page } from '@playwright/test'
import { uuidv7 } from 'uuidv7'
import { livePath } from '#contract/live.ts'
import { undoWindowMs } from '#domain/undo.ts'
import { endSessionsOf, pressAfterEnd } from './ended-sessions.ts'
import { brokenCalls } from './faults.ts'
import { doneOn, newPost, postBy, undoOn } from './new-posts.ts'
import { timeOn } from './page-time.ts'
import { blankPage, expect, expectToast, type Story, test, toastOn } from './story.ts'

const kinds = [
  { type: 'like', label: 'I liked', done: 'Liked', points: 15 },
  { type: 'comment', label: 'I commented', done: 'Commented', points: 20 },
  { type: 'share', label: 'I shared', done: 'Shared', points: 30 },
] as const

test('each report type earns its points immediately, in figures, rank and recent reports', {
  tag: ['@report-points', '@report-counts', '@report-recent'],
}, async ({ story }) => {
  const page = await story.signIn('arjun.mehta')
  await expect(page.getByText('Welcome, Arjun').first()).toBeVisible()
  await expect(tile(page, 'Total Points')).toContainText('0')
  const author = await newPost(story)
  const post = postBy(page, author)
  // The first report also unlocks an achievement, whose toast comes in place of the report's.
  let total = 10
  for (const { type, label, done, points } of kinds) {
    total += points
    const button = post.getByRole('button', { name: `${label} +${points} on the post by ${author}` })
    await button.click()
    if (type === 'like') await expectToast(page, 'Achievement unlocked', 'First Steps')
    else await expectToast(page, 'Interaction reported!', `+${points} points for the ${type} on LinkedIn`)
    // The third folds the post to a line.
    if (type !== 'share') await expect(doneOn(page, author, done)).toBeVisible()
    await expect(button).toHaveCount(0)
    await expect(tile(page, 'Total Points')).toContainText(String(total))
  }
  await expect(post).toContainText('Liked, commented, shared')
  await expect(tile(page, 'Engagements')).toContainText('3')
  await expect(tile(page, 'Shares')).toContainText('1')
  await expect(tile(page, 'Day Streak')).toContainText('1 day')
  await expect(page.getByRole('region', { name: 'Hello, Arjun' })).toContainText(/#\d+ in the team/)
  await page.getByRole('link', { name: 'Social Feed' }).click()
  await expect(page.getByRole('heading', { name: 'Recent Interactions' })).toBeVisible()
  const latest = page.getByRole('group', { name: 'Your latest reports' }).getByRole('listitem')
  await expect(latest).toHaveCount(3)
  await expect(latest.first()).toContainText(`Shared the LinkedIn post by ${author} +30 · Just now`)
})

test('two presses, or two windows, make one report', async ({ story }) => {
  const author = await newPost(story)
  const [first, told, silent] = [
    await story.signIn('samuel.adjei', '/social-feed'),
    await story.signIn('samuel.adjei', '/social-feed'),
    await story.signIn('samuel.adjei', blankPage),
  ]
  await silent.routeWebSocket(`**${livePath}`, () => undefined)
  // What it reads of its own accord comes before the report.
  await silent.goto('/social-feed', { waitUntil: 'networkidle' })
  const like = (page: Page) => postBy(page, author).getByRole('button', { name: /^I liked \+15/ })
  const liked = (page: Page) => doneOn(page, author, 'Liked')
  await expect(like(told)).toBeVisible()
  await expect(like(silent)).toBeVisible()
  const calls = countReports(first)
  await like(first).dblclick()
  await expect(liked(first)).toBeVisible()
  expect(calls()).toBe(1)
  await expect(liked(told)).toBeVisible()
  // A window that hears nothing still offers it.
  await like(silent).click()
  await expect(liked(silent)).toBeVisible()
  await expect(silent.getByText('Report failed')).toHaveCount(0)
  expect(await reportsOn(story, author)).toBe(1)
})

test('holding Enter down reports once, and undoes once', async ({ story }) => {
  const author = await newPost(story)
  const page = await story.signIn('tane.ngata', '/social-feed')
  const calls = countReports(page)
  const comment = postBy(page, author).getByRole('button', { name: /^I commented/ })
  await comment.focus()
  await holdEnterUntil(page, () => comment.count(), 0)
  await expectToast(page, 'Interaction reported!')
  expect(calls()).toBe(1)
  // The focus stays at its place, one Tab before the undo.
  const undo = undoOn(page, author, 'comment')
  await page.keyboard.press('Tab')
  await expect(undo).toBeFocused()
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
  await postBy(page, author)
    .getByRole('button', { name: /^I liked/ })
    .click()
  const undo = postBy(page, author).getByRole('button', {
    name: new RegExp(`^Undo like on ${author}.s post, available until \\d+:\\d\\d [AP]M$`),
  })
  await expect(undo).toHaveText(/^Undo [45]:\d\d/)
  const listed = page
    .getByRole('group', { name: 'Your latest reports' })
    .getByRole('button', { name: /^Undo/ })
  await expect(listed).toHaveText(/^[45]:\d\d/)
  const shown = await undo.innerText()
  await expect(undo).not.toHaveText(shown)
  await undo.click()
  await expectToast(page, 'Interaction removed', '-15 points')
  await expect(undo).toHaveCount(0)
  const like = postBy(page, author).getByRole('button', { name: /^I liked \+15/ })
  await page.keyboard.press('Tab')
  await expect(like).toBeFocused()
  await like.click()
  await expectToast(page, 'Interaction reported!')
  expect(await reportsOn(story, author)).toBe(1)
})

test('buttons show what a report earns under the active rules', async ({ story }) => {
  const author = await newPost(story)
  const page = await story.signIn('sebnem.yildiz', '/social-feed')
  await expect(postBy(page, author).getByRole('button', { name: /^I liked \+15/ })).toBeVisible()
  await story.run(
    `insert into points_configurations (id, action_type, platform, context, point_value, multiplier, is_active, created_at)
     values ($1, 'like', 'linkedin', 'honor_system', 20, 210, true, $2::timestamptz)`,
    [uuidv7(), story.clock.now().toISOString()],
  )
  story.sandbox.server.deps.live.announce({ topics: ['rules'] })
  await page.reload()
  await postBy(page, author)
    .getByRole('button', { name: /^I liked \+42/ })
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
  const share = postBy(page, author).getByRole('button', { name: /^I shared \+30/ })
  await page.route('**/honor-report', (route) => route.abort(), { times: 1 })
  await share.click()
  await expectToast(page, 'Report failed', 'Failed to report interaction')
  const inline = postBy(page, author).getByText('Report failed: Failed to report interaction')
  await expect(inline).toBeVisible()
  await expect(share).toBeVisible()
  await toastOn(page).getByRole('button', { name: 'Close notification' }).click()
  await expect(toastOn(page)).toHaveCount(0)
  await expect(inline).toBeVisible()
  await postBy(page, author).getByRole('button', { name: 'Retry' }).click()
  await expect(inline).toHaveCount(0)
  await expectToast(page, 'Interaction reported!', '+30 points for the share on LinkedIn')
})

test('a report on a deleted post fails with the server’s message', {
  tag: ['@report-refused'],
}, async ({ story }) => {
  const author = await newPost(story)
  const page = await story.signIn('kenji.watanabe', '/social-feed')
  const like = postBy(page, author).getByRole('button', { name: /^I liked \+15/ })
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
  await postBy(page, author)
    .getByRole('button', { name: /^I liked/ })
    .click()
  await page.route('**/honor-report/*', (route) => route.abort(), { times: 1 })
  const undo = undoOn(page, author, 'like')
  await undo.click()
  await expectToast(page, 'Undo failed', 'Failed to undo interaction')
  await expect(page.getByText('Undo failed: Failed to undo interaction')).toBeVisible()
  await expect(undo).toBeVisible()
  await expect(doneOn(page, author, 'Liked')).toBeVisible()
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
    const like = postBy(page, author).getByRole('button', { name: /^I liked \+15/ })
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
  await postBy(page, author)
    .getByRole('button', { name: /^I liked/ })
    .click()
  const undo = undoOn(page, author, 'like')
  await undo.focus()
  await page.clock.fastForward(undoWindowMs - 60_000)
  await expect(undo).toHaveText(/^Undo [01]:\d\d/)
  await page.clock.fastForward(70_000)
  await expect(undo).toHaveCount(0)
  await expect(doneOn(page, author, 'Liked')).toBeVisible()
  const latest = page.getByRole('group', { name: 'Your latest reports' })
  await expect(latest.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await expect(latest.getByRole('listitem').filter({ hasText: author })).toBeHidden()
  await latest.getByText(/^Earlier \(\d+\)$/).click()
  const row = latest.getByRole('listitem').filter({ hasText: author })
  await expect(row.getByText('Expired')).toBeVisible()
  await expect(row.getByText('Too late to undo')).toBeVisible()
})

test('an undo that expired while the machine slept is gone when the list is next shown', async ({
  story,
}) => {
  const [author, later] = [await newPost(story), await newPost(story)]
  const page = await story.signIn('soren.kjaer', blankPage)
  await page.clock.install({ time: story.clock.now() })
  await page.goto('/social-feed')
  await postBy(page, author)
    .getByRole('button', { name: /^I liked/ })
    .click()
  const undo = undoOn(page, author, 'like')
  await expect(undo).toBeVisible()
  // The list of the latest reports comes once the browser has nothing else to do.
  await expect(page.getByRole('group', { name: 'Your latest reports' })).toBeVisible()
  await page.clock.pauseAt((await timeOn(page)) + 1_000)
  await page.clock.setSystemTime((await timeOn(page)) + undoWindowMs)
  await postBy(page, later)
    .getByRole('button', { name: /^I liked/ })
    .click()
  const earlier = page.getByText(/^Earlier \(\d+\)$/)
  // Long enough to draw the list anew, and too short for a tick of the seconds.
  const lookAgain = async () => {
    await page.clock.runFor(1)
    return earlier.count()
  }
  await expect.poll(lookAgain).toBe(1)
  // A card looks at the clock of its own.
  await page.clock.runFor(1_000)
  await expect(undo).toHaveCount(0)
})

test('after five minutes by the server’s clock, an undo is too late, whatever the browser shows', {
  tag: ['@report-server-decides'],
}, async ({ story }) => {
  const author = await newPost(story)
  const page = await story.signIn('soren.kjaer', '/social-feed')
  await postBy(page, author)
    .getByRole('button', { name: /^I shared/ })
    .click()
  const undo = undoOn(page, author, 'share')
  await expect(undo).toBeVisible()
  story.clock.advance(undoWindowMs + 1_000)
  await undo.click()
  await expectToast(page, 'Undo failed', 'Too late to undo')
  await expect(undo).toHaveCount(0)
  await expect(doneOn(page, author, 'Shared')).toBeVisible()
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
