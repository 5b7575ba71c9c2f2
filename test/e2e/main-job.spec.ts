import type { Locator, Page } from '@playwright/test'
import { type AchievementCode, dueAchievements } from '#domain/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import { usernameFrom } from '#domain/names.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const watcher = 'mina.vanderberg'
const sharePoints = 30
const shownRows = 10
/** More than it takes to catch up with the next above. */
const mostReports = 25
const longAgo = new Date('2020-01-01T00:00:00Z')

test('two people: one reports and undoes, the other sees it immediately without a reload', {
  tag: ['@leaderboard-live', '@report-live', '@live-earned', '@live-removed'],
}, async ({ story }) => {
  const { reporter, ahead } = await neighbours(story)
  const before = reporter.points.toLocaleString('en-US')
  const after = (reporter.points + sharePoints).toLocaleString('en-US')
  const ana = await story.signInAfresh(reporter.handle)
  const ben = await story.signInAfresh(watcher)
  for (const page of [ana, ben]) await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const boards = [ana, ben].map((page) => page.getByRole('list', { name: 'Team leaderboard' }))
  for (const board of boards) await expectOrder(board, [ahead.displayName, reporter.displayName], before)
  const hasStayed = await watchForReload(ben)

  const share = ana.getByRole('button', { name: /^I shared \+30 on the post/ }).first()
  const post = ana.getByRole('article').filter({ has: share }).first()
  const platform = String(await post.getAttribute('aria-label')).replace(/ post by .*/, '')
  const news = `${reporter.displayName} earned ${sharePoints} points for sharing on ${platform}`
  // The region that the page is loaded with makes room for that of the toasts, which has a list.
  const region = ben.getByRole('region', { name: /^Notifications/ }).filter({ has: ben.getByRole('list') })
  await Promise.all([
    whenItReads(region, ['Points Earned!', news]),
    whenItReads(ben.getByRole('list', { name: 'Team leaderboard' }), [
      reporter.displayName,
      after,
      ahead.displayName,
    ]),
    share.click(),
  ])
  await expectToast(ben, 'Points Earned!', news)
  for (const board of boards) await expectOrder(board, [reporter.displayName, ahead.displayName], after)
  await expect(totalPoints(ana)).toContainText(after)

  await ana.getByRole('link', { name: 'Social Feed' }).click()
  await ana
    .getByRole('button', { name: /^Undo share on/ })
    .first()
    .click()
  await expectToast(ana, 'Interaction removed', `-${sharePoints} points`)
  await expectToast(
    ben,
    'Points Removed',
    `${reporter.displayName} undid their share (-${sharePoints} points)`,
  )
  await ana.getByRole('link', { name: 'Dashboard', exact: true }).click()
  for (const board of boards) await expectOrder(board, [ahead.displayName, reporter.displayName], before)
  await expect(totalPoints(ana)).toContainText(before)
  expect(await hasStayed()).toBe(true)
})

interface Neighbour {
  readonly id: UserId
  readonly handle: string
  readonly username: string
  readonly displayName: string
  readonly points: number
  readonly held: readonly AchievementCode[]
  readonly reports: number
  readonly shares: number
  readonly longestStreak: number
}

/**
 * Two who stand beside each other below the top of the board, the lower so close that one share puts them in front, and
 * nothing that these reports earn unlocks an achievement, which would bring points of its own.
 */
async function neighbours(story: Story): Promise<{ reporter: Neighbour; ahead: Neighbour }> {
  const board = await readBoard(story)
  const [pair] = board
    .slice(2, shownRows)
    .map((reporter, place) => ({ reporter, ahead: board[place + 1] ?? reporter }))
    .filter(({ reporter, ahead }) => ahead.points > reporter.points && isFarFromAchievements(reporter))
  if (!pair) throw new Error('Nobody on the board stands behind anybody')
  const { reporter, ahead } = pair
  let { points } = reporter
  while (ahead.points - points >= sharePoints) {
    const { deps } = story.sandbox.server
    const postId = await insertPost(deps, { at: longAgo })
    points += (await reportInteraction(deps, reporter, { postId, interactionType: 'like' })).points
  }
  return { reporter: { ...reporter, points }, ahead }
}

function isFarFromAchievements({ held, reports, shares, longestStreak }: Neighbour): boolean {
  const soon = { reports: reports + mostReports, shares: shares + 1, longestStreak: longestStreak + 1 }
  return dueAchievements(held, soon).length === 0
}

async function readBoard({ run, sandbox }: Story): Promise<Neighbour[]> {
  const rows = await run<Omit<Neighbour, 'handle'>>(
    `select id, username, display_name as "displayName", total_points as points, achievement_codes as held, total_engagements as reports,
       total_shares as shares, longest_streak as "longestStreak" from users where total_points > 0
     order by total_points desc, total_shares desc, total_engagements desc, reached_at`,
  )
  return rows.map((row) => {
    const person = sandbox.workplace.people.find(({ name }) => usernameFrom(name) === row.username)
    return { ...row, handle: person?.handle ?? '' }
  })
}

/** Fails unless the rows of two stand in this order, and that of the reporter shows these points. */
async function expectOrder(board: Locator, [upper, lower]: [string, string], points: string): Promise<void> {
  const rows = board.getByRole('listitem').filter({ hasText: new RegExp(`${upper}|${lower}`) })
  await expect(rows).toHaveText([new RegExp(upper), new RegExp(lower)])
  await expect(rows.filter({ hasText: new RegExp(`\\D${points} points`) })).toHaveCount(1)
}

function totalPoints(page: Page): Locator {
  return page
    .getByRole('region', { name: 'Your Progress' })
    .getByRole('listitem')
    .filter({ hasText: 'Total Points' })
}

/** Answers once the element holds these texts, one after the other. */
function whenItReads(region: Locator, texts: readonly string[]): Promise<void> {
  return region.evaluate(
    (element, wanted) =>
      new Promise<void>((resolve) => {
        const look = () => {
          let from = 0
          for (const text of wanted) {
            from = element.textContent.indexOf(text, from)
            if (from < 0) return
          }
          observer.disconnect()
          resolve()
        }
        const observer = new MutationObserver(look)
        observer.observe(element, { subtree: true, childList: true, characterData: true })
        look()
      }),
    texts,
  )
}

/** Answers whether the page is still the one it was. */
async function watchForReload(page: Page): Promise<() => Promise<boolean>> {
  const openedAt = () => page.evaluate(() => performance.timeOrigin)
  const before = await openedAt()
  return async () => (await openedAt()) === before
}
