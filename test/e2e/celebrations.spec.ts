import type { Locator, Page } from '@playwright/test'
import type { PostId } from '#domain/ids.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { counts, type Motion, watchMotion } from './motion.ts'
import { reportAs } from './reports.ts'
import { expect, expectToast, nameOf, type Story, test, toastOn, usernameOf } from './story.ts'

const dots = 6
const rays = 12
const dayMs = 86_400_000
const markMs = 10_000
const settlingMs = 500
const likePoints = 15
const commentPoints = 20

test('the points of a report fly to the total where it is in sight, or else to the meter in the bar', {
  tag: ['@celebrate-report'],
}, async ({ story }) => {
  const page = await openMoving(story, 'hana.novakova')
  const motions = await watchMotion(page)
  await press(page, /^I liked \+15/)
  await expect.poll(async () => flightsTo(await motions())).toHaveLength(dots)
  await expectLanding(flightsTo(await motions()), page.locator('[data-landing="tile"]'))
  await expect.poll(async () => counts(await motions())).toMatchObject({ chip: expect.any(Number) })
  const total = await totalOf(story, 'hana.novakova')
  await expect(page.locator('[data-landing="tile"]')).toContainText(total)
  await expect(page.locator('[data-landing="meter"]')).toContainText(`${total} pts`)

  await page.getByRole('link', { name: 'Social Feed', exact: true }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  const later = await watchMotion(page)
  await press(page, /^I commented \+20/)
  await expect.poll(async () => flightsTo(await later())).toHaveLength(dots)
  await expectLanding(flightsTo(await later()), page.locator('[data-landing="meter"]'))
  await expect.poll(async () => counts(await later())).toMatchObject({ chip: 1 })
  await expect(page.locator('[data-landing="meter"]')).toContainText(
    `${await totalOf(story, 'hana.novakova')} pts`,
  )
})

test('a member who passes another one travels over them, and is told so once', {
  tag: ['@celebrate-passed'],
}, async ({ story }) => {
  const { page, motions, own, ahead } = await openBehind(story, 'liam.oconnor', 'no-preference')
  await press(page, /^I commented \+20/)
  await expect(own).toContainText(/up \d+.*You passed \S/)
  await expect.poll(async () => counts(await motions())).toMatchObject({ passing: 1, wash: 1 })
  const news = page.getByRole('status').filter({ hasText: /^You passed .+\. You are \w+\.$/ })
  await expect(news).toHaveCount(1)
  await expect(own).not.toContainText('You passed', { timeout: 1.5 * markMs })

  const [place = ''] = /^Rank \d+/.exec((await own.textContent()) ?? '') ?? []
  for (let report = 0; report < 3; report++) await reportAs(story, ahead)
  await expect(own).not.toContainText(place)
  expect(counts(await motions())).toMatchObject({ passing: 1, wash: 1 })
})

test('without motion nothing travels, and all is shown and said as well', {
  tag: ['@celebrate-calm'],
}, async ({ story }) => {
  const { page, motions, own } = await openBehind(story, 'chloe.lefevre', 'reduce')
  await press(page, /^I commented \+20/)
  await expect(own).toContainText('You passed')
  const news = page.getByRole('status').filter({ hasText: /^You passed .+\. You are \w+\.$/ })
  await expect(news).toHaveCount(1)
  await expect(page.locator('[data-landing="tile"]')).toContainText(await totalOf(story, 'chloe.lefevre'))

  const newcomer = await story.signIn('arjun.mehta')
  await expect(newcomer.getByRole('region', { name: 'Recent Achievements' })).toContainText('Next Badge')
  const theirs = await watchMotion(newcomer)
  await press(newcomer, /^I liked \+15/)
  await expectToast(newcomer, 'Achievement unlocked', 'First Steps')
  await expect(toastOn(newcomer).getByRole('link', { name: 'See all badges' })).toBeVisible()
  await expect(newcomer.getByRole('listitem').filter({ hasText: 'Goal reached: Day 1' })).toBeVisible()

  const moved = counts([...(await motions()), ...(await theirs())])
  const travelling = ['points-flight', 'passing', 'wash', 'halo', 'pulse', 'width', 'sweep', 'ray']
  expect(travelling.filter((name) => name in moved)).toEqual([])
})

test.describe('in a small team', () => {
  test.use({ setup: { hasHistory: false } })

  test('the day that is kept fills its goal, the flame grows at seven days, and the badge leads to the others', {
    tag: ['@celebrate-day', '@celebrate-badge'],
  }, async ({ story }) => {
    await story.signIn('priya.raghavan')
    await insertPosts(story, 2)
    await reportAs(story, 'priya.raghavan')
    await keepStreak(story, 'priya.raghavan', 6)
    const page = await openMoving(story, 'priya.raghavan')
    const streak = page.getByRole('listitem').filter({ hasText: 'Day Streak' })
    await expect(streak.locator('[data-flame]')).toHaveAttribute('data-flame', 'warm')
    const motions = await watchMotion(page)
    await press(page, /^I liked \+15/)
    await expect(streak.locator('[data-flame]')).toHaveAttribute('data-flame', 'strong')
    await expect(page.getByRole('listitem').filter({ hasText: 'Goal reached: Day 7' })).toBeVisible()
    await expectToast(page, 'Achievement unlocked', 'Streak Master')
    await expect(toastOn(page)).toContainText('Epic · +75 points')
    // The rings of the flame and of the goal, the tile’s own, and the flame that grows.
    await expect
      .poll(async () => counts(await motions()))
      .toMatchObject({ halo: 2, pulse: 1, width: expect.any(Number), sweep: 1, ray: rays })

    await toastOn(page).getByRole('link', { name: 'See all badges' }).click()
    await expect(page.getByRole('tab', { name: 'Achievements' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('list', { name: 'Recent badges' })).toContainText('Streak Master')
    await expect.poll(async () => counts(await motions())).toMatchObject({ 'ring-closes': 1 })
    await expect(toastOn(page)).toHaveCount(0)
  })

  test('the last report closes the way to the goal, and the headline fades over', {
    tag: ['@celebrate-done'],
  }, async ({ story }) => {
    await story.signIn('kenji.watanabe')
    const [postId] = await insertPosts(story, 1)
    if (!postId) throw new Error('There is no post')
    for (const waiting of await waitingFor(story, 'kenji.watanabe')) {
      await reportAs(story, 'kenji.watanabe', waiting)
    }
    const page = await openMoving(story, 'kenji.watanabe')
    await expect(page.getByRole('region', { name: '1 post waiting' })).toBeVisible()
    const motions = await watchMotion(page)
    await press(page, /^I shared \+30/)
    const stage = page.getByRole('region', { name: 'All caught up' })
    await expect(stage.getByRole('link', { name: /^Done: / }).last()).toBeVisible()
    await expect
      .poll(async () => counts(await motions()))
      .toMatchObject({ appear: 1, vanish: 1, 'clip-path': 1, 'stroke-dashoffset': 1 })
    await expect(stage.getByRole('heading')).toHaveText('All caught up')
  })

  test('applause is told to the member whose it is, unless live toasts are quiet', {
    tag: ['@celebrate-applause'],
  }, async ({ story }) => {
    const receiver = await story.signIn('leila.haddad')
    await reportAs(story, 'leila.haddad')
    const page = await openMoving(story, 'tomasz.wojcik')
    const name = new RegExp(`^Applaud ${nameOf(story, 'leila.haddad')}: `)
    const hands = page.getByRole('region', { name: 'Recent Activity' }).getByRole('button', { name })
    const motions = await watchMotion(page)
    await hands.first().click()
    await expect.poll(async () => counts(await motions())).toMatchObject({ clap: 1 })
    await expect(toastOn(receiver)).toContainText('Applause for you1 colleague applauded you: ')

    const other = await story.signIn('jose.nunez')
    await receiver.getByRole('button', { name: /^Profile menu of/ }).click()
    await receiver.getByRole('menuitemcheckbox', { name: 'Quiet live toasts' }).click()
    await receiver.keyboard.press('Escape')
    await expect(toastOn(receiver)).toHaveCount(0)
    await other.getByRole('region', { name: 'Recent Activity' }).getByRole('button', { name }).first().click()
    await receiver.getByRole('button', { name: /^Notifications/ }).click()
    await expect(receiver.getByRole('dialog', { name: 'Notifications' })).toContainText(
      '2 colleagues applauded',
    )
    await expect(toastOn(receiver)).toHaveCount(0)
    await expect.poll(async () => counts(await motions())).toMatchObject({ clap: 1, roll: 2 })
  })
})

/** The dashboard of a member whose window moves what can move. */
async function openMoving(story: Story, handle: string): Promise<Page> {
  const page = await story.signIn(handle)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(
    page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem').first(),
  ).toBeVisible()
  return page
}

/** The dashboard of a member whom a comment lets pass the one ahead. */
async function openBehind(story: Story, handle: string, reducedMotion: 'no-preference' | 'reduce') {
  const own = usernameOf(story, handle)
  const members = await story.run<{ username: string; points: number }>(
    'select username, total_points as points from users order by total_points desc, reached_at',
  )
  const place = members.findIndex(({ username }) => username === own)
  const [above, below] = [members[place - 1], members[place]]
  const ahead = story.sandbox.workplace.people.find(
    (one) => usernameOf(story, one.handle) === above?.username,
  )
  if (!above || !below || !ahead) throw new Error(`Nobody is ahead of ${handle}`)
  const reports = Math.max(0, Math.ceil((above.points - below.points + 1 - commentPoints) / likePoints))
  for (let report = 0; report < reports; report++) await reportAs(story, handle)
  const page = await story.signIn(handle)
  await page.emulateMedia({ reducedMotion })
  const row = page
    .getByRole('list', { name: 'Team leaderboard' })
    .getByRole('listitem')
    .filter({ has: page.getByText('You', { exact: true }) })
  await expect(row).toBeVisible()
  // Rows are measured a moment after they have come.
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), settlingMs)
  return { page, own: row, ahead: ahead.handle, motions: await watchMotion(page) }
}

async function press(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click()
}

function flightsTo(motions: readonly Motion[]): readonly Motion[] {
  return motions.filter(({ name }) => name === 'points-flight')
}

/** Fails unless all flights end in the middle of the element. */
async function expectLanding(flights: readonly Motion[], place: Locator): Promise<void> {
  const box = await place.boundingBox()
  if (!box) throw new Error('There is no place to land on')
  for (const { to } of flights) {
    const [x = 0, y = 0] = /translate\(([\d.]+)px, ([\d.]+)px\)/.exec(to)?.slice(1).map(Number) ?? []
    expect([x, y]).toEqual([
      expect.closeTo(box.x + box.width / 2, -1.5),
      expect.closeTo(box.y + box.height / 2, -1),
    ])
  }
}

async function totalOf(story: Story, handle: string): Promise<string> {
  const [member] = await story.run<{ total: number }>(
    'select total_points as total from users where username = $1',
    [usernameOf(story, handle)],
  )
  return (member?.total ?? 0).toLocaleString('en-US')
}

/** Gives a member a streak that waits for today's report. */
async function keepStreak(story: Story, handle: string, days: number): Promise<void> {
  const yesterday = new Date(story.clock.now().getTime() - dayMs).toISOString().slice(0, 10)
  await story.run(
    `update users set current_streak = $2, longest_streak = $2, streak_last_day = $3::date where username = $1`,
    [usernameOf(story, handle), days, yesterday],
  )
  story.sandbox.server.deps.live.announce({ topics: ['streaks', 'members', 'totals'] })
}

async function insertPosts(story: Story, count: number): Promise<PostId[]> {
  const ids: PostId[] = []
  for (let post = 0; post < count; post++) ids.push(await insertPost(story.sandbox.server.deps))
  story.sandbox.server.deps.live.announce({ topics: ['posts'] })
  return ids
}

/** What a member has still to report on, but the last share. */
async function waitingFor(story: Story, handle: string) {
  const open = await story.run<{ postId: PostId; interactionType: 'like' | 'comment' | 'share' }>(
    `select p.id as "postId", t.type as "interactionType" from posts p
     cross join unnest(array['like', 'comment', 'share']) with ordinality as t (type, place)
     where not exists (select from interactions i join users u on u.id = i.user_id
       where u.username = $1 and i.post_id = p.id and i.type = t.type and i.undone_at is null)
     order by p.created_at, p.id, t.place`,
    [usernameOf(story, handle)],
  )
  return open.slice(0, -1)
}
