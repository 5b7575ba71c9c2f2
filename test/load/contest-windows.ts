import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { createContest, deleteContest, restoreContest, updateContest } from '#contract/contests.schema.ts'
import { type Endpoint, type Method, pathTo } from '#contract/endpoint.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { paths } from '#contract/paths.ts'
import { closingDelayMs, endOfContest } from '#domain/contests.ts'
import { addDays, type Day, dayOf } from '#domain/days.ts'
import { freePort } from '#sandbox/free-port.ts'
import { driveBrowser, startBrowser } from './browser.ts'
import { Child } from './child-process.ts'
import type { Figure } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'

const reporterCount = 30
const reportEveryMs = 150
const postCount = 100
const rounds = 5
const settleMs = 2_000
const limitMs = 1_000
/** How long a window is waited for. */
const longestMs = 20_000

/**
 * Measures how long after its answer a change of a contest shows in the last of five open windows, while colleagues
 * report: creating, editing, deleting, restoring, and closing at its end.
 */
export async function measureContestWindows(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => product.stop())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const environment = { PORT: String(port), PUBLIC_URL: url }
  await product.ask('start', { databaseUrl: await bench.newDatabase(), environment })
  const [admin, ...reporters] = await product.ask('addMembers', { count: reporterCount + 1, hasPoints: true })
  if (!admin) throw new Error('Nobody was added')
  await product.ask('promote', admin.id)
  const posts = await product.ask('addPosts', postCount)
  await product.ask('runMaintenance')
  const today = dayOf(new Date(), 'UTC')
  const api = await AdminCalls.open(bench, port, admin)

  return driveBrowser(await startBrowser(bench), async (context) => {
    const windows = await openWindows(context, url, admin)
    const storm = streamReports(await AdminCalls.open(bench, port, admin), reporters, posts)
    const span = { startDate: addDays(today, -2), endDate: addDays(today, 2) }
    const stage = { api, windows, span, times: new Map<string, number[]>() }
    for (let round = 1; round <= rounds; round++) await changeAll(stage, round)
    await closeOne(stage, product)
    await storm.stop()
    return [...stage.times].map(([change, times]) => figureOf(change, times))
  })
}

interface Windows {
  readonly dashboard: Page
  readonly contests: Page
  readonly contest: Page
  readonly table: Page
  readonly wall: Page
}

interface Stage {
  readonly api: AdminCalls
  readonly windows: Windows
  readonly span: Span
  /** Milliseconds until the last window showed a change, by change. */
  readonly times: Map<string, number[]>
}

interface Span {
  readonly startDate: Day
  readonly endDate: Day
}

/** What a window shows, or no longer shows, when it knows of a change. */
interface Sign {
  readonly page: Page
  /** Where it shows, as a selector. */
  readonly within: string
  readonly text: string
  readonly isThere: boolean
}

async function openWindows(context: BrowserContext, url: string, admin: LoadMember): Promise<Windows> {
  const [name = '', value = ''] = admin.cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const open = async (path: string) => {
    const page = await context.newPage()
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' })
    return page
  }
  const windows = {
    dashboard: await open(paths.dashboard),
    contests: await open(paths.monthlyContests),
    contest: await open(paths.monthlyContest),
    table: await open(`${paths.admin}?tab=contests`),
    wall: await open(`${paths.monthlyContests}?tab=past`),
  }
  await sleep(settleMs)
  return windows
}

function signsOf({ dashboard, contests, contest, table }: Windows, text: string, isThere: boolean): Sign[] {
  return [
    { page: dashboard, within: 'main', text, isThere },
    { page: contests, within: 'main', text, isThere },
    { page: contest, within: 'main', text, isThere },
    { page: table, within: 'table', text, isThere },
  ]
}

/** Creates, edits, deletes, restores and again deletes the running contest, and notes the time of each. */
async function changeAll({ api, windows, span, times }: Stage, round: number): Promise<void> {
  const [made, edited] = [`Brand new ${round}`, `Renamed ${round}`]
  let id = ''
  const note = async (change: string, signs: readonly Sign[], act: () => Promise<unknown>) => {
    times.set(change, [...(times.get(change) ?? []), await shownAfter(signs, act)])
  }
  await note('created', signsOf(windows, made, true), async () => {
    id = await api.create({ title: made, ...span })
  })
  await note('edited', signsOf(windows, edited, true), () => api.call(updateContest, id, { title: edited }))
  await note('deleted', signsOf(windows, edited, false), () => api.call(deleteContest, id))
  await note('restored', signsOf(windows, edited, true), () => api.call(restoreContest, id))
  await shownAfter(signsOf(windows, edited, false), () => api.call(deleteContest, id))
}

/** Has the champion of a contest named at its end. */
async function closeOne(
  { api, windows, span, times }: Stage,
  product: Child<ProductRequests>,
): Promise<void> {
  const title = 'Closing soon'
  await shownAfter(signsOf(windows, title, true), () => api.create({ title, ...span }))
  // Long enough for somebody to have earned in it.
  await sleep(settleMs)
  const signs: Sign[] = [
    { page: windows.wall, within: 'ol[aria-label="Past champions"]', text: '', isThere: true },
    { page: windows.dashboard, within: '[aria-label*=" won "]', text: 'won', isThere: true },
  ]
  const closedAtMs = endOfContest(span, 'UTC').getTime() + closingDelayMs
  times.set('closed', [await shownAfter(signs, () => product.ask('closeContests', closedAtMs))])
}

/** Milliseconds from the answer of a change to the moment at which the last of the windows shows it. */
async function shownAfter(signs: readonly Sign[], act: () => Promise<unknown>): Promise<number> {
  for (const { page, ...sign } of signs) await page.evaluate(watch, { ...sign, longestMs })
  await act()
  const answeredAtMs = performance.timeOrigin + performance.now()
  const shown = await Promise.all(signs.map(({ page }) => page.evaluate(shownAt)))
  return Math.max(0, ...shown.map((atMs) => atMs - answeredAtMs))
}

/** Runs in the page: notes when the page shows the sign first; a page in the background draws nothing. */
function watch({ within, text, isThere, longestMs }: Omit<Sign, 'page'> & { longestMs: number }): void {
  const seen = globalThis as unknown as { sign: Promise<number> }
  seen.sign = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${location.pathname}: ${text} in ${within}, ${isThere}`)), longestMs)
    const look = () => {
      const parts = [...document.querySelectorAll(within)]
      if (parts.some(({ textContent }) => textContent.includes(text)) !== isThere) return
      observer.disconnect()
      resolve(performance.timeOrigin + performance.now())
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    look()
  })
}

/** Runs in the page. */
function shownAt(): Promise<number> {
  return (globalThis as unknown as { sign: Promise<number> }).sign
}

/** Calls of the API, one after another on one connection. */
class AdminCalls {
  readonly #connection: HttpConnection
  readonly #cookie: string

  private constructor(connection: HttpConnection, cookie: string) {
    this.#connection = connection
    this.#cookie = cookie
  }

  static async open(bench: Bench, port: number, { cookie }: LoadMember): Promise<AdminCalls> {
    const connection = await HttpConnection.open(port)
    bench.defer(() => connection.close())
    return new AdminCalls(connection, cookie)
  }

  async create(contest: Span & { readonly title: string }): Promise<string> {
    const answer = await this.#send(`${createContest.method} ${createContest.path}`, contest)
    return createContest.answer.parse(JSON.parse(answer)).data.id
  }

  async call({ method, path }: Endpoint, id: string, body?: object): Promise<void> {
    await this.#send(`${method} ${pathTo(path, { id })}`, body)
  }

  async report(cookie: string, postId: string): Promise<void> {
    await this.#send(`POST ${reportInteraction.path}`, { postId, interactionType: 'like' }, cookie)
  }

  async #send(line: `${Method} ${string}`, body?: object, cookie = this.#cookie): Promise<string> {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const { status, body: bytes } = await this.#connection.ask(requestBytes(line, headers, body))
    if (status >= 400) throw new Error(`${line} got status ${status}: ${bytes.toString()}`)
    return bytes.toString()
  }
}

/** Reports by colleagues, several a second, until it is stopped. */
function streamReports(
  calls: AdminCalls,
  reporters: readonly LoadMember[],
  posts: readonly string[],
): { stop: () => Promise<void> } {
  let isOver = false
  const run = async () => {
    for (let count = 0; !isOver && count < reporters.length * posts.length; count++) {
      const reporter = reporters[count % reporters.length]
      const post = posts[Math.floor(count / reporters.length)]
      if (reporter && post) await calls.report(reporter.cookie, post)
      await sleep(reportEveryMs)
    }
  }
  const under = run()
  return {
    stop: () => {
      isOver = true
      return under
    },
  }
}

function figureOf(change: string, times: readonly number[]): Figure {
  return {
    measurement: 'windows',
    name: `a contest that is ${change}, until the last open window shows it`,
    ours: Math.max(...times),
    unit: 'ms',
    counterpart: null,
    ratio: null,
    aim: { is: 'at most', value: limitMs },
    note: `the longest of ${times.length}`,
  }
}
