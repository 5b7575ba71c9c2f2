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
const recordCount = 20_000
const rounds = 5
const slowestMs = 300

/** The eight tabs by their names, and what is there when the first rows or figures of one are. */
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

/** How long an administrator of a large company waits for each tab after the click that opens it for the first time. */
export async function measureAdminPanel(bench: Bench): Promise<Figure[]> {
  // Before the product, so that it is thrown away after it.
  const dataDir = await bench.newFolder()
  const product = new Child<ProductRequests>('product-process.ts')
  bench.later(() => product.stop())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const environment = { PORT: String(port), PUBLIC_URL: url }
  await product.ask('start', { dataDir, environment })
  const admin = await fill(product, bench)
  return driveBrowser(await startBrowser(bench), async (context) => {
    const page = await openAs(context, url, admin)
    const waits = new Map<string, number[]>(Object.keys(tabs).map((name) => [name, []]))
    for (let round = 0; round < rounds; round++) {
      for (const [name, sign] of Object.entries(tabs)) {
        // Each from a fresh page: nothing of the tab has been loaded. Settings is where the first look lands.
        await page.goto(`${url}${paths.admin}?tab=${name === 'Settings' ? 'slack' : 'settings'}`)
        await page.getByRole('tabpanel').locator('h2').first().waitFor()
        await page.waitForLoadState('networkidle')
        waits.get(name)?.push(await page.evaluate(openTab, { name, sign }))
      }
    }
    return [figureOf(waits)]
  })
}

async function fill(product: Child<ProductRequests>, bench: Bench): Promise<LoadMember> {
  bench.say('filling the database')
  const [admin] = await product.ask('addMembers', { count: memberCount, hasPoints: true })
  if (!admin) throw new Error('No member was made')
  await product.ask('promote', admin.id)
  await product.ask('fillWithReports', reportCount)
  await product.ask('addPosts', postCount)
  await product.ask('addShares', shareCount)
  await product.ask('addRecords', recordCount)
  const today = dayOf(systemClock().now(), 'UTC')
  await product.ask('addContest', { startDate: addDays(today, -5), endDate: addDays(today, 5) })
  await product.ask('tidy')
  return admin
}

async function openAs(context: BrowserContext, url: string, reader: LoadMember): Promise<Page> {
  const [name = '', value = ''] = reader.cookie.split('=')
  await context.addCookies([{ name, value, url }])
  return context.newPage()
}

function figureOf(waits: ReadonlyMap<string, readonly number[]>): Figure {
  const medians = [...waits].map(([name, each]) => {
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

/** Runs in the page: opens a tab and answers the milliseconds until the frame with its first rows has been drawn. */
async function openTab({ name, sign }: { name: string; sign: string }): Promise<number> {
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
    if (panel && document.querySelector(sign) && !panel.querySelector('[aria-busy="true"]')) break
    if (performance.now() - startedAtMs > 20_000) throw new Error(`The tab ${name} shows nothing`)
  }
  await nextFrame()
  return performance.now() - startedAtMs
}
