import type { Page } from '@playwright/test'
import { newPost } from '#contract/posts.schema.ts'
import type { PostId } from '#domain/ids.ts'
import { testBrand } from '#domain/posts.ts'
import { localMinute } from '#web/parts/new-post/post-fields.ts'
import { timeOn } from './page-time.ts'
import { openPosts, rowBy } from './posts-table.ts'
import { reportAs } from './reports.ts'
import { expect, expectToast, type Story, test, toastOn } from './story.ts'

const hourMs = 3_600_000
const author = 'Harbour Team'

/** What stands in a field for a time for so much later, and how the panel writes it. */
async function later(page: Page, ms: number) {
  const at = new Date((await timeOn(page)) + ms).toISOString()
  const words = await page.evaluate((instant) => {
    const of = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', options).format(new Date(instant))
    return `${of({ month: 'short', day: 'numeric' })} at ${of({ hour: 'numeric', minute: '2-digit' })}`
  }, at)
  return { minute: localMinute(new Date(at)), words }
}

/** Lets the time pass, and the product look for what is due then, as it does every minute. */
async function pass(story: Story, ms: number): Promise<void> {
  await story.advance(ms)
  const { db, jobs } = story.sandbox.server.deps
  await db.transaction((tx) => jobs.enqueue(tx, 'posts.publish', {}))
}

const show = (page: Page, view: RegExp) =>
  page.getByRole('group', { name: 'Which posts' }).getByRole('button', { name: view }).click()
const cardBy = (page: Page, name: string) =>
  page.getByRole('article', { name: new RegExp(`post by ${name}$`) })

test('a post is scheduled by hand and moved, members see it at its time, and a deletion is taken back', {
  tag: [
    '@posts-wait',
    '@posts-scheduled-list',
    '@posts-published-on-time',
    '@posts-move',
    '@posts-delete-effects',
    '@posts-restore',
    '@posts-deleted-list',
    '@form-post-link',
    '@form-post-paste',
    '@form-post-later',
    '@told-post-scheduled',
    '@told-post-restored',
  ],
}, async ({ story }) => {
  const page = await openPosts(story)
  const feed = await story.signIn('priya.raghavan', '/social-feed')
  await expect(feed.getByRole('article').first()).toBeVisible()
  const openedAt = await feed.evaluate(() => performance.timeOrigin)

  await page.getByRole('button', { name: 'Add Manual Post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Manual Social Post' })
  const link = dialog.getByRole('textbox', { name: 'Post URL' })
  const authorField = dialog.getByRole('textbox', { name: 'Author name', exact: true })
  await link.dispatchEvent('paste')
  await link.fill('brightwater on x')
  await expect(link).toHaveAccessibleDescription('Please enter a valid URL')
  await expect(dialog.getByLabel('Platform')).toHaveValue('linkedin')
  await link.fill('https://x.com/brightwater/status/1')
  await expect(dialog.getByLabel('Platform')).toHaveValue('twitter')
  await expect(authorField).not.toHaveValue('')
  await authorField.fill(author)
  await dialog.getByLabel('Platform').selectOption('youtube')
  await link.fill('https://www.linkedin.com/posts/2')
  await expect(dialog.getByLabel('Platform')).toHaveValue('youtube')
  await expect(authorField).toHaveValue(author)
  await dialog.getByLabel('Content').fill('Out of the harbour tomorrow.')
  const first = await later(page, 2 * hourMs)
  const time = dialog.getByLabel('Scheduled time')
  await expect(dialog.getByText('Members see it on')).toHaveCount(0)
  await time.fill(first.minute)
  await expect(time).toHaveAccessibleDescription(new RegExp(`Members see it on ${first.words}`))
  await dialog.getByRole('button', { name: 'Create Post' }).click()
  await expectToast(page, 'Post scheduled')
  await expect(rowBy(page, author).getByText(`Scheduled ${first.words}`)).toBeVisible()

  await show(page, /^Scheduled\s*1$/)
  await expect(page.getByRole('columnheader', { name: 'Goes out' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Push Selected/ })).toHaveCount(0)
  await rowBy(page, author).getByRole('button', { name: /^Edit/ }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Social Feed Post' })
  const second = await later(page, 3 * hourMs)
  await editor.getByLabel('Scheduled time').fill('')
  await editor.getByRole('button', { name: 'Save Post' }).click()
  await expect(editor.getByLabel('Scheduled time')).toHaveAccessibleDescription(/Scheduled time is required/)
  await editor.getByLabel('Scheduled time').fill(second.minute)
  await editor.getByRole('button', { name: 'Save Post' }).click()
  await expectToast(page, 'Post updated')
  await expect(rowBy(page, author).getByRole('cell', { name: second.words })).toBeVisible()

  await pass(story, 2 * hourMs)
  await expect(cardBy(feed, author)).toHaveCount(0)
  await pass(story, hourMs)
  await expect(cardBy(feed, author)).toBeVisible()
  expect(await feed.evaluate(() => performance.timeOrigin)).toBe(openedAt)
  await expect(page.getByText('Nothing scheduled')).toBeVisible()

  const [row] = await story.run<{ id: PostId }>('select id from posts where author_name = $1', [author])
  await reportAs(story, 'priya.raghavan', { postId: row?.id as PostId, interactionType: 'like' })
  await show(page, /^Posts$/)
  const remove = async () => {
    await rowBy(page, author)
      .getByRole('button', { name: /^Delete/ })
      .click()
    const question = page.getByRole('dialog', { name: 'Delete Post' })
    await expect(question).toContainText(
      `delete this post by ${author}? This action cannot be undone after 30 days.`,
    )
    await expect(question).toContainText('1 member reported on this post. They keep their points.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Post deleted')
  }
  await remove()
  await expect(cardBy(feed, author)).toHaveCount(0)
  await toastOn(page).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Post restored', 'It is back in the feed.')
  await expect(cardBy(feed, author)).toBeVisible()

  await remove()
  await show(page, /^Deleted$/)
  await page.getByRole('button', { name: `Restore post by ${author}` }).click()
  await expectToast(page, 'Post restored', 'It is back in the feed.')
  await expect(page.getByText('Nothing deleted')).toBeVisible()
  await expect(cardBy(feed, author)).toBeVisible()
})

test('a waiting post is published at once, and a test is seen by administrators alone', {
  tag: ['@posts-publish-now', '@posts-tests-hidden', '@told-post-published'],
}, async ({ story }) => {
  const scheduled_time = new Date(story.clock.now().getTime() + hourMs).toISOString()
  const body = { platform: 'linkedin', content: 'Ready early.' }
  await story.deliver(newPost.path, { ...body, author_name: 'Early Bird', scheduled_time })
  await story.deliver(newPost.path, { ...body, author_name: 'Cable Check', brand: testBrand })
  const page = await openPosts(story)
  const feed = await story.signIn('priya.raghavan', '/social-feed')
  await expect(feed.getByRole('article').first()).toBeVisible()
  await expect(rowBy(page, 'Cable Check').getByText('Test', { exact: true })).toBeVisible()
  await rowBy(page, 'Early Bird').getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await expectToast(page, 'Post published')
  await expect(cardBy(feed, 'Early Bird')).toBeVisible()
  await expect(cardBy(feed, 'Cable Check')).toHaveCount(0)
  await page.goto('/social-feed')
  await expect(cardBy(page, 'Cable Check').getByText('Test', { exact: true })).toBeVisible()
})
