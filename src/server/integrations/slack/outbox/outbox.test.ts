import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Fault } from '#sandbox/workplace/faults.ts'
import { statement } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Deps } from '#server/deps.ts'
import { getConnection } from '#server/features/notifications/store.ts'
import { sendWaiting } from '#server/integrations/slack/outbox/commands.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { createLog } from '#server/log.ts'
import { createDeps } from '#server/start.ts'
import { type ChatStage, joined, startChatStage } from '#test/support/slack-chat.ts'

const posting = /chat\.postMessage/
// An active job of another instance, which is still running or was killed.
const putActiveJob = statement<{ id: string }>(
  'test_put_active_send_job',
  `insert into pgboss.job (name, data, state, policy, singleton_key, started_on, retry_limit)
   values ('chat.send', '{}', 'active', 'key_strict_fifo', 'chat.send', pgboss.job_now(), 9) returning id`,
)
const completeJob = statement(
  'test_complete_send_job',
  `update pgboss.job set state = 'completed', completed_on = pgboss.job_now() where name = 'chat.send' and id = $1`,
)
const listSendJobs = statement('test_list_send_jobs', `select id from pgboss.job where name = 'chat.send'`)
const makeUnreadable = statement(
  'test_make_unreadable',
  `update chat_notifications set notification = '{"kind": "from_the_future"}'::jsonb where key = $1`,
)

let stage: ChatStage

beforeEach(async () => {
  stage = await startChatStage()
})

afterEach(() => stage.close())

const reopen = async (options: Parameters<typeof startChatStage>[0]) => {
  await stage.close()
  stage = await startChatStage(options)
}
const refusal = (error: string): Partial<Fault> => ({ body: { ok: false, error } })
const plan = (fault: Partial<Fault>, times = 1) => stage.workplace.fault({ match: posting, times, ...fault })

describe('at the start of an instance', () => {
  const examine = () =>
    sendWaiting(stage.t.deps, { examine: true }, { signal: stopped.signal, stopping: stopped.signal })
  const stopped = new AbortController()
  const state = async () => (await getConnection(stage.t.deps.db, stage.workplace.channelId)).state

  test('a channel that nobody has tested turns out to be connected, by itself', {
    tags: ['setup-restart'],
  }, async () => {
    expect(await state()).toBe('unknown')
    await examine()
    expect(await state()).toBe('connected')
    expect(await stage.texts()).toEqual([])
  })

  test('or to be refused, with the reason', { tags: ['setup-restart'] }, async () => {
    stage.workplace.fault({ match: /auth\.test/, times: 1, ...refusal('invalid_auth') })
    await examine()
    expect(await getConnection(stage.t.deps.db, stage.workplace.channelId)).toMatchObject({
      state: 'disconnected',
      code: 'invalid_auth',
    })
  })

  test('and stays unknown while Slack has a fault that passes, which holds nothing back', async () => {
    stage.workplace.fault({ match: /auth\.test/, times: 1, status: 503 })
    await stage.queueJoined('ana.lima')
    await examine()
    expect(await stage.texts()).toEqual(joined('ana.lima'))
    expect(await state()).toBe('connected')
  })

  test('and is examined again after such a fault when nothing was sent', {
    tags: ['setup-restart'],
  }, async () => {
    stage.workplace.fault({ match: /auth\.test/, times: 1, status: 503 })
    await expect(examine()).rejects.toThrow()
    expect(await state()).toBe('unknown')
    await examine()
    expect(await state()).toBe('connected')
  })
})

describe('a pending notification', () => {
  test('is sent once, in order, with an id of its own', async () => {
    await stage.queueJoined('ana.lima', 'bo', 'chidi')
    await stage.send()
    await stage.send()
    const shown = await stage.messages()
    expect(shown.map(({ text }) => text)).toEqual(joined('ana.lima', 'bo', 'chidi'))
    expect(new Set(shown.map(({ metadata }) => metadata.event_payload.job_id)).size).toBe(3)
    expect(await stage.notifications()).toMatchObject([{ isSent: true }, { isSent: true }, { isSent: true }])
    expect(stage.workplace.journal().at(-2)?.body).toMatchObject({
      channel: stage.workplace.channelId,
      unfurl_links: 'false',
      unfurl_media: 'false',
    })
  })

  test('is sent by a job that its transaction enqueues', async () => {
    const { jobs } = stage.t.deps
    await stage.queueJoined('ana.lima')
    await jobs.work(jobHandlers, stage.t.deps)
    await expect.poll(() => stage.texts()).toEqual(joined('ana.lima'))
    await stage.queueJoined('bo')
    await expect.poll(() => stage.texts()).toEqual(joined('ana.lima', 'bo'))
  })

  test('is sent only after a pause since the last message, across jobs too', async () => {
    const pausing = { ...stage.t.deps, limits: { ...stage.t.deps.limits, chatPauseMs: 300 } }
    await stage.queueJoined('ana.lima', 'bo')
    await stage.send(pausing)
    await stage.queueJoined('chidi')
    await stage.send(pausing)
    const timesMs = stage.workplace.journal().flatMap(({ path, atMs }) => (posting.test(path) ? atMs : []))
    expect(timesMs).toHaveLength(3)
    const pausesMs = timesMs.slice(1).map((timeMs, index) => timeMs - (timesMs[index] ?? 0))
    expect(Math.min(...pausesMs)).toBeGreaterThanOrEqual(295)
  })

  test('causes no request when the chat is not set up, and an empty outbox causes none either', async () => {
    await stage.send()
    const { t } = stage
    await stage.queueJoined('ana.lima')
    await stage.send({ ...t.deps, config: { ...t.deps.config, slackBotToken: null } })
    await stage.send({ ...t.deps, config: { ...t.deps.config, slackChannelId: null } })
    expect(stage.workplace.journal()).toEqual([])
  })

  test('stays pending when the job is aborted, and is sent by the next one', async () => {
    await stage.queueJoined('ana.lima', 'bo')
    const pausing = { ...stage.t.deps, limits: { ...stage.t.deps.limits, chatPauseMs: 60_000 } }
    const { signal } = new AbortController()
    const stop = new AbortController()
    const sending = sendWaiting(pausing, {}, { signal: stop.signal, stopping: signal })
    await expect.poll(() => stage.texts()).toEqual(joined('ana.lima'))
    stop.abort()
    await expect(sending).rejects.toThrow('aborted')
    await stage.send()
    expect(await stage.texts()).toEqual(joined('ana.lima', 'bo'))
  })

  test('is left to a new job when the process is stopping', async () => {
    await stage.queueJoined('chidi')
    await stage.send()
    await stage.queueJoined('ana.lima', 'bo')
    const waitingJobs = async () => (await stage.t.deps.db.run(listSendJobs, [])).length
    const pausing = { ...stage.t.deps, limits: { ...stage.t.deps.limits, chatPauseMs: 60_000 } }
    const { signal } = new AbortController()
    const stop = new AbortController()
    const before = await waitingJobs()
    const sending = sendWaiting(pausing, {}, { signal, stopping: stop.signal })
    await expect.poll(() => stage.texts()).toEqual(joined('chidi', 'ana.lima'))
    stop.abort()
    await sending
    expect(await waitingJobs()).toBe(before + 1)
  })
})

describe('a transient failure', () => {
  test.each<[string, Partial<Fault>, string]>([
    ['429 without Retry-After', { status: 429, body: { ok: false } }, 'http_429'],
    ['503', { status: 503, body: 'Service Unavailable' }, 'http_503'],
    ['no answer', { mode: 'hang' }, 'timeout'],
    ['a broken connection', { mode: 'reset' }, 'econnreset'],
    ['an HTML page', { body: `<html>${'x'.repeat(50_000)}</html>` }, 'unreadable_answer'],
    ['a refusal without an error code', { body: { ok: false } }, 'unreadable_answer'],
    ['an internal error of Slack', refusal('internal_error'), 'internal_error'],
    ['an unknown error code', refusal('never_heard_of'), 'never_heard_of'],
  ])('loses no message and keeps the order: %s', { tags: ['f-10'] }, async (_what, fault, code) => {
    if (fault.mode === 'hang') await reopen({ limits: { chatTimeoutMs: 1_500 } })
    plan(fault, 2)
    await stage.queueJoined('ana.lima', 'bo')
    await expect(stage.send()).rejects.toMatchObject({ name: 'ChatFailure', kind: 'transient', code })
    expect(await stage.notifications()).toMatchObject([
      { tries: 1, failure: code, isSent: false, isFailed: false },
      { tries: 0, failure: null, isSent: false, isFailed: false },
    ])
    await stage.sendAll()
    expect(await stage.texts()).toEqual(joined('ana.lima', 'bo'))
    expect(await stage.notifications()).toMatchObject([
      { tries: 3, failure: null },
      { tries: 1, failure: null },
    ])
    const posted = stage.workplace.journal().filter(({ path }) => posting.test(path))
    const texts = posted.map(({ body }) => (body as { text: string }).text)
    expect(texts).toEqual(joined('ana.lima', 'ana.lima', 'ana.lima', 'bo'))
  })

  test('is waited out within the same job if it is a 429 with Retry-After', { tags: ['f-10'] }, async () => {
    plan({ status: 429, headers: { 'retry-after': '1' }, body: { ok: false, error: 'ratelimited' } }, 2)
    await stage.queueJoined('ana.lima', 'bo')
    const begunMs = performance.now()
    await stage.send()
    expect(performance.now() - begunMs).toBeGreaterThanOrEqual(2_000)
    expect(await stage.texts()).toEqual(joined('ana.lima', 'bo'))
    expect(stage.requestCount('chat.postMessage')).toBe(4)
  })

  test('makes the jobs of the other messages wait, so that they do not all retry at once', async () => {
    plan({ mode: 'reset' }, 2)
    await stage.queueJoined('ana.lima', 'bo', 'chidi')
    await stage.t.deps.jobs.work(jobHandlers, stage.t.deps)
    const everything = joined('ana.lima', 'bo', 'chidi')
    await expect.poll(() => stage.texts()).toEqual(everything)
    const posted = stage.workplace.journal().filter(({ path }) => posting.test(path))
    expect(posted.map(({ body }) => (body as { text: string }).text)).toEqual([
      ...joined('ana.lima', 'ana.lima'),
      ...everything,
    ])
    const [first, second, third] = posted.map(({ atMs }) => atMs)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1_900)
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(3_900)
  })

  test('blocks the other messages for at most a day, and its own is sent once Slack works again', async () => {
    await stage.queueJoined('ana.lima')
    stage.t.clock.advance(24 * 3_600_000)
    await stage.queueJoined('bo')
    plan({ status: 503 }, 2)
    await expect(stage.send()).rejects.toThrow('http_503')
    stage.t.clock.advance(1)
    await stage.send()
    expect(await stage.texts()).toEqual(joined('bo', 'ana.lima'))
    expect(await stage.notifications()).toMatchObject([{ isSent: true, tries: 3 }, { isSent: true }])
  })
})

describe('a message that Slack never accepts', () => {
  test.each(['invalid_blocks', 'msg_too_long', 'msg_blocks_too_long', 'no_text'])(
    'fails at once, and the next one is sent: %s',
    { tags: ['inv-14'] },
    async (code) => {
      plan(refusal(code))
      await stage.queueJoined('ana.lima', 'bo')
      await stage.send()
      expect(await stage.texts()).toEqual(joined('bo'))
      expect(await stage.notifications()).toMatchObject([
        { isFailed: true, isSent: false, failure: code, tries: 1 },
        { isSent: true },
      ])
    },
  )

  test('can be a notification of another version, which this one cannot read', async () => {
    await stage.queueJoined('ana.lima', 'bo')
    await stage.t.deps.db.run(makeUnreadable, ['joined ana.lima'])
    await stage.send()
    expect(await stage.texts()).toEqual(joined('bo'))
    expect(await stage.notifications()).toMatchObject([
      { isFailed: true, failure: 'unreadable' },
      { isSent: true },
    ])
  })
})

describe('the outbox', () => {
  test('sends each message once and in order when two instances with a job for each message start at once', {
    tags: ['f-16'],
  }, async () => {
    const names = Array.from({ length: 20 }, (_, index) => `member.${String(index).padStart(2, '0')}`)
    await stage.queueJoined(...names)
    const second = await secondInstance(stage.t.deps)
    const instances = second ? [stage.t.deps, second.deps] : [stage.t.deps]
    await Promise.all(instances.map((deps) => deps.jobs.work(jobHandlers, deps)))
    await expect.poll(() => stage.texts()).toEqual(joined(...names))
    await second?.close()
    expect(await stage.texts()).toEqual(joined(...names))
    expect(stage.requestCount('chat.postMessage')).toBe(names.length)
  })

  test('takes over from a killed process at once on the embedded database, and waits for the other instance on PostgreSQL', async () => {
    const { jobs, db } = stage.t.deps
    const [other] = await db.run(putActiveJob, [])
    await stage.queueJoined('ana.lima')
    await jobs.work(jobHandlers, stage.t.deps)
    if (db.engine === 'postgres') {
      await sleep(1_500)
      expect(stage.requestCount('chat.postMessage')).toBe(0)
      await db.run(completeJob, [other?.id ?? ''])
    }
    await expect.poll(() => stage.texts()).toEqual(joined('ana.lima'))
  })

  test('sends a message that arrives while another one is being sent', async () => {
    const { jobs } = stage.t.deps
    await jobs.work(jobHandlers, stage.t.deps)
    plan({ mode: 'slow', delayMs: 500 })
    await stage.queueJoined('ana.lima')
    await expect.poll(() => stage.requestCount('chat.postMessage'), { interval: 20 }).toBe(1)
    await stage.queueJoined('bo')
    await expect.poll(() => stage.texts()).toEqual(joined('ana.lima', 'bo'))
  })

  test('leaves the rest to another job when its time is up', async () => {
    const { deps } = stage.t
    await stage.queueJoined('ana.lima')
    const before = (await deps.db.run(listSendJobs, [])).length
    // The work itself is too fast to run out of time, so the monotonic clock advances by 61 seconds with each reading.
    let ms = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      ms += 61_000
      return ms
    })
    await stage.send()
    vi.restoreAllMocks()
    expect(await stage.texts()).toEqual([])
    expect((await deps.db.run(listSendJobs, [])).length).toBe(before + 1)
  })
})

/** Another process on the same database. Null on the embedded one, which only one process can open. */
async function secondInstance(deps: Deps): Promise<{ deps: Deps; close: () => Promise<void> } | null> {
  const { databaseUrl } = deps.config
  if (databaseUrl === null) return null
  const db = openPostgres(databaseUrl, () => undefined)
  const { config, limits, clock } = deps
  const second = await createDeps({ config, db, log: createLog('silent'), limits, clock })
  const close = async () => {
    await second.jobs.stop()
    await second.live.close()
    await db.close()
  }
  return { deps: second, close }
}
