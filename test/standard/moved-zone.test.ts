import { expect, test } from 'vitest'
import { statement } from '#server/db/handle.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { verify } from '#server/verify.ts'
import { startTestApp } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'

test('the day of an entry stays when the workspace moves to another time zone', {
  tags: ['inv-09'],
}, async () => {
  const t = await startTestApp({ config: { timeZone: 'Pacific/Auckland' } })
  const ana = await t.member('ana.lima')
  const report = async (deps: typeof t.deps) =>
    reportInteraction(deps, ana, { postId: await insertPost(deps), interactionType: 'like' })
  const days = async () => {
    const read = statement<{ day: string }>('', 'select day::text as day from ledger order by id')
    return (await t.deps.db.run(read, [])).map(({ day }) => day)
  }
  t.clock.set('2026-03-10T22:00:00Z')
  await report(t.deps)
  const before = await days()
  expect(new Set(before)).toEqual(new Set(['2026-03-11']))
  const moved = { ...t.deps, config: { ...t.deps.config, timeZone: 'America/New_York' } }
  t.clock.set('2026-03-12T03:00:00Z')
  await report(moved)
  // In Auckland that would be the 12th.
  expect(await days()).toEqual([...before, '2026-03-11'])
  expect((await verify(t.deps.db)).flatMap(({ violations }) => violations)).toEqual([])
  await t.close()
})
