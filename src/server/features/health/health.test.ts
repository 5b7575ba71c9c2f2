import { expect, it } from 'vitest'
import { isLive, isReady } from '#contract/health.schema.ts'
import { startTestApp } from '#test/support/app.ts'

it('is live and ready while the database answers, and live but not ready when it is gone', async () => {
  const t = await startTestApp()
  expect((await t.call(isLive)).status).toBe(200)
  expect((await t.call(isReady)).status).toBe(200)
  await t.deps.db.close()
  expect((await t.call(isLive)).status).toBe(200)
  const ready = await t.call(isReady)
  expect(ready.status).toBe(503)
  expect(ready.headers['retry-after']).toBeDefined()
  await t.app.close()
  await t.deps.live.close()
})
