import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emergencySignIn, signOut } from '#contract/auth.ts'
import { recentInteractionsOf } from '#contract/interactions.ts'
import { getLeaderboard } from '#contract/leaderboard.ts'
import type { UserId } from '#domain/ids.ts'
import { ApiError, call, displayMessage, isUnauthorized } from './client.ts'

let sent: { address: string; init: RequestInit }[] = []
let answer = new Response('{}')
let token: string | null = null

beforeEach(() => {
  sent = []
  token = null
  answer = new Response('{"data":[]}')
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'auth_token' ? token : null) })
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    sent.push({ address, init })
    return Promise.resolve(answer.clone())
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('a body goes out as JSON with its content type, and cookies go along', {
  tags: ['call-headers'],
}, async () => {
  await call(emergencySignIn, { body: { email: 'a@b.c', password: 'x' } })
  expect(sent[0]?.address).toBe('/api/auth/login')
  expect(sent[0]?.init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: '{"email":"a@b.c","password":"x"}',
  })
})

test('without a body there is no content type, and without a token no authorization', {
  tags: ['call-headers'],
}, async () => {
  await call(signOut)
  expect(sent[0]?.init.headers).toEqual({})
  expect(sent[0]?.init.body).toBeNull()
  expect(sent[0]?.init.credentials).toBe('include')
})

test('a stored token goes out as bearer', { tags: ['emergency-token-sent'] }, async () => {
  token = 'secret'
  await call(signOut)
  expect(sent[0]?.init.headers).toEqual({ Authorization: 'Bearer secret' })
})

test('parameters and the query are put into the address, encoded; what is undefined is left out', async () => {
  await call(recentInteractionsOf, { params: { userId: 'a/b' as UserId } })
  await call(getLeaderboard, { query: { search: 'é & ü', offset: undefined, limit: 5 } })
  expect(sent.map(({ address }) => address)).toEqual([
    '/api/social-interactions/recent/a%2Fb',
    '/api/leaderboard?search=%C3%A9+%26+%C3%BC&limit=5',
  ])
})

test('a refusal throws its status and text, and shows the message alone', {
  tags: ['call-errors'],
}, async () => {
  answer = new Response('{"message":"Invalid email or password."}', { status: 401 })
  const error: unknown = await call(signOut).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ message: '401: {"message":"Invalid email or password."}', status: 401 })
  expect(displayMessage(error)).toBe('Invalid email or password.')
  expect(isUnauthorized(error)).toBe(true)
})

test('a refusal without text throws the status text, and one that is no JSON shows its text', {
  tags: ['call-errors'],
}, async () => {
  answer = new Response('', { status: 503, statusText: 'Service Unavailable' })
  await expect(call(signOut)).rejects.toThrow('503: Service Unavailable')
  answer = new Response('too busy', { status: 503 })
  const error: unknown = await call(signOut).catch((reason: unknown) => reason)
  expect(displayMessage(error)).toBe('too busy')
})

test('an unreachable server shows a sentence, not the browser’s own words', () => {
  expect(displayMessage(new TypeError('Failed to fetch'))).toMatch(/could not be reached/)
  expect(displayMessage(new TypeError('Failed to fetch'), 'Failed to report interaction')).toBe(
    'Failed to report interaction',
  )
})

test('a list with an ETag is asked for with it, and an unchanged one is the answer that is known', async () => {
  answer = new Response('{"data":[],"total":7}', { headers: { ETag: '"one"' } })
  await call(getLeaderboard)
  answer = new Response(null, { status: 304 })
  expect(await call(getLeaderboard)).toEqual({ data: [], total: 7 })
  expect(sent[1]?.init.headers).toEqual({ 'If-None-Match': '"one"' })
})
