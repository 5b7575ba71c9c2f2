import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { expectAccessibleEverywhere, insertCheck, reportOf } from './decisions.ts'
import { reportAs } from './reports.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const card = (page: Page) => page.getByRole('region', { name: 'One quick question' })

async function ask(story: Story, handle: string, interactionType: InteractionType): Promise<void> {
  const { deps } = story.sandbox.server
  const postId = await insertPost(deps, {
    authorName: 'Brightwater',
    content: 'Dark theme is here',
    postUrl: 'https://www.linkedin.com/posts/dark-theme',
  })
  await reportAs(story, handle, { postId, interactionType })
  await insertCheck(story, await reportOf(story, handle, { postId, interactionType }))
}

test('a question about a like is answered with a tap, and the next one follows', {
  tag: ['@check-card', '@check-confirm'],
}, async ({ story }) => {
  await ask(story, 'zoe.brandt', 'like')
  await ask(story, 'zoe.brandt', 'comment')
  const page = await story.signIn('zoe.brandt')
  await expect(card(page)).toContainText(/Did you like Brightwater’s post, \w{3} \d+\?/)
  await expect(card(page)).toContainText('picked by lot. Your points stay.')
  await expect(card(page)).toContainText('1 more question')
  await expect(card(page).getByRole('link', { name: /^Dark theme is here/ })).toHaveAttribute(
    'href',
    'https://www.linkedin.com/posts/dark-theme',
  )
  await expectAccessibleEverywhere(page)
  await card(page).getByRole('button', { name: 'Yes, I did' }).click()
  await expectToast(page, 'Thank you', 'Your points stay.')
  await expect(card(page)).toContainText('Did you comment on')
  await expect(card(page).getByRole('heading', { name: 'One quick question' })).toBeFocused()

  // A comment needs a link or a word.
  await card(page).getByRole('button', { name: 'Yes, I did' }).click()
  const word = card(page).getByLabel('Or a word about it')
  await expect(word).toHaveAccessibleDescription('Add a link, or a word of 3 characters or more')
  await expect(word).toBeFocused()
  await expectAccessibleEverywhere(page)
  await word.fill('The second one from above')
  await word.blur()
  await card(page).getByRole('button', { name: 'Yes, I did' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(card(page)).toHaveCount(0)
})

test('a report can be taken back instead, on the feed too', {
  tag: ['@check-take-back'],
}, async ({ story }) => {
  await ask(story, 'kenji.watanabe', 'share')
  const page = await story.signIn('kenji.watanabe', paths.socialFeed)
  await expect(card(page).getByLabel('Link to your share')).toBeVisible()
  await card(page).getByRole('button', { name: 'Take it back' }).press('Enter')
  await expectToast(page, 'Report taken back', '−30 points. You can report it again.')
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeFocused()
  const [left] = await story.run<{ count: number }>(
    `select count(*)::int as count from checks where answer is null`,
  )
  expect(left?.count).toBe(0)
})

test('an address that is none is refused at its field', { tag: ['@check-confirm'] }, async ({ story }) => {
  await ask(story, 'aisha.bello', 'comment')
  const page = await story.signIn('aisha.bello')
  const link = card(page).getByLabel('Link to your comment')
  await link.fill('here')
  await link.press('Enter')
  await expect(link).toHaveAccessibleDescription('Please enter a valid URL')
  await expect(link).toBeFocused()
  await expect(link).toHaveValue('here')
})
