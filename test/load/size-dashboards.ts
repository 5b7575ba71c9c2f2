import { setTimeout as sleep } from 'node:timers/promises'
import { listActivities } from '#contract/activities.schema.ts'
import { getCurrentContest } from '#contract/contests.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import type { Child } from './child-process.ts'
import { type Figure, median, percentile } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import type { ProductRequests } from './product-process.ts'
import type { SizedProduct } from './size-reports.ts'
import { Swarm } from './swarm.ts'

const warmUpEvents = 20
const eventCount = 40
const everyMs = 1_000
/** As the browser code collects what it hears. */
const collectMs = 300
/** What a dashboard shows of somebody else's report. It asks for its own place only if that has moved. */
const paths = [listActivities, getLeaderboard, getCurrentContest].map(({ path }) => path)
/** What it also reads, and last, because somebody else's report hardly ever changes it. */
const afterwards = [getCurrentUser.path]

interface Dashboards {
  readonly windows: number
  readonly aimMs: number
  /** For the name of the figure. */
  readonly company: string
}

/** Measures how long after a report a second all dashboards have read again what it changed. */
export async function dashboardFigure(
  bench: Bench,
  { child, product }: { readonly child: Child<ProductRequests>; readonly product: SizedProduct },
  { windows, aimMs, company }: Dashboards,
): Promise<Figure> {
  const { port, members, unlocking, posts } = product
  const refreshing = { paths, collectMs, afterwards, headers: { 'accept-encoding': 'gzip' } }
  const swarm = await Swarm.open(port, members.concat(unlocking).slice(0, windows), refreshing)
  bench.defer(() => swarm.close())
  const reporter = await HttpConnection.open(port)
  bench.defer(() => reporter.close())
  // Those of earlier measurements.
  await child.ask('announced')
  for (let n = 0; n < warmUpEvents + eventCount; n++) {
    const headers = { cookie: members[n]?.cookie ?? '', 'sec-fetch-site': 'same-origin' }
    // From the end, because other measurements begin with the first.
    const body = { postId: posts.at(-2 - n), interactionType: 'comment' }
    const { status } = await reporter.ask(requestBytes(`POST ${reportInteraction.path}`, headers, body))
    if (status !== 200) throw new Error(`A report was answered ${status}`)
    await sleep(everyMs)
  }
  await swarm.waitUntilFresh(warmUpEvents + eventCount)
  const announced = (await child.ask('announced')).map(({ atMs }) => atMs)
  const delaysMs = await swarm.delaysSince(announced, warmUpEvents)
  return {
    measurement: 'size',
    name: `${windows} dashboards up to date, p99, ${company}`,
    ours: percentile(delaysMs, 99),
    unit: 'ms',
    counterpart: null,
    ratio: null,
    aim: { is: 'at most', value: aimMs },
    note: `a report a second; half within ${median(delaysMs).toFixed(0)} ms, of which they wait ${collectMs} ms for more news`,
  }
}
