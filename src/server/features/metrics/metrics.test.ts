import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { livePath } from '#contract/live.ts'
import { getMemberCard } from '#contract/members.schema.ts'
import { metricsPath } from '#contract/metrics.ts'
import { putSetting } from '#server/access/settings.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { email, password, startEmergencyStage } from '#test/support/emergency-sign-in.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { startListeningApp } from '#test/support/listening.ts'
import { mailTime, startMailStage } from '#test/support/mail.ts'
import { samplesIn, scrape, seriesValue } from '#test/support/scrape.ts'
import { startChatStage } from '#test/support/slack-chat.ts'

const answered = 'ovation_http_request_duration_seconds_count'
const token = 'a-token-of-24-characters'
const minuteMs = 60_000

let closers: (() => Promise<void>)[] = []
const started = async <App extends { close(): Promise<void> }>(starting: Promise<App>): Promise<App> => {
  const app = await starting
  closers.push(() => app.close())
  return app
}
afterEach(async () => {
  for (const close of closers) await close()
  closers = []
})

const statusFor = async (t: TestApp, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  (await t.app.inject({ url: metricsPath, headers, remoteAddress })).statusCode

describe('who may read the metrics', () => {
  test('with a token, whoever sends it from anywhere, and nobody else', {
    tags: ['operate-metrics-access', 'rel-05'],
  }, async () => {
    const t = await started(startTestApp({ environment: { METRICS_TOKEN: token } }))
    expect(await statusFor(t, { authorization: `Bearer ${token}` }, '203.0.113.9')).toBe(200)
    const refused = [
      {},
      { authorization: token },
      { authorization: `Bearer ${token}x` },
      { authorization: 'Bearer ' },
    ]
    for (const headers of refused) expect(await statusFor(t, headers as Record<string, string>)).toBe(404)
  })

  test('without a token, programs on this machine that came through no proxy', {
    tags: ['operate-metrics-access', 'rel-05'],
  }, async () => {
    const t = await started(startTestApp({ environment: { TRUST_PROXY: '127.0.0.1' } }))
    for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
      expect([address, await statusFor(t, {}, address)]).toEqual([address, 200])
    for (const address of ['10.0.0.1', '203.0.113.9', '::ffff:10.0.0.1', '2001:db8::1'])
      expect([address, await statusFor(t, {}, address)]).toEqual([address, 404])
    for (const name of [
      'X-Forwarded-For',
      'Forwarded',
      'Via',
      'X-Real-IP',
      'X-Forwarded-Proto',
      'X-Forwarded-Host',
    ])
      expect([name, await statusFor(t, { [name]: '127.0.0.1' })]).toEqual([name, 404])
  })

  test('a refused reader gets what an address gets that does not exist', async () => {
    const t = await started(startTestApp())
    const from = { remoteAddress: '10.0.0.1' }
    const [refused, unknown] = [
      await t.app.inject({ url: metricsPath, ...from }),
      await t.app.inject({ url: '/metrics/nowhere', ...from }),
    ]
    expect([refused.statusCode, refused.payload]).toEqual([unknown.statusCode, unknown.payload])
    expect(Object.keys(refused.headers)).toEqual(Object.keys(unknown.headers))
  })
})

describe('the metrics count', () => {
  test('every answer by method, pattern of the address and status', {
    tags: ['operate-metrics-answers', 'rel-05'],
  }, async () => {
    const t = await started(startTestApp())
    const ana = await t.member('ana.lima')
    for (let n = 0; n < 3; n++) await t.call(getLeaderboard, { as: ana })
    const { headers } = await t.call(getLeaderboard, { as: ana })
    const unchanged = { cookie: ana.cookie, 'if-none-match': String(headers.etag) }
    await t.app.inject({ url: getLeaderboard.path, headers: unchanged })
    await t.call(getLeaderboard)
    await t.call(getMemberCard, { as: ana, params: { id: ana.id } })
    for (const url of ['/api/nowhere', '/nowhere.php', '/api/%E0%A4%A', '/%ff']) await t.request('GET', url)
    const samples = await scrape(t)
    const count = (method: string, route: string, status: string) =>
      seriesValue(samples, answered, { method, route, status })
    expect(count('GET', getLeaderboard.path, '200')).toBe(4)
    expect(count('GET', getLeaderboard.path, '304')).toBe(1)
    expect(count('GET', getLeaderboard.path, '401')).toBe(1)
    expect(count('GET', getMemberCard.path, '200')).toBe(1)
    expect(count('GET', 'none', '404')).toBe(4)
    expect(seriesValue(samples, 'ovation_refusals_total', { code: 'not-signed-in' })).toBe(1)
    expect(seriesValue(samples, 'ovation_refusals_total', { code: 'unknown' })).toBe(4)
    expect(seriesValue(samples, 'ovation_refusals_total', { code: 'too-many' })).toBe(0)
    expect(seriesValue(samples, 'ovation_cache_builds_total')).toBe(1)
    expect(seriesValue(samples, 'ovation_cache_hits_total')).toBe(4)
    // Only the patterns of addresses, and nobody who stands in one.
    for (const own of [ana.id, 'ana', 'lima', 'Lima']) expect(JSON.stringify(samples)).not.toContain(own)
  })

  test('reports that were accepted, and those refused by their code', {
    tags: ['operate-metrics-answers'],
  }, async () => {
    const t = await started(startTestApp())
    const body = { postId: await insertPost(t.deps), interactionType: 'like' }
    const as = await t.member('ana.lima')
    for (const status of [200, 409])
      expect((await t.call(reportInteraction, { as, body })).status).toBe(status)
    const samples = await scrape(t)
    expect(seriesValue(samples, 'ovation_reports_total')).toBe(1)
    expect(seriesValue(samples, 'ovation_refusals_total', { code: 'conflict' })).toBe(1)
  })

  test('live connections, their upgrades, and messages by type', async () => {
    const t = await started(startListeningApp())
    const socket = new WebSocket(`${t.origin.replace('http', 'ws')}${livePath}`)
    await once(socket, 'message')
    const samples = await scrape(t)
    expect(seriesValue(samples, 'ovation_sockets')).toBe(1)
    expect(seriesValue(samples, 'ovation_frames_sent_total', { type: 'connected' })).toBe(1)
    expect(seriesValue(samples, answered, { method: 'GET', route: livePath, status: '101' })).toBe(1)
    const closed = once(socket, 'close')
    socket.close()
    await closed
    await expect.poll(async () => seriesValue(await scrape(t), 'ovation_sockets')).toBe(0)
  })

  test('sign-ins by way and result', async () => {
    const stage = await startEmergencyStage()
    closers.push(() => stage.t.close())
    stage.startAfresh()
    await stage.signIn()
    await stage.post({ email, password: `${password}!` })
    const samples = await scrape(stage.t)
    for (const result of ['succeeded', 'refused']) {
      const labels = { method: 'emergency', result }
      expect(seriesValue(samples, 'ovation_login_attempts_total', labels)).toBe(1)
    }
  })

  test('requests to Slack by result, and what waits in the outbox for how long', async () => {
    const stage = await started(startChatStage())
    await stage.queueJoined('Cara Ito')
    stage.t.clock.advance(20 * minuteMs)
    await stage.queueJoined('Dan Roy')
    const waiting = await scrape(stage.t)
    expect(seriesValue(waiting, 'ovation_chat_outbox_waiting')).toBe(2)
    expect(seriesValue(waiting, 'ovation_chat_outbox_oldest_seconds')).toBe(1_200)
    await stage.send()
    const sent = await scrape(stage.t)
    expect(seriesValue(sent, 'ovation_slack_requests_total', { result: 'ok' })).toBe(2)
    expect(seriesValue(sent, 'ovation_chat_outbox_waiting')).toBe(0)
    expect(seriesValue(sent, 'ovation_chat_outbox_oldest_seconds')).toBe(0)
    expect(seriesValue(sent, 'ovation_chat_outbox_failed')).toBe(0)
  })

  test('attempts to send e-mails by result, and what waits for e-mails', async () => {
    const stage = await started(startMailStage())
    const ana = await stage.reader('ana')
    const bo = await stage.reader('bo')
    await stage.badge(ana, 'One')
    await stage.badge(bo, 'Two')
    expect(seriesValue(await scrape(stage.t), 'ovation_mail_waiting')).toBe(2)
    stage.mailbox.fault({ at: 'recipient', to: 'ana', answer: 550 })
    await stage.sendAt(mailTime)
    const sent = await scrape(stage.t)
    for (const result of ['sent', 'refused'])
      expect(seriesValue(sent, 'ovation_mails_total', { result })).toBe(1)
    expect(seriesValue(sent, 'ovation_mail_waiting')).toBe(0)
    expect(seriesValue(sent, 'ovation_mail_failed')).toBe(1)
  })

  test('jobs that wait, for how long, and the dead letters, of each queue', async () => {
    const t = await started(startTestApp())
    await t.deps.db.transaction((tx) => t.deps.jobs.enqueue(tx, 'contests.close', {}))
    await t.deps.db.run(
      statement('test_age_jobs', `update pgboss.job set start_after = start_after - interval '16 minutes'`),
      [],
    )
    const samples = await scrape(t)
    expect(seriesValue(samples, 'ovation_jobs_queued', { queue: 'contests.close' })).toBe(1)
    expect(seriesValue(samples, 'ovation_jobs_queued', { queue: 'posts.publish' })).toBe(0)
    expect(seriesValue(samples, 'ovation_jobs_oldest_seconds', { queue: 'contests.close' })).toBeGreaterThan(
      900,
    )
    expect(seriesValue(samples, 'ovation_dead_letters')).toBe(0)
  })
})

describe('the metrics show', () => {
  test('totals that differ from the ledger, five minutes after the last comparison', {
    tags: ['operate-ledger-watched'],
  }, async () => {
    const t = await started(startTestApp())
    await t.member('ana.lima')
    expect(seriesValue(await scrape(t), 'ovation_ledger_mismatches')).toBe(0)
    const plant = statement('test_plant_points', 'update users set total_points = total_points + 1')
    await asFixture(() => t.deps.db.run(plant, []))
    t.clock.advance(5 * minuteMs - 1)
    expect(seriesValue(await scrape(t), 'ovation_ledger_mismatches')).toBe(0)
    t.clock.advance(1)
    // The member's total, and the sum of all totals.
    expect(seriesValue(await scrape(t), 'ovation_ledger_mismatches')).toBe(2)
  })

  test('the last backup, once there is one', async () => {
    const t = await started(startTestApp())
    const name = 'ovation_backup_last_success_timestamp_seconds'
    expect(seriesValue(await scrape(t), name)).toBeNull()
    await putSetting(t.deps.db, { key: 'backup_last_success', value: '2026-06-10T10:00:00.000Z' })
    expect(seriesValue(await scrape(t), name)).toBe(1_781_085_600)
  })

  test('a database that is gone, and nothing that only it could know', async () => {
    const t = await startTestApp()
    expect(seriesValue(await scrape(t), 'ovation_database_up')).toBe(1)
    await t.deps.jobs.stop()
    await t.deps.db.close()
    const samples = await scrape(t)
    expect(seriesValue(samples, 'ovation_database_up')).toBe(0)
    for (const name of ['ovation_dead_letters', 'ovation_jobs_queued', 'ovation_ledger_mismatches'])
      expect(seriesValue(samples, name)).toBeNull()
    await t.app.close()
    await t.deps.live.close()
  })

  test('the version, the process, and the connections to the database', async () => {
    const t = await started(startTestApp())
    const { text } = await t.request('GET', metricsPath)
    const samples = samplesIn(text)
    const { version } = JSON.parse(
      await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'),
    )
    expect(seriesValue(samples, 'ovation_build_info', { version })).toBe(1)
    for (const name of [
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      'ovation_database_in_use',
    ])
      expect(seriesValue(samples, name)).not.toBeNull()
  })

  test('each product its own, when several run in one process', async () => {
    const [one, other] = [await started(startTestApp()), await started(startTestApp())]
    await one.request('GET', '/api/nowhere')
    const labels = { route: 'none', status: '404' }
    expect(seriesValue(await scrape(one), answered, labels)).toBe(1)
    expect(seriesValue(await scrape(other), answered, labels)).toBeNull()
  })
})
