import type { Page, WebSocketRoute } from '@playwright/test'
import { uuidv7 } from 'uuidv7'
import { type LiveMessage, livePath } from '#contract/live.ts'
import { paths } from '#contract/paths.ts'
import { losableConnection } from './losable-connection.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, expectToast, test, usernameOf } from './story.ts'

const member = 'zoe.brandt'

test('a dashboard reads nothing twice when it opens', { tag: ['@live-reads-exact'] }, async ({ story }) => {
  const page = await story.signIn(member, blankPage)
  // Nothing confirms the connection: a late confirmation means that messages may have been missed.
  await page.routeWebSocket(`**${livePath}`, () => undefined)
  const asked = addressesOf(page)
  await page.goto(paths.dashboard)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Monthly leaders' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent achievements' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(asked.length).toBeGreaterThan(8)
  expect(asked.filter((address, nth) => asked.indexOf(address) !== nth)).toEqual([])
})

test('news of a colleague far away on the board makes a window read what shows it, and not its own place', {
  tag: ['@live-reads-exact'],
}, async ({ story }) => {
  const page = await story.signIn(member, blankPage)
  const opened: WebSocketRoute[] = []
  await page.routeWebSocket(`**${livePath}`, (socket) => {
    opened.push(socket)
  })
  await page.goto(paths.dashboard)
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Monthly leaders' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent achievements' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const asked = addressesOf(page)
  const say = (message: LiveMessage) => opened.at(-1)?.send(JSON.stringify(message))
  const data = {
    username: 'somebody.else',
    displayName: 'Somebody Else',
    interactionType: 'like',
    platform: 'linkedin',
    postId: uuidv7() as never,
    pointsEarned: 15,
  } as const
  say({ type: 'POINT_UPDATE', data })
  say({ type: 'TOUCHED', topics: ['totals', 'activities'] })
  await expect
    .poll(() => asked)
    .toEqual(
      expect.arrayContaining(['/api/user', '/api/activities', '/api/leaderboard', '/api/achievements']),
    )
  await page.waitForLoadState('networkidle')
  expect(asked.filter((address) => /\/(me|around|streaks|movement\b.*)$/.test(address))).toEqual([])
  say({ type: 'TOUCHED', topics: ['streaks'] })
  await expect.poll(() => asked).toContain('/api/leaderboard/streaks')
})

test('a window reads its own place again when a neighbour moves', {
  tag: ['@live-reads-exact'],
}, async ({ story }) => {
  const page = await story.signIn(member, paths.dashboard)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const around = await page.evaluate(async () => (await fetch('/api/leaderboard/around')).json())
  const [neighbour] = around.data.above.concat(around.data.below)
  const { people } = story.sandbox.workplace
  const colleague = people.find(({ handle }) => usernameOf(story, handle) === neighbour.username)
  const asked = addressesOf(page)
  await reportAs(story, String(colleague?.handle))
  await expectToast(page, 'Points Earned!')
  await expect.poll(() => asked).toContain('/api/leaderboard/around')
})

test('a window whose connection was lost reads again what a colleague changed meanwhile, and little else', {
  tag: ['@live-missed'],
}, async ({ story }) => {
  const page = await story.signIn(member, blankPage)
  const connection = await losableConnection(page)
  await page.goto(paths.dashboard)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Monthly leaders' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // The sample team has just come, which counts as missed for some seconds.
  const missed = () =>
    page.evaluate(async () => (await (await fetch('/api/live/missed?awayMs=8000')).json()).data?.topics)
  await expect.poll(missed, { timeout: 30_000 }).toEqual([])
  await reportAs(story, 'grace.kamau')
  await expectToast(page, 'Points Earned!')
  await page.waitForLoadState('networkidle')
  await connection.lose()
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  const line = page.getByText(/Priya Raghavan.*(liked|commented|shared)/i).first()
  const asked = addressesOf(page)
  await reportAs(story, 'priya.raghavan')
  connection.comeBack()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const question = () => asked.findIndex((address) => address.startsWith('/api/live/missed?awayMs='))
  await expect.poll(question).toBeGreaterThan(-1)
  const askedSince = () => asked.slice(question() + 1)
  await expect.poll(askedSince).toEqual(expect.arrayContaining(['/api/activities', '/api/leaderboard']))
  await expect(line).toBeVisible()
  await page.waitForLoadState('networkidle')
  // A report of somebody else changes none of these.
  for (const unchanged of ['/api/user', '/api/today', '/api/social-interactions/mine'])
    expect(askedSince()).not.toContain(unchanged)
})

/** The addresses, with their queries, that the page reads from now on. */
function addressesOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${pathname}${search}`)
  })
  return asked
}
