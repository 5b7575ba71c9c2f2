import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { getHookSecrets, getSessionSecret } from './settings.ts'

let t: TestApp

beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

it('each secret is generated once, and every reader gets the same one', async () => {
  const { db } = t.deps
  await db.script('delete from settings')
  const made = await Promise.all([getSessionSecret(db), getHookSecrets(db), getSessionSecret(db)])
  const [session, hook] = made
  expect(session).toMatch(/^[\w-]{43}$/)
  expect(hook).toEqual({ current: expect.stringMatching(/^whsec_[\w-]{32}$/), previous: null })
  expect(made[2]).toBe(session)
  expect([await getSessionSecret(db), await getHookSecrets(db)]).toEqual([session, hook])
})
