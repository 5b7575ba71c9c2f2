import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
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

/** Measures an open dashboard while a whole team reports: its longest task, and how often it requests the same list. */
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
    const page = await openDashboard(context, url, reader)
    await sleep(settleMs)
    const fromMs = await page.evaluate(() => performance.now())
    await reportInTurn(bench, port, { reporters, posts })
    await sleep(settleMs)
    return figuresOf(await page.evaluate(() => busyPage), fromMs)
  })
}

interface BusyPage {
  readonly tasks: { readonly atMs: number; readonly durationMs: number }[]
  readonly requests: { readonly atMs: number; readonly address: string }[]
}

// A global of the page, which the init script below creates.
declare const busyPage: BusyPage

async function openDashboard(
  context: BrowserContext,
  url: string,
  reader: LoadMember | undefined,
): Promise<Page> {
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
      for (const { startTime, name } of list.getEntries())
        seen.requests.push({ atMs: startTime, address: new URL(name).pathname })
    }).observe({ type: 'resource', buffered: true })
  })
  const page = await context.newPage()
  await page.goto(`${url}${paths.dashboard}`)
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor({ state: 'attached' })
  return page
}

/** Sends one report as each member through the API, evenly spaced. */
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
    const nextAtMs = startedAtMs + ((index + 1) * spreadOverMs) / team.reporters.length
    await sleep(Math.max(0, nextAtMs - performance.now()))
  }
}

function figuresOf({ tasks, requests }: BusyPage, fromMs: number): Figure[] {
  const longTasks = tasks.filter(({ atMs }) => atMs >= fromMs)
  const lists = Map.groupBy(
    requests.filter(({ atMs, address }) => atMs >= fromMs && address.startsWith('/api/')),
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
  const base = { measurement: 'dashboard', counterpart: null, ratio: null } as const
  return [
    {
      ...base,
      name: `dashboard while ${reporterCount} report in a minute, longest task`,
      ours: Math.max(0, ...longTasks.map(({ durationMs }) => durationMs)),
      unit: 'ms',
      aim: { is: 'at most', value: 100 },
      note: `${longTasks.length} tasks of 50 ms or more`,
    },
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
