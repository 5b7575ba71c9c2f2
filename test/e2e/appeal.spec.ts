import { paths } from '#contract/paths.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { reportOf } from './decisions.ts'
import { reportAs } from './reports.ts'
import { signInReviewer } from './review-queue.ts'
import { expect, expectToast, nameOf, test } from './story.ts'

test('an appeal goes round: taken back on the review, appealed on the statement, given back by a colleague', {
  tag: ['@appeal-round'],
}, async ({ story }) => {
  const { deps } = story.sandbox.server
  const postId = await insertPost(deps, { authorName: 'Press', content: 'A quieter office' })
  const made = { postId, interactionType: 'comment' } as const
  await reportAs(story, 'zoe.brandt', made)
  const { id } = await reportOf(story, 'zoe.brandt', made)
  const name = nameOf(story, 'zoe.brandt')

  const reviewer = await signInReviewer(story, 'kenji.watanabe', { tab: 'reports' })
  const table = reviewer.getByRole('table', { name: 'Reports, newest first' })
  await table
    .locator(`tr[data-row="${id}"]`)
    .getByRole('button', { name: `Take back the comment by ${name}` })
    .click()
  const panel = table.getByRole('form')
  await panel.getByRole('textbox').fill('We could not find it')
  await panel.getByRole('button', { name: 'Take back the report' }).click()
  await expectToast(reviewer, 'Report taken back')

  const member = await story.signIn('zoe.brandt', `${paths.profile}?tab=points`)
  const statement = member.getByRole('region', { name: 'Points statement' })
  const taken = statement.getByRole('row').filter({ hasText: 'Taken back: comment on “A quieter office”' })
  await expect(taken).toContainText('We could not find it')
  await taken.getByRole('button', { name: /^Appeal/ }).click()
  const form = member.getByRole('dialog', { name: 'Appeal' })
  await form.getByLabel('What should we know?').fill('It is the third from the top')
  await form.getByRole('button', { name: 'Send appeal' }).click()
  await expectToast(member, 'Appeal sent')

  const colleague = await signInReviewer(story, 'marta.oliveira', { tab: 'appeals', role: 'admin' })
  const row = colleague.getByRole('listitem').filter({ hasText: 'It is the third from the top' })
  await row.getByRole('button', { name: /^Give back/ }).click()
  await row.getByRole('form').getByRole('textbox').fill('Found it, thank you')
  await row.getByRole('form').getByRole('button', { name: 'Give back' }).click()
  await expectToast(colleague, 'Points given back')
  await expect(taken).toContainText('Given back: Found it, thank you')
  const given = statement.getByRole('row').filter({ hasText: 'Given back: comment on “A quieter office”' })
  await expect(given).toContainText('+20')
})

test('a reviewer opens a member’s statement from the card behind the name, and Escape leads back to it', {
  tag: ['@member-statement'],
}, async ({ story }) => {
  const page = await signInReviewer(story, 'kenji.watanabe')
  await page.goto(paths.leaderboard)
  const name = nameOf(story, 'zoe.brandt')
  const opener = page
    .getByRole('list', { name: 'All members by rank' })
    .getByRole('button', { name, exact: true })
  await opener.click()
  await page
    .getByRole('dialog', { name: `About ${name}` })
    .getByRole('button', { name: 'Statement' })
    .click()
  const statement = page.getByRole('dialog', { name: `Points of ${name}` })
  await expect(statement.getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(statement).toHaveCount(0)
  await expect(opener).toBeFocused()
  const member = await story.signIn('arjun.mehta', paths.leaderboard)
  await member
    .getByRole('list', { name: 'All members by rank' })
    .getByRole('button', { name, exact: true })
    .click()
  const card = member.getByRole('dialog', { name: `About ${name}` })
  await expect(card).toContainText('Member since')
  await expect(card.getByRole('button', { name: 'Statement' })).toHaveCount(0)
})
