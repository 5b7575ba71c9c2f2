import type { Page } from '@playwright/test'
import { listLedgerOf, listOwnLedger } from '#contract/ledger.ts'
import { paths } from '#contract/paths.ts'
import {
  getReviewCounts,
  listReviewAppeals,
  listReviewChecks,
  listReviewReports,
  listReviewShares,
} from '#contract/review.ts'
import { freePort } from '#sandbox/free-port.ts'
import { driveBrowser, startBrowser } from './browser.ts'
import { Child } from './child-process.ts'
import { type Figure, median } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'

const memberCount = 10_000
const reportCount = 200_000
const postCount = 5_000
const shareCount = 20_000
const checkCount = 2_000
const appealCount = 1_000
const entryCount = 2_000
const rounds = 5
const slowestMs = 300

/** The lists of the review, each with a selector that matches as soon as its first rows are shown. */
const queues = {
  shares: '[aria-label="Shares to review"] > li',
  checks: '[aria-label="Checks to decide"] > li',
  appeals: '[aria-label="Open appeals"] > li',
  reports: 'main tbody tr',
  verified: '[aria-label="Verified shares"] > li',
  'not-accepted': '[aria-label="Shares that were not accepted"] > li',
} as const

/** Measures how long a reviewer of a large company waits for each list of the review, and for a long statement. */
export async function measureReview(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => product.stop())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const environment = { PORT: String(port), PUBLIC_URL: url }
  await product.ask('start', { databaseUrl: await bench.newDatabase(), environment })
  const { reviewer, postId } = await fillDatabase(product, bench)
  const answers = await measureAnswers(bench, { port, reviewer, postId })
  bench.log(answers.note ?? '')
  return driveBrowser(await startBrowser(bench), async (context) => {
    const [name = '', value = ''] = reviewer.cookie.split('=')
    await context.addCookies([{ name, value, url }])
    return [answers, await measureScreens(await context.newPage(), url)]
  })
}

async function fillDatabase(product: Child<ProductRequests>, bench: Bench) {
  bench.log('filling the database')
  const members = await product.ask('addMembers', { count: memberCount, hasPoints: true })
  const [reviewer] = members
  if (!reviewer) throw new Error('No member was created')
  await product.ask('promote', reviewer.id)
  await product.ask('fillWithReports', reportCount)
  const [postId = ''] = await product.ask('addPosts', postCount)
  await product.ask('addShares', shareCount)
  await product.ask('addReviewRows', {
    checks: checkCount,
    appeals: appealCount,
    entries: entryCount,
    memberId: reviewer.id,
  })
  await product.ask('runMaintenance')
  return { reviewer, postId }
}

interface Asking {
  readonly port: number
  readonly reviewer: LoadMember
  readonly postId: string
}

/** What the screens ask for, without the browser. */
async function measureAnswers(bench: Bench, { port, reviewer, postId }: Asking): Promise<Figure> {
  const statement = listLedgerOf.path.replace(':userId', reviewer.id)
  const lists: Readonly<Record<string, string>> = {
    shares: `${listReviewShares.path}?status=to_review&`,
    answered: `${listReviewShares.path}?status=verified,not_accepted&`,
    checks: `${listReviewChecks.path}?`,
    appeals: `${listReviewAppeals.path}?`,
    reports: `${listReviewReports.path}?`,
    'reports by name': `${listReviewReports.path}?search=member%20${reviewer.username.slice(-9)}&`,
    'reports by a common name': `${listReviewReports.path}?search=member&`,
    'reports by nobody': `${listReviewReports.path}?search=nobody%20at%20all&`,
    'reports on a post': `${listReviewReports.path}?postId=${postId}&`,
    'reports of a member': `${listReviewReports.path}?userId=${reviewer.id}&`,
    'reports of days': `${listReviewReports.path}?from=2020-01-01&to=2020-01-31&`,
    counts: `${getReviewCounts.path}?`,
    'own statement': `${listOwnLedger.path}?`,
    'statement of a member': `${statement}?`,
  }
  const connection = await HttpConnection.open(port)
  bench.defer(() => connection.close())
  const waitsMs = new Map<string, number[]>(Object.keys(lists).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, path] of Object.entries(lists)) {
      // Another size each time, so that no answer comes from a cache.
      const headers = { cookie: reviewer.cookie, 'sec-fetch-site': 'same-origin' }
      const request = requestBytes(`GET ${path}limit=${25 - round}`, headers)
      const startedAtMs = performance.now()
      const { status, body } = await connection.ask(request)
      waitsMs.get(name)?.push(performance.now() - startedAtMs)
      if (status !== 200) throw new Error(`${name}: ${status} ${body}`)
    }
  }
  return figureOf('slowest answer of the review', waitsMs)
}

async function measureScreens(page: Page, url: string): Promise<Figure> {
  const waitsMs = new Map<string, number[]>([...Object.keys(queues), 'statement'].map((name) => [name, []]))
  const settle = async (address: string, selector: string) => {
    // A fresh page each time, so that nothing of the next list is loaded yet.
    await page.goto(`${url}${address}`)
    await page.locator(selector).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, rows] of Object.entries(queues)) {
      const other = name === 'checks' ? 'appeals' : 'checks'
      await settle(`${paths.review}?tab=${other}`, queues[other])
      const opener = `[data-queue="${name}"]`
      waitsMs.get(name)?.push(await page.evaluate(open, { opener, rows, previous: queues[other] }))
    }
    await settle(paths.profile, '[role="tab"]')
    const opener = '[role="tab"]:nth-of-type(2)'
    const rows = '[role="tabpanel"]:not([hidden]) [class] table tbody tr:nth-of-type(25)'
    waitsMs.get('statement')?.push(await page.evaluate(open, { opener, rows, previous: null }))
  }
  return figureOf(
    `first rows of the slowest list of the review, with ${counted(memberCount)} members and ${counted(reportCount)} reports`,
    waitsMs,
  )
}

function counted(count: number): string {
  return count.toLocaleString('en-US')
}

function figureOf(name: string, waitsMs: ReadonlyMap<string, readonly number[]>): Figure {
  const medians = [...waitsMs].map(([of, each]) => ({ of, ms: median(each) }))
  return {
    measurement: 'review',
    name,
    ours: Math.max(...medians.map(({ ms }) => ms)),
    unit: 'ms',
    counterpart: null,
    ratio: null,
    aim: { is: 'at most', value: slowestMs },
    note: medians.map(({ of, ms }) => `${of} ${ms.toFixed(0)} ms`).join(', '),
  }
}

interface Opening {
  readonly opener: string
  readonly rows: string
  /** What the page showed before; null if it stays. */
  readonly previous: string | null
}

/** Runs in the page. Presses a link or a tab and returns the milliseconds until the frame with the rows is drawn. */
async function open({ opener, rows, previous }: Opening): Promise<number> {
  const pressed = document.querySelector<HTMLElement>(opener)
  if (!pressed) throw new Error(`There is no ${opener}`)
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const startedAtMs = performance.now()
  pressed.click()
  for (;;) {
    await nextFrame()
    const isShown = document.querySelector(rows) && !document.querySelector('main [aria-busy="true"]')
    if (isShown && (previous === null || !document.querySelector(previous))) break
    if (performance.now() - startedAtMs > 20_000) throw new Error(`${opener} shows nothing`)
  }
  await nextFrame()
  return performance.now() - startedAtMs
}
