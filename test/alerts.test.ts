import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { livePath } from '#contract/live.ts'
import { listPosts } from '#contract/posts.schema.ts'
import { putSetting } from '#server/access/settings.ts'
import { statement } from '#server/db/handle.ts'
import { notifyChat } from '#server/features/notifications/commands.ts'
import { AlertWatch, rules } from '#test/support/alert-watch.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { startListeningApp } from '#test/support/listening.ts'
import { parsed, seriesIn } from '#test/support/promql.ts'
import { scrape } from '#test/support/scrape.ts'

const halfMinuteMs = 30_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs

let closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers) await close()
  closers = []
})

/** A healthy product with a recent backup, which has been watched for a while. */
async function watched(options: Parameters<typeof startTestApp>[0] = {}, start = startTestApp) {
  const t = await start(options)
  closers.push(() => t.close())
  await backUp(t)
  const watch = new AlertWatch(t)
  expect(await watch.steps(3, halfMinuteMs)).toEqual([])
  return { t, watch }
}

/** The same with a database that the test takes away. */
async function watchedWithoutDatabase() {
  const t = await startTestApp()
  await backUp(t)
  const as = await t.member('ana.lima')
  closers.push(async () => {
    await t.app.close()
    await t.deps.live.close()
  })
  const watch = new AlertWatch(t)
  expect(await watch.steps(3, halfMinuteMs)).toEqual([])
  await t.deps.jobs.stop()
  await t.deps.db.close()
  return { t, watch, as }
}

const backUp = (t: TestApp) =>
  putSetting(t.deps.db, { key: 'backup_last_success', value: t.clock.now().toISOString() })
const run = (t: TestApp, sql: string) => asFixture(() => t.deps.db.run(statement('', sql), []))

describe('an alert fires, and not before,', () => {
  test('when the product does not answer', { tags: ['operate-alerts', 'rel-08'] }, async () => {
    const { watch } = await watched()
    for (let n = 0; n < 4; n++) expect(await watch.step(halfMinuteMs, 'silent')).toEqual([])
    expect(await watch.step(halfMinuteMs, 'silent')).toEqual(['OvationDown'])
    expect(await watch.step(halfMinuteMs)).toEqual([])
  })

  test('when nobody watches the product', { tags: ['operate-alerts', 'rel-08'] }, async () => {
    const { watch } = await watched()
    for (let n = 0; n < 10; n++) expect(await watch.step(halfMinuteMs, 'not listed')).toEqual([])
    expect(await watch.step(halfMinuteMs, 'not listed')).toEqual(['OvationAbsent'])
  })

  test('when the database is gone', { tags: ['operate-alerts', 'rel-08'] }, async () => {
    const { watch } = await watchedWithoutDatabase()
    expect(await watch.steps(2, halfMinuteMs)).toEqual([])
    expect(await watch.step(halfMinuteMs)).toEqual(['OvationDatabaseDown'])
  })

  test('when more than one request in a hundred fails', { tags: ['operate-alerts', 'rel-08'] }, async () => {
    const { t, watch, as } = await watchedWithoutDatabase()
    const ask = async (failing: number, unknown: number) => {
      for (let n = 0; n < failing; n++)
        expect((await t.call(listPosts, { as, query: `search=${n}` })).status).toBeGreaterThanOrEqual(500)
      for (let n = 0; n < unknown; n++) await t.request('GET', '/api/nowhere')
    }
    // Ten minutes of one failure in two hundred, then five of one in ten.
    expect(await watch.steps(10, minuteMs, () => ask(1, 199))).not.toContain('OvationErrors')
    expect(await watch.steps(5, minuteMs, () => ask(2, 18))).not.toContain('OvationErrors')
    expect(await watch.steps(4, minuteMs, () => ask(2, 18))).toContain('OvationErrors')
  })

  test('when the event loop is blocked again and again', { tags: ['operate-alerts', 'rel-08'] }, async () => {
    const { watch } = await watched()
    const blocked = new Int32Array(new SharedArrayBuffer(4))
    const block = async () => {
      // The delay is measured from one tick to the next, so there must be one before.
      await sleep(30)
      Atomics.wait(blocked, 0, 0, 300)
      await sleep(30)
    }
    expect(await watch.steps(5, minuteMs, block)).toEqual([])
    expect(await watch.steps(1, minuteMs, block)).toEqual(['OvationEventLoopSlow'])
  })

  test('when a total differs from the ledger', { tags: ['operate-alerts', 'rel-08'] }, async () => {
    const { t, watch } = await watched()
    await t.member('ana.lima')
    expect(await watch.steps(10, halfMinuteMs)).toEqual([])
    await run(t, 'update users set total_points = total_points + 1')
    expect(await watch.steps(10, halfMinuteMs)).toEqual(['OvationLedgerMismatch'])
  })

  test('when a notification does not reach the chat for fifteen minutes', {
    tags: ['operate-alerts', 'rel-08'],
  }, async () => {
    const { t, watch } = await watched({ config: { slackBotToken: 'xoxb-1', slackChannelId: 'C0TEST' } })
    const notification = { kind: 'member_joined', displayName: 'Cara' } as const
    await t.deps.db.transaction((tx) => notifyChat(t.deps, tx, { key: 'joined', notification }))
    expect(await watch.steps(15, minuteMs)).toEqual([])
    expect(await watch.step(minuteMs)).toEqual(['OvationChatOutboxOld'])
  })

  test('when a job waits for fifteen minutes', { tags: ['operate-alerts', 'rel-08'] }, async () => {
    const { t, watch } = await watched()
    await t.deps.db.transaction((tx) => t.deps.jobs.enqueue(tx, 'contests.close', {}))
    await run(t, `update pgboss.job set start_after = start_after - interval '14 minutes'`)
    expect(await watch.step(minuteMs)).toEqual([])
    await run(t, `update pgboss.job set start_after = start_after - interval '61 seconds'`)
    expect(await watch.step(minuteMs)).toEqual(['OvationJobsOld'])
  })

  test('when a job failed for good', { tags: ['operate-alerts', 'rel-08'] }, async () => {
    const { t, watch } = await watched()
    await run(t, `insert into pgboss.job (name, data) values ('dead', '{}')`)
    expect(await watch.step(minuteMs)).toEqual(['OvationDeadLetters'])
  })

  test('when the last backup is older than 26 hours', { tags: ['operate-alerts', 'rel-08'] }, async () => {
    const { t, watch } = await watched()
    await backUp(t)
    expect(await watch.step(26 * hourMs)).toEqual([])
    expect(await watch.step(1_000)).toEqual(['OvationBackupOld'])
    await backUp(t)
    expect(await watch.step(1_000)).toEqual([])
  })

  test('when there is no backup after 26 hours', { tags: ['operate-alerts', 'rel-08'] }, async () => {
    const t = await startTestApp()
    closers.push(() => t.close())
    const watch = new AlertWatch(t)
    expect(await watch.steps(27, hourMs - 1)).toEqual([])
    expect(await watch.step(hourMs)).toEqual(['OvationBackupMissing'])
  })

  test('when more than four fifths of the live connections are taken', {
    tags: ['operate-alerts', 'rel-08'],
  }, async () => {
    const { t, watch } = await watched({ limits: { sockets: 5 } }, startListeningApp)
    const open = async () => {
      const socket = new WebSocket(`${t.deps.config.publicUrl.replace('http', 'ws')}${livePath}`)
      await once(socket, 'message')
      return socket
    }
    const sockets = await Promise.all(Array.from({ length: 4 }, open))
    expect(await watch.steps(10, minuteMs)).toEqual([])
    sockets.push(await open())
    expect(await watch.steps(5, minuteMs)).toEqual([])
    expect(await watch.step(minuteMs)).toEqual(['OvationSocketsNearCap'])
    for (const socket of sockets) socket.terminate()
  })
})

const readText = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8')

/** The names of all series, as they are with every part of the product in use. */
async function seriesOf(t: TestApp): Promise<Set<string>> {
  await backUp(t)
  await t.request('GET', '/api/nowhere')
  return new Set((await scrape(t)).map(({ name }) => name))
}

test('each alert has a severity, a text and a chapter in the runbook, and names series that exist', {
  tags: ['operate-alerts', 'rel-08'],
}, async () => {
  const { t } = await watched()
  const series = (await seriesOf(t)).add('up')
  const runbook = await readText('docs/operate.md')
  for (const { alert, expr, labels, annotations } of rules) {
    expect(['critical', 'warning']).toContain(labels.severity)
    for (const name of ['summary', 'description']) expect(annotations[name]).toMatch(/\w/)
    expect(annotations.runbook_url).toBe(`docs/operate.md#${alert.toLowerCase()}`)
    expect(runbook).toContain(`### ${alert}\n`)
    for (const name of seriesIn(parsed(expr))) expect([...series]).toContain(name)
  }
  const tested = await readText('deploy/prometheus/alerts.test.yaml')
  for (const { alert } of rules) expect(tested).toContain(`alertname: ${alert}\n`)
})

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets?: readonly { readonly expr: string }[]
  }[]
}

test('each panel of the dashboard asks for series that exist', async () => {
  const { t } = await watched()
  const series = await seriesOf(t)
  // These have no series before their first event, or without a replica.
  for (const name of [
    'ovation_frames_sent_total',
    'ovation_list_reads_total',
    'ovation_login_attempts_total',
    'ovation_slack_requests_total',
  ])
    series.add(name)
  const { panels } = JSON.parse(await readText('deploy/grafana/ovation.json')) as Dashboard
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThan(15)
  for (const expression of expressions) {
    for (const name of seriesIn(parsed(expression.replaceAll('$__rate_interval', '5m'))))
      expect([...series]).toContain(name)
  }
})

test('the guide lists every series of the product, and no other', async () => {
  const { t } = await watched()
  const { text } = await t.request('GET', '/metrics')
  const own = Array.from(text.matchAll(/^# TYPE (ovation_\w+)/gm), ([, name]) => name)
  const guide = await readText('docs/operate.md')
  const listed = Array.from(guide.matchAll(/^\| `(ovation_\w+)`/gm), ([, name]) => name)
  expect(listed.toSorted()).toEqual(own.toSorted())
})
