import { paths } from '#contract/paths.ts'
import { reportAs } from './reports.ts'
import { expectAccessibleInBothThemes, expectToFit } from './screen-checks.ts'
import { expect, nameOf, test } from './story.ts'
import { makeTeam } from './teams.ts'

const sales = ['zoe.brandt', 'kenji.watanabe']
const design = ['priya.raghavan']
const widths = [360, 768, 1280]

test('teams have a board by active member and a page each, and cards lead there', {
  tag: ['@teams-on-board', '@one-team-page'],
}, async ({ story }) => {
  await makeTeam(story, 'Sales & Service', sales)
  await makeTeam(story, 'Design', design)
  const page = await story.signIn('zoe.brandt', `${paths.leaderboard}?window=week`)
  await page.getByRole('button', { name: /^Teams/ }).click()
  const teams = page.getByRole('list', { name: 'Teams by rank' }).getByRole('listitem')
  await expect(teams).toHaveCount(2)
  for (const person of [...sales, ...design]) await reportAs(story, person)
  const own = teams.first()
  await expect(own).toContainText(/^Rank 1Sales & ServiceYours/)
  await expect(own).toContainText('2 active · 2 members')
  await expect(teams.last()).toContainText('1 active · 1 member')
  await expect(teams.last()).not.toContainText('Rank')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectToFit(page)
  }
  await expectAccessibleInBothThemes(page)

  await own.getByRole('link', { name: 'Sales & Service' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sales & Service' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'This week' })).toHaveAttribute('aria-pressed', 'true')
  const team = page.getByRole('region', { name: 'Place and points' })
  await expect(team).toContainText('Place#1')
  const members = team.getByRole('list', { name: 'Who earned points for the team' }).getByRole('listitem')
  await expect(members).toHaveCount(2)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectToFit(page)
  }
  await expectAccessibleInBothThemes(page)
  await members.getByRole('button', { name: nameOf(story, 'kenji.watanabe') }).click()
  const card = page.getByRole('dialog', { name: `About ${nameOf(story, 'kenji.watanabe')}` })
  await expect(card.getByRole('link', { name: 'Sales & Service' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Back to all teams' }).click()
  await expect(teams).toHaveCount(2)
})

test('the address of a team that is gone says so', { tag: ['@one-team-page'] }, async ({ story }) => {
  const page = await story.signIn(
    'zoe.brandt',
    `${paths.leaderboard}?team=019eb0f9-8a17-77fb-8471-40f427f84def`,
  )
  await expect(page.getByText('Team not found')).toBeVisible()
})
