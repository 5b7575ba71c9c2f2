import type { Page } from '@playwright/test'
import { endSessionsOf, pressAfterEnd } from './ended-sessions.ts'
import { doneOn, newPost, postBy } from './new-posts.ts'
import { expect, expectToast, personOf, type Story, test } from './story.ts'

test('logging out in one tab is noticed in the other, which returns to its screen after sign-in', {
  tag: ['@way-out-tabs'],
}, async ({ story }) => {
  const page = await story.signInAfresh('rafael.monteiro')
  const other = await page.context().newPage()
  await other.goto('/social-feed')
  await expect(other.getByText('Live', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: /^Profile menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has ended')).toHaveCount(0)

  await expect(other.getByRole('button', { name: 'Continue with Slack' })).toBeVisible()
  await expect(other.getByRole('status').filter({ hasText: 'Your session has ended.' })).toBeVisible()
  await signInAgain(story, other, 'rafael.monteiro')
  await expect(other.getByRole('heading', { level: 1, name: 'Social Feed' })).toBeVisible()
  await expect(other).toHaveURL('/social-feed')
})

test('a report that fails because the session ended is kept, and sent with one press after sign-in', {
  tag: ['@way-kept-report'],
}, async ({ story }) => {
  const page = await story.signInAfresh('rafael.monteiro')
  const author = await newPost(story)
  await page.goto('/social-feed')
  const like = postBy(page, author).getByRole('button', { name: /^I liked \+15/ })
  await expect(like).toBeVisible()
  await pressAfterEnd(
    page,
    () => endSessionsOf(story, 'rafael.monteiro'),
    () => like.click(),
  )
  await expectToast(page, 'Authentication required', 'Please log in to report interactions')
  await expect(page.getByText('Your session ended before your like was reported.')).toBeVisible()

  await signInAgain(story, page, 'rafael.monteiro')
  await expect(page).toHaveURL('/social-feed')
  const notice = page.getByRole('region', { name: 'Unsent report' })
  await expect(notice).toContainText(`Your like on the post by ${author} has not been reported`)
  await expect(like).toBeVisible()
  await notice.getByRole('button', { name: 'Report it now' }).click()
  await expectToast(page, 'Interaction reported!', '+15 points for the like on LinkedIn')
  await expect(notice).toHaveCount(0)
  await expect(doneOn(page, author, 'Liked')).toBeVisible()
  await page.reload()
  await expect(postBy(page, author)).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('a kept report is not offered to another member, and can be dismissed', {
  tag: ['@way-kept-private'],
}, async ({ story }) => {
  const page = await story.signInAfresh('rafael.monteiro')
  const author = await newPost(story)
  await expect(postBy(page, author)).toBeVisible()
  const share = postBy(page, author).getByRole('button', { name: /^I shared \+30/ })
  await pressAfterEnd(
    page,
    () => endSessionsOf(story, 'rafael.monteiro'),
    () => share.click(),
  )
  const notice = page.getByRole('region', { name: 'Unsent report' })
  await signInAgain(story, page, 'leila.haddad')
  await expect(postBy(page, author)).toBeVisible()
  await expect(notice).toHaveCount(0)

  await endSessionsOf(story, 'leila.haddad')
  await page.reload()
  await signInAgain(story, page, 'rafael.monteiro')
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(postBy(page, author)).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('an unfinished share is still there after the session ended and a new sign-in', {
  tag: ['@way-kept-form'],
}, async ({ story }) => {
  const page = await story.signInAfresh('rafael.monteiro')
  await page.goto('/social-feed')
  await page.getByRole('button', { name: 'Report your own post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report your own post' })
  await dialog.getByLabel('Platform').selectOption('LinkedIn')
  await dialog.getByLabel('Message').fill('What I wrote with it')
  await pressAfterEnd(
    page,
    () => endSessionsOf(story, 'rafael.monteiro'),
    () => dialog.getByRole('button', { name: 'Submit', exact: true }).click(),
  )
  await signInAgain(story, page, 'rafael.monteiro')
  await expect(dialog.getByLabel('Message')).toHaveValue('What I wrote with it')
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await expectToast(page, 'Share submitted')
  await page.getByRole('button', { name: 'Report your own post' }).click()
  await expect(dialog.getByLabel('Message')).toHaveValue('')
})

test('a name that was being written when the session ended is still there after signing in', {
  tag: ['@way-kept-form', '@name-own'],
}, async ({ story }) => {
  const page = await story.signInAfresh('rafael.monteiro')
  await page.goto('/profile')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Rafa')
  await pressAfterEnd(
    page,
    () => endSessionsOf(story, 'rafael.monteiro'),
    () => page.getByRole('button', { name: 'Save Changes' }).click(),
  )
  await signInAgain(story, page, 'rafael.monteiro')
  await expect(name).toHaveValue('Rafa')
  await expect(page.getByRole('button', { name: /^Profile menu of Rafael Monteiro$/ })).toBeVisible()
})

async function signInAgain(story: Story, page: Page, handle: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Slack' }).click()
  await page.getByRole('button', { name: personOf(story, handle).name }).click()
}
