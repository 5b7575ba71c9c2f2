import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './client.ts'
import { createQueryClient, pathOf } from './query-client.ts'
import { currentUserQuery } from './session.ts'

let asked: string[] = []
let answer = new Response('{"data":[]}')

beforeEach(() => {
  asked = []
  answer = new Response('{"data":[]}')
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined })
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return Promise.resolve(answer.clone())
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('a key is read at its parts, joined with slashes, and its JSON is the answer', {
  tags: ['call-keys'],
}, async () => {
  const queryKey = ['/api/social-interactions/recent', 'ana']
  expect(await createQueryClient().fetchQuery({ queryKey })).toEqual({ data: [] })
  expect(asked).toEqual(['/api/social-interactions/recent/ana'])
})

test('what was read is fresh for five minutes, and read again after them', {
  tags: ['call-fresh'],
}, async () => {
  vi.useFakeTimers()
  try {
    const client = createQueryClient()
    const query = { queryKey: ['/api/contests'] }
    await client.fetchQuery(query)
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
    await client.fetchQuery(query)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await client.fetchQuery(query)
    expect(asked).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test('a window that is looked at again reads nothing, however old its answers are', {
  tags: ['call-fresh'],
}, async () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  client.mount()
  const stop = new QueryObserver(client, { queryKey: ['/api/contests'] }).subscribe(() => undefined)
  try {
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(asked).toEqual(['/api/contests'])
  } finally {
    focusManager.setFocused(undefined)
    stop()
    client.unmount()
    vi.useRealTimers()
  }
})

test('a read that fails is not repeated, and 401 fails it', {
  tags: ['call-failed', 'call-errors'],
}, async () => {
  vi.useFakeTimers()
  try {
    answer = new Response('{"message":"Please sign in"}', { status: 401 })
    const failed = createQueryClient()
      .fetchQuery({ queryKey: ['/api/contests'] })
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.filter((address) => address === '/api/contests')).toHaveLength(1)
    expect(await failed).toBeInstanceOf(ApiError)
  } finally {
    vi.useRealTimers()
  }
})

test('asked who is signed in, 401 means nobody', { tags: ['call-errors'] }, async () => {
  answer = new Response('{"message":"Please sign in"}', { status: 401 })
  expect(await createQueryClient().fetchQuery(currentUserQuery)).toEqual({ data: null, signedOut: null })
})

test.each([
  [['/api/leaderboard'], '/api/leaderboard'],
  [['/api/leaderboard', { offset: 100 }], '/api/leaderboard'],
  [['/api/leaderboard/me'], '/api/leaderboard/me'],
  [['/api/leaderboard/movement', {}], '/api/leaderboard/movement'],
  [['/api/leaderboard', '01890000-0000-7000-8000-000000000001'], '/api/leaderboard/:contestId'],
  [
    ['/api/leaderboard', '01890000-0000-7000-8000-000000000001', 'around'],
    '/api/leaderboard/:contestId/around',
  ],
  [['/api/activities', 'all'], '/api/activities'],
  [['/api/unknown'], undefined],
])('the key %j holds an answer of one endpoint only: %s', { tags: ['live-reads-exact'] }, (key, path) => {
  expect(pathOf(key)).toBe(path)
})
