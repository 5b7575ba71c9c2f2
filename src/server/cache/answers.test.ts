import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { getMyRank } from '#contract/leaderboard.ts'
import { serve } from '#contract/served.schema.ts'
import { monotonicMs } from '#server/clock.ts'
import { testClock } from '#test/support/moment.ts'
import { Cache } from './cache.ts'
import type { Kept, Pace, ReadyAnswer } from './kept.ts'

const ranks = serve(endpoint<{ answer: { version: number } }>('GET', getMyRank.path), {
  answer: z.object({ version: z.int() }),
})
let cache: Cache
const around = { clock: testClock(), timeZone: 'UTC' }
let version = 0
let builds = 0
let takesMs = 0
let buildTimes: { startedAtMs: number; endedAtMs: number }[] = []

/** A clock that advances only during sleeps, so that every pause has exactly its requested length. */
function ownPace(): Pace {
  let nowMs = 0
  return {
    nowMs: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms
    },
  }
}
let pace: Pace

beforeEach(() => {
  pace = { nowMs: monotonicMs, sleep: (ms) => sleep(ms) }
  cache = new Cache(around)
  version = 0
  builds = 0
  takesMs = 0
  buildTimes = []
})

test('what answers are made of is read once until its topic changes', async () => {
  const kept = cache.keep(['posts'], async () => ({ build: ++builds }))
  expect(await Promise.all([kept.read(), kept.read()])).toEqual([{ build: 1 }, { build: 1 }])
  cache.touch(['totals'])
  expect(await kept.read()).toEqual({ build: 1 })
  cache.touch(['posts'])
  expect(await kept.read()).toEqual({ build: 2 })
})

describe('a snapshot', () => {
  test('is built once for all simultaneous readers, and not again until something changes', async () => {
    const snapshot = define()
    takesMs = 20
    const answers = await Promise.all(Array.from({ length: 50 }, () => snapshot.read()))
    expect(new Set(answers).size).toBe(1)
    expect(await snapshot.read()).toBe(answers[0])
    expect(builds).toBe(1)
  })

  test('cannot be peeked at before the first read, nor after a change', async () => {
    const snapshot = define()
    expect(snapshot.peek()).toBeNull()
    const ready = await snapshot.read()
    expect(snapshot.peek()).toBe(ready)
    cache.touch(['totals'])
    expect(snapshot.peek()).toBeNull()
  })

  test('becomes stale only by its own topics', async () => {
    const snapshot = define()
    await snapshot.read()
    cache.touch(['posts', 'rules'])
    expect(snapshot.peek()).not.toBeNull()
    cache.touch(['posts', 'totals'])
    expect(snapshot.peek()).toBeNull()
  })

  test('has the same etag for the same bytes and another for other bytes', async () => {
    const snapshot = define()
    const first = await snapshot.read()
    cache.touch(['totals'])
    const same = await snapshot.read()
    change()
    const other = await snapshot.read()
    expect(same.etag).toBe(first.etag)
    expect(other.etag).not.toBe(first.etag)
    expect(other.etag).toMatch(/^"[\w-]+"$/)
  })

  test('contains only fields in its schema', async () => {
    const snapshot = cache.define(ranks, async () =>
      Object.assign({ version: 1 }, { email: 'ana@northwind.test' }),
    )
    expect((await snapshot.read()).body).toBe('{"version":1}')
  })

  test('is rebuilt after a minute, for lists that depend on the day', async () => {
    const snapshot = defineOn(ownPace())
    await snapshot.read()
    await pace.sleep(59_999)
    expect(snapshot.peek()).not.toBeNull()
    await pace.sleep(1)
    expect(snapshot.peek()).toBeNull()
    await snapshot.read()
    expect(builds).toBe(2)
  })
})

describe('a reader after a change', () => {
  test('sees it even when an older build is still running', async () => {
    const snapshot = define()
    takesMs = 30
    const early = snapshot.read()
    await sleep(10)
    change()
    const late = snapshot.read()
    expect(versionIn(await late)).toBe(1)
    expect(versionIn(await early)).toBeLessThanOrEqual(1)
    expect(builds).toBe(2)
  })

  test('never gets an older answer, whatever the order of changes and reads', async () => {
    const snapshot = define()
    takesMs = 3
    const readers: Promise<void>[] = []
    for (let step = 0; step < 60; step++) {
      if (step % 3 === 0) change()
      const wanted = version
      readers.push(snapshot.read().then((ready) => expect(versionIn(ready)).toBeGreaterThanOrEqual(wanted)))
      await sleep(Math.random() * 4)
    }
    await Promise.all(readers)
    expect(versionIn(await snapshot.read())).toBe(version)
  })

  test('waits about nine times as long as a build takes, so that builds use at most a tenth of the time', async () => {
    expect(await pausesOf(defineOn(ownPace()), 3, 20)).toEqual([0, 0, 9 * 20])
  })

  test('waits no longer than a second after a slow build', async () => {
    expect(await pausesOf(defineOn(ownPace()), 3, 300)).toEqual([0, 0, 1_000])
  })

  test('does not wait after the very first build, which is always slow', async () => {
    expect(await pausesOf(defineOn(ownPace()), 2, 100)).toEqual([0, 0])
  })
})

describe('after a change', () => {
  test('a snapshot that is in use is rebuilt before anybody asks again', async () => {
    const snapshot = define()
    await snapshot.read()
    snapshot.peek()
    change()
    await vi.waitFor(() => expect(snapshot.peek()).not.toBeNull(), { timeout: 45_000 })
    expect(versionIn(await snapshot.read())).toBe(1)
    expect(builds).toBe(2)
  })

  test('a snapshot that nobody has read since is not rebuilt', async () => {
    const snapshot = define()
    await snapshot.read()
    change()
    change()
    await sleep(50)
    expect(builds).toBe(1)
  })

  test('the next reader retries a rebuild that failed in the background', async () => {
    let isBroken = false
    const snapshot = cache.define(ranks, async () => {
      builds++
      if (isBroken) throw new Error('no database')
      return { version }
    })
    await snapshot.read()
    snapshot.peek()
    isBroken = true
    change()
    await vi.waitFor(() => expect(builds).toBe(2), { timeout: 45_000 })
    await sleep(5)
    isBroken = false
    expect(versionIn(await snapshot.read())).toBe(1)
  })

  test('one slow build in a busy moment does not make the next reader wait long', async () => {
    const snapshot = defineOn(ownPace())
    await pausesOf(snapshot, 2, 2)
    await pausesOf(snapshot, 1, 400)
    expect(await pausesOf(snapshot, 2, 2)).toEqual([9 * 2, 9 * 2])
  })

  test('the wait grows once five builds in a row were slow', async () => {
    const snapshot = defineOn(ownPace())
    await pausesOf(snapshot, 2, 0)
    expect(await pausesOf(snapshot, 6, 20)).toEqual([0, 0, 0, 0, 0, 9 * 20])
  })
})

describe('a build that fails', () => {
  test('fails for those who waited for it, and the next reader gets an answer', async () => {
    let isBroken = true
    const snapshot = cache.define(ranks, async () => {
      builds++
      await sleep(5)
      if (isBroken) throw new Error('no database')
      return { version: 1 }
    })
    const readers = await Promise.allSettled([snapshot.read(), snapshot.read(), snapshot.read()])
    expect(readers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(builds).toBe(1)
    expect(snapshot.peek()).toBeNull()
    isBroken = false
    expect(versionIn(await snapshot.read())).toBe(1)
  })

  test('leaves the change to the next build, and does not serve the old answer', async () => {
    let isBroken = false
    const snapshot = cache.define(ranks, async () => {
      if (isBroken) throw new Error('no database')
      return { version }
    })
    await snapshot.read()
    isBroken = true
    change()
    await expect(snapshot.read()).rejects.toThrow('no database')
    isBroken = false
    expect(versionIn(await snapshot.read())).toBe(1)
  })
})

function defineOn(own: Pace) {
  pace = own
  cache = new Cache({ ...around, pace: own })
  return define()
}

function define() {
  const ofThisTest = cache
  return cache.define(ranks, async () => {
    // A rebuild after the last change of one test may happen while the next test counts.
    if (ofThisTest !== cache) return { version }
    builds++
    const startedAtMs = pace.nowMs()
    const seen = version
    if (takesMs > 0) await pace.sleep(takesMs)
    buildTimes.push({ startedAtMs, endedAtMs: pace.nowMs() })
    return { version: seen }
  })
}

/** Builds a snapshot once for each duration, and returns the wait before each build. */
async function pausesOf(snapshot: Kept<ReadyAnswer>, count: number, eachTakesMs: number): Promise<number[]> {
  takesMs = eachTakesMs
  const first = buildTimes.length
  for (let build = 1; build <= count; build++) {
    change()
    await snapshot.read()
  }
  return buildTimes.slice(first).map(({ startedAtMs }, n) => {
    const before = buildTimes[first + n - 1]
    return before ? startedAtMs - before.endedAtMs : 0
  })
}

function change(): void {
  version++
  cache.touch(['totals'])
}

function versionIn({ body }: { body: string }): number {
  return ranks.answer.parse(JSON.parse(body)).version
}
