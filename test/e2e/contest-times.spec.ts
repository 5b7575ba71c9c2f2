import { paths } from '#contract/paths.ts'
import { addDays, type Day, dayOf } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import { insertContest } from '#test/support/fixtures.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, personOf, type Story, test, usernameOf } from './story.ts'

const dayMs = 86_400_000

// None of the sample team's history, and with it none of its contests.
test.use({ setup: { hasHistory: false } })
// They share one product, and each begins without a contest.

test.beforeEach(async ({ story }) => {
  await story.run('delete from standings')
  await story.run('update contests set deleted_at = $1', [story.clock.now().toISOString()])
  announce(story)
})

test('without a contest, every screen says so', {
  tag: ['@dashboard-no-contest', '@contests-none', '@contest-none'],
}, async ({ story }) => {
  const page = await story.signIn('marta.oliveira')
  const card = page.getByRole('region', { name: 'Current Contest' })
  await expect(card).toContainText('No Active ContestThe next contest shows up here.')
  await expect(card.getByText('ACTIVE', { exact: true })).toHaveCount(0)
  await expect(page.getByText('Monthly Leaders')).toHaveCount(0)
  await card.getByRole('link', { name: 'View Monthly Contests' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('No Active Contest')
  await page.getByRole('tab', { name: 'Past Champions' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('No Past Champions')
  await page.getByRole('tab', { name: 'Annual Winners' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('No Annual Winners')
  await page.goto(paths.monthlyContest)
  await expect(page.getByRole('main')).toContainText('No Active Contest')
})

test('an administrator is led to where the next contest is created', {
  tag: ['@contests-none', '@admin-empty-next'],
}, async ({ story }) => {
  const page = await story.signIn('marta.oliveira')
  const [row] = await story.run<{ id: UserId }>(
    `update users set role = 'admin' where slack_user_id = $1 returning id`,
    [personOf(story, 'marta.oliveira').id],
  )
  story.sandbox.server.deps.live.announce({ topics: ['account'], members: row ? [row.id] : [] })
  await page.reload()
  const card = page.getByRole('region', { name: 'Current Contest' })
  await expect(card).toContainText(/Create one for [A-Z][a-z]+: dates are filled in\.Create a contest/)
  const feed = page.getByRole('region', { name: 'Team Social Feed' })
  await expect(feed).toContainText('You can also add one by hand.')
  await expect(feed.getByRole('link', { name: 'Add post' })).toHaveAttribute('href', '/admin?tab=social-feed')
  await card.getByRole('link', { name: 'Create a contest' }).click()
  await expect(page.getByRole('button', { name: 'Create Contest' })).toBeVisible()
})

test('a contest that has not started says when it starts', {
  tag: ['@contests-before', '@contests-days-left'],
}, async ({ story }) => {
  const start = addDays(today(story), 9)
  await insertContest(story.sandbox.server.deps, { startDate: start, endDate: addDays(start, 20) })
  announce(story)
  const page = await story.signIn('marta.oliveira')
  const card = page.getByRole('region', { name: 'Current Contest' })
  await expect(card).toContainText('Starts in 9 days30 days left')
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  await page.goto(paths.monthlyContest)
  await expect(page.getByRole('main')).toContainText('Starts in 9 days30 days left')
  await expect(page.getByRole('region', { name: 'Team Standings' })).toContainText(
    `The contest has not startedReports count from ${shown(start)}.`,
  )
  await expect(page.getByRole('main')).toContainText(/Leading Score0+Nobody leads yet/)
})

test('days left and progress update while the page is open, and the end is shown', {
  tag: ['@contests-progress'],
}, async ({ story }) => {
  const contest = { startDate: addDays(today(story), -5), endDate: addDays(today(story), 4) }
  await insertContest(story.sandbox.server.deps, contest)
  announce(story)
  const page = await story.signIn('marta.oliveira', blankPage)
  await page.clock.install({ time: story.clock.now() })
  await page.goto(paths.monthlyContests)
  const badge = (text: string) => page.getByRole('tabpanel').getByText(text, { exact: true })
  await expect(badge('5 days left')).toBeVisible()
  const passed = page.getByRole('progressbar', { name: 'Time passed' })
  const before = Number(await passed.getAttribute('aria-valuenow'))
  expect(before).toBeGreaterThanOrEqual(50)
  await page.clock.fastForward(2 * dayMs)
  await expect(badge('3 days left')).toBeVisible()
  await expect(passed).toHaveAttribute('aria-valuenow', String(before + 20))
  await page.clock.fastForward(3 * dayMs)
  await expect(badge('Ended')).toBeVisible()
  await expect(passed).toHaveAttribute('aria-valuenow', '100')
})

test('an open contest that is deleted is replaced by the next one, and then by the empty state', async ({
  story,
}) => {
  const { deps } = story.sandbox.server
  const running = await insertContest(deps, { startDate: today(story), endDate: addDays(today(story), 4) })
  const next = { startDate: addDays(today(story), 10), endDate: addDays(today(story), 20) }
  const following = await insertContest(deps, next)
  announce(story)
  const page = await story.signIn('marta.oliveira', blankPage)
  await page.clock.install({ time: story.clock.now() })
  await page.goto(paths.monthlyContest)
  await expect(page.getByText('5 days left', { exact: true })).toBeVisible()
  await expect(page.getByText('Nobody has points yet')).toBeVisible()

  await removeContest(story, running)
  // Nothing tells the browser; the next look at the standings finds them gone.
  await page.clock.fastForward('01:01')
  await expect(page.getByText('Starts in 10 days', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await removeContest(story, following)
  await page.clock.fastForward('01:01')
  await expect(page.getByText('No Active Contest')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Monthly Contest' })).toBeVisible()
})

test('a contest with more than a hundred members loads to its end, and always shows the member’s own row', {
  tag: ['@contest-long'],
}, async ({ story }) => {
  const page = await story.signIn('marta.oliveira', blankPage)
  const contest = await insertContest(story.sandbox.server.deps, {
    startDate: today(story),
    endDate: today(story),
  })
  await story.run(
    `with crowd as (
       insert into users (id, username, display_name, tracking_code, reached_at, created_at)
       select gen_random_uuid(), 'crowd.' || n, 'Crowd ' || n, 'crowd' || n, $2::timestamptz, $2 from generate_series(1, 120) n
       returning id, username
     ) insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
     select $1::uuid, id, 15 * substr(username, 7)::int, 0, 1, $2 from crowd`,
    [contest, story.clock.now().toISOString()],
  )
  await story.run(
    `insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
     select $1::uuid, id, 10, 0, 1, $3::timestamptz from users where username = $2`,
    [contest, usernameOf(story, 'marta.oliveira'), story.clock.now().toISOString()],
  )
  announce(story)
  await page.goto(paths.monthlyContest)
  const rows = page.getByRole('list', { name: /^(Team standings|Places from 4 on)$/ }).getByRole('listitem')
  await expect(rows).toHaveCount(15)
  const standings = page.getByRole('region', { name: 'Places 4 to 121' })
  await expect(standings).toContainText(/Your place: Rank 121.*10 points/)
  await page.getByRole('button', { name: 'Show 100 of 121' }).click()
  await expect(standings).toBeFocused()
  await expect(rows).toHaveCount(100)
  await expect(standings).toContainText(/Your place: Rank 121.*10 points/)
  const own = standings.getByText('You', { exact: true })
  await rows.nth(10).scrollIntoViewIfNeeded()
  await expect(own).toBeInViewport()
  // A live refresh arrives while the next page is under way.
  await page.route(
    /leaderboard.*offset=100/,
    async (route) => {
      const refreshed = page.waitForResponse((answer) =>
        /\/api\/leaderboard\/[^/?]+(\?(?!.*offset=100).*)?$/.test(answer.url()),
      )
      announce(story)
      await refreshed
      await route.continue().catch(() => undefined)
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Load more members' }).click()
  await expect(rows).toHaveCount(121)
  await expect(rows.nth(119)).toContainText(/Rank 120.*Crowd 1.*\D15 points/)
  await expect(rows.last()).toContainText('You')
  // Its place is a hundred rows further down, but it stays in sight.
  await rows.nth(20).scrollIntoViewIfNeeded()
  await expect(own).toBeInViewport()
  await expect(standings.getByText('Your place:')).toHaveCount(0)
  await expect(page.getByText('End of list')).toBeVisible()
  await expect(standings).toBeFocused()
})

// Last, because its reports stay.
test('without a contest, the welcome card has the first three of the team, and View Contest', {
  tag: ['@dashboard-team-leaders'],
}, async ({ story }) => {
  const page = await story.signIn('marta.oliveira')
  for (const handle of ['grace.kamau', 'mai.nguyen', 'zoe.brandt', 'marta.oliveira']) {
    await story.signIn(handle, blankPage)
    const times = handle === 'marta.oliveira' ? 1 : 2
    for (let n = 0; n < times; n++) await reportAs(story, handle)
  }
  const welcome = page.getByRole('region', { name: 'Hello, Marta' })
  await expect(welcome.getByRole('heading', { name: 'Team Leaders' })).toBeVisible()
  const rows = welcome.getByRole('list', { name: 'Team leaders' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toHaveText(/^Rank 1[A-Z].*40 points$/)
  await expect(rows.last()).toContainText('You')
  await welcome.getByRole('link', { name: 'View Contest' }).click()
  await expect(page).toHaveURL(paths.monthlyContest)
  await expect(page.getByRole('main')).toContainText('No Active Contest')
})

async function removeContest(story: Story, id: string): Promise<void> {
  await story.run('update contests set deleted_at = $2 where id = $1', [id, story.clock.now().toISOString()])
  announce(story)
}

function announce(story: Story): void {
  story.sandbox.server.deps.live.announce({ topics: ['contests', 'totals'] })
}

function today(story: Story): Day {
  return dayOf(story.clock.now(), 'UTC')
}

/** A day as the product writes it. */
function shown(day: Day): string {
  return new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
}
