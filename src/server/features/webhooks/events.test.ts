import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listDeliveries, replayDelivery } from '#contract/deliveries.schema.ts'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { adjustPoints } from '#contract/ledger.schema.ts'
import { reviewShare, submitShare } from '#contract/shares.schema.ts'
import { webhookMessages } from '#contract/webhooks.schema.ts'
import { defaultAutomation } from '#domain/automation.ts'
import { asDay } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import { webhookEvents } from '#domain/webhooks.ts'
import { type CatchHook, startCatchHook } from '#sandbox/workplace/catch-hook.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { deliveries, webhooks } from '#server/db/schema/connections.ts'
import { closeEndedContests } from '#server/features/contests/commands.ts'
import { award } from '#server/features/ledger/commands.ts'
import { publishDuePosts } from '#server/features/posts/commands.ts'
import type { TestMember } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { insertContest, insertPost, setAutomation } from '#test/support/fixtures.ts'
import { type HookApp, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'
import { insertWebhook, readMessage, waitingDeliveries } from '#test/support/webhooks.ts'
import {
  deleteWebhook,
  sendToWebhook,
  tellOfEarnings,
  tellWebhooks,
  updateWebhook,
  watchEarnings,
  webhookClient,
} from './commands.ts'
import { deleteToldOf } from './store.ts'

const start = '2026-03-11T10:00:00.000Z'

let hook: CatchHook
let t: HookApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  hook = await startCatchHook()
  t = await startHookApp({
    clock: testClock(start),
    environment: { ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${hook.port}` },
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
  })
  admin = await t.member('iris.admin', 'admin')
  ana = await t.member('ana.lima')
})
beforeEach(async () => {
  t.clock.set(start)
  await setAutomation(t.deps, defaultAutomation)
  await t.deps.db.orm.delete(deliveries)
  await t.deps.db.orm.delete(webhooks)
})
afterAll(async () => {
  await t.close()
  await hook.close()
})

const acting = () => ({ member: admin, ip: '127.0.0.1' })
const make = (events = webhookEvents as readonly (typeof webhookEvents)[number][]) =>
  insertWebhook(t, admin, hook.url, events)
const waiting = () => waitingDeliveries(t)
const told = async () => (await waiting()).map(({ body }) => body)
const submit = async (body: object = {}) =>
  (await t.call(submitShare, { as: ana, body: { platform: 'linkedin', ...body } })).answer.data
const review = (id: string, body: unknown) => t.call(reviewShare, { as: admin, params: { id }, body })
const report = async (as = ana) => {
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  return (await t.call(reportInteraction, { as, body })).answer.id
}
const earned = async () => {
  await tellOfEarnings(t.deps)
  return (await told()).flatMap((body) => (body.type === 'member.earned' ? [body.data] : []))
}
const publicUrl = () => t.deps.config.publicUrl

describe('an event', () => {
  it('share.submitted is told with the share that a member handed in', {
    tags: ['outgoing-webhook-events'],
  }, async () => {
    await make()
    const { id } = await submit({
      shareUrl: 'https://example.org/mine',
      customMessage: 'Nobody else reads this',
    })
    expect(await told()).toEqual([
      {
        type: 'share.submitted',
        timestamp: start,
        data: {
          shareId: id,
          memberId: ana.id,
          displayName: 'Ana Lima',
          platform: 'linkedin',
          shareUrl: 'https://example.org/mine',
          status: 'pending',
          link: `${publicUrl()}/review`,
        },
      },
    ])
  })

  it('share.submitted says approved where shares are published automatically', async () => {
    await make()
    await setAutomation(t.deps, { ...defaultAutomation, autoPublish: true, webhookUrl: hook.url })
    await submit()
    expect(await told()).toMatchObject([{ type: 'share.submitted', data: { status: 'approved' } }])
  })

  it('share.decided is told of each new status, and of nothing else in a review', {
    tags: ['outgoing-webhook-events'],
  }, async () => {
    const { id } = await submit()
    await make(['share.decided'])
    await review(id, { engagements: 7 })
    expect(await told()).toEqual([])
    await review(id, { status: 'rejected', reason: 'The link needs a sign-in' })
    t.clock.advance(60_000)
    await review(id, { status: 'completed' })
    t.clock.advance(60_000)
    await review(id, { status: 'pending' })
    const data = {
      shareId: id,
      memberId: ana.id,
      displayName: 'Ana Lima',
      platform: 'linkedin',
      shareUrl: null,
    }
    expect(await told()).toMatchObject([
      {
        type: 'share.decided',
        timestamp: start,
        data: { ...data, status: 'rejected', reason: 'The link needs a sign-in' },
      },
      {
        type: 'share.decided',
        data: { ...data, status: 'completed', reason: null, points: expect.any(Number) },
      },
    ])
  })

  it('contest.closed is told with the champion, once', { tags: ['outgoing-webhook-events'] }, async () => {
    await make(['contest.closed'])
    const days = { startDate: asDay('2026-03-09'), endDate: asDay('2026-03-11') }
    const contestId = await insertContest(t.deps, days)
    const winner = await t.member('ben.okafor')
    await t.call(adjustPoints, {
      as: admin,
      body: { userId: winner.id, amount: 5_000, reason: 'For the open day' },
    })
    t.clock.set('2026-03-12T00:11:00.000Z')
    await closeEndedContests(t.deps)
    await closeEndedContests(t.deps)
    expect(await told()).toEqual([
      {
        type: 'contest.closed',
        timestamp: '2026-03-12T00:11:00.000Z',
        data: {
          contestId,
          title: 'Spring contest',
          ...days,
          champion: { memberId: winner.id, displayName: 'Ben Okafor', points: 5_000 },
          championTeam: null,
          link: `${publicUrl()}/monthly-contest?contest=${contestId}`,
        },
      },
    ])
  })

  it('post.added is told when a post appears in the feed, once, and not of tests', {
    tags: ['outgoing-webhook-events'],
  }, async () => {
    await make(['post.added'])
    const { data } = (await t.newPost()).answer
    await t.newPost()
    await t.newPost({ content: 'A test', brand: 'test', post_url: 'https://www.linkedin.com/posts/test' })
    const [first, ...more] = await told()
    expect(more).toEqual([])
    expect(first).toEqual({
      type: 'post.added',
      timestamp: start,
      data: {
        postId: data.id,
        platform: 'linkedin',
        authorName: 'Ana Lima',
        postUrl: 'https://www.linkedin.com/posts/northwind_news-activity-7001',
        link: `${publicUrl()}/social-feed#post-${data.id}`,
      },
    })
    const scheduled_time = '2026-03-11T12:00:00.000Z'
    await t.newPost({ content: 'Later', post_url: '', scheduled_time })
    expect(await told()).toHaveLength(1)
    t.clock.set(scheduled_time)
    await publishDuePosts(t.deps)
    expect((await told()).at(-1)).toMatchObject({ timestamp: scheduled_time, data: { postUrl: null } })
  })

  it('member.earned is told of every entry: reports, achievements, undos and corrections', {
    tags: ['outgoing-webhook-events', 'outgoing-webhook-each-entry'],
  }, async () => {
    await make(['member.earned'])
    const zoe = await t.member('zoe.marsh')
    const id = await report(zoe)
    const body = { userId: zoe.id, amount: -3, reason: 'Counted twice' }
    await t.call(adjustPoints, { as: admin, body })
    await t.call(undoInteraction, { as: zoe, params: { id } })
    const entries = await t.deps.db.run(
      statement<{ id: string; amount: number; reason: string }>(
        'test_entries_of',
        'select id, amount, reason from ledger where user_id = $1 order by id',
      ),
      [zoe.id],
    )
    expect(entries.length).toBeGreaterThanOrEqual(5)
    const link = `${publicUrl()}/leaderboard`
    expect(await earned()).toEqual(
      entries.map(({ id: entryId, amount: points, reason }) => ({
        entryId,
        memberId: zoe.id,
        displayName: 'Zoe Marsh',
        points,
        reason,
        day: '2026-03-11',
        link,
      })),
    )
    expect(await earned()).toHaveLength(entries.length)
  })

  it('member.earned is in the log of deliveries, and can be replayed from there', {
    tags: ['admin-webhooks-log'],
  }, async () => {
    await make(['member.earned'])
    for (let nth = 0; nth < 12; nth++) await report()
    await tellOfEarnings(t.deps)
    const log = (await t.call(listDeliveries, { as: admin, query: '?limit=100' })).answer.data
    expect(log.length).toBeGreaterThanOrEqual(12)
    for (const { id } of log)
      expect((await t.call(replayDelivery, { as: admin, params: { id } })).answer.data.replayOf).toBe(id)
  })

  it('is told in a body of the shape of the contract, signed with the secret of the webhook', {
    tags: ['outgoing-webhook-signed', 'sec-54'],
  }, async () => {
    const { secret } = await make()
    const { id } = await submit()
    await review(id, { status: 'completed' })
    await t.newPost({ content: 'Signed', post_url: 'https://www.linkedin.com/posts/signed' })
    await t.deps.db.transaction((tx) =>
      tellWebhooks(t.deps, tx, {
        type: 'contest.closed',
        timestamp: start,
        data: {
          contestId: asId('0197f000-0000-7000-8000-000000000000'),
          title: 'Spring “contest” ✓',
          startDate: asDay('2026-03-01'),
          endDate: asDay('2026-03-31'),
          champion: { memberId: ana.id, displayName: 'Zoë', points: 1 },
          championTeam: {
            teamId: asId('0197f000-0000-7000-8000-000000000001'),
            name: 'Zürich',
            average: 0.5,
          },
          link: `${publicUrl()}/monthly-contest`,
        },
      }),
    )
    await earned()
    const client = webhookClient(t.deps.config)
    const before = hook.journal().length
    const all = await waiting()
    for (const { id: deliveryId } of all)
      await sendToWebhook(t.deps, client, {
        deliveryId: asId(deliveryId),
        signal: new AbortController().signal,
      })
    const sent = hook.journal().slice(before)
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual(all.map((each) => each.id))
    const messages = sent.map((each) => readMessage(t, each, secret))
    expect(messages).toEqual(all.map(({ body }) => body))
    expect([...new Set(messages.map(({ type }) => type))].sort()).toEqual([...webhookEvents].sort())
  })

  it('has a schema for each, and each schema is of an event or the test', () => {
    expect(Object.keys(webhookMessages)).toEqual([...webhookEvents, 'webhook.test'])
  })
})

describe('who is told', () => {
  it('every webhook that wants it, each once, with a job', { tags: ['outgoing-webhook-once'] }, async () => {
    const one = await make(['share.submitted', 'member.earned'])
    const other = await make(['share.submitted'])
    await make(['post.added'])
    await submit()
    const all = await waiting()
    expect(all.map((each) => each.webhook_id)).toEqual([one.id, other.id])
    const jobs = statement<{ id: string }>(
      'test_told_jobs',
      `select data->>'deliveryId' as id from pgboss.job where name = 'deliveries.send' and data->>'deliveryId' = any($1)`,
    )
    const ids = all.map(({ id }) => id)
    expect((await t.deps.db.run(jobs, [ids])).map(({ id }) => id).sort()).toEqual([...ids].sort())
    await report()
    await Promise.all([tellOfEarnings(t.deps), tellOfEarnings(t.deps)])
    const entries = (await waiting()).filter(({ route }) => route === 'member.earned')
    expect(new Set(entries.map(({ webhook_id: webhook }) => webhook))).toEqual(new Set([one.id]))
    const named = entries.map(({ body }) => body.type === 'member.earned' && body.data.entryId)
    expect(new Set(named).size).toBe(entries.length)
  })

  it('nobody of a change that did not happen', { tags: ['inv-13'] }, async () => {
    await make()
    const { id } = await submit()
    await t.deps.db.orm.delete(deliveries)
    expect((await review(id, { status: 'rejected' })).status).toBe(400)
    const failing = t.deps.db.transaction(async (tx) => {
      const data = {
        postId: asId<'post'>(id),
        platform: 'linkedin',
        authorName: 'Ana',
        postUrl: null,
        link: publicUrl(),
      } as const
      await tellWebhooks(t.deps, tx, { type: 'post.added', timestamp: start, data })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await told()).toEqual([])
  })

  it('no webhook that is paused or deleted; one that is resumed from then on', {
    tags: ['outgoing-webhook-pause'],
  }, async () => {
    const deleted = await make()
    const { id } = await make()
    await updateWebhook(t.deps, acting(), { id, change: { isPaused: true } })
    await deleteWebhook(t.deps, acting(), deleted.id)
    await submit({ customMessage: 'While it was paused' })
    await report()
    expect(await earned()).toEqual([])
    expect(await told()).toEqual([])
    await updateWebhook(t.deps, acting(), { id, change: { isPaused: false } })
    expect(await earned()).toEqual([])
    const body = { userId: ana.id, amount: 7, reason: 'For the open day' }
    await t.call(adjustPoints, { as: admin, body })
    expect(await earned()).toMatchObject([{ points: 7 }])
  })

  it('a webhook of no entry from before it wanted to know of them', async () => {
    const { id } = await make(['post.added'])
    await report()
    await updateWebhook(t.deps, acting(), { id, change: { events: ['post.added', 'member.earned'] } })
    expect(await earned()).toEqual([])
    await t.call(adjustPoints, { as: admin, body: { userId: ana.id, amount: 8, reason: 'For the open day' } })
    expect(await earned()).toMatchObject([{ points: 8 }])
  })

  it('of more entries than are read at once, all of them', async () => {
    await make(['member.earned'])
    const { id: userId } = await t.member('max.many')
    const amounts = Array.from({ length: 205 }, (_, n) => n + 1)
    await t.deps.db.transaction(async (tx) => {
      for (const amount of amounts) {
        const booking = { userId, amount, reason: 'adjustment', subjectId: newId<'adjustment'>() } as const
        await award(t.deps, tx, { ...booking, at: t.clock.now(), rule: null })
      }
    })
    const points = (await earned()).filter(({ reason }) => reason === 'adjustment')
    expect(points.map((each) => each.points)).toEqual(amounts)
  })

  it('of an entry that becomes visible after later ones were told', {
    tags: ['outgoing-webhook-each-entry'],
  }, async () => {
    await make(['member.earned'])
    const { id: userId } = await t.member('lea.late')
    const lateId = newId<'ledgerEntry'>()
    const correct = (amount: number) =>
      t.call(adjustPoints, { as: admin, body: { userId, amount, reason: 'For the open day' } })
    await correct(12)
    expect((await earned()).map(({ points }) => points)).toEqual([12])
    const insertLate = statement(
      'test_insert_late_entry',
      `insert into ledger (id, user_id, amount, reason, subject_id, day, created_at)
       select $1::uuid, user_id, 11, reason, $1::uuid, day, created_at from ledger where user_id = $2::uuid limit 1`,
    )
    await asFixture(() => t.deps.db.run(insertLate, [lateId, userId]))
    expect((await earned()).map(({ points }) => points).sort()).toEqual([11, 12])
  })

  it('of nothing from before, when its place in the ledger was lost', async () => {
    const { id } = await make(['member.earned'])
    await report(await t.member('pat.past'))
    await t.deps.db.transaction((tx) => deleteToldOf(tx, id))
    expect(await earned()).toEqual([])
    await t.call(adjustPoints, { as: admin, body: { userId: ana.id, amount: 9, reason: 'For the open day' } })
    expect(await earned()).toMatchObject([{ points: 9 }])
  })
})

it('an instance that books points has the webhooks told of them soon, and only if one wants to know', {
  tags: ['outgoing-webhook-each-entry'],
}, async () => {
  const listJobs = statement<{ id: string }>(
    'test_earnings_jobs',
    `select id from pgboss.job where name = 'webhooks.earnings'`,
  )
  const jobs = async () => (await t.deps.db.run(listJobs, [])).length
  await make(['post.added'])
  const end = watchEarnings(t.deps)
  // It has learned that nobody wants to know once this read, which comes after its own, is done.
  await told()
  await told()
  const before = await jobs()
  await report()
  await sleep(2_500)
  expect(await jobs()).toBe(before)
  await make(['member.earned'])
  await told()
  await told()
  await report()
  await report()
  await expect.poll(jobs, { interval: 50 }).toBe(before + 1)
  end()
})
