import type { PostId } from '#domain/ids.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { expectAccessible } from './accessible.ts'
import { reportAs } from './reports.ts'
import { expect, personOf, type Story, test } from './story.ts'

test.use({ setup: { hasHistory: false } })
// They share one product: the first wants a feed without posts.
test.describe.configure({ mode: 'serial' })

test('without posts the stage says so, and lets administrators add one', {
  tag: ['@stage-quiet'],
}, async ({ story }) => {
  const admin = await story.signIn('marta.oliveira')
  await story.run(`update users set role = 'admin' where slack_user_id = $1`, [
    personOf(story, 'marta.oliveira').id,
  ])
  story.sandbox.server.deps.live.announce({ topics: ['members'] })
  await admin.reload()
  const quiet = admin.getByRole('region', { name: 'Quiet so far' })
  await expect(quiet).toContainText('Posts show up here the moment they are out.')
  await quiet.getByRole('link', { name: 'Add post' }).click()
  await expect(admin.getByRole('tab', { name: 'Social Feed' })).toHaveAttribute('aria-selected', 'true')

  const member = await story.signIn('hana.novakova')
  await expect(member.getByRole('region', { name: 'Quiet so far' })).toBeVisible()
  await expect(member.getByRole('link', { name: 'Add post' })).toHaveCount(0)
})

test('three steps lead to the first report, and tick themselves', {
  tag: ['@stage-first-steps'],
}, async ({ story }) => {
  const post = 'https://www.linkedin.com/posts/northwind'
  const [postId] = await insertPosts(story, 1, post)
  const page = await story.signIn('hana.novakova')
  await page.context().route(`${post}*`, (route) => route.fulfill({ body: 'The post' }))
  const stage = page.getByRole('region', { name: 'Three steps to your first points' })
  const steps = stage.getByRole('listitem')
  await expect(stage).toContainText('Welcome, Hana')
  await expect(stage).toContainText('First report: +15 and First Steps, +10')
  await expect(steps).toHaveText([/^1Open a post/, /^2Like it there/, /^3Come back and tick it here/])
  await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step')
  await expectAccessible(page, { within: 'main' })

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^View Original/ }).click()
  await (await opened).close()
  // No browser of the tests hides a window behind another one.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step')
  await expect(steps.filter({ hasText: 'Done:' })).toHaveCount(2)
  await page.reload()
  await expect(steps.filter({ hasText: 'Done:' })).toHaveCount(2)

  if (!postId) throw new Error('There is no post')
  await reportAs(story, 'hana.novakova', { postId, interactionType: 'like' })
  await expect(page.getByRole('region', { name: '1 post waiting' })).toContainText(
    'up to +50 · day 1 is yours',
  )
  await expect(stage).toHaveCount(0)
})

test('the stage counts what waits, leads to each post, and ends with all caught up', {
  tag: ['@stage-waiting', '@stage-done', '@stage-reached'],
}, async ({ story }) => {
  const page = await story.signIn('priya.raghavan')
  await reportAs(story, 'priya.raghavan')
  const waiting = await insertPosts(story, 3)
  const stage = page.getByRole('region', { name: '4 posts waiting' })
  await expect(stage).toContainText('up to +260 · day 1 is yours')
  await expect(stage.getByRole('link')).toHaveText([
    /^Northwind on LinkedIn, We have news\., \+65$/,
    /^Northwind on LinkedIn, We have news\., \+65$/,
    '+22 more posts',
  ])
  await expect(stage).toContainText('Goal reached: Day 1')
  await stage.getByRole('link').first().press('Enter')
  await expect(page.getByRole('article').first()).toBeFocused()
  await expectAccessible(page, { within: 'main' })

  const [first, ...others] = waiting
  await reportAll(story, first)
  const fewer = page.getByRole('region', { name: '3 posts waiting' })
  await expect(fewer.getByRole('link')).toHaveCount(3)
  for (const postId of others) await reportAll(story, postId)
  const last = page.getByRole('region', { name: '1 post waiting' })
  await expect(last.getByRole('link', { name: /^Done: / })).toHaveCount(2)
  const [oldest] = await story.run<{ id: PostId }>(
    `select id from posts where post_url like 'https://www.linkedin.com/%'`,
  )
  await reportAll(story, oldest?.id)
  const done = page.getByRole('region', { name: 'All caught up' })
  await expect(done).toContainText('+285 today')
  await expect(done).toContainText('1 colleague reported today too')
  await expect(done.getByRole('link', { name: /^Done: / })).toHaveCount(3)
  await page.reload()
  const finished = page.getByRole('list', { name: 'Finished today' }).getByRole('listitem')
  await expect(finished).toHaveText(Array(3).fill('We have news.Liked, commented, shared+65'))
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await expect(page.getByText('Meanwhile, a colleague reached something today.')).toBeVisible()
  const badges = page.getByRole('list', { name: 'What colleagues reached today' })
  const applaud = badges.getByRole('button', { name: /^Applaud \S.*: earned First Steps/ })
  await applaud.click()
  await expect(applaud).toHaveAttribute('aria-pressed', 'true')
  await expect(applaud).toHaveAccessibleName(/, 1 so far$/)
  await expectAccessible(page, { within: 'main' })
})

async function insertPosts(story: Story, count: number, postUrl: string | null = null): Promise<PostId[]> {
  const ids: PostId[] = []
  for (let post = 0; post < count; post++) ids.push(await insertPost(story.sandbox.server.deps, { postUrl }))
  story.sandbox.server.deps.live.announce({ topics: ['posts'] })
  return ids
}

async function reportAll(story: Story, postId: PostId | undefined): Promise<void> {
  if (!postId) throw new Error('There is no such post')
  for (const interactionType of interactionTypes) {
    await reportAs(story, 'priya.raghavan', { postId, interactionType })
  }
}
