import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listDeliveries } from '#contract/deliveries.schema.ts'
import { discardDeadLetter, getStatus, replayDeadLetter, startVerification } from '#contract/status.schema.ts'
import { putSetting } from '#server/access/settings.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { GiveUp, type JobHandler } from '#server/jobs/handlers.ts'
import { queueNames } from '#server/jobs/queues.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { testClock } from '#test/support/moment.ts'
import { sendOut } from '../deliveries/commands.ts'
import { noteVerification, readStatus } from './commands.ts'

const start = '2026-03-11T10:00:00.000Z'
let t: TestApp
let admin: TestMember

beforeEach(async () => {
  t = await startTestApp({ clock: testClock(start), limits: { perMember: 10_000, probesPerMember: 10_000 } })
  admin = await t.member('cara.ito', 'admin')
})
afterEach(() => t.close())

const read = async () => (await t.call(getStatus, { as: admin })).answer.data
const failedJobs = async () => (await read()).deadLetters ?? []
const replay = (id: string, as: TestMember | null = admin) => t.call(replayDeadLetter, { as, params: { id } })
const discard = (id: string, as: TestMember | null = admin) =>
  t.call(discardDeadLetter, { as, params: { id } })

const listActs = statement<{ act: string }>(
  'test_status_acts',
  `select concat_ws(' ', action, details) as act from audit_entries
   where action like 'failed-job%' or action like 'verification%' order by id`,
)
const acts = async () => (await t.deps.db.run(listActs, [])).map(({ act }) => act)

/** A dead letter as pg-boss writes it. */
async function plantDeadLetter(queue: string | null, data: object = {}): Promise<string> {
  const id = newId<'deadLetter'>()
  await t.deps.db.run(
    statement(
      'test_plant_dead_letter',
      `insert into pgboss.job (id, name, data, output, source_name, source_retry_count)
       values ($1, 'dead', $2::jsonb, '{"message":"no answer"}', $3, 5)`,
    ),
    [id, JSON.stringify(data), queue],
  )
  return id
}

const countQueued = statement<{ queued: number }>(
  'test_count_queued',
  `select count(*)::int as queued from pgboss.job where name = 'contests.close' and state = 'created'`,
)
const queued = async () => (await t.deps.db.run(countQueued, []))[0]?.queued

describe('the status', () => {
  it('has the versions, the database, the jobs, the backups and the chat', {
    tags: ['operate-status'],
  }, async () => {
    await t.deps.db.transaction((tx) => t.deps.jobs.enqueue(tx, 'contests.close', {}))
    await putSetting(t.deps.db, { key: 'backup_last_success', value: '2026-03-10T02:15:00.000Z' })
    const status = await read()
    const engine = t.deps.db.engine === 'pglite' ? 'embedded' : 'postgres'
    expect(status).toMatchObject({
      mode: 'production',
      node: process.versions.node,
      startedAt: start,
      database: { engine, isConnected: true, version: expect.stringMatching(/^1[6-9]/) },
      deadLetters: [],
      deadLetterCount: 0,
      backups: { lastSuccessAt: '2026-03-10T02:15:00.000Z', lastDrillAt: null },
      verification: null,
      chat: { waiting: 0, failed: 0 },
    })
    expect(status.database.migrations).toBeGreaterThanOrEqual(15)
    expect(status.database.sizeBytes).toBeGreaterThan(1_000_000)
    expect(status.jobs?.map(({ queue }) => queue)).toEqual(queueNames)
    expect(status.jobs?.find(({ queue }) => queue === 'contests.close')?.queued).toBe(1)
  })

  it('says so when the database does not answer, and what the process knows', {
    tags: ['operate-status'],
  }, async () => {
    const gone = await startTestApp()
    await gone.deps.jobs.stop()
    await gone.deps.db.close()
    const instance = { mode: 'production', version: '1.2.3', startedAt: start } as const
    expect(await readStatus(gone.deps, instance)).toMatchObject({
      version: '1.2.3',
      database: { isConnected: false, version: null, sizeBytes: null, migrations: null },
      jobs: null,
      deadLetters: null,
      backups: null,
    })
    await gone.app.close()
    await gone.deps.live.close()
  })
})

describe('a job that fails for good', () => {
  it('is listed with its reason, and runs once when two administrators replay it at once', {
    tags: ['operate-failed-jobs'],
    timeout: 60_000,
  }, async () => {
    let isBroken = true
    let done = 0
    const handler: JobHandler = {
      queue: 'chat.import',
      handle: async () => {
        if (isBroken) throw new GiveUp('the channel is gone')
        done++
      },
    }
    await t.deps.jobs.work([handler], t.deps)
    await t.deps.db.transaction((tx) => t.deps.jobs.enqueue(tx, 'chat.import', {}))
    await expect.poll(failedJobs, { timeout: 45_000, interval: 50 }).not.toEqual([])
    const [letter] = await failedJobs()
    expect(letter).toMatchObject({ queue: 'chat.import', reason: 'the channel is gone', tries: 1 })
    expect((await read()).deadLetterCount).toBe(1)
    isBroken = false
    const other = await t.member('dan.roy', 'admin')
    const id = letter?.id ?? ''
    const statuses = (await Promise.all([replay(id), replay(id, other)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([204, 404])
    await expect.poll(() => done, { timeout: 45_000, interval: 50 }).toBe(1)
    expect([await failedJobs(), (await replay(id)).status]).toEqual([[], 404])
    expect(await acts()).toEqual(['failed-job.replay {"queue": "chat.import"}'])
  })

  it('is discarded, once', { tags: ['operate-failed-jobs'] }, async () => {
    const id = await plantDeadLetter('contests.close')
    expect(await failedJobs()).toMatchObject([{ id, queue: 'contests.close', reason: 'no answer', tries: 6 }])
    const statuses = (await Promise.all([discard(id), discard(id), replay(id)])).map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(2)
    expect([await failedJobs(), (await acts()).length]).toEqual([[], 1])
  })

  it('stays where it is when its queue no longer exists', { tags: ['operate-failed-jobs'] }, async () => {
    for (const queue of ['contests.open', null]) {
      const id = await plantDeadLetter(queue)
      const reply = await replay(id)
      expect([reply.status, reply.error.message]).toEqual([409, 'The queue of this job no longer exists'])
      expect((await failedJobs()).map((each) => each.id)).toContain(id)
    }
    expect(await acts()).toEqual([])
  })

  it('is taken from the dead letters only, whatever id is sent', async () => {
    await t.deps.db.transaction((tx) => t.deps.jobs.enqueue(tx, 'contests.close', {}))
    const [waiting] = await t.deps.db.run(
      statement<{ id: string }>(
        'test_waiting_job',
        "select id::text as id from pgboss.job where name = 'contests.close'",
      ),
      [],
    )
    for (const id of [waiting?.id ?? '', newId<'deadLetter'>()]) {
      expect([(await replay(id)).status, (await discard(id)).status]).toEqual([404, 404])
    }
    expect(await queued()).toBe(1)
  })

  it('sends the delivery that it failed to send', { tags: ['operate-failed-jobs'] }, async () => {
    const deliveryId = await t.deps.db.transaction((tx) =>
      sendOut(t.deps, tx, { event: 'member.joined', body: {} }),
    )
    await t.deps.db.script("update deliveries set outcome = 'failed', finished_at = created_at")
    expect((await replay(await plantDeadLetter('deliveries.send', { deliveryId }))).status).toBe(204)
    const log = (await t.call(listDeliveries, { as: admin })).answer.data
    expect(log).toMatchObject([{ id: deliveryId, outcome: 'pending', finishedAt: null }])
  })
})

describe('the last verification', () => {
  it('is the one that an administrator asks for, with what it found', {
    tags: ['operate-verification'],
    timeout: 60_000,
  }, async () => {
    await t.member('ana.lima')
    const plant = statement('test_plant_points', 'update users set total_points = total_points + 1')
    await asFixture(() => t.deps.db.run(plant, []))
    await t.deps.jobs.work(
      jobHandlers.filter(({ queue }) => queue === 'verify.run'),
      t.deps,
    )
    expect((await t.call(startVerification, { as: admin })).answer.data).toBeNull()
    await vi.waitFor(async () => expect((await read()).verification).not.toBeNull(), { timeout: 45_000 })
    // The totals of both members, and the sum of all totals.
    expect((await read()).verification).toEqual({ at: start, violations: 3, isWhole: false })
    expect(await acts()).toEqual(['verification.start {}'])
  })

  it('is also that of the command', { tags: ['operate-verification'] }, async () => {
    await noteVerification(t.deps.db, { at: start, violations: 0, isWhole: true })
    expect((await read()).verification).toEqual({ at: start, violations: 0, isWhole: true })
  })
})

it('only administrators see the status and act on it', { tags: ['operate-rights-status'] }, async () => {
  const id = await plantDeadLetter('contests.close')
  for (const [as, status] of [
    [await t.member('ana.lima'), 403],
    [await t.member('mo.diaz', 'moderator'), 403],
    [null, 401],
  ] as const) {
    expect((await t.call(getStatus, { as })).status).toBe(status)
    expect((await t.call(startVerification, { as })).status).toBe(status)
    expect((await replay(id, as)).status).toBe(status)
    expect((await discard(id, as)).status).toBe(status)
  }
  expect(await failedJobs()).toHaveLength(1)
})
