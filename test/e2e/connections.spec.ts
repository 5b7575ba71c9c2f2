import type { Page } from '@playwright/test'
import { saveAutomationSettings } from '#contract/automation.schema.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { myLinks } from '#contract/links.schema.ts'
import { paths } from '#contract/paths.ts'
import { listPosts } from '#contract/posts.schema.ts'
import { submitShare } from '#contract/shares.schema.ts'
import { socialpilotEvent, testSocialpilot } from '#contract/socialpilot.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { zapierTrigger } from '#contract/zapier.schema.ts'
import { expectAccessible } from './accessible.ts'
import { expect, type Story, test } from './story.ts'

// A stranger comes from another network than the members.
test.use({ setup: { environment: { TRUST_PROXY: '127.0.0.1/32,::1/128' } } })

const form = 'application/x-www-form-urlencoded'
const styles = [
  { name: 'JSON', type: 'application/json', write: JSON.stringify },
  { name: 'form', type: form, write: (fields: Fields) => new URLSearchParams(flat(fields)).toString() },
  { name: 'raw', type: 'text/plain', write: JSON.stringify },
] as const

type Fields = Readonly<Record<string, unknown>>

/** As a form has it: every value text, and what belongs together joined by two underscores. */
function flat(fields: Fields, before = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? Object.entries(flat(value as Fields, `${before}${name}__`))
        : [[`${before}${name}`, String(value)]],
    ),
  )
}

test('a post and its engagement arrive in each of Zapier’s three body formats', async ({ story }) => {
  const page = await story.signIn('priya.raghavan', paths.socialFeed)
  await expect(page.getByRole('article').first()).toBeVisible()
  for (const { name, type, write } of styles) {
    const author = `Press Office ${name}`
    const post_url = `https://www.linkedin.com/posts/brightwater-${name.toLowerCase()}`
    const post = {
      event: 'post.published',
      platform: 'linkedin',
      content: `Fresh & <b>new</b> by ${name}`,
      author_name: author,
      post_url,
      scheduled_time: story.clock.now().toISOString(),
    }
    await deliver(story, type, write(post))
    const card = page.getByRole('article', { name: `LinkedIn post by ${author}` })
    await expect(card).toContainText(`Fresh & <b>new</b> by ${name}`)
    const numbers = {
      event: 'engagement.updated',
      post_url,
      engagement_data: { likes: 29, comments: 1, shares: 10 },
    }
    await deliver(story, type, write(numbers))
    await expect(card.getByRole('list', { name: 'Engagement' }).getByRole('listitem')).toHaveText([
      '29 likes',
      '1 comments',
      '10 shares',
    ])
    await expect.poll(async () => (await toldOf(story, author)).length, { timeout: 20_000 }).toBe(1)
    // The same again, as a replay has it: nothing happens twice.
    await deliver(story, type, write(post))
    await expect(card).toHaveCount(1)
  }
  for (const { name } of styles) expect(await toldOf(story, `Press Office ${name}`)).toHaveLength(1)
})

test('a test post is marked, refuses reports, and comes with the links of four members', async ({
  story,
}) => {
  const admin = await story.signIn('marta.oliveira', paths.socialFeed)
  await expect(admin.getByRole('article').first()).toBeVisible()
  const { trackableLinks, postId } = await ask(admin, testSocialpilot)
  expect(trackableLinks).toHaveLength(4)
  const card = admin.getByRole('article').filter({ hasText: 'A connection test from' })
  await expect(card.getByText('Test', { exact: true })).toBeVisible()
  await expect(card).toContainText('Reports on it do not count.')
  await expect(card.getByRole('button', { name: /I (liked|commented|shared)/ })).toHaveCount(0)
  await expectAccessible(admin, { within: 'article' })
  await expect.poll(() => toldOf(story, 'A connection test from'), { timeout: 20_000 }).toHaveLength(1)
  const stranger = await story.openWindow('/login')
  await stranger.goto(trackableLinks[0].url)
  expect(new URL(stranger.url()).host).toBe(new URL(story.sandbox.url).host)
  // Under localhost the test post's own address is a placeholder, so that its links lead to the product.
  const ledger = await story.run<{ count: number }>(
    `select count(*)::int as count from ledger where reason = 'link_click'`,
  )
  expect([postId.length, ledger]).toEqual([36, [{ count: 0 }]])
})

test('a stranger’s click on a member’s link earns points once, and updates the open dashboard', async ({
  story,
}) => {
  const page = await story.signIn('tomasz.wojcik')
  const before = (await ask(page, getCurrentUser)).data
  const feed = (await ask(page, listPosts)).data
  const { link } = (await ask(page, myLinks)).data
  const post = feed.find(
    ({ postUrl, brand }: { postUrl: string | null; brand: string }) => postUrl && brand !== 'test',
  )
  const url = `${link}?p=${post.id}`
  const visit = (userAgent: string, method = 'GET') =>
    fetch(url, {
      method,
      redirect: 'manual',
      headers: { 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.9' },
    })
  const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36'
  for (const agent of ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', browser, browser]) {
    const answer = await visit(agent)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, post.postUrl])
  }
  await visit(browser, 'HEAD')
  const earned = before.totalPoints + 5
  await expect(page.getByRole('region', { name: 'Your Progress' })).toContainText(
    earned.toLocaleString('en-US'),
  )
  const mine = (await ask(page, myLinks)).data
  expect(mine.posts.find(({ postId }: { postId: string }) => postId === post.id)).toMatchObject({
    clicks: 1,
    points: 5,
    previews: 2,
  })
})

test('a share goes out to Zapier, comes back as published, and earns its points', {
  tag: ['@admin-automation-publish'],
}, async ({ story }) => {
  const admin = await story.signIn('marta.oliveira')
  await ask(admin, saveAutomationSettings, { autoPublish: true })
  const member = await story.signIn('zoe.brandt')
  const before = (await ask(member, getCurrentUser)).data.totalPoints
  const share = (await ask(member, submitShare, { platform: 'linkedin', customMessage: 'Have a look' })).data
  expect(share.status).toBe('approved')
  const { catchHook } = story.sandbox
  await expect.poll(() => catchHook.journal().length, { timeout: 20_000 }).toBe(1)
  const sent = JSON.parse(String(catchHook.journal()[0]?.body))
  expect(sent).toMatchObject({ event: 'share.submitted', share_id: share.id, message: 'Have a look' })
  await story.deliver(zapierTrigger.path, { shareId: sent.share_id, action: 'publish' })
  await expect.poll(async () => (await ask(member, getCurrentUser)).data.totalPoints).toBe(before + 30)
  await expect.poll(() => toldOf(story, 'Have a look'), { timeout: 20_000 }).toHaveLength(1)
})

async function deliver({ sandbox }: Story, type: string, body: string): Promise<void> {
  const answer = await fetch(`${sandbox.url}${socialpilotEvent.path}`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-webhook-secret': sandbox.server.deps.secrets.webhooks[0] ?? '' },
    body,
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"success":true')])
}

/** The messages in the channel that hold this text. */
async function toldOf({ sandbox }: Story, text: string) {
  const messages = await sandbox.workplace.messages()
  return messages.filter((message) => JSON.stringify(message.blocks).includes(text))
}

/** One call of the API by whoever is signed in on the page. */
async function ask(page: Page, { method, path }: Endpoint, body?: unknown) {
  const answer = await page.request.fetch(path, {
    method,
    headers: { 'sec-fetch-site': 'same-origin' },
    ...(body !== undefined && { data: body }),
  })
  expect(answer.status(), `${method} ${path}`).toBe(200)
  return answer.json()
}
