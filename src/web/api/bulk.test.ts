import { describe, expect, test } from 'vitest'
import { type BulkProgress, inBulk } from './bulk.ts'
import { ApiError } from './client.ts'

const many = Array.from({ length: 20 }, (_, place) => place)
const turn = () => new Promise((resolve) => setTimeout(resolve, 1))

/** Runs it over the numbers from 0 to 19, with what it reports and how long it waits. */
async function run(act: (item: number) => Promise<unknown>, signal = new AbortController().signal) {
  const progress: BulkProgress[] = []
  const waitsMs: number[] = []
  const outcome = await inBulk(many, act, {
    signal,
    onProgress: (news) => progress.push(news),
    pause: async (ms) => {
      waitsMs.push(ms)
      await turn()
    },
  })
  return { ...outcome, progress, waitsMs }
}

describe('many in a row', () => {
  test('are done once each, four at a time, and counted', { tags: ['wrong-many-posts'] }, async () => {
    const began: number[] = []
    let atOnce = 0
    let most = 0
    const { done, failed, left, progress } = await run(async (item) => {
      began.push(item)
      most = Math.max(most, ++atOnce)
      await turn()
      atOnce--
    })
    expect([done, failed, left, began, most]).toEqual([many, [], [], many, 4])
    expect(progress.map(({ settled }) => settled)).toEqual(many.map((place) => place + 1))
    expect(progress.at(-1)).toEqual({ settled: 20, total: 20, waitSeconds: null })
  })

  test('go on after one that is refused, and name it with its reason', {
    tags: ['wrong-one-refused'],
  }, async () => {
    const refusal = new ApiError(404, 'This post is not known')
    const { done, failed } = await run((item) => (item % 7 === 3 ? Promise.reject(refusal) : turn()))
    expect(done).toHaveLength(17)
    expect(failed).toEqual([3, 10, 17].map((item) => ({ item, error: refusal })))
  })

  test('wait together as long as the server asks, and go on with none left out', {
    tags: ['admin-posts-bulk-wait'],
  }, async () => {
    let calls = 0
    const { done, failed, waitsMs, progress } = await run(async () => {
      await turn()
      if (++calls > 6 && calls <= 10) throw new ApiError(429, 'Too many requests', { retryAfter: '17' })
    })
    expect([done, failed, calls]).toEqual([many, [], 24])
    expect([...new Set(waitsMs)]).toEqual([17_000])
    expect(waitsMs.length).toBeLessThan(3)
    expect(progress).toContainEqual({ settled: expect.any(Number), total: 20, waitSeconds: 17 })
    expect(progress.at(-1)?.waitSeconds).toBeNull()
  })

  test('wait for a while where the server does not say how long', async () => {
    let calls = 0
    const { waitsMs } = await run(async () => {
      if (++calls === 1) throw new ApiError(429, 'Too many requests')
    })
    expect(waitsMs).toEqual([5_000])
  })

  test.each([
    ['the connection is lost', new TypeError('Failed to fetch')],
    ['the session has ended', new ApiError(401, 'Please sign in')],
    ['the right is gone', new ApiError(403, 'You are not allowed to do this')],
  ])(
    'end at once when %s, and the rest has failed',
    { tags: ['wrong-connection-lost'] },
    async (_, error) => {
      const tried: number[] = []
      const { done, failed, left } = await run(async (item) => {
        tried.push(item)
        await turn()
        if (item >= 8) throw error
      })
      expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
      expect(tried.length).toBeLessThanOrEqual(12)
      expect(failed.map(({ item }) => item)).toEqual(many.slice(8))
      expect(failed.every((failure) => failure.error === error)).toBe(true)
      expect(left).toEqual([])
    },
  )

  test('stop when they are told to: what is under way is finished, the rest is left', {
    tags: ['admin-posts-bulk-stop'],
  }, async () => {
    const stopper = new AbortController()
    const { done, failed, left } = await run(async (item) => {
      if (item === 5) stopper.abort()
      await turn()
    }, stopper.signal)
    expect(failed).toEqual([])
    expect([...done, ...left]).toEqual(many)
    expect(done.length).toBeGreaterThanOrEqual(6)
    expect(left.length).toBeGreaterThan(10)
  })

  test('do not wait out the pause when they are told to stop', async () => {
    const stopper = new AbortController()
    const stopping = inBulk(many, () => Promise.reject(new ApiError(429, 'Too many', { retryAfter: '60' })), {
      signal: stopper.signal,
      onProgress: ({ waitSeconds }) => waitSeconds !== null && stopper.abort(),
    })
    expect(await stopping).toEqual({ done: [], failed: [], left: many })
  })

  test('of none at all are done at once', async () => {
    const none = { signal: new AbortController().signal, onProgress: () => undefined }
    expect(await inBulk([], turn, none)).toEqual({ done: [], failed: [], left: [] })
  })
})
