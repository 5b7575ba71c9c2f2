import type { BrowserContext, Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { freePort } from '#sandbox/free-port.ts'
import { driveBrowser, startBrowser } from './browser.ts'
import { Child } from './child-process.ts'
import type { Figure } from './figures.ts'
import type { Bench } from './measurement.ts'
import type { LoadMember, ProductRequests } from './product-process.ts'

const memberCount = 5_000
const postCount = 1_000
const scrollSteps = 600
/** One step a frame, as fast as somebody in a hurry turns a mouse wheel. */
const stepPx = 120
const longestTaskMs = 100

/** Measures scrolling through a fully loaded feed, and through the whole board of a large company. */
export async function measureLongLists(bench: Bench): Promise<Figure[]> {
  const product = new Child<ProductRequests>('product-process.ts')
  bench.defer(() => product.stop())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const environment = { PORT: String(port), PUBLIC_URL: url }
  await product.ask('start', { databaseUrl: await bench.newDatabase(), environment })
  const [reader] = await product.ask('addMembers', { count: memberCount, hasPoints: true })
  await product.ask('addPosts', postCount)
  await product.ask('runMaintenance')
  return driveBrowser(await startBrowser(bench), async (context) => {
    const page = await openAs(context, url, reader)
    return [await scrollFeed(page, url), await scrollBoard(page, url)]
  })
}

async function openAs(context: BrowserContext, url: string, reader: LoadMember | undefined): Promise<Page> {
  const [name = '', value = ''] = reader?.cookie.split('=') ?? []
  await context.addCookies([{ name, value, url }])
  return context.newPage()
}

async function scrollFeed(page: Page, url: string): Promise<Figure> {
  await page.goto(`${url}${paths.socialFeed}`)
  const region = page.getByRole('region', { name: 'Company posts, newest first' })
  await region.getByRole('article').first().waitFor()
  const end = region.getByText('End of list')
  while (!(await end.isVisible())) {
    await page.keyboard.press('End')
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  const count = await region.getByRole('article').count()
  if (count >= postCount) throw new Error(`The feed holds ${count} posts in the document`)
  return figureOf(
    `scrolling through ${postCount.toLocaleString('en-US')} posts, longest task`,
    page.locator('html'),
  )
}

async function scrollBoard(page: Page, url: string): Promise<Figure> {
  await page.goto(`${url}${paths.leaderboard}`)
  await page.getByRole('list', { name: 'All members by rank' }).getByRole('listitem').first().waitFor()
  const whole = page.locator('html')
  return figureOf(`scrolling through a board of ${memberCount.toLocaleString('en-US')}, longest task`, whole)
}

async function figureOf(name: string, region: Locator): Promise<Figure> {
  const { longestMs, frameMs } = await region.evaluate(scrollThrough, { steps: scrollSteps, stepPx })
  return {
    measurement: 'lists',
    name,
    ours: longestMs,
    unit: 'ms',
    counterpart: null,
    ratio: null,
    aim: { is: 'at most', value: longestTaskMs },
    note: `19 of 20 frames within ${frameMs.toFixed(0)} ms`,
  }
}

/** Runs in the page. Scrolls an element down from the top, one step a frame, then jumps to its end and back. */
async function scrollThrough(element: Element, { steps, stepPx }: { steps: number; stepPx: number }) {
  const tasksMs: number[] = []
  const framesMs: number[] = []
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasksMs.push(duration)
  })
  observer.observe({ type: 'longtask' })
  let lastMs = performance.now()
  for (let step = 1; step <= steps; step++) {
    element.scrollTop = step * stepPx
    const nowMs = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    framesMs.push(nowMs - lastMs)
    lastMs = nowMs
  }
  for (const end of [element.scrollHeight, 0]) {
    element.scrollTop = end
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  observer.disconnect()
  framesMs.sort((one, other) => one - other)
  return { longestMs: Math.max(0, ...tasksMs), frameMs: framesMs[Math.floor(steps * 0.95)] ?? 0 }
}
