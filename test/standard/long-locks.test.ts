import { expect, test } from 'vitest'
import { isLive } from '#contract/health.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { statement } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { startTestApp } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { present } from '#test/support/present.ts'

const isPostgres = process.env.OVATION_TEST_ENGINE === 'postgres'

// The embedded database has one connection, so nobody else can hold a lock there.
test.runIf(isPostgres)(
  'a write that meets a long lock gets 503 after a few seconds, and leaves nothing half done',
  {
    tags: ['f-06'],
  },
  async () => {
    const t = await startTestApp()
    const as = await t.member('ana.lima')
    const body = { postId: await insertPost(t.deps), interactionType: 'like' }
    const other = openPostgres(present(t.deps.config.databaseUrl), () => undefined)
    const [locked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = other.transaction(async (tx) => {
      await tx.run(statement('', 'lock table interactions in access exclusive mode'), [])
      locked.resolve()
      await answered.promise
    })
    await locked.promise
    const waiting = t.request('POST', reportInteraction.path, as, body)
    expect((await t.call(isLive)).status).toBe(200)
    const refused = await waiting
    answered.resolve()
    await holding
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([503, true])
    expect((await t.call(reportInteraction, { as, body })).status).toBe(200)
    await other.close()
    await t.close()
  },
)
