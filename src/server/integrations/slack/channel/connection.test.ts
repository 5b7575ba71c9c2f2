import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  getSlackStatus,
  sendSlackInstructions,
  sendSlackTest,
  syncSlackUsers,
  testSlackConnection,
} from '#contract/slack.schema.ts'
import type { Fault } from '#sandbox/workplace/faults.ts'
import { statement } from '#server/db/handle.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import type { TestMember } from '#test/support/app.ts'
import { testClock } from '#test/support/moment.ts'
import { type ChatStage, joined, startChatStage } from '#test/support/slack-chat.ts'

const posting = /chat\.postMessage/
const minuteMs = 60_000
const buttons = {
  'test-connection': testSlackConnection,
  'send-instructions': sendSlackInstructions,
  'test-notification': sendSlackTest,
  'sync-users': syncSlackUsers,
} as const
const listAudit = statement('test_list_chat_audit', 'select action, actor_id as "actorId" from audit_entries')

let stage: ChatStage
let admin: TestMember

async function open(options: Parameters<typeof startChatStage>[0] = {}) {
  stage = await startChatStage({ clock: testClock('2026-03-11T10:00:00.000Z'), ...options })
  admin = await stage.t.member('root.admin', 'admin')
}

beforeEach(() => open())

afterEach(() => stage.close())

const reopen = async (options: Parameters<typeof startChatStage>[0]) => {
  await stage.close()
  await open(options)
}
const press = (button: keyof typeof buttons) => stage.t.call(buttons[button], { as: admin })
const status = async () => (await stage.t.call(getSlackStatus, { as: admin })).answer.data
const refuse = (error: string, { match = posting, times = 1 }: Partial<Fault> = {}) =>
  stage.workplace.fault({ match, times, body: { ok: false, error } })

describe('a permanent refusal by Slack', () => {
  test.each([
    ['token_revoked', 'The bot token was revoked (token_revoked)'],
    ['account_inactive', 'The bot was removed from the workspace (account_inactive)'],
    ['is_archived', 'The channel is archived (is_archived)'],
    ['not_in_channel', 'The bot is not a member of the channel: invite it (not_in_channel)'],
    ['restricted_action', 'The workspace does not let the bot write to the channel (restricted_action)'],
  ])(
    'holds all notifications back until a connection test passes, and then they arrive in order: %s',
    { tags: ['admin-slack-recovers', 'f-11'] },
    async (code, reason) => {
      refuse(code)
      await stage.queueJoined('ana.lima', 'bo')
      await stage.send()
      expect(await stage.notifications()).toMatchObject([
        { isFailed: true, isSent: false, failure: code, tries: 1 },
        { isFailed: false, isSent: false, tries: 0 },
      ])
      expect(await status()).toMatchObject({
        channelConnected: false,
        notificationsActive: false,
        waiting: 1,
        failed: 1,
        lastFailure: reason,
        connection: { state: 'disconnected', code, reason, since: '2026-03-11T10:00:00.000Z' },
      })
      await stage.queueJoined('chidi')
      await stage.send()
      expect(stage.requestCount('chat.postMessage')).toBe(1)
      stage.t.clock.advance(5_000)
      expect(await press('test-connection')).toMatchObject({ status: 200 })
      expect(await status()).toMatchObject({
        channelConnected: true,
        notificationsActive: true,
        waiting: 3,
        failed: 0,
        lastFailure: null,
        connection: { state: 'connected', code: null, reason: null, since: '2026-03-11T10:00:05.000Z' },
      })
      await stage.send()
      expect(await stage.texts()).toEqual(joined('ana.lima', 'bo', 'chidi'))
      expect(await status()).toMatchObject({ waiting: 0, failed: 0, lastSentAt: '2026-03-11T10:00:05.000Z' })
    },
  )

  test.each([
    ['a wrong token', 'invalid_auth', { environment: { SLACK_BOT_TOKEN: 'xoxb-wrong' } }],
    ['a bot that may not write', 'missing_scope', { botScopes: ['channels:read', 'channels:history'] }],
    ['an unknown channel', 'channel_not_found', { environment: { SLACK_CHANNEL_ID: 'C0NOWHERE' } }],
  ])('is recognised for %s, and nothing more is sent', async (_what, code, options) => {
    await reopen(options)
    await stage.queueJoined('ana.lima', 'bo')
    await stage.send()
    await stage.send()
    expect(stage.requestCount('chat.postMessage')).toBe(1)
    expect((await status()).connection).toMatchObject({ state: 'disconnected', code })
    expect(await stage.notifications()).toMatchObject([
      { isFailed: true, failure: code },
      { isFailed: false },
    ])
  })

  test('is logged once when it is found, without the token', { tags: ['sec-24', 'f-11'] }, async () => {
    const lines: string[] = []
    const write = (chunk: unknown, _encoding: string, done: () => void) => {
      lines.push(String(chunk))
      done()
    }
    const log = pino({ level: 'trace' }, new Writable({ write }))
    const deps = { ...stage.t.deps, log }
    refuse('token_revoked')
    await stage.queueJoined('ana.lima')
    for (const _job of [1, 2, 3, 4]) await stage.send(deps)
    const warnings = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
    expect(warnings).toMatchObject([{ code: 'token_revoked', msg: expect.stringContaining('disconnected') }])
    expect(lines.join('')).not.toContain(stage.workplace.botToken)
  })

  test('is checked again every ten minutes, and pending notifications are sent once it is over', async () => {
    refuse('not_in_channel')
    await stage.queueJoined('ana.lima')
    await stage.send()
    refuse('is_archived', { match: /conversations\.info/ })
    stage.t.clock.advance(10 * minuteMs - 1)
    await stage.send()
    expect(stage.requestCount('auth.test')).toBe(0)
    stage.t.clock.advance(1)
    await stage.send()
    expect(await status()).toMatchObject({
      connection: { code: 'is_archived', since: '2026-03-11T10:00:00.000Z' },
    })
    await stage.send()
    expect(stage.requestCount('auth.test')).toBe(1)
    stage.workplace.fault({ match: /auth\.test/, times: 1, mode: 'reset' })
    stage.t.clock.advance(10 * minuteMs)
    await stage.send()
    expect((await status()).connection.code).toBe('is_archived')
    stage.t.clock.advance(10 * minuteMs)
    await stage.send()
    expect(await stage.texts()).toEqual(joined('ana.lima'))
    expect((await status()).connection.state).toBe('connected')
  })

  test('is checked again when a process starts', async () => {
    refuse('not_in_channel')
    await stage.queueJoined('ana.lima')
    await stage.send()
    await stage.t.deps.jobs.work(jobHandlers, stage.t.deps)
    await expect.poll(() => stage.texts()).toEqual(joined('ana.lima'))
  })

  test('does not affect another channel', async () => {
    refuse('is_archived')
    await stage.queueJoined('ana.lima')
    await stage.send()
    const { deps } = stage.t
    const config = { ...deps.config, slackChannelId: 'C000000002' }
    await stage.queueJoined('bo')
    await stage.send({ ...deps, config })
    const posted = stage.workplace.journal().filter(({ path }) => posting.test(path))
    expect(posted.map(({ body }) => (body as { channel: string }).channel)).toEqual([
      stage.workplace.channelId,
      'C000000002',
      'C000000002',
    ])
    expect(await stage.notifications()).toMatchObject([{ isSent: true }, { isSent: true }])
  })
})

describe('the connection test', () => {
  test('returns the names of the workspace and the channel, and the status then shows them', async () => {
    const { answer } = await press('test-connection')
    const data = { team: 'Sandbox workplace', channel: 'company-social' }
    expect(answer).toEqual({ success: true, message: 'Slack connection successful', data })
    expect(await status()).toMatchObject(data)
    await stage.queueJoined('ana.lima')
    refuse('token_revoked')
    await stage.send()
    expect(await status()).toMatchObject({ ...data, channelConnected: false })
  })

  const lasting: { what: string; match: RegExp; body: object; issue: { path: string; message: string } }[] = [
    {
      what: 'a wrong token',
      match: /auth\.test/,
      body: { ok: false, error: 'invalid_auth' },
      issue: { path: 'SLACK_BOT_TOKEN', message: 'Slack does not accept the bot token (invalid_auth)' },
    },
    {
      what: 'another workspace',
      match: /auth\.test/,
      body: { ok: true, team_id: 'T0ELSEWHERE', team: 'Elsewhere' },
      issue: { path: 'SLACK_TEAM_ID', message: 'The bot token belongs to another workspace (other_team)' },
    },
    {
      what: 'an unknown channel',
      match: /conversations\.info/,
      body: { ok: false, error: 'channel_not_found' },
      issue: {
        path: 'SLACK_CHANNEL_ID',
        message: 'Slack does not know this channel, or the bot cannot see it (channel_not_found)',
      },
    },
    {
      what: 'an archived channel',
      match: /conversations\.info/,
      body: { ok: true, channel: { name: 'old', is_archived: true } },
      issue: { path: 'SLACK_CHANNEL_ID', message: 'The channel is archived (is_archived)' },
    },
    {
      what: 'a missing scope',
      match: /conversations\.info/,
      body: { ok: false, error: 'missing_scope', needed: 'channels:read' },
      issue: {
        path: 'SLACK_BOT_TOKEN',
        message: 'The bot lacks a permission (scope) that this needs (missing_scope)',
      },
    },
  ]
  test.each(lasting)('names the setting and disconnects the chat: $what', async ({ match, body, issue }) => {
    stage.workplace.fault({ match, times: 1, body })
    const { status: code, error } = await press('test-connection')
    expect(code).toBe(502)
    expect(error).toEqual({
      message: 'Slack connection failed',
      issues: [issue],
      requestId: expect.any(String),
    })
    expect((await status()).connection).toMatchObject({ state: 'disconnected', reason: issue.message })
  })

  test.each<[string, Partial<Fault>, string]>([
    ['503', { status: 503 }, 'Slack answered with an error (http_503)'],
    ['a broken connection', { mode: 'reset' }, 'Slack cannot be reached (econnreset)'],
    ['HTML', { body: '<html>' }, 'The answer does not look like one from Slack (unreadable_answer)'],
    [
      'an answer without the expected fields',
      { body: { ok: true } },
      'The answer does not look like one from Slack (unreadable_answer)',
    ],
    [
      '429',
      { status: 429, headers: { 'retry-after': '30' }, body: {} },
      'Slack is limiting requests (ratelimited)',
    ],
  ])('does not disconnect after a transient failure: %s', async (_what, fault, message) => {
    stage.workplace.fault({ match: /auth\.test/, times: 1, ...fault })
    const { status: code, error } = await press('test-connection')
    expect(code).toBe(502)
    expect(error.issues).toEqual([{ path: 'SLACK_API_URL', message }])
    expect((await status()).connection.state).toBe('unknown')
  })

  test.each([/auth\.test/, /conversations\.info/])(
    'ends in time without an answer: %s',
    { tags: ['f-10'] },
    async (match) => {
      await reopen({ limits: { chatTimeoutMs: 500 } })
      stage.workplace.fault({ match, times: 1, mode: 'hang' })
      const { status: code, error } = await press('test-connection')
      expect([code, error.issues]).toEqual([
        502,
        [{ path: 'SLACK_API_URL', message: 'Slack did not answer in time (timeout)' }],
      ])
    },
  )

  test('has one time limit for both requests', async () => {
    // Each request alone ends within the limit, even on a busy machine.
    await reopen({ limits: { chatTimeoutMs: 4_000 } })
    stage.workplace.fault({ match: /auth\.test/, times: 1, mode: 'slow', delayMs: 2_000 })
    stage.workplace.fault({ match: /conversations\.info/, times: 1, mode: 'slow', delayMs: 2_000 })
    expect(await press('test-connection')).toMatchObject({ status: 502 })
    expect(stage.requestCount('conversations.info')).toBe(1)
  })
})

describe('a message button', () => {
  test.each([
    ['send-instructions', 'Instructions sent', 'How to take part in Ovation'],
    ['test-notification', 'Test notification sent', 'Test message from Ovation'],
  ] as const)('sends to the channel at once: %s', async (button, message, text) => {
    expect((await press(button)).answer).toEqual({ success: true, message })
    expect(await stage.texts()).toEqual([text])
    expect(await status()).toMatchObject({ channelConnected: true })
  })

  test.each([
    ['send-instructions', 'Failed to send instructions'],
    ['test-notification', 'Failed to send test notification'],
  ] as const)(
    'names the setting to check when Slack refuses, and notifications stop: %s',
    async (button, message) => {
      refuse('not_in_channel')
      expect(await press(button)).toMatchObject({
        status: 502,
        error: { message, issues: [{ path: 'SLACK_CHANNEL_ID' }], requestId: expect.any(String) },
      })
      expect(await status()).toMatchObject({ notificationsActive: false })
    },
  )

  test('releases the notifications that were held back', async () => {
    refuse('not_in_channel')
    await stage.queueJoined('ana.lima')
    await stage.send()
    await press('test-notification')
    await stage.send()
    expect(await stage.texts()).toEqual(['Test message from Ovation', ...joined('ana.lima')])
  })
})

describe('the chat buttons and the status', () => {
  test('are for administrators only', { tags: ['rights-chat'] }, async () => {
    const moderator = await stage.t.member('mo', 'moderator')
    for (const button of Object.values(buttons)) {
      expect(await stage.t.call(button, { as: moderator })).toMatchObject({ status: 403 })
      expect(await stage.t.call(button)).toMatchObject({ status: 401 })
    }
    expect(await stage.t.call(getSlackStatus, { as: moderator })).toMatchObject({ status: 403 })
    expect(stage.workplace.journal()).toEqual([])
  })

  test('the buttons share a limit of ten presses a minute', async () => {
    for (let time = 0; time < 10; time++) await press('test-connection')
    const { status: code, headers } = await press('send-instructions')
    expect([code, Number(headers['retry-after']) > 0]).toEqual([429, true])
  })

  test.each([
    [{ SLACK_BOT_TOKEN: '', SLACK_CHANNEL_ID: '' }, ['SLACK_BOT_TOKEN', 'SLACK_CHANNEL_ID']],
    [{ SLACK_BOT_TOKEN: '' }, ['SLACK_BOT_TOKEN']],
    [{ SLACK_CHANNEL_ID: '' }, ['SLACK_CHANNEL_ID']],
  ])(
    'the buttons answer 409 when settings are missing: %o',
    { tags: ['admin-slack-not-set-up'] },
    async (environment, settings) => {
      await reopen({ environment })
      const issues = settings.map((path) => ({ path, message: 'Is not set' }))
      const failed = [
        ['test-connection', 'Slack connection failed'],
        ['send-instructions', 'Failed to send instructions'],
        ['test-notification', 'Failed to send test notification'],
      ] as const
      for (const [button, message] of failed) {
        const { status: code, error } = await press(button)
        expect([code, error]).toEqual([409, { message, issues }])
      }
      expect(await status()).toMatchObject({
        botTokenConfigured: !settings.includes('SLACK_BOT_TOKEN'),
        channelConfigured: !settings.includes('SLACK_CHANNEL_ID'),
        channelConnected: false,
        notificationsActive: false,
      })
      await stage.queueJoined('ana.lima')
      expect(await stage.notifications()).toEqual([])
      expect(stage.workplace.journal()).toEqual([])
    },
  )

  test('each press of a button adds one audit entry with its result', { tags: ['calls-slack'] }, async () => {
    const pressed = ['test-connection', 'send-instructions', 'test-notification'] as const
    for (const button of pressed) expect(await press(button)).toMatchObject({ status: 200 })
    refuse('is_archived')
    expect(await press('test-notification')).toMatchObject({ status: 502 })
    const acts = statement(
      'test_list_chat_acts',
      'select action, subject, details from audit_entries order by id',
    )
    expect(await stage.t.deps.db.run(acts, [])).toEqual([
      ...pressed.map((button) => ({
        action: `slack.${button}`,
        subject: 'slack',
        details: { failure: null },
      })),
      { action: 'slack.test-notification', subject: 'slack', details: { failure: 'is_archived' } },
    ])
    await reopen({ environment: { SLACK_CHANNEL_ID: '' } })
    expect(await press('test-connection')).toMatchObject({ status: 409 })
    expect(await stage.t.deps.db.run(listAudit, [])).toEqual([])
  })

  test('the status contains no secret and makes no request to Slack', {
    tags: ['admin-slack-configuration', 'sec-24'],
  }, async () => {
    const reply = await stage.t.call(getSlackStatus, { as: admin })
    expect(reply.answer).toEqual({
      data: {
        missing: ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET'],
        botTokenConfigured: true,
        channelConfigured: true,
        channelConnected: false,
        notificationsActive: true,
        direct: { waiting: 0, failed: 0, halt: null },
        mail: { isSetUp: false, waiting: 0, failed: 0, halt: null },
        connection: { state: 'unknown', code: null, reason: null, since: null },
        team: null,
        channel: null,
        waiting: 0,
        failed: 0,
        retryable: 0,
        lastSentAt: null,
        lastFailure: null,
        lastFailureAdvice: null,
        notifications: [
          { name: 'Share submissions', isEnabled: true },
          { name: 'Achievement unlocks', isEnabled: true },
          { name: 'New user registration', isEnabled: true },
          { name: 'Leaderboard updates (weekly)', isEnabled: true },
          { name: 'Contest reminders (monthly)', isEnabled: true },
          { name: 'New social content', isEnabled: true },
        ],
        lastImport: null,
      },
    })
    expect(stage.workplace.journal()).toEqual([])
    expect(await stage.t.deps.db.run(listAudit, [])).toEqual([])
  })
})
