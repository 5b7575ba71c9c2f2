import type { Locator } from '@playwright/test'
import { paths, postAddress, postAnchorPrefix } from '#contract/paths.ts'
import { newPost as postHook } from '#contract/posts.schema.ts'
import type { PostId } from '#domain/ids.ts'
import { newId } from '#server/db/new-id.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { present } from '#test/support/present.ts'
import { brokenCalls } from './faults.ts'
import { doneOn, newPost, postBy, undoOn } from './new-posts.ts'
import { expect, test } from './story.ts'

const types = ['liked', 'commented', 'shared'] as const
const picture = 'https://pictures.invalid/party.svg'
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="900"><rect width="400" height="900"/></svg>'

test('To do shows what waits, a finished post folds at its place, and its last report can be undone there', {
  tag: ['@feed-todo'],
}, async ({ story }) => {
  await story.run(
    `update posts set deleted_at = $1 where original_post_date > $1::timestamptz - interval '8 days'`,
    [story.clock.now().toISOString()],
  )
  const [older, newer] = [await newPost(story), await newPost(story)]
  const page = await story.signIn('kenji.watanabe')
  const card = page.getByRole('region', { name: 'Team Social Feed' })
  const todo = card.getByRole('button', { name: /^To do/ })
  await expect(todo).toHaveText('To do2')
  for (const type of types)
    await postBy(page, newer)
      .getByRole('button', { name: new RegExp(`^I ${type}`) })
      .click()
  await expect(postBy(page, newer)).toContainText('Liked, commented, shared')
  await expect(todo).toHaveText('To do1')
  await expect(card.getByRole('article').first()).toContainText('Liked, commented, shared')
  await undoOn(page, newer, 'share').click()
  await expect(postBy(page, newer).getByRole('button', { name: /^I shared/ })).toBeVisible()
  await expect(todo).toHaveText('To do2')
  await postBy(page, newer)
    .getByRole('button', { name: /^I shared/ })
    .click()
  for (const type of types)
    await postBy(page, older)
      .getByRole('button', { name: new RegExp(`^I ${type}`) })
      .click()
  await expect(todo).toHaveText('To do0')
  await expect(card.getByText('Nothing waits for you')).toBeVisible()
  await card.getByRole('button', { name: /^All/ }).click()
  await expect(card.getByRole('article').first()).toContainText('Liked, commented, shared')

  await page.goto(paths.socialFeed)
  await page.getByRole('button', { name: /^To do/ }).click()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
})

test('posts that come while the reader is further down wait behind a button, and at the top they just appear', {
  tag: ['@feed-news'],
}, async ({ story }) => {
  const page = await story.signIn('mai.nguyen', paths.socialFeed)
  await expect(page.getByRole('article').first()).toBeVisible()
  const first = await newPost(story)
  await expect(postBy(page, first)).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 1_500))
  const news = page.getByRole('button', { name: /new posts?$/ })
  const second = await newPost(story)
  await expect(news).toHaveText('1 new post')
  const third = await newPost(story)
  await expect(news).toHaveText('2 new posts')
  await expect(postBy(page, second)).toHaveCount(0)
  await news.click()
  await expect(postBy(page, third)).toBeInViewport()
  await expect(postBy(page, second)).toBeVisible()
  await expect(news).toHaveCount(0)
})

test('who comes back from the original is asked once what they did there', {
  tag: ['@feed-asked'],
}, async ({ story }) => {
  await story.deliver(postHook.path, {
    platform: 'linkedin',
    content: 'Open me',
    post_url: 'https://www.linkedin.com/posts/open-me',
    author_name: 'Opener',
    scheduled_time: story.clock.now().toISOString(),
  })
  const page = await story.signIn('zoe.brandt', paths.socialFeed)
  const link = postBy(page, 'Opener').getByRole('link', { name: 'View Original: open on LinkedIn, new tab' })
  await expect(link).toHaveText('Open on LinkedIn')
  await page.context().route('https://www.linkedin.com/**', (route) => route.fulfill({ body: 'There' }))
  await Promise.all([page.context().waitForEvent('page'), link.click()])
  const asked = page.getByText('Welcome back. What did you do on LinkedIn?')
  await expect(asked).toHaveCount(0)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('blur'))
    window.dispatchEvent(new Event('focus'))
  })
  await expect(asked).toBeVisible()
  await postBy(page, 'Opener')
    .getByRole('button', { name: /^I liked/ })
    .click()
  await expect(doneOn(page, 'Opener', 'Liked')).toBeVisible()
  await expect(asked).toHaveCount(0)
})

test('a press on a picture enlarges it, and Escape leads back to it', { tag: ['@feed-picture'] }, async ({
  story,
}) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn('mai.nguyen', paths.socialFeed)
  await page.route('https://pictures.invalid/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: drawing }),
  )
  const author = await newPost(story, { imageUrl: picture })
  const enlarge = page.getByRole('button', { name: `Enlarge the picture of the post by ${author}` })
  await expect(enlarge).toBeVisible()
  expect((await enlarge.boundingBox())?.height).toBeLessThanOrEqual(420)
  await enlarge.click()
  const dialog = page.getByRole('dialog', { name: `From the post by ${author}` })
  await expect(dialog.getByRole('img', { name: `From the post by ${author}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(enlarge).toBeFocused()
})

test('an address that names a post opens the feed at that post, also far down', {
  tag: ['@feed-addressed'],
}, async ({ story }) => {
  // Pictures of older posts are on hosts that do not exist.
  story.faults.permit(/^logged: Failed to load resource: net::ERR_NAME_NOT_RESOLVED/)
  const { deps } = story.sandbox.server
  const longAgo = (days: number) => new Date(story.clock.now().getTime() - (400 + days) * 86_400_000)
  for (let days = 0; days < 60; days++) await insertPost(deps, { at: longAgo(days) })
  deps.live.announce({ topics: ['posts'] })
  const listed = await story.run<{ id: PostId }>(
    'select id from posts where deleted_at is null order by original_post_date desc, id desc',
  )
  const [first, far] = [present(listed[0]), present(listed.at(-1))]
  const page = await story.signIn('mai.nguyen', postAddress(far.id))
  const card = (id: PostId) => page.locator(`#${postAnchorPrefix}${id}`)
  await expect(card(far.id)).toBeInViewport()
  await expect(card(far.id)).toBeFocused()
  await page.goto(paths.dashboard)
  await page.goto(postAddress(present(listed[3]).id))
  await expect(card(present(listed[3]).id)).toBeFocused()
  await expect.poll(async () => topOf(card(present(listed[3]).id))).toBeLessThan(200)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('button', { name: /^To do/ }).click()
  await page.getByRole('button', { name: /^All/ }).click()
  await expect(card(first.id)).toBeInViewport()
  await page.goto(paths.dashboard)
  await page.goto(postAddress(newId()))
  await expect(card(first.id)).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

async function topOf(card: Locator): Promise<number> {
  return (await card.boundingBox())?.y ?? Number.NaN
}
