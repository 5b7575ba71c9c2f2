import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { newPost, postBy } from './new-posts.ts'
import { visitAsStranger } from './profile-screen.ts'
import { expect, type Story, test } from './story.ts'

// Visits name their address themselves.
test.use({ setup: { environment: { TRUST_PROXY: '127.0.0.1/32,::1/128' } } })

const original = 'https://www.linkedin.com/posts/launch-'

const copyButton = (page: Page, author: string) =>
  postBy(page, author).getByRole('button', { name: `my link to the post by ${author} on LinkedIn` })

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function linkTo(story: Story, page: Page, author: string): Promise<string> {
  const answer = await page.request.get(getCurrentUser.path)
  const { trackableLink } = getCurrentUser.answer.parse(await answer.json()).data
  const [post] = await story.run<{ id: string }>('select id from posts where author_name = $1', [author])
  return `${trackableLink}?p=${post?.id}`
}

for (const path of [paths.dashboard, paths.socialFeed]) {
  test(`each post on ${path} has the own link to it, which is copied without a request`, {
    tag: ['@links-card'],
  }, async ({ story }) => {
    const author = await newPost(story, { postUrl: `${original}${path.length}` })
    const bare = await newPost(story)
    const page = await story.signIn('leila.haddad', path)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const link = await linkTo(story, page, author)
    expect(link).toMatch(new RegExp(`^${story.sandbox.url}/go/[a-z2-7]{13}\\?p=`))
    const copy = copyButton(page, author)
    await expect(copy).toHaveText('Copy my link')
    await expect(copyButton(page, bare)).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    // The dashboard may still read its lists.
    page.on('request', (request) => {
      if (request.method() !== 'GET' || /\/(links|go)\b/.test(request.url())) asked.push(request.url())
    })
    await copy.focus()
    await page.keyboard.press('Enter')
    await expect(copy).toHaveText('Copied')
    await expect(copy).toBeFocused()
    await expect(postBy(page, author).getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
    expect(await clipboard(page)).toBe(link)
    expect(asked).toEqual([])
    await expect(copy).toHaveText('Copy my link')

    // As on a page that did not come by https.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await copy.click()
    const field = postBy(page, author).getByRole('textbox', { name: /^Your link to the post by / })
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(link)
  })
}

test('on a phone the link is an icon in the corner of the card, which does not grow', {
  tag: ['@links-card'],
}, async ({ story }) => {
  const author = await newPost(story, { postUrl: `${original}phone` })
  const page = await story.signIn('mai.nguyen')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const path of [paths.dashboard, paths.socialFeed]) {
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 780 })
      await page.goto(path)
      const copy = copyButton(page, author)
      await expect(copy).toBeVisible()
      await expect(copy.getByText('Copy my link')).toBeHidden()
      const box = await copy.boundingBox()
      expect([box?.width, box?.height]).toEqual([44, 44])
      const heights = await postBy(page, author).evaluate((card) => {
        const before = card.getBoundingClientRect().height
        const button = card.querySelector<HTMLElement>('[title="Copy my link"]')
        if (button) button.style.display = 'none'
        const without = card.getBoundingClientRect().height
        if (button) button.style.display = ''
        return { before, without }
      })
      expect(heights.before).toBe(heights.without)
    }
  }
  await copyButton(page, author).click()
  await expect(copyButton(page, author)).toHaveAccessibleName(/^Copied my link/)
  expect(await clipboard(page)).toBe(await linkTo(story, page, author))
})

test('a finished post keeps its link on the dashboard', { tag: ['@links-card'] }, async ({ story }) => {
  const author = await newPost(story, { postUrl: `${original}finished` })
  const page = await story.signIn('kenji.watanabe')
  for (const type of ['liked', 'commented', 'shared'])
    await postBy(page, author)
      .getByRole('button', { name: new RegExp(`^I ${type}`) })
      .click()
  await expect(postBy(page, author)).toContainText('Liked, commented, shared')
  await expect(copyButton(page, author)).toBeVisible()
})

test('a click on a copied link is in the statement, with the post', {
  tag: ['@links-statement'],
}, async ({ story }) => {
  const author = await newPost(story, { postUrl: `${original}clicked` })
  const page = await story.signIn('hana.novakova', `${paths.profile}?tab=points`)
  await visitAsStranger(await linkTo(story, page, author), '203.0.113.77')
  const row = page.getByRole('row', { name: /Click on your link to “We have news.”/ })
  await expect(row).toContainText('+5')
  await expect(row.getByRole('link')).toHaveAttribute('href', `${original}clicked`)
  await page.getByLabel('What for').selectOption('Link clicks')
  await expect(row).toBeVisible()
})
