import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CatchHook, startCatchHook } from './catch-hook.ts'

let hook: CatchHook

beforeAll(async () => {
  hook = await startCatchHook()
})
afterEach(() => hook.clearFaults())
afterAll(() => hook.close())

const post = (url = hook.url, body = '{"a": 1}') =>
  fetch(url, { method: 'POST', body, headers: { 'x-mark': 'one' }, redirect: 'manual' })

test('accepts any request and answers like the real service', async () => {
  const answer = await post()
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    attempt: expect.any(String),
    id: expect.any(String),
    request_id: expect.any(String),
    status: 'success',
  })
  const caught = hook.journal().at(-1)
  expect(caught).toMatchObject({
    method: 'POST',
    url: new URL(hook.url).pathname,
    headers: { 'x-mark': 'one' },
  })
  expect(caught?.body.toString()).toBe('{"a": 1}')
})

test('answers with an empty body at the silent address, and with 404 where there is no hook', async () => {
  const silent = await post(`${hook.url}silent/`)
  expect([silent.status, await silent.text()]).toEqual([200, ''])
  expect((await post(new URL('/other', hook.url).href)).status).toBe(404)
})

test('plays the planned faults in order, as often as planned, and records the requests meanwhile', async () => {
  const before = hook.journal().length
  hook.fault({ match: /catch/, times: 1, status: 429, headers: { 'retry-after': '1' } })
  hook.fault({ match: /catch/, times: 1, mode: 'reset' })
  hook.fault({ match: /catch/, times: 1, status: 302, headers: { location: 'http://127.0.0.1/' } })
  hook.fault({ match: /catch/, times: 1, body: 'x'.repeat(1_000_000) })
  hook.fault({ match: /catch/, times: 1, mode: 'hang' })
  const throttled = await post()
  expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '1'])
  await expect(post()).rejects.toThrow()
  expect((await post()).status).toBe(302)
  expect((await (await post()).text()).length).toBe(1_000_000)
  const hanging = fetch(hook.url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(200) })
  await expect(hanging).rejects.toThrow(/timeout/)
  expect((await post()).status).toBe(200)
  expect(hook.journal().length - before).toBe(6)
})
