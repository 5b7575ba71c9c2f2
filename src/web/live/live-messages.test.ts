import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getLeaderboard, type LeaderboardEntry } from '#contract/leaderboard.ts'
import type { LiveMessage } from '#contract/live.ts'
import type { Missed } from '#contract/missed.ts'
import { liveTopics } from '#contract/topics.ts'
import { getCurrentUser } from '#contract/users.ts'
import { asId } from '#domain/ids.ts'
import { createQueryClient, refresh } from '#web/api/query-client.ts'
import { LiveCache, parsedLiveMessage } from './live-messages.ts'
import { earned, pointEvent, removed } from './live-samples.ts'

const engagement: LiveMessage = { type: 'ENGAGEMENT_UPDATE', data: { postId: pointEvent.postId } }

/** Lists are read 300 ms after the first message, one task after the other. */
const readMs = 350
/** Until all that the live connection needs is loaded. */
const loadedMs = 2_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A cache in which all these addresses are on screen, and the list of addresses it has refetched. */
async function watching(addresses: readonly string[][]) {
  const client = createQueryClient()
  const read: string[] = []
  for (const queryKey of addresses) {
    const queryFn = () => {
      read.push(queryKey.join('/'))
      return Promise.resolve({ data: [] })
    }
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  }
  await vi.advanceTimersByTimeAsync(0)
  read.length = 0
  const cache = new LiveCache(client)
  await vi.advanceTimersByTimeAsync(loadedMs)
  await import('./later.ts')
  await vi.advanceTimersByTimeAsync(0)
  return { client, read, cache }
}

const memberId = asId<'user'>('01890000-0000-7000-8000-000000000002')
const onScreen = [
  ['/api/user'],
  ['/api/activities'],
  ['/api/leaderboard'],
  ['/api/leaderboard/me'],
  ['/api/leaderboard', 'streaks'],
  ['/api/contests'],
  ['/api/achievements'],
  ['/api/achievements', 'user', memberId],
  ['/api/social-interactions/recent', memberId],
  ['/api/social-interactions/mine'],
  ['/api/social-feed-posts'],
  ['/api/admin/points-config'],
]

test('the confirmation of the connection shows no toast and refreshes nothing', {
  tags: ['live-confirmed'],
}, async () => {
  const { cache, read } = await watching(onScreen)
  const confirmation: LiveMessage = { type: 'connected', data: { signedIn: true } }
  expect(parsedLiveMessage(JSON.stringify(confirmation))).toEqual(confirmation)
  cache.apply(confirmation)
  await vi.advanceTimersByTimeAsync(1000)
  expect(read).toEqual([])
})

test('new numbers of a post refresh the posts, and nothing else', { tags: ['live-numbers'] }, async () => {
  const { cache, read } = await watching(onScreen)
  cache.apply({ type: 'ENGAGEMENT_UPDATE', data: { postId: pointEvent.postId } })
  await vi.advanceTimersByTimeAsync(1000)
  expect(read).toEqual(['/api/social-feed-posts'])
})

test('a burst of messages causes one refresh, 300 ms after the first', async () => {
  const { cache, read } = await watching(onScreen)
  cache.apply(earned)
  await vi.advanceTimersByTimeAsync(200)
  cache.apply(earned)
  expect(read).toEqual([])
  await vi.advanceTimersByTimeAsync(readMs - 200)
  expect(read.sort()).toEqual(['/api/activities', '/api/leaderboard'])
})

test('what a report of somebody else hardly ever changes is read once, after all that it did change', {
  tags: ['live-refresh'],
}, async () => {
  const { cache, read } = await watching(onScreen)
  cache.apply(earned)
  cache.apply(earned)
  await vi.advanceTimersByTimeAsync(900)
  expect(read).not.toContain('/api/user')
  await vi.advanceTimersByTimeAsync(3000)
  expect(read.slice(2).sort()).toEqual(['/api/achievements', '/api/contests', '/api/user'])
})

test('the account of the member who reported is read with all that changed, and not again afterwards', {
  tags: ['live-refresh'],
}, async () => {
  const { cache, read } = await watching(onScreen)
  cache.apply(earned)
  cache.apply({ type: 'TOUCHED', topics: ['reports'] })
  await vi.advanceTimersByTimeAsync(readMs)
  expect(read).toContain('/api/user')
  await vi.advanceTimersByTimeAsync(3000)
  expect(read.filter((address) => address === '/api/user')).toHaveLength(1)
})

test('each list is read in a task of its own', async () => {
  vi.useRealTimers()
  const client = createQueryClient()
  let task = 0
  const readIn: number[] = []
  const queryFn = () => {
    readIn.push(task)
    setTimeout(() => (task += 1))
    return Promise.resolve({ data: [] })
  }
  const lists = onScreen.slice(0, 6)
  for (const queryKey of lists) {
    client.setQueryData(queryKey, { data: [] })
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  }
  await refresh(client, liveTopics)
  expect(readIn).toHaveLength(lists.length)
  expect(new Set(readIn).size).toBe(lists.length)
})

test('an answer that was on its way when the message came is asked for again', async () => {
  vi.useRealTimers()
  const client = createQueryClient()
  const queryKey = ['/api/contests']
  const answers: ((answer: unknown) => void)[] = []
  const queryFn = () => new Promise((resolve) => answers.push(resolve))
  client.setQueryData(queryKey, 'first')
  new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  void client.refetchQueries({ queryKey })
  const refreshed = refresh(client, ['contests'])
  answers[0]?.('before the change')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('after the change')
  await refreshed
  expect(client.getQueryData(queryKey)).toBe('after the change')
})

test('a stream of messages refreshes each list at most once a second, and misses none', async () => {
  const { cache, read } = await watching([['/api/activities']])
  for (let sent = 0; sent < 40; sent += 1) {
    cache.apply(earned)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(read).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(1000)
  expect(read).toHaveLength(5)
  await vi.advanceTimersByTimeAsync(5000)
  expect(read).toHaveLength(5)
})

test('a list that was read behind many others is not read again within a second', async () => {
  const others = Array.from({ length: 30 }, (_, nth) => ['/api/leaderboard', String(nth)])
  const { client, cache } = await watching([...others, ['/api/activities']])
  const readAtMs: number[] = []
  client.getQueryCache().subscribe(({ query, type }) => {
    const begins = type === 'updated' && query.state.fetchStatus === 'fetching'
    if (begins && query.queryKey[0] === '/api/activities') readAtMs.push(performance.now())
  })
  cache.apply(earned)
  await vi.advanceTimersByTimeAsync(readMs)
  cache.apply({ type: 'TOUCHED', topics: ['activities'] })
  await vi.advanceTimersByTimeAsync(2000)
  expect(new Set(readAtMs).size).toBe(2)
  expect((readAtMs.at(-1) ?? 0) - (readAtMs[0] ?? 0)).toBeGreaterThanOrEqual(1000)
})

test('what is urgent is refreshed at once and as often as it comes, also while other messages stream in', {
  tags: ['contests-live'],
}, async () => {
  const { cache, read } = await watching([['/api/contests'], ['/api/activities']])
  cache.apply(earned)
  await vi.advanceTimersByTimeAsync(readMs)
  read.length = 0
  for (let nth = 0; nth < 3; nth += 1) {
    cache.apply(earned)
    cache.apply({ type: 'TOUCHED', topics: ['contests'] })
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(read).toEqual(['/api/contests', '/api/contests', '/api/contests'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(read.filter((address) => address === '/api/activities')).toHaveLength(1)
})

test('removed points also refresh the member’s own reports', async () => {
  const { cache, read } = await watching(onScreen)
  cache.apply(removed)
  await vi.advanceTimersByTimeAsync(2000 + readMs)
  expect(read).toContain(`/api/social-interactions/recent/${memberId}`)
  expect(read).toContain('/api/social-interactions/mine')
  expect(read).not.toContain('/api/admin/points-config')
})

test('an engagement update refreshes only the posts', async () => {
  const { cache, read } = await watching(onScreen)
  cache.apply(engagement)
  await vi.advanceTimersByTimeAsync(readMs)
  expect(read).toEqual(['/api/social-feed-posts'])
})

test('a change of the points rules refreshes them and the posts, which show their worth', async () => {
  const { cache, read } = await watching(onScreen)
  cache.apply({ type: 'ENGAGEMENT_UPDATE', data: { postId: null } })
  await vi.advanceTimersByTimeAsync(readMs)
  expect(read.sort()).toEqual(['/api/admin/points-config', '/api/social-feed-posts'])
})

test('after a reconnection all live data is refetched', async () => {
  const { cache, read } = await watching(onScreen)
  await cache.catchUp(Number.POSITIVE_INFINITY)
  await vi.advanceTimersByTimeAsync(readMs)
  expect(read).toHaveLength(onScreen.length)
})

describe('after a lost connection', () => {
  const away = 20_000
  const stranger = asId<'user'>('01890000-0000-7000-8000-0000000000ff')

  test('a window reads nothing again where nothing changed', { tags: ['live-missed'] }, async () => {
    const { cache, read } = await missing({ topics: [], members: [] })
    await cache.catchUp(away)
    await vi.advanceTimersByTimeAsync(readMs)
    expect(read).toEqual([])
  })

  test('only what changed, and of its own only what is its own', { tags: ['live-missed'] }, async () => {
    const { cache, read } = await missing({ topics: ['totals', 'activities'], members: [stranger] })
    await cache.catchUp(away)
    await vi.advanceTimersByTimeAsync(readMs)
    expect(read).toEqual(expect.arrayContaining(['/api/activities', '/api/leaderboard']))
    for (const unchanged of ['/api/user', '/api/leaderboard/me', '/api/social-feed-posts'])
      expect(read).not.toContain(unchanged)
  })

  test('its account, its place and its reports where it has earned points elsewhere', {
    tags: ['live-missed'],
  }, async () => {
    const { cache, read } = await missing({ topics: ['totals', 'reports'], members: [stranger] })
    await cache.catchUp(away)
    await vi.advanceTimersByTimeAsync(readMs)
    for (const own of ['/api/user', '/api/leaderboard/me', '/api/social-interactions/mine'])
      expect(read).toContain(own)
  })

  test('its own place too, where those with other points are too many to name', {
    tags: ['live-missed'],
  }, async () => {
    const { cache, read } = await missing({ topics: ['totals'], members: null })
    await cache.catchUp(away)
    await vi.advanceTimersByTimeAsync(readMs)
    expect(read).toContain('/api/leaderboard/me')
    expect(read).not.toContain('/api/activities')
  })

  test.each<[string, number, unknown]>([
    ['the server does not know', away, { data: null }],
    ['it was away for too long', 4_000_000, { data: { topics: [], members: [] } }],
    ['the server does not answer', away, null],
  ])('everything, if %s', { tags: ['live-missed'] }, async (_, awayMs, answer) => {
    const { cache, read } = await missing(answer as never)
    await cache.catchUp(awayMs)
    await vi.advanceTimersByTimeAsync(readMs)
    expect(read).toHaveLength(onScreen.length)
  })

  test('what changed is read within a quarter of the time over which windows spread', {
    tags: ['live-reads-spread'],
  }, async () => {
    const withinMs = 8_000
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    onTestFinished(() => void vi.restoreAllMocks())
    const { cache, read } = await missing({ topics: ['activities'], members: [] })
    cache.apply({ type: 'connected', data: { signedIn: true, withinMs } })
    await cache.catchUp(1_000)
    await vi.advanceTimersByTimeAsync(withinMs / 8)
    expect(read).toEqual([])
    await vi.advanceTimersByTimeAsync(readMs)
    expect(read).toEqual(['/api/activities'])
    // What is heard afterwards is spread over the whole time again.
    cache.apply(earned)
    await vi.advanceTimersByTimeAsync(withinMs)
    expect(read).not.toContain('/api/leaderboard')
    await vi.advanceTimersByTimeAsync(withinMs / 2 + readMs)
    expect(read).toContain('/api/leaderboard')
  })

  /** A window whose server answers this when it is asked what changed; an answer null fails. */
  async function missing(answer: Missed | { data: Missed | null } | null) {
    const body = answer !== null && 'topics' in answer ? { data: answer } : answer
    vi.stubGlobal('fetch', () =>
      body === null
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(
            new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } }),
          ),
    )
    onTestFinished(() => void vi.unstubAllGlobals())
    return watching(onScreen)
  }
})

describe('where the server spreads the windows', () => {
  const withinMs = 8_000

  test('each reads what everybody sees some time later, and what is its own at once', {
    tags: ['live-reads-spread'],
  }, async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { cache, read } = await watching(onScreen)
    cache.apply({ type: 'connected', data: { signedIn: true, withinMs } })
    cache.apply(earned)
    cache.apply({ type: 'TOUCHED', topics: ['totals', 'activities'], withinMs })
    await vi.advanceTimersByTimeAsync(withinMs / 2 - 1_000)
    expect(read).toEqual([])
    cache.apply({ type: 'TOUCHED', topics: ['reports'], withinMs })
    await vi.advanceTimersByTimeAsync(readMs)
    expect(read).toEqual(expect.arrayContaining(['/api/user', '/api/leaderboard/me']))
    expect(read).not.toContain('/api/activities')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(read).toContain('/api/activities')
  })

  test('all of them read everything again after a reconnection, one after the other', {
    tags: ['live-reads-spread'],
  }, async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { cache, read } = await watching(onScreen)
    cache.apply({ type: 'connected', data: { signedIn: true, withinMs } })
    await cache.catchUp(Number.POSITIVE_INFINITY)
    await vi.advanceTimersByTimeAsync(withinMs / 2)
    expect(read).toEqual([])
    await vi.advanceTimersByTimeAsync(readMs)
    expect(read).toHaveLength(onScreen.length)
  })
})

describe('the own place is read again', () => {
  const entryOf = (name: string, rank: number, totalPoints: number): LeaderboardEntry => ({
    id: asId<'user'>(`01890000-0000-7000-8000-0000000001${name.length}0`),
    username: name,
    displayName: name,
    avatar: null,
    totalShares: 0,
    totalEngagements: 0,
    rank,
    totalPoints,
  })
  const [a, bb, ccc, dddd, eeeee, ffffff] = [
    entryOf('a', 1, 90),
    entryOf('bb', 2, 80),
    entryOf('ccc', 3, 70),
    entryOf('dddd', 4, 60),
    entryOf('eeeee', 5, 50),
    entryOf('ffffff', 6, 40),
  ] as const
  const around = { own: eeeee, above: [ccc, dddd], below: [ffffff] }

  async function asFifth() {
    const own = [['/api/leaderboard/me'], ['/api/leaderboard/around'], ['/api/leaderboard/streaks']]
    const all = await watching(own)
    all.client.setQueryData(['/api/leaderboard/around'], { data: around })
    const push = async (data: LeaderboardEntry[]) => {
      all.cache.apply({ type: 'LEADERBOARD_UPDATE', data: { data, total: data.length } })
      await vi.advanceTimersByTimeAsync(50)
    }
    return { ...all, push }
  }

  test('when a board comes that shows other neighbours, and not when it changed elsewhere', {
    tags: ['live-reads-exact'],
  }, async () => {
    const { push, read } = await asFifth()
    await push([{ ...a, totalPoints: 95 }, bb, ccc, dddd, eeeee, ffffff])
    expect(read).toEqual([])
    await push([a, bb, ccc, dddd, eeeee, { ...ffffff, totalPoints: 45 }])
    expect(read.sort()).toEqual(['/api/leaderboard/around', '/api/leaderboard/me'])
  })

  test('once a second at most, however many boards come, and reports of neighbours beside them', {
    tags: ['live-reads-exact'],
  }, async () => {
    const { cache, client, push, read } = await asFifth()
    const asked = () => read.filter((path) => path === '/api/leaderboard/around').length
    for (const totalPoints of [41, 42, 43]) await push([a, bb, ccc, dddd, eeeee, { ...ffffff, totalPoints }])
    client.setQueryData(['/api/leaderboard/around'], { data: around })
    cache.apply({ ...earned, data: { ...earned.data, username: 'dddd' } } as LiveMessage)
    await vi.advanceTimersByTimeAsync(700)
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(400)
    expect(asked()).toBe(2)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(asked()).toBe(2)
  })

  test('when somebody passes, comes in between or leaves the board', {
    tags: ['live-reads-exact'],
  }, async () => {
    const moved = [
      [a, bb, ccc, dddd, { ...ffffff, rank: 5, totalPoints: 55 }, { ...eeeee, rank: 6 }],
      [a, bb, ccc, { ...eeeee, rank: 4 }, { ...ffffff, rank: 5 }],
      [a, bb, ccc, dddd, eeeee],
      [a, bb, ccc, dddd],
    ]
    for (const board of moved) {
      const { push, read } = await asFifth()
      await push(board)
      expect(read).toContain('/api/leaderboard/around')
    }
  })

  test('when the member earned points, or a neighbour did, and for nobody else', {
    tags: ['live-reads-exact'],
  }, async () => {
    const { cache, read } = await asFifth()
    const heard = async (message: LiveMessage) => {
      read.length = 0
      cache.apply(message)
      await vi.advanceTimersByTimeAsync(1_500)
      return [...read].sort()
    }
    expect(await heard({ ...earned, data: { ...earned.data, username: 'a' } } as LiveMessage)).toEqual([])
    expect(await heard({ type: 'TOUCHED', topics: ['totals', 'activities'] })).toEqual([])
    const places = ['/api/leaderboard/around', '/api/leaderboard/me']
    expect(await heard({ type: 'TOUCHED', topics: ['achievements'] })).toEqual(places)
    const watched = await asFifth()
    watched.cache.apply({ ...earned, data: { ...earned.data, username: 'dddd' } } as LiveMessage)
    await vi.advanceTimersByTimeAsync(readMs)
    expect(watched.read.sort()).toEqual(places)
    expect(await heard({ type: 'TOUCHED', topics: ['streaks'] })).toEqual(['/api/leaderboard/streaks'])
  })
})

test('a pushed leaderboard replaces the cached one at once, and beats an answer that is still in flight', async () => {
  const { cache, client } = await watching([])
  const queryKey = [getLeaderboard.path]
  const older = new Promise((resolve) => setTimeout(() => resolve({ data: [], total: 1 }), 50))
  new QueryObserver(client, { queryKey, queryFn: () => older }).subscribe(() => undefined)
  cache.apply({ type: 'LEADERBOARD_UPDATE', data: { data: [], total: 2 } })
  expect(client.getQueryData(queryKey)).toEqual({ data: [], total: 2 })
  await vi.advanceTimersByTimeAsync(100)
  expect(client.getQueryData(queryKey)).toEqual({ data: [], total: 2 })
})

test('a pushed leaderboard refetches nothing; topics that a commit touched are refetched', async () => {
  const { cache, client, read } = await watching(onScreen)
  const entry = {
    id: memberId,
    username: 'ana.lima',
    displayName: 'Ana Lima',
    avatar: null,
    totalShares: 0,
    totalEngagements: 0,
    rank: 1,
  }
  client.setQueryData([getCurrentUser.path], {
    data: { id: memberId, username: 'ana.lima', totalPoints: 15 },
  })
  cache.apply({ type: 'LEADERBOARD_UPDATE', data: { data: [{ ...entry, totalPoints: 15 }], total: 1 } })
  await vi.advanceTimersByTimeAsync(readMs)
  expect(read).toEqual([])
  cache.apply({ type: 'TOUCHED', topics: ['account', 'rewards'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(read).toContain('/api/user')
  expect(read).not.toContain('/api/leaderboard')
  read.length = 0
  cache.apply({ type: 'TOUCHED', topics: ['members'] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(read).toEqual(expect.arrayContaining(['/api/user', '/api/leaderboard', '/api/activities']))
  expect(read).not.toContain('/api/admin/points-config')
})

test('nothing is refreshed after it has stopped', async () => {
  const { cache, read } = await watching(onScreen)
  cache.apply(earned)
  cache.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(read).toEqual([])
})

test.each(['not json', 'null', '{"type":"SOMETHING_ELSE","data":{}}', '{"data":{}}'])(
  '%s is logged and ignored',
  { tags: ['live-unknown'] },
  (text) => {
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    expect(parsedLiveMessage(text)).toBeNull()
    expect(info).toHaveBeenCalledOnce()
  },
)
