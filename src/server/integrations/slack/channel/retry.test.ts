import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getSlackStatus, retryFailedMessages } from '#contract/slack.schema.ts'
import { statement } from '#server/db/handle.ts'
import { sendWaiting } from '#server/integrations/slack/outbox/commands.ts'
import type { TestMember } from '#test/support/app.ts'
import { testClock } from '#test/support/moment.ts'
import { type ChatStage, joined, startChatStage } from '#test/support/slack-chat.ts'

const dayMs = 24 * 3_600_000
const posting = /chat\.postMessage/
const listAudit = statement<{ action: string; subject: string; details: unknown }>(
  'test_list_retry_audit',
  'select action, subject, details from audit_entries order by created_at, id',
)
const listJobs = statement<{ data: unknown }>(
  'test_list_retry_jobs',
  `select data from pgboss.job where name = 'chat.send' and state = 'created' and data <> '{}'::jsonb`,
)

let stage: ChatStage
let admin: TestMember

beforeEach(async () => {
  stage = await startChatStage({ clock: testClock('2026-03-11T10:00:00.000Z') })
  admin = await stage.t.member('root.admin', 'admin')
})

afterEach(() => stage.close())

const status = async () => (await stage.t.call(getSlackStatus, { as: admin })).answer.data
const retry = async () => (await stage.t.call(retryFailedMessages, { as: admin })).answer.data.retried
const refuse = (error: string) =>
  stage.workplace.fault({ match: posting, times: 1, body: { ok: false, error } })
/** Sends as the job of a retry does. */
const sendAnew = () => {
  const { signal } = new AbortController()
  return sendWaiting(stage.t.deps, { examine: true }, { signal, stopping: signal })
}

describe('failed messages', () => {
  test('are sent again on demand, except those that Slack would refuse again', {
    tags: ['slack-failed-retried'],
  }, async () => {
    await stage.queueJoined('ana.lima')
    stage.t.clock.advance(dayMs + 1)
    stage.workplace.fault({ match: posting, times: 1, status: 503 })
    await stage.send()
    await stage.queueJoined('bo')
    refuse('invalid_blocks')
    stage.t.clock.advance(1_000)
    await stage.send()
    expect(await status()).toMatchObject({
      failed: 2,
      retryable: 1,
      lastFailure: 'Slack refused (invalid_blocks)',
      lastFailureAdvice: 'It cannot be sent again. Later messages are not affected.',
    })
    expect(await retry()).toBe(1)
    expect(await stage.t.deps.db.run(listJobs, [])).toEqual([{ data: { examine: true } }])
    expect(await status()).toMatchObject({ waiting: 1, failed: 1, retryable: 0 })
    await sendAnew()
    expect(await stage.texts()).toEqual(joined('ana.lima'))
    expect(await retry()).toBe(0)
    expect(await stage.t.deps.db.run(listAudit, [])).toEqual([
      { action: 'slack.retry-failed', subject: 'slack', details: { messages: 1 } },
    ])
  })

  test('of a refused channel are sent again once the cause is gone', {
    tags: ['slack-failed-retried'],
  }, async () => {
    await stage.queueJoined('ana.lima')
    refuse('not_in_channel')
    await stage.send()
    expect(await status()).toMatchObject({
      retryable: 1,
      lastFailureAdvice: 'Invite the bot in Slack, then test the connection.',
    })
    expect(await retry()).toBe(1)
    await sendAnew()
    expect(await stage.texts()).toEqual(joined('ana.lima'))
    expect(await status()).toMatchObject({ failed: 0, lastFailure: null, lastFailureAdvice: null })
  })

  test('are not offered while Slack is not set up', async () => {
    await stage.close()
    stage = await startChatStage({ environment: { SLACK_BOT_TOKEN: '' } })
    admin = await stage.t.member('root.admin', 'admin')
    const { status: code, error } = await stage.t.call(retryFailedMessages, { as: admin })
    expect([code, error.issues]).toEqual([409, [{ path: 'SLACK_BOT_TOKEN', message: 'Is not set' }]])
    const moderator = await stage.t.member('mo', 'moderator')
    expect((await stage.t.call(retryFailedMessages, { as: moderator })).status).toBe(403)
  })
})
