import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import type { WindowKind } from '#domain/board-windows.ts'
import { addDays, dayOf, daysBetween } from '#domain/days.ts'
import { windowAt } from '#domain/windows.ts'
import { markPlaces } from '#server/features/leaderboard/commands.ts'
import { expectAccessible } from './accessible.ts'
import { reportAs } from './reports.ts'
import { expect, nameOf, type Story, test, usernameOf } from './story.ts'

const dayMs = 86_400_000
const everyone = (page: Page) => page.getByRole('list', { name: 'All members by rank' }).getByRole('listitem')
const boardCard = (page: Page) => page.getByRole('region', { name: 'Team Leaderboard' })

const todayOf = ({ clock, sandbox }: Story) => dayOf(clock.now(), sandbox.server.deps.config.timeZone)

/** How many members have points in the present window, and the name of the first. */
async function leaderOf(story: Story, kind: WindowKind) {
  const { startDate, endDate } = windowAt(kind, todayOf(story), 1)
  const [row] = await story.run<{ members: number; name: string }>(
    `with earned as (
       select user_id, sum(amount) as points, max(created_at) as reached_at from ledger
       where day between $1::date and $2::date group by user_id having sum(amount) > 0
     ), done as (
       select user_id, count(*) filter (where type = 'share') as shares, count(*) as reports from interactions
       where day between $1::date and $2::date and undone_at is null and taken_back_at is null group by user_id
     )
     select (count(*) over ())::int as members, display_name as name
     from earned left join done using (user_id) join users on users.id = user_id and disabled_at is null
     order by points desc, shares desc nulls last, reports desc nulls last, earned.reached_at limit 1`,
    [startDate, endDate],
  )
  return row
}

test('the board covers this week, this month, this quarter or all time, and the browser remembers which', {
  tag: ['@leaderboard-windows', '@leaderboard-window-kept'],
}, async ({ story }) => {
  const page = await story.signIn('zoe.brandt')
  const card = boardCard(page)
  await expect(card.getByRole('button', { name: 'All time' })).toHaveAttribute('aria-pressed', 'true')
  for (const kind of ['month', 'quarter', 'week'] as const) {
    const leader = await leaderOf(story, kind)
    await card.getByRole('button', { name: `This ${kind}` }).click()
    await expect(card.getByRole('link', { name: `View Full Leaderboard (${leader?.members})` })).toBeVisible()
    await expect(card.getByRole('listitem').first()).toContainText(`${leader?.name}`)
  }
  await page.reload()
  await expect(card.getByRole('button', { name: 'This week' })).toHaveAttribute('aria-pressed', 'true')
  await card.getByRole('link', { name: /^View Full Leaderboard/ }).click()
  await expect(page).toHaveURL(`${paths.leaderboard}?window=week`)
  await expect(everyone(page).first()).toContainText(`${(await leaderOf(story, 'week'))?.name}`)
  await page.getByRole('button', { name: 'This quarter' }).click()
  await expect(page).toHaveURL(`${paths.leaderboard}?window=quarter`)
  await expect(everyone(page).first()).toContainText(`${(await leaderOf(story, 'quarter'))?.name}`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(card.getByRole('button', { name: 'This quarter' })).toHaveAttribute('aria-pressed', 'true')
})

test('a board of the week moves as colleagues report', { tag: ['@leaderboard-windows'] }, async ({
  story,
}) => {
  const page = await story.signIn('kenji.watanabe', `${paths.leaderboard}?window=week`)
  const row = everyone(page).filter({ hasText: nameOf(story, 'priya.raghavan') })
  const pointsOf = async () =>
    Number(/([\d,]+) points?/.exec((await row.textContent()) ?? '')?.[1]?.replace(',', '') ?? 0)
  await reportAs(story, 'priya.raghavan')
  await expect(row).toBeVisible()
  const before = await pointsOf()
  await reportAs(story, 'priya.raghavan')
  await expect.poll(pointsOf).toBeGreaterThan(before)
})

test('movement can be told since Monday, except on the board of the week', {
  tag: ['@week-movement'],
}, async ({ story }) => {
  const sinceMonday = daysBetween(windowAt('week', todayOf(story), 1).startDate, todayOf(story))
  await story.advance((8 - sinceMonday) * dayMs)
  for (let nth = 0; nth < 3; nth++) await reportAs(story, 'dmytro.shevchenko')
  await markPlaces(story.sandbox.server.deps)
  const page = await story.signIn('tomasz.wojcik', paths.leaderboard)
  await expect(page.getByRole('button', { name: 'Since yesterday' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Since Monday' }).click()
  await expect(page.getByRole('button', { name: 'Since Monday' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'This week' }).click()
  await expect(page.getByRole('button', { name: 'All time' })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('button', { name: 'Since Monday' })).toHaveCount(0)
})

test('newcomers have a board of their own', { tag: ['@leaderboard-newcomers'] }, async ({ story }) => {
  const handles = ['priya.raghavan', 'tomasz.wojcik', 'kenji.watanabe', 'grace.kamau', 'zoe.brandt']
  await story.run(`update users set created_at = $1::timestamptz where username <> all ($2::text[])`, [
    new Date(story.clock.now().getTime() - 100 * dayMs).toISOString(),
    handles.map((handle) => usernameOf(story, handle)),
  ])
  await story.run('update users set created_at = $1::timestamptz where username = any ($2::text[])', [
    `${addDays(todayOf(story), -3)}T09:00:00Z`,
    handles.map((handle) => usernameOf(story, handle)),
  ])
  for (const handle of handles) await reportAs(story, handle)
  story.sandbox.server.deps.live.announce({ topics: ['members'] })
  const page = await story.signIn('zoe.brandt', paths.leaderboard)
  await page.getByRole('button', { name: /^Newcomers ?5$/ }).click()
  const rows = page.getByRole('list', { name: 'Newcomers by rank' }).getByRole('listitem')
  await expect(rows).toHaveCount(handles.length)
  await expect(rows.first()).toContainText('Rank 1')
  await expect(rows.filter({ has: page.getByText('You', { exact: true }) })).toHaveCount(1)
  await expectAccessible(page)
})
