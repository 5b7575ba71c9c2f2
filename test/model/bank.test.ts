import { setImmediate as letOthers } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asDay } from '#domain/days.ts'
import type { PostId } from '#domain/ids.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { statement } from '#server/db/handle.ts'
import { AppError } from '#server/errors.ts'
import { undoInteraction } from '#server/features/interactions/commands.ts'
import { listOwnInteractions } from '#server/features/interactions/store.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { type Instances, shareDatabase } from '#test/support/instances.ts'
import { testClock } from '#test/support/moment.ts'

const runForMs = Number(process.env.OVATION_BANK_SECONDS ?? 4) * 1_000
const writers = 8
/** Fewer members than writers, so that writers get into each other's way. */
const memberCount = 5
const postCount = 20

interface Sums {
  readonly held: number
  readonly earned: number
  readonly standings: number
  readonly negative: number
}

// One statement sees one snapshot, whatever is committed while it runs.
const readSums = statement<Sums>(
  'test_bank_sums',
  `select (select coalesce(sum(total_points), 0)::int from users) as held,
     (select coalesce(sum(amount), 0)::int from ledger) as earned,
     (select coalesce(sum(points), 0)::int from standings join contests on standings_id = contest_id) as standings,
     (select count(*)::int from users where total_points < 0 or total_engagements < 0) as negative`,
)

let t: TestApp
let instances: Instances
let members: TestMember[]
let posts: PostId[]

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T10:00:00.000Z') })
  instances = await shareDatabase(t, 4)
  members = await Promise.all(Array.from({ length: memberCount }, (_, nth) => t.member(`member.${nth}`)))
  posts = await Promise.all(Array.from({ length: postCount }, () => insertPost(t.deps)))
  await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') })
})
afterAll(async () => {
  await instances.close()
  await t.close()
})

it(`holds the same sum in the ledger, the totals and the standings at every read while ${writers} write`, {
  tags: ['inv-01'],
  timeout: runForMs + 30_000,
}, async () => {
  const counts = { reports: 0, undos: 0, refusals: 0, reads: 0 }
  const untilMs = performance.now() + runForMs
  const isRunning = () => performance.now() < untilMs
  const write = async () => {
    while (isRunning()) {
      await writeOnce(counts)
      // The embedded engine never leaves the microtask queue by itself: without this no timer would ever fire.
      await letOthers()
    }
  }
  const read = async () => {
    while (isRunning()) {
      const [sums] = await t.deps.db.run(readSums, [])
      if (!sums) throw new Error('no sums')
      expect(sums).toEqual({ held: sums.earned, earned: sums.earned, standings: sums.earned, negative: 0 })
      counts.reads++
      await letOthers()
    }
  }
  await Promise.all([...Array.from({ length: writers }, write), read()])
  console.log(`bank on ${t.deps.db.engine}: ${JSON.stringify(counts)}`)
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  for (const [what, number] of Object.entries(counts)) expect(number, what).toBeGreaterThan(0)
})

/** A report of something at random or, half the time, an undo of something of one's own. */
async function writeOnce(counts: { reports: number; undos: number; refusals: number }): Promise<void> {
  const member = oneOf(members)
  try {
    if (Math.random() < 0.5) {
      await reportInteraction(instances.next(), member, {
        postId: oneOf(posts),
        interactionType: oneOf(interactionTypes),
      })
      counts.reports++
      return
    }
    const own = await listOwnInteractions(t.deps.db, member.id, { limit: 1_000 })
    if (own.length === 0) return
    await undoInteraction(instances.next(), member, oneOf(own).id)
    counts.undos++
  } catch (error) {
    // Two at once: one wins. Anything else that goes wrong is a failure.
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    counts.refusals++
  }
}

function oneOf<Value>(values: readonly Value[]): Value {
  const value = values[Math.floor(Math.random() * values.length)]
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}
