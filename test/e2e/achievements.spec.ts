import type { Locator, Page } from '@playwright/test'
import { livePath } from '#contract/live.ts'
import { achievementKinds } from '#domain/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import { expectAccessible } from './accessible.ts'
import { brokenCalls } from './faults.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, expectToast, nameOf, type Story, test, usernameOf } from './story.ts'

const lockedSlots = [
  'First StepsCommon, One report, locked',
  /^Social ButterflyRare, \d+ of 25 shares, locked$/,
  /^Streak MasterEpic, \d of 7 days, locked$/,
]

test('a first report unlocks a badge immediately, and undoing it removes the badge', {
  tag: ['@achievements-next', '@achievements-unlock', '@activity-line'],
}, async ({ story }) => {
  const page = await story.signIn('arjun.mehta')
  await expect(slots(page)).toHaveText(lockedSlots)
  await expect(card(page)).toContainText('Next BadgeFirst Steps1 report to go')
  const hasStayed = await watchForReload(page)

  await page
    .getByRole('button', { name: /^I liked \+15/ })
    .first()
    .click()
  // In place of the toast of the report, which may not even have been drawn.
  await expectToast(page, 'Achievement unlocked', 'First Steps')
  await expect(slots(page)).toHaveText([/^First StepsCommon · Earned \w{3} \d+$/, ...lockedSlots.slice(1)])
  await expect(card(page).getByRole('status')).toHaveText('First Steps unlocked')
  await expect(card(page)).toContainText('Next BadgeSocial Butterfly25 shares to go')
  await expect(points(page)).toContainText('25')
  const unlocked = page
    .getByRole('region', { name: 'Recent Activity' })
    .getByRole('listitem')
    .filter({ hasText: nameOf(story, 'arjun.mehta') })
    .filter({ hasText: 'First Steps' })
  await expect(unlocked).toContainText('+10')

  await page.getByRole('link', { name: 'Social Feed', exact: true }).click()
  await page
    .getByRole('button', { name: /^Undo like on/ })
    .first()
    .click()
  await expectToast(page, 'Interaction removed', '-15 points')
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(slots(page)).toHaveText(lockedSlots)
  await expect(card(page).getByRole('status')).toHaveText('')
  await expect(points(page)).toContainText('Total Points0')
  await expect(unlocked).toHaveCount(0)
  expect(await hasStayed()).toBe(true)
})

test('a badge that is earned before the card of badges is there is announced once it is', async ({
  story,
}) => {
  const page = await story.signIn('mina.vanderberg', blankPage)
  let arrive = () => {}
  const isThere = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/assets/lower-*.js', async (route) => {
    await isThere
    await route.fallback()
  })
  await page.goto('/')
  await page
    .getByRole('button', { name: /^I liked \+15/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Undo like on/ })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  arrive()
  await expectToast(page, 'Achievement unlocked', 'First Steps')
  await expect(slots(page).first()).toContainText('Earned')
  await page.getByRole('button', { name: /^Undo like on/ }).click()
  await expectToast(page, 'Interaction removed')
})

test('a badge that is unlocked on the social feed is announced there', async ({ story }) => {
  const page = await story.signIn('arjun.mehta', '/social-feed')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page
    .getByRole('button', { name: /^I shared \+30/ })
    .first()
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'First Steps unlocked' })).toBeAttached()
  await expectToast(page, 'Achievement unlocked', 'First Steps')
  await page
    .getByRole('button', { name: /^Undo share on/ })
    .first()
    .click()
  await expectToast(page, 'Interaction removed', '-30 points')
})

test('an unlocked badge is revealed once, when it scrolls into view', async ({ story }) => {
  const page = await story.signIn('mina.vanderberg')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(slots(page)).toHaveCount(3)
  const animations = await startedAnimations(page)
  await page
    .getByRole('button', { name: /^I liked \+15/ })
    .first()
    .click()
  await expect(slots(page).first()).toContainText('Earned')
  await slots(page).first().scrollIntoViewIfNeeded()
  await expect.poll(animations).toEqual(['ring-closes'])
  await page.getByRole('link', { name: 'Social Feed', exact: true }).click()
  await page
    .getByRole('button', { name: /^Undo like on/ })
    .first()
    .click()
  await expectToast(page, 'Interaction removed')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(slots(page)).toHaveText(lockedSlots)
  await page
    .getByRole('button', { name: /^I commented \+20/ })
    .first()
    .click()
  await expect(card(page).getByRole('status')).toHaveText('First Steps unlocked')
  await slots(page).first().scrollIntoViewIfNeeded()
  await expect(slots(page).first()).toBeInViewport()
  await nextFrames(page)
  expect(await animations()).toEqual(['ring-closes'])
})

test('the three latest badges come first, and a next one is shown until all are unlocked', {
  tag: ['@achievements-places', '@achievements-all'],
}, async ({ story }) => {
  const member = 'rafael.monteiro'
  await holdAllBut(story, member, ['engagement_king'])
  const page = await story.signIn(member)
  await expect(slots(page)).toHaveCount(3)
  for (const slot of await slots(page).all()) await expect(slot).toContainText('Earned')
  await expect(slots(page)).toContainText([
    'Team LeaderLegendary',
    'Streak MasterEpic',
    'Social ButterflyRare',
  ])
  await expect(card(page)).toContainText(/Next BadgeEngagement King\d+ reports? to go/)
  await holdAllBut(story, member, [])
  await page.reload()
  await expect(slots(page)).toContainText(['Team Leader', 'Engagement King', 'Streak Master'])
  await expect(card(page)).toContainText('All achievements unlocked')
  await expect(card(page)).not.toContainText('Next Badge')
  await expectAccessible(page, { within: 'main' })
})

test('the streak leaders are the ten longest streaks, and new reports update them', {
  tag: ['@streaks-ten', '@streaks-badges'],
}, async ({ story }) => {
  const page = await story.signIn('zoe.brandt')
  const card = page.getByRole('region', { name: 'Streak Leaders' })
  // The fifth row says how many come between, and the sixth is the member's own.
  await expect(card.getByRole('listitem')).toHaveCount(4)
  await expect(card.getByText('2 more')).toBeVisible()
  await expect(card.getByText('Today makes it')).toBeVisible()
  await card.getByRole('button', { name: 'All streaks (10)' }).click()
  await expectLeaders(page, story)
  const list = leaders(page)
  await expect(list).toHaveCount(10)
  await expect(list.nth(0)).toContainText('STREAK KING')
  await expect(list.nth(1)).toContainText('HOT STREAK')
  await expect(list.nth(2)).toContainText('ON FIRE')
  await expect(list.nth(9)).not.toContainText(/STREAK KING|HOT STREAK|ON FIRE/)
  const own = list.filter({ hasText: nameOf(story, 'zoe.brandt') })
  await expect(own.getByText('You', { exact: true })).toBeVisible()

  const before = await list.allInnerTexts()
  await reportAs(story, await handleWithoutReportToday(story))
  await expect.poll(() => list.allInnerTexts()).not.toEqual(before)
  await expectLeaders(page, story)
})

const outages = [
  {
    api: '/api/leaderboard/streaks',
    card: 'Streak Leaders',
    text: 'The streak leaders could not be loaded.',
    back: 'STREAK KING',
  },
  {
    api: '/api/achievements',
    card: 'Recent Achievements',
    text: 'The achievements could not be loaded.',
    back: 'Earned',
  },
]

for (const { api, card: name, text, back } of outages) {
  test(`a failing ${api} is shown in place, with a retry`, async ({ story }) => {
    story.faults.permit(brokenCalls)
    const page = await story.signIn('zoe.brandt', blankPage)
    // News would have it read again without the button.
    await page.routeWebSocket(`**${livePath}`, () => undefined)
    await page.route(
      (url) => url.pathname === api,
      (route) => route.abort(),
    )
    await page.goto('/')
    const region = page.getByRole('region', { name })
    await expect(region.getByRole('alert')).toContainText(text)
    await page.unrouteAll()
    await region.getByRole('button', { name: 'Retry' }).click()
    await expect(region).toContainText(back)
    await expect(region.getByRole('alert')).toHaveCount(0)
  })
}

test.describe('in an empty workspace', () => {
  test.use({ setup: { hasHistory: false } })

  test('there are no streaks yet, and the first report starts one', { tag: ['@streaks-only'] }, async ({
    story,
  }) => {
    const page = await story.signIn('grace.kamau')
    const streaks = page.getByRole('region', { name: 'Streak Leaders' })
    await expect(streaks).toContainText('No streaks yet')
    await expect(slots(page)).toHaveText(lockedSlots)
    await reportAs(story, 'grace.kamau')
    await expect(streaks.getByRole('listitem')).toHaveText([/^Rank 1.*YouSTREAK KINGToday is counted1 day$/])
    await expect(slots(page).first()).toContainText('Earned')
  })
})

function card(page: Page): Locator {
  return page.getByRole('region', { name: 'Recent Achievements' })
}

function slots(page: Page): Locator {
  return card(page).getByRole('list', { name: 'Recent achievements' }).getByRole('listitem')
}

function leaders(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Streak Leaders' }).getByRole('listitem')
}

function points(page: Page): Locator {
  return page.getByRole('region', { name: 'Your Progress' }).getByRole('listitem').first()
}

interface Streaks {
  readonly name: string
  readonly current: number
  readonly best: number
}

/** Fails unless the card shows the longest streaks that stand, then the longest of the others, with equal ranks for equals. */
async function expectLeaders(page: Page, story: Story): Promise<void> {
  const members = await story.run<Streaks>(
    `select display_name as name, case when streak_last_day >= $1::date - 1 then current_streak else 0 end as current,
       longest_streak as best
     from users where longest_streak > 0 order by 2 desc, 3 desc limit 10`,
    [story.clock.now().toISOString().slice(0, 10)],
  )
  const figures = members.map(({ current, best }) => {
    const rank = 1 + members.findIndex((one) => one.current === current && one.best === best)
    return new RegExp(`^Rank ${rank}\\D.*Best ${best}${current} days?$`)
  })
  await expect(leaders(page)).toHaveText(figures)
  const texts = await leaders(page).allTextContents()
  const known = await story.run<Streaks>('select display_name as name, longest_streak as best from users')
  for (const text of texts) {
    expect(
      known.filter(({ name, best }) => text.includes(name) && text.includes(`Best ${best}`)),
    ).toHaveLength(1)
  }
}

/** Of those with a streak that stands and no report today, who has the longest. */
async function handleWithoutReportToday(story: Story): Promise<string> {
  const [member] = await story.run<{ username: string }>(
    `select username from users where streak_last_day = $1::date - 1
     order by current_streak desc, longest_streak desc limit 1`,
    [story.clock.now().toISOString().slice(0, 10)],
  )
  const { people } = story.sandbox.workplace
  const waiting = people.find(({ handle }) => usernameOf(story, handle) === member?.username)
  if (!waiting) throw new Error('Everybody with a streak has reported today')
  return waiting.handle
}

/** Lets a member hold all achievements but these, the hardest being the latest. */
async function holdAllBut(story: Story, handle: string, missing: readonly string[]): Promise<void> {
  const codes = achievementKinds.map(({ code }) => code).filter((code) => !missing.includes(code))
  const [member] = await story.run<{ id: UserId }>(
    'update users set achievement_codes = $2 where username = $1 returning id',
    [usernameOf(story, handle), codes.toSorted()],
  )
  if (!member) throw new Error(`${handle} is no member yet`)
  await story.run(
    `insert into earned_achievements (id, user_id, code, points, earned_at, lead)
     select gen_random_uuid(), $1, code, 5, $3::timestamptz + place * interval '1 second',
       case code when 'team_leader' then 0 end
     from unnest($2::text[]) with ordinality as codes (code, place)
     on conflict (user_id, code) where taken_back_at is null do update set earned_at = excluded.earned_at`,
    [member.id, codes, story.clock.now().toISOString()],
  )
  story.sandbox.server.deps.live.announce({ topics: ['achievements'], members: [member.id] })
}

/** Answers later whether the page has been the same document all the time. */
async function watchForReload(page: Page): Promise<() => Promise<boolean>> {
  const openedAt = () => page.evaluate(() => performance.timeOrigin)
  const before = await openedAt()
  return async () => (await openedAt()) === before
}

/** Answers the animations of badges that have begun since, by name and in order. */
async function startedAnimations(page: Page): Promise<() => Promise<string[]>> {
  const started = await page.evaluateHandle(() => {
    const names: string[] = []
    addEventListener('animationstart', ({ animationName, target }) => {
      // The toast about it has a badge of its own.
      if (!(target instanceof Element && target.closest('main'))) return
      const [name] = /ring-closes/.exec(animationName) ?? []
      if (name) names.push(name)
    })
    return names
  })
  return () => started.jsonValue()
}

function nextFrames(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))),
  )
}
