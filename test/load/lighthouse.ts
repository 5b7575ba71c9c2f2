import type { BrowserContext } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { paths } from '#contract/paths.ts'
import { driveBrowser, startBrowser } from './browser.ts'
import { Child } from './child-process.ts'
import { type Figure, median } from './figures.ts'
import type { Bench } from './measurement.ts'
import type { SandboxRequests } from './sandbox-process.ts'

const runs = 3
/** Of the sample team: somebody with a long streak and no office. */
const memberName = 'Grace Wanjiru Kamau'
const leastScores = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
const categories = ['performance', 'accessibility', 'best-practices'] as const
const mostShift = 0.05

/** How Lighthouse judges the built pages, as a slow phone on a slow network meets them with nothing cached. */
export async function measureLighthouse(bench: Bench): Promise<Figure[]> {
  const sandbox = new Child<SandboxRequests>('sandbox-process.ts')
  bench.later(() => sandbox.stop())
  const { url } = await sandbox.ask('start')
  const port = await startBrowser(bench)
  const figures = await judge(bench, `${url}${paths.login}`, port)
  await driveBrowser(port, (context) => signIn(context, url))
  for (const path of [paths.dashboard, paths.socialFeed])
    figures.push(...(await judge(bench, `${url}${path}`, port)))
  return figures
}

/** Through the whole sign-in flow. The cookie stays: before a run Lighthouse empties the browser's caches only. */
async function signIn(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}${paths.login}`)
  await page.getByRole('button', { name: 'Continue with Slack' }).click()
  await page.getByRole('button', { name: memberName }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor({ state: 'attached' })
  await page.close()
}

async function judge(bench: Bench, url: string, port: number): Promise<Figure[]> {
  const results: Result[] = []
  for (let run = 1; run <= runs; run++) results.push(await runLighthouse(url, port))
  const { pathname } = new URL(url)
  const numberOf = (audit: string) =>
    median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  const alone = { measurement: 'lighthouse', counterpart: null, ratio: null } as const
  const figures: Figure[] = categories.map((category) => ({
    ...alone,
    name: `Lighthouse ${category}, ${pathname}`,
    ours: median(results.map((result) => 100 * (result.categories[category]?.score ?? Number.NaN))),
    unit: 'of 100',
    aim: { is: 'at least', value: leastScores[category] },
    note: complaintsIn(results, category),
  }))
  figures.push({
    ...alone,
    name: `layout shift, ${pathname}`,
    ours: numberOf('cumulative-layout-shift'),
    unit: '',
    aim: { is: 'at most', value: mostShift },
    note:
      `first paint ${seconds(numberOf('first-contentful-paint'))}, largest ${seconds(numberOf('largest-contentful-paint'))}, ` +
      `blocked for ${numberOf('total-blocking-time').toFixed(0)} ms`,
  })
  bench.say(`${pathname}: ${figures.map(({ ours }) => ours.toFixed(2)).join(', ')}; ${figures.at(-1)?.note}`)
  return figures
}

/** One cold load with Lighthouse's usual phone, network and processor. On a busy machine it sometimes fails by itself. */
async function runLighthouse(url: string, port: number, attempts = 3): Promise<Result> {
  const outcome = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'error' })
  const failure = outcome ? outcome.lhr.runtimeError?.message : 'it answered nothing'
  if (failure !== undefined && attempts > 1) return runLighthouse(url, port, attempts - 1)
  if (!outcome || failure !== undefined) throw new Error(`Lighthouse could not judge ${url}: ${failure}`)
  const { lhr } = outcome
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`Lighthouse was led from ${url} to ${lhr.finalDisplayedUrl}`)
  return lhr
}

/** What Lighthouse takes points off for in a category, beside the times that the score of performance is made of. */
function complaintsIn(results: readonly Result[], category: string): string | undefined {
  const complaints = results.flatMap(({ audits, categories }) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => audits[id]?.title ?? id),
  )
  return complaints.length === 0 ? undefined : [...new Set(complaints)].join('; ')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
