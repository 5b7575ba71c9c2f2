import { paths } from '#contract/paths.ts'
import { dayOf } from '#domain/days.ts'
import { endContest } from './champions.ts'
import { reportAs } from './reports.ts'
import { expectAccessibleInBothThemes, expectToFit } from './screen-checks.ts'
import { expect, nameOf, test, usernameOf } from './story.ts'
import { makeTeam } from './teams.ts'

test.use({ setup: { hasHistory: false } })

const sales = ['zoe.brandt', 'kenji.watanabe']
const design = ['priya.raghavan', 'leila.haddad']
const widths = [360, 768, 1280]

test('teams compete in a contest, and the champion team is named beside the champion', {
  tag: ['@contest-between-teams', '@contest-teams-champion'],
}, async ({ story }) => {
  // It signs in eight times, and waits for the queue.
  test.setTimeout(200_000)
  for (const person of [...sales, ...design, 'marta.oliveira']) await story.signIn(person)
  await story.run(`update users set role = 'admin' where username = $1`, [
    usernameOf(story, 'marta.oliveira'),
  ])
  story.sandbox.server.deps.live.announce({ topics: ['members'] })
  const admin = await story.signInAfresh('marta.oliveira')
  await admin.goto('/admin?tab=contests')
  await admin.getByRole('tabpanel').getByRole('button', { name: 'Create Contest' }).first().click()
  const dialog = admin.getByRole('dialog', { name: 'Create Contest' })
  await expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked()
  await expect(dialog.getByRole('switch', { name: 'Teams compete as well' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await makeTeam(story, 'Sales & Service', sales)
  await makeTeam(story, 'Design', design)

  const day = dayOf(story.clock.now(), 'UTC')
  await admin.getByRole('tabpanel').getByRole('button', { name: 'Create Contest' }).first().click()
  await dialog.getByLabel('Title').fill('Team Dash')
  await dialog.getByLabel('Start date').fill(day)
  await dialog.getByLabel('End date').fill(day)
  await dialog.getByRole('switch', { name: 'Teams compete as well' }).click()
  await dialog.getByRole('button', { name: 'Create Contest' }).click()
  await expect(admin.getByRole('row', { name: /Team Dash/ })).toContainText('Teams compete as well')

  const page = await story.signIn('zoe.brandt', paths.monthlyContest)
  const teams = page
    .getByRole('region', { name: 'Teams', exact: true })
    .getByRole('list', { name: 'Teams of the contest by rank' })
    .getByRole('listitem')
  await expect(teams).toHaveCount(2)
  for (const person of [...sales, ...design]) await reportAs(story, person)
  await reportAs(story, 'priya.raghavan')
  await expect(teams.first()).toContainText(/^Rank 1Design/)
  await expect(teams.first()).not.toContainText('Champion')
  await expect(teams.last()).toContainText(/^Rank 2Sales & ServiceYours/)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectToFit(page)
  }
  await expectAccessibleInBothThemes(page)

  await endContest(story, day)
  await page.goto(`${paths.monthlyContests}?tab=past`)
  const tile = page.getByRole('list', { name: 'Past champions' }).getByRole('listitem').first()
  await expect(tile).toContainText(nameOf(story, 'priya.raghavan'))
  await expect(tile).toContainText('Team: Design')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectToFit(page)
  }
  await tile.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Final Standings' })).toBeVisible()
  await expect(teams.first()).toContainText('Champion team')
  await expectAccessibleInBothThemes(page)
  await page.goto(paths.dashboard)
  await expect(page.getByText('and Design is the champion team')).toBeVisible()
})
