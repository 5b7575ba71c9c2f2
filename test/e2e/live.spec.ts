import type { Page, Request, WebSocketRoute } from '@playwright/test'
import { uuidv7 } from 'uuidv7'
import { emergencySignIn } from '#contract/auth.schema.ts'
import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { type LiveMessage, livePath } from '#contract/live.ts'
import { paths } from '#contract/paths.ts'
import { brokenCalls } from './faults.ts'
import { losableConnection } from './losable-connection.ts'
import { emergencyPassword } from './prepared.ts'
import { reportAs } from './reports.ts'
import { blankPage, expect, expectToast, nameOf, type Story, test, toastOn } from './story.ts'

const retryMs = 3_000
const stepMs = 100
const minuteMs = 60_000
const member = 'zoe.brandt'

const report = {
  username: 'somebody.else',
  displayName: 'Somebody Else',
  interactionType: 'like',
  platform: 'linkedin',
  postId: uuidv7(),
} as const

test('a closed connection retries every three seconds without limit', {
  tag: ['@number-reconnect', '@live-opens', '@live-reopens'],
}, async ({ story }) => {
  const page = await story.signIn(member, blankPage)
  const { opened, lose, comeBack } = await losableConnection(page)
  await page.clock.install({ time: story.clock.now() })
  await page.goto(paths.dashboard)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  expect(opened.map((socket) => socket.url())).toContain(
    `${story.sandbox.url.replace('http', 'ws')}${livePath}`,
  )

  await page.clock.pauseAt(story.clock.now().getTime() + minuteMs)
  await lose()
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  const before = opened.length
  for (let attempt = 1; attempt <= 3; attempt++) {
    await page.clock.runFor(retryMs - stepMs)
    expect(opened).toHaveLength(before + attempt - 1)
    // The close of the attempt before reaches the page some time later, and counts from there.
    await expect
      .poll(() => afterStep(page, () => opened.length), { intervals: [stepMs / 10] })
      .toBe(before + attempt)
  }
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  comeBack()
  await page.clock.resume()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

test('a page on https opens a secure socket to the same host', {
  tag: ['@live-secure'],
}, async ({ story }) => {
  const page = await story.openWindow(paths.login)
  const secure = 'https://ovation.brightwater.test'
  await page.route(`${secure}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: `${story.sandbox.url}${pathname}${search}` }) })
  })
  const addresses: string[] = []
  await page.routeWebSocket(`**${livePath}`, (socket) => {
    addresses.push(socket.url())
  })
  await page.goto(`${secure}${paths.login}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Ovation' })).toBeVisible()
  await expect.poll(() => addresses).toContain(`${secure.replace('https', 'wss')}${livePath}`)
})

test('a socket that cannot be made is noted in the console, and made three seconds later', {
  tag: ['@live-errors-logged'],
}, async ({ story }) => {
  const page = await story.signIn(member, blankPage)
  const warnings: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'warning') warnings.push(line.text())
  })
  await page.addInitScript(() => {
    const Real = WebSocket
    let isFirst = true
    // The browser refuses to make the first socket, as it does under a policy that forbids it.
    window.WebSocket = new Proxy(Real, {
      construct: (target, given: [string]) => {
        if (!isFirst) return new target(given[0])
        isFirst = false
        throw new Error('not now')
      },
    })
  })
  await page.goto(paths.dashboard)
  await expect
    .poll(() => warnings)
    .toEqual([expect.stringMatching(/^The live connection could not be opened/)])
  await expect(page.getByText('Offline', { exact: true })).toBeVisible()
  await expect(toastOn(page)).toHaveCount(0)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

test('a window that reports and hears news sends nothing over the socket', {
  tag: ['@live-client-silent'],
}, async ({ story }) => {
  const page = await story.signIn(member, blankPage)
  const [sent, received]: [unknown[], unknown[]] = [[], []]
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(payload))
    socket.on('framereceived', ({ payload }) => received.push(payload))
  })
  await page.goto(paths.dashboard)
  const comment = page.getByRole('button', { name: /^I commented \+20/ }).first()
  await expect(comment).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await reportAs(story, 'priya.raghavan')
  await expectToast(page, 'Points Earned!')
  await comment.click()
  await expectToast(page, 'Interaction reported!')
  expect(received.length).toBeGreaterThan(1)
  expect(sent).toEqual([])
})

test('the contests of the panel are read anew whenever their tab is opened', {
  tag: ['@call-anew'],
}, async ({ story }) => {
  const page = await story.signIn('marta.oliveira', '/admin?tab=contests')
  await expect(page.getByRole('heading', { name: 'Monthly Contest Management' })).toBeVisible()
  const counts = countsOf(page)
  for (const reads of [1, 2]) {
    await page.getByRole('tab', { name: 'Users' }).click()
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
    await page.getByRole('tab', { name: 'Monthly Contests' }).click()
    await expect.poll(() => counts('/api/monthly-contests')).toBe(reads)
  }
})

test('an unknown message from the socket is logged and ignored', {
  tag: ['@live-unknown'],
}, async ({ story }) => {
  const { page, say } = await withOwnSocket(story, paths.dashboard)
  const lines: string[] = []
  page.on('console', (line) => lines.push(`${line.type()}: ${line.text()}`))
  await say({ type: 'SOMETHING_NEW', data: { title: 'Points Earned!' } })
  await say('no JSON at all')
  await expect.poll(() => lines).toHaveLength(2)
  expect(lines).toEqual([
    expect.stringMatching(/^info: A live message of an unknown type was ignored/),
    'info: A live message that is not JSON was ignored',
  ])
  await expect(toastOn(page)).toHaveCount(0)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await say({ type: 'POINT_UPDATE', data: { ...report, pointsEarned: 15 } })
  await expectToast(page, 'Points Earned!', 'Somebody Else earned 15 points for liking on LinkedIn')
})

test('earned and removed points are refetched wherever they are shown', {
  tag: ['@live-refresh'],
}, async ({ story }) => {
  const { page, say } = await withOwnSocket(story, paths.socialFeed)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Monthly leaders' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent achievements' })).toBeVisible()
  const asked = requestsOf(page)
  const everywhere = [
    '/api/user',
    '/api/activities',
    '/api/leaderboard',
    '/api/monthly-contests/current',
    '/api/achievements',
  ]
  await say({ type: 'POINT_UPDATE', data: { ...report, pointsEarned: 15 } })
  await expect.poll(() => [...asked]).toEqual(expect.arrayContaining(everywhere))
  expect([...asked].filter((path) => path.startsWith('/api/social-interactions/recent'))).toEqual([])
  asked.clear()
  await say({ type: 'POINT_REMOVAL', data: { ...report, pointsRemoved: 15 } })
  await expect.poll(() => [...asked]).toEqual(expect.arrayContaining(everywhere))

  await page.getByRole('link', { name: 'Social Feed', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Your latest reports' })).toBeVisible()
  asked.clear()
  await say({ type: 'POINT_REMOVAL', data: { ...report, pointsRemoved: 15 } })
  await expectToast(page, 'Points Removed', 'Somebody Else undid their like (-15 points)')
  await expect
    .poll(() => [...asked])
    .toEqual(
      expect.arrayContaining([expect.stringMatching('^/api/social-interactions/recent/'), '/api/user']),
    )
})

test('a pushed leaderboard appears at once, without a request', {
  tag: ['@live-pushed-board'],
}, async ({ story }) => {
  const { page, say } = await withOwnSocket(story, paths.dashboard)
  const rows = page.getByRole('list', { name: 'Team leaderboard' }).getByRole('listitem')
  await expect(rows.nth(7)).toBeVisible()
  const board = getLeaderboard.answer.parse(
    await page.evaluate(async (path) => (await fetch(path)).json(), getLeaderboard.path),
  )
  const asked = requestsOf(page)
  const [first, ...rest] = board.data
  if (!first) throw new Error('Nobody is on the board')
  const data = [{ ...first, id: uuidv7(), displayName: 'Pushed From Afar', totalPoints: 98_765 }, ...rest]
  await say({ type: 'LEADERBOARD_UPDATE', data: { ...board, data } })
  await expect(rows.first()).toContainText(/Pushed From Afar.*98,765 points/)
  expect([...asked]).not.toContain(getLeaderboard.path)
  await expect(toastOn(page)).toHaveCount(0)
})

test('answers are fresh for five minutes; only leaderboards and activities are polled', {
  tag: [
    '@number-board-refresh',
    '@number-activity-refresh',
    '@number-fresh',
    '@call-fresh',
    '@call-by-itself',
  ],
}, async ({ story }) => {
  const page = await story.signIn(member, blankPage)
  await page.routeWebSocket(`**${livePath}`, () => undefined)
  await page.clock.install({ time: story.clock.now() })
  await page.goto(paths.dashboard)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('list', { name: 'Recent achievements' })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const counts = countsOf(page)
  const { board, activities, posts } = {
    board: () => counts('/api/leaderboard'),
    activities: () => counts('/api/activities'),
    posts: () => counts('/api/social-feed-posts') + counts('/api/achievements') + counts('/api/user'),
  }
  // While an answer is awaited, nothing asks again.
  const answered = page.waitForResponse((response) => pathOf(response.request()) === '/api/activities')
  await page.clock.runFor(31_000)
  await answered
  await page.evaluate(waitForTask)
  expect(activities()).toBe(1)
  expect(board()).toBe(0)
  await page.clock.runFor(31_000)
  await expect.poll(board).toBe(1)
  await expect.poll(activities).toBe(2)

  const visit = async (screen: string) => {
    await page.getByRole('link', { name: screen, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeAttached()
  }
  await visit('Monthly Contests')
  await visit('Dashboard')
  await expect(page.getByRole('article').first()).toBeVisible()
  // A card that appears after the six minutes asks anew.
  await expect(page.getByRole('list', { name: 'Recent achievements' })).toBeVisible()
  expect(posts()).toBe(0)
  await page.clock.fastForward(6 * minuteMs)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect.poll(board).toBeGreaterThan(1)
  expect(posts()).toBe(0)
  await visit('Monthly Contests')
  await visit('Dashboard')
  await expect.poll(() => counts('/api/social-feed-posts')).toBe(1)
})

test('the activities are read again after thirty seconds, and the board after sixty', {
  tag: ['@number-board-refresh', '@number-activity-refresh'],
}, async ({ story }) => {
  const page = await story.signIn(member, blankPage)
  await page.routeWebSocket(`**${livePath}`, () => undefined)
  await page.clock.install({ time: story.clock.now() })
  // The moments are those of the page's own clock, which this test moves on.
  await page.addInitScript(() => {
    const [real, asked]: [typeof fetch, [string, number][]] = [window.fetch, []]
    const calls = { waiting: 0 }
    Object.assign(window, { asked, calls })
    window.fetch = (address, init) => {
      asked.push([new URL(String(address), location.href).pathname, performance.now()])
      calls.waiting += 1
      return real(address, init).finally(() => {
        calls.waiting -= 1
      })
    }
  })
  await page.goto(paths.dashboard)
  await expect(page.getByRole('list', { name: 'Recent achievements' })).toBeVisible()
  await page.clock.pauseAt(story.clock.now().getTime() + minuteMs)
  const tickMs = 2_000
  for (let passedMs = 0; passedMs < 4 * minuteMs; passedMs += tickMs) {
    await page.clock.runFor(tickMs)
    // The pause until the next read begins with the answer, for which the page's clock does not wait.
    await expect.poll(() => page.evaluate<number>('calls.waiting')).toBe(0)
    await page.evaluate(waitForTask)
  }
  const asked = await page.evaluate(() => (window as unknown as { asked: [string, number][] }).asked)
  for (const [path, everyMs] of [
    ['/api/activities', 30_000],
    ['/api/leaderboard', 60_000],
  ] as const) {
    const moments = asked.filter(([one]) => one === path).map(([, moment]) => moment)
    // What was read while the page was loading is no interval.
    const gaps = moments.slice(1).map((moment, nth) => moment - Number(moments[nth]))
    const polled = gaps.slice(1)
    expect(polled.length, path).toBeGreaterThan(1)
    for (const gapMs of polled) {
      expect(gapMs, path).toBeGreaterThanOrEqual(everyMs)
      expect(gapMs, path).toBeLessThanOrEqual(everyMs + 2 * tickMs)
    }
  }
})

test('a failed call is not repeated until somebody retries it', { tag: ['@call-failed'] }, async ({
  story,
}) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn(member, blankPage)
  await page.route('**/api/achievements', (route) => route.abort())
  const counts = countsOf(page)
  await page.clock.install({ time: story.clock.now() })
  await page.goto(paths.dashboard)
  const card = page.getByRole('region', { name: 'Recent Achievements' })
  await expect(card.getByRole('alert')).toBeVisible()
  await page.clock.fastForward(5 * minuteMs)
  // The list of activities may have begun its polling only after that.
  await expect
    .poll(async () => {
      await page.clock.fastForward(minuteMs)
      return counts('/api/activities')
    })
    .toBeGreaterThan(1)
  expect(counts('/api/achievements')).toBe(1)
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => counts('/api/achievements')).toBe(2)
})

test('a member who signs in after somebody else in the same browser sees only their own data, and live news', {
  tag: ['@emergency-token-sent', '@way-in-next', '@live-sign-in', '@call-headers'],
}, async ({ story }) => {
  const page = await story.signInAfresh('hana.novakova')
  const witness = await story.signIn(member)
  await page.getByRole('link', { name: 'Social Feed', exact: true }).click()
  const sent = sentBy(page)
  await page
    .getByRole('button', { name: /^I shared \+30/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Undo share on/ }).first()).toBeVisible()
  await page.getByRole('button', { name: /^Profile menu of/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(paths.login)
  await reportAs(story, 'priya.raghavan')
  await expect(toastOn(witness).getByText(new RegExp(nameOf(story, 'priya.raghavan')))).toBeVisible()
  await expect(toastOn(page).getByText('Points Earned!')).toHaveCount(0)

  await page.getByRole('link', { name: 'Emergency Admin Access' }).click()
  const { email } = story.sandbox.server.emergencyAdmin
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(emergencyPassword)
  const calls: Request[] = []
  page.on('request', (request) => calls.push(request))
  await page.getByRole('button', { name: 'Emergency Access', exact: true }).click()
  await expectToast(page, 'Emergency Access Granted')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Social Feed', exact: true }).click()
  await expect(page.getByText('Nothing reported lately')).toBeVisible()
  await expect(page.getByRole('article').getByText(/^(Liked|Commented|Shared)$/)).toHaveCount(0)
  await reportAs(story, 'grace.kamau')
  await expectToast(page, 'Points Earned!')
  await page
    .getByRole('button', { name: /^I liked \+15/ })
    .first()
    .click()
  await expectToast(page, 'Interaction reported!')

  const token = await page.evaluate(() => localStorage.getItem('auth_token'))
  const reports = await headersOf(sent('/api/social-interactions/honor-report'))
  expect(reports.map(({ authorization }) => authorization)).toEqual([undefined, `Bearer ${token}`])
  const afterSignIn = calls.slice(calls.findIndex((call) => pathOf(call) === emergencySignIn.path) + 1)
  const later = afterSignIn.filter((call) => pathOf(call).startsWith('/api/'))
  expect(new Set(later.map(pathOf)).size).toBeGreaterThan(5)
  for (const { authorization } of await headersOf(later)) expect(authorization).toBe(`Bearer ${token}`)
  expect(reports.map((headers) => headers['content-type'])).toEqual(['application/json', 'application/json'])
  const bodiless = await headersOf([...sent('/api/auth/logout'), ...sent('/api/social-interactions/mine')])
  expect(bodiless.length).toBeGreaterThanOrEqual(2)
  for (const headers of bodiless) expect(headers['content-type']).toBeUndefined()
  for (const { cookie } of [...reports, ...bodiless]) expect(cookie).toBeDefined()
})

/** A window of a member at `path` whose socket is the story's own. */
async function withOwnSocket(story: Story, path: string) {
  const page = await story.signIn(member, blankPage)
  const opened: WebSocketRoute[] = []
  await page.routeWebSocket(`**${livePath}`, (socket) => {
    opened.push(socket)
  })
  await page.goto(path)
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()
  const say = async (message: LiveMessage | { type: string; data: unknown } | string) =>
    opened.at(-1)?.send(typeof message === 'string' ? message : JSON.stringify(message))
  await say({ type: 'connected', data: { signedIn: true } })
  return { page, say }
}

/** Lets a moment of the page's own clock pass before it reads. */
async function afterStep<Read>(page: Page, read: () => Read): Promise<Read> {
  await page.clock.runFor(stepMs)
  return read()
}

/** The paths that the page asks for from now on. */
function requestsOf(page: Page): Set<string> {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(pathOf(request)))
  return asked
}

/** Answers how often the page has asked for a path since. */
/** Runs in the page: answers once what has come in before is dealt with. Timers are the story's. */
function waitForTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<void>()
  port1.onmessage = () => resolve()
  port2.postMessage(null)
  return promise
}

function countsOf(page: Page): (path: string) => number {
  const asked: string[] = []
  page.on('request', (request) => {
    // The list of what was deleted has the same path.
    if (!new URL(request.url()).searchParams.has('state')) asked.push(pathOf(request))
  })
  return (path) => asked.filter((one) => one === path).length
}

/** Answers the requests that the page has sent to a path since. */
function sentBy(page: Page): (path: string) => Request[] {
  const sent: Request[] = []
  page.on('request', (request) => sent.push(request))
  return (path) => sent.filter((request) => pathOf(request) === path)
}

/** The headers of those that were answered: a browser tells only some of those of a call that the page gave up. */
async function headersOf(requests: readonly Request[]): Promise<Record<string, string>[]> {
  const answered = await Promise.all(
    requests.map(async (request) => ((await request.response()) ? [request] : [])),
  )
  return Promise.all(answered.flat().map((request) => request.allHeaders()))
}

function pathOf(request: Request): string {
  return new URL(request.url()).pathname
}
