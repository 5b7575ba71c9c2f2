import type { Page } from '@playwright/test'
import { createContest } from '#contract/contests.schema.ts'
import { paths } from '#contract/paths.ts'
import { newPost } from '#contract/posts.schema.ts'
import { dayOf } from '#domain/days.ts'
import { endContest } from './champions.ts'
import { reportAs } from './reports.ts'
import { expect, nameOf, type Story, test, usernameOf } from './story.ts'

test.use({ setup: { hasHistory: false } })

test('an administrator creates a contest, members report in it, and at its end the champion is named', {
  tag: ['@contests-ended', '@contests-final'],
}, async ({ story }) => {
  // It signs in five times, and waits for the queue.
  const admin = await adminWindow(story)
  await story.deliver(newPost.path, { platform: 'linkedin', content: 'Hello', author_name: 'Press' })
  const ana = await story.signIn('hana.novakova')
  await story.signIn('priya.raghavan')
  await expect(ana.getByRole('region', { name: 'Current Contest' })).toContainText('No Active Contest')
  const hasStayed = await watchForReload(ana)

  const day = dayOf(story.clock.now(), 'UTC')
  const created = await post(admin, createContest.path, {
    title: 'One Day Dash',
    description: 'Everything of today counts.',
    prize: 'A round of applause',
    startDate: day,
    endDate: day,
    year: 1999,
    month: 1,
  })
  expect(created).toBe(200)
  await ana.getByRole('button', { name: 'I liked +15 on the post by Press' }).click()
  // A first report is told as the badge that it brings.
  await expect(ana.getByRole('button', { name: /^Undo like on Press/ })).toBeVisible()
  const leaders = ana.getByRole('list', { name: 'Monthly leaders' }).getByRole('listitem')
  await expect(leaders).toHaveCount(1)
  await expect(leaders).toContainText(/Rank 1.*Hana.*You/)
  await expect(ana.getByRole('region', { name: 'Current Contest' })).toContainText('One Day Dash')

  const priya = await story.signIn('priya.raghavan', paths.monthlyContest)
  const standings = priya.getByRole('list', { name: 'Team standings' }).getByRole('listitem')
  await expect(standings).toHaveCount(1)
  await reportAs(story, 'priya.raghavan')
  await reportAs(story, 'priya.raghavan')
  await expect(standings).toHaveCount(2)
  for (const first of [standings.first(), leaders.first()])
    await expect(first).toContainText(nameOf(story, 'priya.raghavan'))
  await expect(leaders.nth(1)).toContainText('You')
  expect(await hasStayed()).toBe(true)

  await endContest(story, day)
  await priya.goto(`${paths.monthlyContests}?tab=past`)
  const month = monthOf(day)
  const champions = priya.getByRole('list', { name: 'Past champions' }).getByRole('listitem')
  await expect(champions).toHaveCount(1)
  await expect(champions).toContainText(new RegExp(`${month}.*${nameOf(story, 'priya.raghavan')}`))
  await expect(champions).toContainText(/\d+ pointsA round of applause/)
  await champions.getByRole('link', { name: `${month}: final standings` }).click()
  await expect(priya.getByRole('heading', { level: 1, name: 'Final Standings' })).toBeFocused()
  await expect(priya.getByRole('region', { name: 'One Day Dash' })).toContainText(/Your place: #1/)
  await expect(standings).toHaveCount(2)
  await priya.getByRole('link', { name: 'Back to past champions' }).click()
  await priya.getByRole('tab', { name: 'Annual Winners' }).click()
  const years = priya.getByRole('list', { name: 'Annual winners' }).getByRole('listitem')
  await expect(years).toHaveText(new RegExp(`^${day.slice(0, 4)}.*Priya RaghavanYou.*1 contest won`))
  await priya.getByRole('tab', { name: 'Current Contest' }).click()
  await expect(priya.getByRole('tabpanel')).toContainText('No Active ContestOne Day Dash ended on')
})

/** A window of a member whom somebody has made an admin. */
async function adminWindow(story: Story): Promise<Page> {
  await story.signInAfresh('marta.oliveira')
  await story.run(`update users set role = 'admin' where username = $1`, [
    usernameOf(story, 'marta.oliveira'),
  ])
  return story.signInAfresh('marta.oliveira')
}

/** Posts JSON from within a page, as its own scripts would; answers the status. */
function post(page: Page, path: string, body: unknown): Promise<number> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return page.evaluate(async ([address, options]) => (await fetch(address, options)).status, [
    path,
    init,
  ] as const)
}

async function watchForReload(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  return () => page.evaluate(() => 'isSamePage' in window)
}

function monthOf(day: string): string {
  return new Date(day).toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
