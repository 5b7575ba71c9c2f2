import type { BrowserContext } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { paths } from '#contract/paths.ts'
import { driveBrowser, startBrowser } from './browser.ts'
import { Child } from './child-process.ts'
import { type Figure, median } from './figures.ts'
import type { Bench } from './measurement.ts'
import type { SandboxRequests } from './sandbox-process.ts'

const runs = 3
/** A member of the sample team, with a long streak and no office. */
const memberName = 'Grace Wanjiru Kamau'
const leastScores = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
const categories = ['performance', 'accessibility', 'best-practices'] as const
const mostShift = 0.01

/** Runs Lighthouse on the built pages, as on a slow phone with a slow network and an empty cache. */
export async function measureLighthouse(bench: Bench): Promise<Figure[]> {
  const sandbox = new Child<SandboxRequests>('sandbox-process.ts')
  bench.defer(() => sandbox.stop())
  const { url } = await sandbox.ask('start')
  const port = await startBrowser(bench)
  const figures = await measurePage(bench, `${url}${paths.login}`, port)
  await driveBrowser(port, (context) => signIn(context, url))
  for (const path of [paths.dashboard, paths.socialFeed])
    figures.push(...(await measurePage(bench, `${url}${path}`, port)))
  return figures
}

/** Signs in through the whole flow. The cookie stays: before a run, Lighthouse clears only the browser's caches. */
async function signIn(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}${paths.login}`)
  await page.getByRole('button', { name: 'Continue with Slack' }).click()
  await page.getByRole('button', { name: memberName }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor({ state: 'attached' })
  await page.close()
}

async function measurePage(bench: Bench, url: string, port: number): Promise<Figure[]> {
  const results: Result[] = []
  for (let run = 1; run <= runs; run++) results.push(await runLighthouse(url, port))
  const { pathname } = new URL(url)
  const numberOf = (audit: string) =>
    median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  const base = { measurement: 'lighthouse', counterpart: null, ratio: null } as const
  const figures: Figure[] = categories.map((category) => ({
    ...base,
    name: `Lighthouse ${category}, ${pathname}`,
    ours: median(results.map((result) => 100 * (result.categories[category]?.score ?? Number.NaN))),
    unit: 'of 100',
    aim: { is: 'at least', value: leastScores[category] },
    note: weakAuditsIn(results, category),
  }))
  figures.push({
    ...base,
    name: `layout shift, ${pathname}`,
    ours: numberOf('cumulative-layout-shift'),
    unit: '',
    aim: { is: 'at most', value: mostShift },
    note:
      `first paint ${seconds(numberOf('first-contentful-paint'))}, largest ${seconds(numberOf('largest-contentful-paint'))}, ` +
      `blocked for ${numberOf('total-blocking-time').toFixed(0)} ms`,
  })
  bench.log(`${pathname}: ${figures.map(({ ours }) => ours.toFixed(2)).join(', ')}; ${figures.at(-1)?.note}`)
  return figures
}

/**
 * Runs one cold load with Lighthouse's default phone, network and processor. Tries up to `attempts` times, because
 * Lighthouse sometimes fails on a busy machine.
 */
async function runLighthouse(url: string, port: number, attempts = 3): Promise<Result> {
  const outcome = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'error' })
  const failure = outcome ? outcome.lhr.runtimeError?.message : 'it returned nothing'
  if (failure !== undefined && attempts > 1) return runLighthouse(url, port, attempts - 1)
  if (!outcome || failure !== undefined) throw new Error(`Lighthouse failed for ${url}: ${failure}`)
  const { lhr } = outcome
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`Lighthouse was redirected from ${url} to ${lhr.finalDisplayedUrl}`)
  return lhr
}

/** The titles of the audits that lower the score of a category. For performance, these are its metrics. */
function weakAuditsIn(results: readonly Result[], category: string): string | undefined {
  const titles = results.flatMap(({ audits, categories }) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => audits[id]?.title ?? id),
  )
  return titles.length === 0 ? undefined : [...new Set(titles)].join('; ')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
