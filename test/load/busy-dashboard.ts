import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { type Activity, applaud, listActivities } from '#contract/activities.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { paths } from '#contract/paths.ts'
import { addDays, dayOf } from '#domain/days.ts'
import { freePort } from '#sandbox/free-port.ts'
import { driveBrowser, startBrowser } from './browser.ts'
import { Child } from './child-process.ts'
import type { Figure } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'

const reporterCount = 200
const spreadOverMs = 60_000
const settleMs = 3_000
const pastReports = 3_000
// A request is sent some milliseconds after its timer fires, so two that are timed a second apart can be a bit closer.
const secondMs = 900
/** The shortest task that the browser counts as long. */
const longestTaskMs = 50

/**
 * Measures an open dashboard and an open contest with its race while a whole team reports and applauds: the longest task
 * of each, and how often the dashboard requests the same list.
 */
export async function measureBusyDashboard(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => product.stop())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const environment = { PORT: String(port), PUBLIC_URL: url }
  await product.ask('start', { databaseUrl: await bench.newDatabase(), environment })
  const [reader, ...reporters] = await product.ask('addMembers', {
    count: reporterCount + 1,
    hasPoints: true,
  })
  const today = dayOf(new Date(), 'UTC')
  await product.ask('addContest', { startDate: addDays(today, -1), endDate: addDays(today, 1) })
  await product.ask('fillWithReports', pastReports)
  const posts = await product.ask('addPosts', reporterCount)
  await product.ask('runMaintenance')

  return driveBrowser(await startBrowser(bench), async (context) => {
    await prepare(context, url, reader)
    const dashboard = await openScreen(context, `${url}${paths.dashboard}`, 'Dashboard')
    const contest = await openScreen(context, `${url}${paths.monthlyContest}`, 'Monthly Contest')
    await sleep(settleMs)
    const seen = [await startSeeing(dashboard), await startSeeing(contest)] as const
    await reportInTurn(bench, port, { reporters, posts })
    await sleep(settleMs)
    return [...dashboardFigures(await seen[0]()), taskFigure('an open contest', await seen[1]())]
  })
}

interface BusyPage {
  readonly tasks: { readonly atMs: number; readonly durationMs: number }[]
  readonly requests: { readonly atMs: number; readonly address: string }[]
}

// A global of the page, which the init script below creates.
declare const busyPage: BusyPage

async function prepare(context: BrowserContext, url: string, reader: LoadMember | undefined): Promise<void> {
  const [name = '', value = ''] = reader?.cookie.split('=') ?? []
  await context.addCookies([{ name, value, url }])
  await context.addInitScript(() => {
    const seen: BusyPage = { tasks: [], requests: [] }
    Object.assign(globalThis, { busyPage: seen })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        seen.tasks.push({ atMs: startTime, durationMs: duration })
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const { startTime, name } of list.getEntries()) {
        const { pathname, search } = new URL(name)
        seen.requests.push({ atMs: startTime, address: pathname + search })
      }
    }).observe({ type: 'resource', buffered: true })
  })
}

async function openScreen(context: BrowserContext, address: string, heading: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor({ state: 'attached' })
  return page
}

/** Returns a function that answers what the page has done since. */
async function startSeeing(page: Page): Promise<() => Promise<BusyPage>> {
  const fromMs = await page.evaluate(() => performance.now())
  return async () => {
    const { tasks, requests } = await page.evaluate(() => busyPage)
    return {
      tasks: tasks.filter(({ atMs }) => atMs >= fromMs),
      requests: requests.filter(({ atMs }) => atMs >= fromMs),
    }
  }
}

/** Sends one report as each member through the API, evenly spaced, each followed by applause for somebody's activity. */
async function reportInTurn(
  bench: Bench,
  port: number,
  team: { reporters: readonly LoadMember[]; posts: readonly string[] },
): Promise<void> {
  const connection = await HttpConnection.open(port)
  bench.defer(() => connection.close())
  const startedAtMs = performance.now()
  for (const [index, { cookie }] of team.reporters.entries()) {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const body = { postId: team.posts[index], interactionType: 'like' }
    const { status } = await connection.ask(requestBytes(`POST ${reportInteraction.path}`, headers, body))
    if (status !== 200) throw new Error(`A report got status ${status}`)
    await applaudLatest(connection, headers)
    const nextAtMs = startedAtMs + ((index + 1) * spreadOverMs) / team.reporters.length
    await sleep(Math.max(0, nextAtMs - performance.now()))
  }
}

/** Applauds the latest activity of somebody else. */
async function applaudLatest(connection: HttpConnection, headers: Record<string, string>): Promise<void> {
  const { body } = await connection.ask(requestBytes(`GET ${listActivities.path}`, headers))
  const { data }: { data: readonly Activity[] } = JSON.parse(body.toString())
  for (const { id, user } of data) {
    if (!user) continue
    const { status } = await connection.ask(requestBytes(`POST ${applaud.path.replace(':id', id)}`, headers))
    if (status === 200) return
    // One's own activity is refused; the next one is a colleague's.
    if (status !== 403) throw new Error(`Applause got status ${status}`)
  }
}

const base = { measurement: 'dashboard', counterpart: null, ratio: null } as const

function taskFigure(what: string, { tasks }: BusyPage): Figure {
  return {
    ...base,
    name: `${what} while ${reporterCount} report and applaud in a minute, longest task`,
    ours: Math.max(0, ...tasks.map(({ durationMs }) => durationMs)),
    unit: 'ms',
    aim: { is: 'at most', value: longestTaskMs },
    note: `${tasks.length} tasks of ${longestTaskMs} ms or more`,
  }
}

function dashboardFigures(seen: BusyPage): Figure[] {
  const lists = Map.groupBy(
    seen.requests.filter(({ address }) => address.startsWith('/api/')),
    ({ address }) => address,
  )
  if (lists.size === 0) throw new Error('The open dashboard requested nothing while the team reported')
  const busiest = [...lists]
    .map(([address, matching]) => ({
      address,
      total: matching.length,
      most: mostInASecond(matching.map(({ atMs }) => atMs)),
    }))
    .sort((a, b) => b.most - a.most || b.total - a.total)
  return [
    taskFigure('an open dashboard', seen),
    {
      ...base,
      name: 'its requests for one list within a second, at most',
      ours: busiest[0]?.most ?? Number.NaN,
      unit: 'requests',
      aim: { is: 'at most', value: 1 },
      note: busiest.map(({ address, total, most }) => `${address} ${total} (${most})`).join(', '),
    },
  ]
}

function mostInASecond(timesMs: readonly number[]): number {
  return Math.max(
    ...timesMs.map((from) => timesMs.filter((atMs) => atMs >= from && atMs < from + secondMs).length),
  )
}
