import { expect, it } from 'vitest'
import { isLive, isReady } from '#contract/health.schema.ts'
import { startTestApp } from '#test/support/app.ts'

it('is live and ready while the database answers, and live but not ready when it is gone', {
  tags: ['f-05', 'rel-02'],
}, async () => {
  const t = await startTestApp()
  expect((await t.call(isLive)).status).toBe(200)
  expect((await t.call(isReady)).status).toBe(200)
  await t.deps.db.close()
  t.clock.advance(1_000)
  expect((await t.call(isLive)).status).toBe(200)
  const ready = await t.call(isReady)
  expect(ready.status).toBe(503)
  expect(ready.headers['retry-after']).toBeDefined()
  await t.app.close()
  await t.deps.live.close()
})

it('is not ready on a database of another version, and stays live', { tags: ['rel-02'] }, async () => {
  const t = await startTestApp()
  await t.deps.db.script("insert into schema_migrations values (9999, '9999_later.sql', 'x', '2026-03-11')")
  expect((await t.call(isReady)).status).toBe(503)
  expect((await t.call(isLive)).status).toBe(200)
  await t.close()
})

it('asks the database at most once a second, however often it is asked itself', {
  tags: ['hostile-ready'],
}, async () => {
  const t = await startTestApp()
  expect((await t.call(isReady)).status).toBe(200)
  // From here on every check would fail.
  await t.deps.db.close()
  const within = await Promise.all(Array.from({ length: 50 }, () => t.call(isReady)))
  expect(new Set(within.map(({ status }) => status))).toEqual(new Set([200]))
  t.clock.advance(999)
  expect((await t.call(isReady)).status).toBe(200)
  t.clock.advance(1)
  expect((await t.call(isReady)).status).toBe(503)
  await t.app.close()
  await t.deps.live.close()
})
