import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { newPostPath, readShares } from './chat-day.ts'
import { expect, nameOf, personOf, type Story, test } from './story.ts'
import { expectSound } from './workplace-checks.ts'

test.use({ setup: { reviewsInChannel: true } })
test.setTimeout(120_000)

const member = 'zoe.brandt'

/** The channel, as a person sees it. */
function openChannel(story: Story, handle: string): Promise<Page> {
  return story.openWindow(`${story.sandbox.workplace.origin}/channel?as=${personOf(story, handle).id}`)
}

/** Publishes a post, and waits until the channel has its message. */
async function publish(story: Story, author: string): Promise<void> {
  await story.deliver(newPostPath, {
    post_id: author,
    platform: 'linkedin',
    content: `News of ${author}`,
    author_name: author,
    author_handle: '@news',
    post_url: `https://www.linkedin.com/posts/${author.toLowerCase()}`,
    scheduled_time: story.clock.now().toISOString(),
  })
  const texts = async () => (await story.sandbox.workplace.messages()).map(({ text }) => text)
  await expect.poll(texts, { timeout: 20_000 }).toContain(`${author} has a new post on LinkedIn.`)
}

const messageOf = (page: Page, author: string) =>
  page.getByRole('article', { name: `${author} has a new post on LinkedIn.` }).first()
const own = (page: Page) => page.getByRole('region', { name: 'Only visible to you' }).getByRole('article')
const say = async (page: Page, text: string) => {
  await page.getByLabel('Message').fill(text)
  await page.getByLabel('Message').press('Enter')
}

test('a member reports, undoes, reads their place and hands in a share without opening the product', {
  tag: ['@chat-press-reports', '@chat-commands', '@chat-buttons-message'],
}, async ({ story }) => {
  await publish(story, 'Northwind')
  const dashboard = await story.signIn(member, paths.socialFeed)
  const card = dashboard.getByRole('article', { name: 'LinkedIn post by Northwind', exact: true })
  await expect(card).toBeVisible()
  const channel = await openChannel(story, member)
  await messageOf(channel, 'Northwind').getByRole('button', { name: 'Liked' }).click()
  await expect(own(channel).first()).toContainText(/\+15 · [\d,]+ points · #\d+/)
  await expect(card.getByText('Liked', { exact: true })).toBeVisible()
  await own(channel).first().getByRole('button', { name: 'Undo' }).click()
  await expect(own(channel).first()).toContainText(/Taken back: −15/)
  await expect(card.getByText('Liked', { exact: true })).toHaveCount(0)
  await messageOf(channel, 'Northwind').getByRole('button', { name: 'Commented' }).click()
  await expect(own(channel).first()).toContainText(/\+20 · [\d,]+ points · #\d+/)
  await say(channel, '/ovation')
  await expect(own(channel).first()).toContainText(/[\d,]+ points · #\d+/)
  await expect(own(channel).first()).toContainText('Streak:')
  await say(channel, '/ovation board')
  await expect(own(channel).first()).toContainText('1. ')
  await say(channel, '/ovation share https://www.linkedin.com/posts/zoe-own Proud of this')
  await expect(own(channel).first()).toContainText('Thank you! Your share on LinkedIn waits for a review')
  expect(await readShares(story, 'zoe-own')).toEqual(['pending'])
  const shown = async () => {
    await channel.reload()
    return messageOf(channel, 'Northwind').textContent()
  }
  await expect.poll(shown, { timeout: 30_000 }).toContain(`1 commented: ${nameOf(story, member)}`)
  await expectSound(channel)
})

test('a moderator decides from the message, which then says so', { tag: ['@chat-reviews'] }, async ({
  story,
}) => {
  const channel = await openChannel(story, member)
  await say(channel, '/ovation share https://www.linkedin.com/posts/zoe-first')
  await expect(own(channel).first()).toContainText('waits for a review')
  const [moderator] = story.sandbox.workplace.people.filter(({ mark }) => mark === 'moderator')
  const page = await openChannel(story, moderator?.handle ?? '')
  const message = () => page.getByRole('article', { name: /submitted a share on LinkedIn/ }).first()
  const shown = async () => {
    await page.reload()
    return message().textContent()
  }
  await expect.poll(shown, { timeout: 20_000 }).toContain('A share to review')
  await message().getByRole('button', { name: 'Not accepted' }).click()
  const reason = page.getByLabel('Reason')
  if (!(await reason.isVisible())) await page.getByRole('link', { name: /Go to the dialog/ }).click()
  await expectSound(page)
  await reason.fill('The link leads nowhere')
  await page.getByRole('button', { name: 'Not accepted' }).click()
  await expect.poll(shown, { timeout: 30_000 }).toContain('Not accepted by')
  expect(await readShares(story, 'zoe-first')).toEqual(['rejected'])
  await say(channel, '/ovation share https://www.linkedin.com/posts/zoe-second')
  await expect.poll(shown, { timeout: 20_000 }).toContain('Verify')
  await message().getByRole('button', { name: 'Verify' }).click()
  await expect(own(page).first()).toContainText('Verified. The share is worth')
  expect(await readShares(story, 'zoe-second')).toEqual(['completed'])
})

test('the Home tab tells where one stands, and reports', { tag: ['@chat-home'] }, async ({ story }) => {
  await publish(story, 'Southwind')
  const page = await openChannel(story, member)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const shown = async () => {
    await page.reload()
    return page.locator('main').textContent()
  }
  await expect.poll(shown, { timeout: 20_000 }).toContain('Hello, ')
  await expect(page.getByText('News of Southwind')).toBeVisible()
  await page.getByRole('button', { name: 'Liked' }).first().click()
  await expect.poll(shown, { timeout: 20_000 }).toMatch(/\+15 · [\d,]+ points/)
  await expectSound(page)
})
