import { paths } from '#contract/paths.ts'
import { expectAccessible } from './accessible.ts'
import { brokenCalls } from './faults.ts'
import { expect, nameOf, test } from './story.ts'

const cardRoute = '**/api/users/*/card'

test('a name on the board opens the card of its member by keyboard, and Escape leads back to the name', {
  tag: ['@member-names'],
}, async ({ story }) => {
  const page = await story.signIn('kenji.watanabe', paths.leaderboard)
  const other = nameOf(story, 'tomasz.wojcik')
  const board = page.getByRole('list', { name: 'All members by rank' })
  const name = board.getByRole('button', { name: other, exact: true })
  const card = page.getByRole('dialog', { name: `About ${other}` })
  await name.focus()
  await page.keyboard.press('Enter')
  await expect(card).toContainText(/Member since \w{3} \d+, \d{4}#\d+ in the team.*days?.*points?/)
  await expect(card.getByRole('list', { name: 'Badges' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(card).toContainText(/Best month\w+ \d{4} · [\d,]+Contests won\d+/)
  await expect(card.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(card.getByRole('link')).toHaveCount(0)
  await expectAccessible(page, { within: '[role="dialog"]' })
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await expect(name).toBeFocused()

  await name.click()
  await expect(card).toBeVisible()
  await name.click()
  await expect(card).toHaveCount(0)
  await name.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(card).toHaveCount(0)
})

test('one’s own card leads to the profile, also from the activities', {
  tag: ['@member-names'],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik', `${paths.profile}?tab=activity`)
  const own = nameOf(story, 'tomasz.wojcik')
  await page
    .getByRole('list', { name: 'Your recent activity' })
    .getByRole('button', { name: own })
    .first()
    .click()
  await page
    .getByRole('dialog', { name: `About ${own}` })
    .getByRole('link', { name: 'View Profile' })
    .click()
  await expect(page).toHaveURL(paths.profile)
})

test('a card that cannot be loaded says so, and so does that of somebody who has left', {
  tag: ['@member-names'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  story.faults.permit(/404/)
  const page = await story.signIn('kenji.watanabe', paths.leaderboard)
  const other = nameOf(story, 'tomasz.wojcik')
  const board = page.getByRole('list', { name: 'All members by rank' })
  const name = board.getByRole('button', { name: other, exact: true })
  const card = page.getByRole('dialog', { name: `About ${other}` })
  await page.route(cardRoute, (route) => route.abort())
  await name.click()
  await expect(card.getByRole('alert')).toContainText('The card could not be loaded.')
  await page.unrouteAll()
  await page.route(cardRoute, (route) => route.fulfill({ status: 404, json: { message: 'Not found' } }))
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(card).toContainText('This person is no longer a member of the team.')
})
