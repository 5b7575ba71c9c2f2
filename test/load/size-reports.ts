import { reportInteraction } from '#contract/interactions.schema.ts'
import { type Figure, median } from './figures.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Bench } from './measurement.ts'
import type { LoadMember } from './product-process.ts'
import { prepareReports } from './report.ts'

const rounds = 15
const roundMs = 1_000

/** A running product with members who can report, and posts that nobody reported on. */
export interface SizedProduct {
  readonly port: number
  /** They hold the achievements that they can reach. */
  readonly members: readonly LoadMember[]
  /** Each of them unlocks one with the next share. */
  readonly unlocking: readonly LoadMember[]
  readonly posts: readonly string[]
}

/** Compares reports in a company of a million with those in one of a thousand, and the unlocking kind with the usual one. */
export async function measureReportsAtSize(
  bench: Bench,
  large: SizedProduct,
  small: SizedProduct,
): Promise<Figure[]> {
  const [inLarge, inSmall] = [
    await prepareReports(bench, { ...large, posts: [...large.posts] }),
    await prepareReports(bench, { ...small, posts: [...small.posts] }),
  ]
  const results: { large: number; small: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const result = {
      large: await inLarge({ durationMs: roundMs }),
      small: await inSmall({ durationMs: roundMs }),
    }
    // The first round warms both up.
    if (round > 0) results.push(result)
    bench.log(`reports a second: ${result.large.toFixed(0)} and ${result.small.toFixed(0)}`)
  }
  return [
    {
      measurement: 'size',
      name: 'cost of a report, against a company of 1,000',
      ours: median(results.map((each) => 1_000 / each.large)),
      unit: 'ms a report',
      counterpart: { name: '1,000 members', value: median(results.map((each) => 1_000 / each.small)) },
      ratio: median(results.map((each) => each.small / each.large)),
      aim: { is: 'at most', value: 1.15 },
    },
    await unlockingFigure(bench, large),
  ]
}

/**
 * Each of these members likes, which the process remembers; then shares, which unlocks; then comments the usual way. One
 * after the other, so that both kinds meet the same disturbances.
 */
async function unlockingFigure(bench: Bench, { port, unlocking, posts }: SizedProduct): Promise<Figure> {
  const connection = await HttpConnection.open(port)
  bench.defer(() => connection.close())
  const report = async ({ cookie }: LoadMember, interactionType: 'like' | 'share' | 'comment') => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const body = { postId: posts[0], interactionType }
    const startedAtMs = performance.now()
    const { status } = await connection.ask(requestBytes(`POST ${reportInteraction.path}`, headers, body))
    if (status !== 200) throw new Error(`A report was answered ${status}`)
    return performance.now() - startedAtMs
  }
  const unlockingMs: number[] = []
  const usualMs: number[] = []
  for (const member of unlocking) {
    await report(member, 'like')
    unlockingMs.push(await report(member, 'share'))
    usualMs.push(await report(member, 'comment'))
  }
  const [ours, usual] = [median(unlockingMs), median(usualMs)]
  return {
    measurement: 'size',
    name: 'a report that unlocks an achievement, against a usual one',
    ours,
    unit: 'ms',
    counterpart: { name: 'a usual report', value: usual },
    ratio: ours / usual,
    aim: { is: 'at most', value: 1.5 },
  }
}

/**
 * Right after a start, members with enough points to lead report all at once, each once. Every one of them must be
 * answered 200.
 */
export async function herdFigure(bench: Bench, { port, members, posts }: SizedProduct): Promise<Figure> {
  const connections = await Promise.all(members.map(() => HttpConnection.open(port)))
  bench.defer(() => {
    for (const connection of connections) connection.close()
  })
  const body = { postId: posts.at(-1), interactionType: 'comment' }
  const startedAtMs = performance.now()
  const answers = await Promise.all(
    members.map(({ cookie }, nth) => {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' }
      return connections[nth]?.ask(requestBytes(`POST ${reportInteraction.path}`, headers, body))
    }),
  )
  const tookMs = performance.now() - startedAtMs
  const refused = answers.filter((answer) => answer?.status !== 200)
  if (refused.length > 0) throw new Error(`${refused.length} of the herd were answered ${refused[0]?.status}`)
  return {
    measurement: 'size',
    name: `${members.length} members who could lead, all at once after a start`,
    ours: tookMs,
    unit: 'ms',
    counterpart: null,
    ratio: null,
    aim: { is: 'at most', value: 5_000 },
  }
}
