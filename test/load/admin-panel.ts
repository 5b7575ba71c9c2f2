import type { BrowserContext, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { addDays, dayOf } from '#domain/days.ts'
import { freePort } from '#sandbox/free-port.ts'
import { systemClock } from '#server/clock.ts'
import { driveBrowser, startBrowser } from './browser.ts'
import { Child } from './child-process.ts'
import type { Figure } from './figures.ts'
import type { Bench } from './measurement.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'

const memberCount = 10_000
const postCount = 5_000
const shareCount = 20_000
const reportCount = 50_000
const logEntryCount = 20_000
const rounds = 5
const slowestMs = 300

/** The eight tabs by name, each with a selector that matches as soon as its first rows or figures are shown. */
const tabs = {
  Users: 'tbody tr',
  'Social Feed': 'main:has([aria-label="Social feed posts"] tbody tr) [aria-label="Social shares"] tbody tr',
  Analytics: '[role="progressbar"], meter, dd, li',
  'Monthly Contests': 'tbody tr',
  Slack: 'dd, li',
  Automation: 'input[role="switch"]',
  Webhooks: 'tbody tr',
  Settings: 'tbody tr',
} as const

/** Measures how long an administrator of a large company waits for each tab after the first click on it. */
export async function measureAdminPanel(bench: Bench): Promise<Figure[]> {
  // Created before the product, so that it is deleted after the product has stopped.
  const dataDir = await bench.newFolder()
  const product = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => product.stop())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const environment = { PORT: String(port), PUBLIC_URL: url }
  await product.ask('start', { dataDir, environment })
  const admin = await fillDatabase(product, bench)
  return driveBrowser(await startBrowser(bench), async (context) => {
    const page = await openAs(context, url, admin)
    const waitsMs = new Map<string, number[]>(Object.keys(tabs).map((name) => [name, []]))
    for (let round = 0; round < rounds; round++) {
      for (const [name, selector] of Object.entries(tabs)) {
        // A fresh page each time, so that nothing of the tab is loaded yet. It shows Settings first, or Slack when
        // Settings is measured.
        await page.goto(`${url}${paths.admin}?tab=${name === 'Settings' ? 'slack' : 'settings'}`)
        await page.getByRole('tabpanel').locator('h2').first().waitFor()
        await page.waitForLoadState('networkidle')
        waitsMs.get(name)?.push(await page.evaluate(openTab, { name, selector }))
      }
    }
    return [figureOf(waitsMs)]
  })
}

async function fillDatabase(product: Child<ProductRequests>, bench: Bench): Promise<LoadMember> {
  bench.log('filling the database')
  const [admin] = await product.ask('addMembers', { count: memberCount, hasPoints: true })
  if (!admin) throw new Error('No member was created')
  await product.ask('promote', admin.id)
  await product.ask('fillWithReports', reportCount)
  await product.ask('addPosts', postCount)
  await product.ask('addShares', shareCount)
  await product.ask('addLogEntries', logEntryCount)
  const today = dayOf(systemClock().now(), 'UTC')
  await product.ask('addContest', { startDate: addDays(today, -5), endDate: addDays(today, 5) })
  await product.ask('runMaintenance')
  return admin
}

async function openAs(context: BrowserContext, url: string, reader: LoadMember): Promise<Page> {
  const [name = '', value = ''] = reader.cookie.split('=')
  await context.addCookies([{ name, value, url }])
  return context.newPage()
}

function figureOf(waitsMs: ReadonlyMap<string, readonly number[]>): Figure {
  const medians = [...waitsMs].map(([name, each]) => {
    const sorted = each.toSorted((one, other) => one - other)
    return { name, ms: sorted[Math.floor(rounds / 2)] ?? Number.NaN }
  })
  const counts = [memberCount, postCount, shareCount].map((count) => count.toLocaleString('en-US'))
  return {
    measurement: 'admin',
    name: `first rows of the slowest admin tab, with ${counts[0]} members, ${counts[1]} posts and ${counts[2]} shares`,
    ours: Math.max(...medians.map(({ ms }) => ms)),
    unit: 'ms',
    counterpart: null,
    ratio: null,
    aim: { is: 'at most', value: slowestMs },
    note: medians.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', '),
  }
}

/** Runs in the page. Opens a tab and returns the milliseconds until the frame with its first rows is drawn. */
async function openTab({ name, selector }: { name: string; selector: string }): Promise<number> {
  const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find(
    ({ textContent }) => textContent === name,
  )
  if (!tab) throw new Error(`There is no tab ${name}`)
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const startedAtMs = performance.now()
  tab.click()
  for (;;) {
    await nextFrame()
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
    if (panel && document.querySelector(selector) && !panel.querySelector('[aria-busy="true"]')) break
    if (performance.now() - startedAtMs > 20_000) throw new Error(`The tab ${name} shows nothing`)
  }
  await nextFrame()
  return performance.now() - startedAtMs
}
