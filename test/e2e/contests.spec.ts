import type { Locator, Page } from '@playwright/test'
import { getCurrentContest, listAnnualWinners, listPreviousWinners } from '#contract/contests.schema.ts'
import { livePath } from '#contract/live.ts'
import { paths } from '#contract/paths.ts'
import { listUsers } from '#contract/users.schema.ts'
import { contestProgress } from '#domain/contests.ts'
import { asDay, dayOf } from '#domain/days.ts'
import { insertChampion, monthsAgo } from './champions.ts'
import { brokenCalls } from './faults.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, nameOf, type Story, test } from './story.ts'

interface StandingRow {
  readonly name: string
  readonly points: number
}

// On the first day of a contest nobody stands in it yet.
test.beforeEach(async ({ story }) => {
  const { id } = await currentContest(story)
  if ((await standings(story, id)).length > 0) return
  const members = ['priya.raghavan', 'leila.haddad', 'kenji.watanabe', 'tomasz.wojcik']
  for (const [place, handle] of members.entries()) {
    for (let report = 0; report <= place; report++) await reportAs(story, handle)
  }
})

test('the dashboard summarises the contest, with the number of participants', {
  tag: ['@dashboard-contest-card', '@number-fixed-texts'],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik')
  const card = page.getByRole('region', { name: 'Current Contest' })
  await expect(card.getByText('ACTIVE', { exact: true })).toBeVisible()
  const contest = await currentContest(story)
  const { percent, daysLeft } = contestProgress(contest, story.clock.now(), 'UTC')
  await expect(card.getByRole('heading', { name: contest.title })).toBeVisible()
  await expect(card).toContainText(daysLeft === 1 ? '1 day left' : `${daysLeft} days left`)
  await expect(card.getByRole('progressbar', { name: 'Time passed' })).toHaveAttribute(
    'aria-valuenow',
    String(percent),
  )
  await expect(card).toContainText(`${percent}%`)
  await expect(card).toContainText('Prize: A long lunch for two')
  const participants = (await standings(story, contest.id)).length
  expect(participants).toBeGreaterThan(1)
  await expect(card).toContainText(`${participants} participants · `)

  await card.getByRole('link', { name: 'View Monthly Contests' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Monthly Contests' })).toBeFocused()
  await expect(page).toHaveTitle('Monthly Contests · Ovation')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Monthly Contests' }),
  ).toHaveAttribute('aria-current', 'page')
})

test('the top three are in the welcome card, which links to the contest with the member’s own row marked', {
  tag: ['@dashboard-leaders', '@contest-own-line'],
}, async ({ story }) => {
  const page = await story.signIn('kenji.watanabe')
  const contest = await currentContest(story)
  const all = await standings(story, contest.id)
  const miniBoard = page.getByRole('list', { name: 'Monthly leaders' }).getByRole('listitem')
  for (const [place, leader] of all.slice(0, 3).entries()) {
    await expect(miniBoard.nth(place)).toContainText(leader.name)
    await expect(miniBoard.nth(place)).toContainText(`${leader.points.toLocaleString('en-US')} points`)
  }
  const place = all.findIndex(({ name }) => name === nameOf(story, 'kenji.watanabe'))
  await expect(miniBoard).toHaveCount(place < 3 ? 3 : 4)
  await expect(miniBoard.nth(Math.min(place, 3))).toContainText('You')
  if (place > 3) await expect(miniBoard.nth(3)).toContainText(`${place - 3} more`)

  await page.getByRole('link', { name: 'View Contest' }).click()
  await expect(page).toHaveURL(paths.monthlyContest)
  await expect(page.getByRole('heading', { level: 1, name: 'Monthly Contest' })).toBeFocused()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Monthly Contests' }),
  ).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('heading', { level: 2, name: contest.title })).toBeVisible()
  const own = rowsOf(page).filter({ has: page.getByText('You', { exact: true }) })
  await expect(own).toHaveCount(1)
  await expect(own).toContainText(nameOf(story, 'kenji.watanabe'))
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL(paths.dashboard)
})

test('the current contest shows its figures and all members, the top three on a podium', {
  tag: ['@contests-figures', '@contests-standings'],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik', paths.monthlyContests)
  const contest = await currentContest(story)
  const all = await standings(story, contest.id)
  const [sums] = await story.run<{ shares: number; points: number }>(
    'select sum(shares)::int as shares, sum(points)::int as points from standings where contest_id = $1',
    [contest.id],
  )
  const figure = (value: number | undefined) => Number(value).toLocaleString('en-US')
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^(Participants|Total|Leading)/ }),
  ).toContainText([
    `Participants${all.length}`,
    `Total Shares${figure(sums?.shares)}`,
    `Total Points${figure(sums?.points)}`,
    `Leading Score${figure(all[0]?.points)}`,
  ])
  const whole = page.getByRole('button', { name: `Show all ${all.length}` })
  if (await whole.isVisible()) await whole.click()
  await expect(rowsOf(page)).toHaveCount(all.length)
  await expect(rowsOf(page)).toContainText(all.map(lineOf))
  await expect(rowsOf(page).filter({ hasText: 'Leader' })).toHaveCount(1)
  await expect(rowsOf(page).first()).toContainText('Leader')

  const lefts = async () => Promise.all([0, 1, 2].map((place) => leftOf(rowsOf(page).nth(place))))
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const [first, second, third] = await lefts()
    expect(second).toBeLessThan(Number(first))
    expect(third).toBeGreaterThan(Number(first))
  }
})

test('the race shows how the points grew, day by day, as a chart and as a table', {
  tag: ['@contest-chart'],
}, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik', paths.monthlyContests)
  const all = await standings(story, (await currentContest(story)).id)
  const race = page.getByRole('region', { name: 'The race' })
  const points = (standing: StandingRow | undefined) => Number(standing?.points).toLocaleString('en-US')
  const own = all.find(({ name }) => name === nameOf(story, 'tomasz.wojcik'))
  const chart = race.getByRole('img', { name: /^Points by day: / })
  await expect(chart).toHaveAccessibleName(new RegExp(` ${points(all[0])}, `))
  await expect(chart).toHaveAccessibleName(new RegExp(`You ${points(own)}`))

  const days = race.getByRole('slider', { name: 'Day of the race' })
  await days.focus()
  const last = new RegExp(`: .*You ${points(own)}`)
  await expect(days).toHaveAttribute('aria-valuetext', last)
  const count = Number(await days.getAttribute('max')) + 1
  if (count > 1) {
    const before = `${await days.getAttribute('aria-valuetext')}`
    await page.keyboard.press('ArrowLeft')
    await expect(days).not.toHaveAttribute('aria-valuetext', before)
    await page.keyboard.press('ArrowRight')
    await expect(days).toHaveAttribute('aria-valuetext', before)
  }

  await race.getByText('Show as a table').click()
  const table = race.getByRole('table', { name: 'Points after each day' })
  await expect(table.getByRole('row')).toHaveCount(count + 1)
  await expect(table.getByRole('row').nth(1)).toContainText(points(own))
})

test('arrow keys move between the tabs, Enter opens one, and the open tab is part of the address', {
  tag: ['@contests-tabs', '@contests-champions', '@contests-annual'],
}, async ({ story }) => {
  await insertChampion(story, 'priya.raghavan', monthsAgo(story, 2))
  await insertChampion(story, 'hana.novakova', monthsAgo(story, 3))
  await insertChampion(story, 'hana.novakova', monthsAgo(story, 4))
  const page = await story.signIn('tomasz.wojcik', paths.monthlyContests)
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await tab('Current Contest').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Past Champions')).toBeFocused()
  await expect(tab('Current Contest')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(tab('Past Champions')).toHaveAttribute('aria-selected', 'true')
  for (const [count, name] of [
    [2, 'Priya Raghavan'],
    [3, 'Hana Nováková'],
    [4, 'Hana Nováková'],
  ] as const) {
    const month = monthsAgo(story, count)
    await openYear(page, month.year)
    const tile = page.getByRole('list', { name: 'Past champions' }).getByRole('listitem')
    await expect(tile.filter({ hasText: monthNameOf(month) })).toContainText(`${name}1,275 points`)
    await expect(page.getByRole('list', { name: `The months of ${month.year}` })).toContainText(
      `${monthNameOf(month).split(' ')[0]}: ${name}`,
    )
  }
  await expect(page).toHaveURL(`${paths.monthlyContests}?tab=past`)
  expect(asked).not.toContain(listUsers.path)

  await insertChampion(story, 'priya.raghavan', monthsAgo(story, 16))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  const years = page.getByRole('list', { name: 'Annual winners' }).getByRole('listitem')
  const { year } = monthsAgo(story, 3)
  const row = years.filter({ hasText: String(year) })
  await expect(row).toContainText(nameOf(story, 'hana.novakova'))
  const won = [3, 4].filter((count) => monthsAgo(story, count).year === year).length
  await expect(row).toContainText(`${won === 1 ? '1 contest' : '2 contests'} won · ${won * 61} engagements`)
  await expect(years.last()).toContainText(
    new RegExp(`^${monthsAgo(story, 16).year}.*Priya Raghavan.*1 contest won · 61 engagements`),
  )
  const yearsWon = new Set([2, 3, 4, 16].map((count) => String(monthsAgo(story, count).year)))
  await expect(years.getByRole('heading')).toContainText([...yearsWon])
  await page.reload()
  await expect(tab('Annual Winners')).toHaveAttribute('aria-selected', 'true')
  await expect(row).toContainText(nameOf(story, 'hana.novakova'))
  await tab('Current Contest').click()
  await expect(page).toHaveURL(paths.monthlyContests)
  await expect(rowsOf(page).first()).toBeVisible()
})

const outages = [
  {
    api: getCurrentContest.path,
    tab: '',
    text: 'The current contest could not be loaded.',
    back: 'Team Standings',
  },
  {
    api: /^\/api\/leaderboard\/[-\w]{36}$/,
    tab: '',
    text: 'The team standings could not be loaded.',
    back: 'Leader',
  },
  {
    api: listPreviousWinners.path,
    tab: '?tab=past',
    text: 'The past champions could not be loaded.',
    back: 'points',
  },
  {
    api: listAnnualWinners.path,
    tab: '?tab=annual',
    text: 'The annual winners could not be loaded.',
    back: 'won',
  },
  { api: listUsers.path, tab: '?tab=annual', text: 'The annual winners could not be loaded.', back: 'won' },
]

for (const { api, tab, text, back } of outages) {
  test(`a failing ${api} is shown in place on ${tab || 'the first tab'}, with a retry`, async ({ story }) => {
    story.faults.permit(brokenCalls)
    await insertChampion(story, 'priya.raghavan', monthsAgo(story, 2))
    const page = await story.signIn('zoe.brandt', blankPage)
    // News would have it read again without the button.
    await page.routeWebSocket(`**${livePath}`, () => undefined)
    const isIt = ({ pathname }: URL) => (typeof api === 'string' ? pathname === api : api.test(pathname))
    await page.route(isIt, (route) => route.abort())
    await page.goto(`${paths.monthlyContests}${tab}`)
    const panel = page.getByRole('tabpanel')
    await expect(panel.getByRole('alert')).toContainText(text)
    await page.unrouteAll()
    await panel.getByRole('button', { name: 'Retry' }).click()
    await expect(panel).toContainText(back)
    await expect(panel.getByRole('alert')).toHaveCount(0)
  })
}

test('standings update live', { tag: ['@contest-live'] }, async ({ story }) => {
  const page = await story.signIn('tomasz.wojcik', paths.monthlyContest)
  const name = nameOf(story, 'leila.haddad')
  const row = rowsOf(page).filter({ hasText: name })
  const before = (await standings(story, (await currentContest(story)).id)).find(
    (standing) => standing.name === name,
  )
  await expect(row).toContainText(lineOf({ name, points: Number(before?.points) }))
  await reportAs(story, 'leila.haddad')
  await expect(row).toContainText(lineOf({ name, points: Number(before?.points) + 15 }))
})

async function currentContest(story: Story) {
  const [contest] = await story.run<{ id: string; title: string; startDate: string; endDate: string }>(
    `select id, title, start_date::text as "startDate", end_date::text as "endDate" from contests
     where is_active and deleted_at is null and $1::date between start_date and end_date`,
    [dayOf(story.clock.now(), 'UTC')],
  )
  if (!contest) throw new Error('No contest runs')
  return { ...contest, startDate: asDay(contest.startDate), endDate: asDay(contest.endDate) }
}

function standings(story: Story, contestId: string): Promise<StandingRow[]> {
  return story.run<StandingRow>(
    `select display_name as name, points from standings join users on users.id = user_id
     where contest_id = $1 and points > 0 order by points desc, shares desc, engagements desc, standings.reached_at, user_id`,
    [contestId],
  )
}

function rowsOf(page: Page): Locator {
  return page.getByRole('list', { name: /^(Team standings|Places from 4 on)$/ }).getByRole('listitem')
}

/** Shows the champions of a year; the newest year is shown at first, and alone needs no choice. */
async function openYear(page: Page, year: number): Promise<void> {
  await expect(page.getByRole('list', { name: /^The months of/ })).toBeVisible()
  const choice = page.getByRole('group', { name: 'Year' }).getByRole('button', { name: String(year) })
  if (await choice.isVisible()) await choice.click()
}

/** What a line of the standings says of its member: the name, and at some place behind it the points. */
function lineOf({ name, points }: StandingRow): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`${escaped}(.*\\D)?${points.toLocaleString('en-US')} points`)
}

function monthNameOf({ year, month }: { readonly year: number; readonly month: number }): string {
  return new Date(Date.UTC(year, month - 1)).toLocaleString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

async function leftOf(row: Locator): Promise<number> {
  return Number((await row.boundingBox())?.x)
}
