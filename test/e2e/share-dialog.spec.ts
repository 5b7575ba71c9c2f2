import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { listShares, reviewShare, submitShare } from '#contract/shares.schema.ts'
import { sendAs } from './decisions.ts'
import { brokenCalls } from './faults.ts'
import { expect, expectToast, type Story, test, usernameOf } from './story.ts'

const moderator = 'tomasz.wojcik'

test('a member submits a share, and sees it pending, then verified after a moderator’s review', {
  tag: ['@share-review'],
}, async ({ story }) => {
  const page = await story.signIn('arjun.mehta', paths.socialFeed)
  const box = page.getByRole('region', { name: 'Your Submitted Shares' })
  await expect(box.getByText('Nothing submitted yet')).toBeVisible()
  const open = page.getByRole('button', { name: 'Report your own post' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Report your own post' })
  await expect(dialog.getByText(/belong to no post in the feed/)).toBeVisible()
  await expect(dialog.getByText(/earns its points once it is verified/)).toBeVisible()
  await dialog.getByLabel('Platform').selectOption('TikTok')
  await dialog.getByLabel('Message').fill('My week at Brightwater')
  await dialog.getByLabel('Link').fill('https://www.tiktok.com/@arjun/video/1')
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click()
  await expectToast(page, 'Share submitted')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  const share = box.getByRole('listitem')
  await expect(share).toHaveText(/^My week at BrightwaterPendingTikTok · Just now$/)
  const [stored] = await story.run<Record<string, unknown>>(
    `select platform, custom_message, content_type, share_url, status from shares
      join users on users.id = shares.user_id where users.username = $1 order by shares.created_at desc`,
    [usernameOf(story, 'arjun.mehta')],
  )
  expect(stored).toEqual({
    platform: 'tiktok',
    custom_message: 'My week at Brightwater',
    content_type: 'custom',
    share_url: 'https://www.tiktok.com/@arjun/video/1',
    status: 'pending',
  })

  await open.click()
  await expect(dialog.getByLabel('Message')).toHaveValue('')
  await expect(dialog.getByLabel('Link')).toHaveValue('')
  await page.keyboard.press('Escape')

  const reviewer = await story.signIn(moderator, paths.socialFeed)
  const reviewersBox = reviewer.getByRole('region', { name: 'Your Submitted Shares' })
  await expect(reviewersBox.getByText('Loading submitted shares')).toHaveCount(0)
  await expect(reviewersBox.getByText('My week at Brightwater')).toHaveCount(0)
  await page.reload()
  await expect(share).toHaveText(/Pending/)
  const before = await totalOf(story, 'arjun.mehta')
  await verifyNewest(reviewer)
  expect(await totalOf(story, 'arjun.mehta')).toBe(before + 30)
  await page.reload()
  await expect(share).toHaveText(/^My week at BrightwaterVerifiedTikTok · Just now · \+30$/)
})

test('what became of a share is told at once, and one that was not accepted can be appealed', {
  tag: ['@share-outcome', '@share-answer-toast', '@share-appeal'],
}, async ({ story }) => {
  const page = await story.signIn('priya.raghavan', paths.socialFeed)
  const box = page.getByRole('region', { name: 'Your Submitted Shares' })
  await expect(box.getByText('Loading submitted shares')).toHaveCount(0)
  await sendAs(page, submitShare, { body: { platform: 'tiktok', customMessage: 'Behind the scenes' } })
  const share = box.getByRole('listitem').filter({ hasText: 'Behind the scenes' })
  await expect(share).toContainText('Pending')
  const [stored] = await story.run<{ id: string }>(
    `select id from shares where custom_message = 'Behind the scenes'`,
  )
  const params = { id: stored?.id ?? '' }
  const reviewer = await story.signIn(moderator)
  const reason = 'The link needs a sign-in, so we could not see it.'
  await sendAs(reviewer, reviewShare, { params, body: { status: 'rejected', reason } })
  await expectToast(page, 'Share not accepted', reason)
  await expect(share).toContainText('Not accepted')
  await expect(share).toContainText(reason)
  await share.getByRole('button', { name: /^Appeal/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Appeal' })
  await dialog.getByLabel('What should we know?').fill('It is public now.')
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await expectToast(page, 'Appeal sent')
  await expect(share).toContainText('Appeal open')
  await expect(share.getByRole('button')).toHaveCount(0)
  await sendAs(reviewer, reviewShare, { params, body: { status: 'completed' } })
  await expectToast(page, 'Share verified · +30', 'Your share on TikTok')
  await expect(share).toContainText('Verified')
})

test('the form explains its errors, and keeps its input if the server refuses or is unreachable', {
  tag: ['@share-fields'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn('mai.nguyen', paths.socialFeed)
  await page.getByRole('button', { name: 'Report your own post' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report your own post' })
  const platform = dialog.getByLabel('Platform')
  const link = dialog.getByLabel('Link')
  const message = dialog.getByLabel('Message')
  await link.fill('my page')
  await link.press('Enter')
  await expect(platform).toBeFocused()
  await expect(platform).toHaveAccessibleDescription('Platform is required')
  await expect(link).toHaveAccessibleDescription(/^Please enter a valid URL /)
  await platform.selectOption('LinkedIn')
  await link.press('Enter')
  await expect(link).toBeFocused()
  await link.fill('')

  await message.fill('x'.repeat(3_001))
  await link.press('Enter')
  await expect(message).toBeFocused()
  await expect(message).toHaveAccessibleDescription(/^Must be at most 3000 characters long /)

  await message.fill('Short again')
  await page.route(`**${submitShare.path}**`, (route) => route.abort())
  await link.press('Enter')
  await expectToast(page, 'Share failed', 'Failed to submit share')
  await expect(dialog.getByText('Share failed: Failed to submit share')).toBeVisible()
  await expect(message).toHaveValue('Short again')
  await page.unrouteAll()
  await link.press('Enter')
  await expectToast(page, 'Share submitted')
  await expect(
    page.getByRole('region', { name: 'Your Submitted Shares' }).getByRole('listitem').first(),
  ).toContainText('Short again')
})

test('a share is submitted with the keyboard alone, once even if Enter is pressed twice', async ({
  story,
}) => {
  const page = await story.signIn('samuel.adjei', paths.socialFeed)
  const open = page.getByRole('button', { name: 'Report your own post' })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report your own post' })
  await expect(dialog.getByLabel('Platform')).toBeFocused()
  await page.keyboard.type('You')
  await page.keyboard.press('Tab')
  await page.keyboard.type('By hand')
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('Link')).toBeFocused()
  // The second press comes before the answer.
  const { promise: seen, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${submitShare.path}`, async (route) => {
    await seen
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Submitting…' })).toBeVisible()
  release()
  await expectToast(page, 'Share submitted')
  await expect(open).toBeFocused()
  const rows = page.getByRole('region', { name: 'Your Submitted Shares' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'By hand' })).toHaveCount(1)
})

test('a share from a report is not listed as submitted', { tag: ['@share-reported'] }, async ({ story }) => {
  const page = await story.signIn('mina.vanderberg', paths.socialFeed)
  await page
    .getByRole('button', { name: /^I shared \+/ })
    .first()
    .click()
  // A first report is told as the badge that it brings.
  await expect(page.getByRole('button', { name: /^Undo share on / }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nothing submitted yet')).toBeVisible()
})

async function totalOf(story: Story, handle: string): Promise<number> {
  const [member] = await story.run<{ total: number }>(
    'select total_points as total from users where username = $1',
    [usernameOf(story, handle)],
  )
  return member?.total ?? Number.NaN
}

/** Sets the newest share to completed, with the session of the page. */
async function verifyNewest(page: Page): Promise<void> {
  const status = await page.evaluate(
    async ([listPath, reviewPath]) => {
      const { data } = (await (await fetch(listPath)).json()) as { data: { id: string }[] }
      const answer = await fetch(reviewPath.replace(':id', data[0]?.id ?? ''), {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ status: 'completed' }),
      })
      return answer.status
    },
    [listShares.path, reviewShare.path] as const,
  )
  expect(status).toBe(200)
}
