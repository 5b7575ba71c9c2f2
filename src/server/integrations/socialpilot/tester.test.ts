import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listDeliveries } from '#contract/deliveries.schema.ts'
import { testShareId } from '#contract/hooks.ts'
import { socialpilotEvent } from '#contract/socialpilot.schema.ts'
import { zapierTrigger } from '#contract/zapier.schema.ts'
import { defaultAutomation } from '#domain/automation.ts'
import { hookEvents } from '#domain/hook-fields.ts'
import { statement } from '#server/db/handle.ts'
import type { TestMember } from '#test/support/app.ts'
import { setAutomation } from '#test/support/fixtures.ts'
import { type HookApp, startHookApp } from '#test/support/hooks.ts'

let t: HookApp
let admin: TestMember

beforeAll(async () => {
  t = await startHookApp({ limits: { perMember: 10_000 } })
  admin = await t.member('cara.ito', 'admin')
})
afterAll(() => t.close())

const event = {
  event: 'post.published',
  post_id: 'test-post',
  status: 'published',
  share_id: testShareId,
  engagement_data: { likes: 5, comments: 2, shares: 1 },
}
const trigger = { shareId: testShareId, action: 'publish' }
const received = { success: true, duplicate: false, message: 'Test received: nothing was changed' }
const log = async (limit: number) =>
  (await t.call(listDeliveries, { as: admin, query: { limit } })).answer.data
const state = () =>
  t.deps.db.run(
    statement(
      'test_tester_state',
      `select (select count(*) || ' ' || coalesce(sum(amount), 0) from ledger) as ledger,
         (select count(*) from shares)::int as shares, (select count(*) from posts)::int as posts,
         (select count(*) from activities)::int as activities, (select count(*) from hook_receipts)::int as receipts`,
    ),
    [],
  )

describe('a test of a hook', () => {
  test('is accepted and logged each time, and changes nothing, whoever sends it', {
    tags: ['admin-webhooks-harmless', 'sec-50'],
  }, async () => {
    await setAutomation(t.deps, { ...defaultAutomation, pointsOnSchedule: true })
    const before = await state()
    const answers = [
      await t.call(socialpilotEvent, { as: admin, body: event }),
      await t.call(zapierTrigger, { as: admin, body: trigger }),
      await t.deliver(socialpilotEvent, event),
      await t.deliver(zapierTrigger, trigger),
      await t.deliver(zapierTrigger, trigger),
    ]
    expect(answers.map(({ status, answer }) => [status, answer])).toEqual(Array(5).fill([200, received]))
    const outcomes = (await log(5)).map(({ route, sender, outcome }) => [route, sender, outcome])
    expect(outcomes).toEqual([
      [zapierTrigger.path, 'hook', 'accepted'],
      [zapierTrigger.path, 'hook', 'accepted'],
      [socialpilotEvent.path, 'hook', 'accepted'],
      [zapierTrigger.path, 'admin', 'accepted'],
      [socialpilotEvent.path, 'admin', 'accepted'],
    ])
    expect(await state()).toEqual(before)
    expect(t.announced).toEqual([])
  })

  test.each(hookEvents)('of the event %s changes nothing', async (name) => {
    const before = await state()
    expect((await t.deliver(socialpilotEvent, { ...event, event: name })).answer).toEqual(received)
    expect(await state()).toEqual(before)
  })

  test('that is repeated with the same id is answered as a duplicate', async () => {
    const headers = { 'webhook-id': 'a-test' }
    await t.deliver(zapierTrigger, trigger, headers)
    expect((await t.deliver(zapierTrigger, trigger, headers)).answer.duplicate).toBe(true)
  })
})

describe('the hooks refuse', () => {
  test('a test while the integration is switched off, with the reason', {
    tags: ['admin-automation-off'],
  }, async () => {
    await setAutomation(t.deps, { ...defaultAutomation, zapierEnabled: false, socialPilotEnabled: false })
    const answers = [
      await t.call(socialpilotEvent, { as: admin, body: event }),
      await t.call(zapierTrigger, { as: admin, body: trigger }),
    ]
    expect(answers.map(({ status, error }) => [status, error.message])).toEqual([
      [409, 'SocialPilot is switched off in the automation settings'],
      [409, 'Zapier is switched off in the automation settings'],
    ])
    await setAutomation(t.deps, defaultAutomation)
  })

  test('a test with an unknown event or action', async () => {
    expect((await t.deliver(socialpilotEvent, { ...event, event: 'test' })).error.issues).toMatchObject([
      { path: 'event' },
    ])
    expect((await t.deliver(zapierTrigger, { ...trigger, action: 'test' })).error.issues).toMatchObject([
      { path: 'action' },
    ])
  })
})

describe('permission to test a hook', () => {
  test('is the same as permission to deliver', { tags: ['rights-webhooks'] }, async () => {
    const ana = await t.member('ana.lima')
    expect((await t.call(zapierTrigger, { as: ana, body: trigger })).status).toBe(403)
    expect((await t.call(socialpilotEvent, { body: event })).status).toBe(401)
  })
})
