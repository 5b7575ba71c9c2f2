import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { newPost } from '#contract/posts.schema.ts'
import { submitShare } from '#contract/shares.schema.ts'
import { defaultAutomation } from '#domain/automation.ts'
import { asDay } from '#domain/days.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { chatNotifications, deliveries } from '#server/db/schema/connections.ts'
import { contests } from '#server/db/schema/contests.ts'
import { ledger } from '#server/db/schema/game.ts'
import { users } from '#server/db/schema/people.ts'
import { posts } from '#server/db/schema/posts.ts'
import type { TestMember } from '#test/support/app.ts'
import { insertContest, insertPost, setAutomation } from '#test/support/fixtures.ts'
import { type HookApp, postBody, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { closeEndedContests, remindOfContests } from '../contests/commands.ts'
import { announceWeeklyLeaderboard } from '../leaderboard/commands.ts'
import { notifyChat } from './commands.ts'

const start = '2026-03-11T10:00:00.000Z'
const chat = { slackBotToken: 'xoxb-1', slackChannelId: 'C0TEST' }
let t: HookApp
let ana: TestMember

beforeAll(async () => {
  t = await startHookApp({
    clock: testClock(start),
    config: { ...chat, timeZone: 'Pacific/Auckland' },
    limits: { reportsPerMember: 1_000 },
  })
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  for (const table of [chatNotifications, deliveries]) await t.deps.db.orm.delete(table)
})

const queued = async () => {
  const rows = await t.deps.db.orm.select().from(chatNotifications).orderBy(asc(chatNotifications.id))
  return rows.map(({ notification }) => notification)
}
const jobs = async () => {
  const list = statement<{ name: string }>(
    'test_chat_jobs',
    `select name from pgboss.job where name = 'chat.send' and state = 'created'`,
  )
  return (await t.deps.db.run(list, [])).length
}
const report = (postId: string, interactionType: string, as = ana) =>
  t.call(reportInteraction, { as, body: { postId, interactionType } })

describe('the chat gets a notification', () => {
  test('about a share that a member submits, with the member’s text', {
    tags: ['admin-slack-tells-shares'],
  }, async () => {
    const before = await jobs()
    const body = { platform: 'twitter', customMessage: '<!channel> look', shareUrl: 'https://x.test/1' }
    await t.call(submitShare, { as: ana, body })
    expect(await queued()).toEqual([
      { kind: 'share_submitted', displayName: 'Ana Lima', ...body, isGoingOut: false },
    ])
    expect(await jobs()).toBe(before + 1)
  })

  test('about an achievement that a report unlocks, and not about any other report', {
    tags: ['admin-slack-tells-badges'],
  }, async () => {
    const ben = await t.member('ben.okafor')
    const post = await insertPost(t.deps)
    await report(post, 'like', ben)
    await report(post, 'comment', ben)
    expect(await queued()).toEqual([
      {
        kind: 'achievement_unlocked',
        displayName: 'Ben Okafor',
        achievement: 'First Steps',
        points: 10,
        description: 'Report your first interaction',
      },
    ])
  })

  test('about a new post once, and again when an administrator pushes it', {
    tags: ['admin-posts-push-told', 'admin-slack-tells-posts'],
  }, async () => {
    const prompts = { question: 'What was hard?', angles: ['What you built'] }
    const change = { post_url: 'https://x.test/new', content: 'News & more', ...prompts }
    for (let nth = 0; nth < 3; nth++) await t.newPost(change)
    const postId = present((await queued())[0] as { postId?: string }).postId
    const notification = {
      kind: 'new_post',
      postId,
      platform: 'linkedin',
      authorName: 'Ana Lima',
      content: 'News & more',
      postUrl: 'https://x.test/new',
      ...prompts,
      isTest: false,
    }
    expect(await queued()).toEqual([notification])
    const row = await t.deps.db.orm.select().from(posts).where(eq(posts.postUrl, 'https://x.test/new'))
    expect(row).toMatchObject([{ id: postId }])
    const admin = await t.member('iris.admin', 'admin')
    const push = postBody({ ...change, campaign_tags: 'manual-push' })
    for (let nth = 0; nth < 2; nth++)
      expect((await t.call(newPost, { as: admin, body: push })).status).toBe(200)
    expect(await queued()).toEqual([notification, notification, notification])
  })

  test('on a Monday about the five who earned most in the week before, once, and about the contest', {
    tags: ['admin-slack-tells-leaders', 'slack-weekly-contest'],
  }, async () => {
    const weeks = await startHookApp({ config: { ...chat, timeZone: 'Pacific/Auckland' } })
    const names = ['cara', 'dan', 'eve', 'finn', 'gus', 'hal', 'ida', 'jo']
    const members = await Promise.all(names.map((name) => weeks.member(name)))
    const [cara, dan, eve, finn, gus, hal, ida, jo] = members
    const earn = async (who: TestMember | undefined, day: string, amount: number) => {
      const row = {
        id: newId<'ledgerEntry'>(),
        userId: present(who).id,
        amount,
        subjectId: newId<'adjustment'>(),
      }
      await weeks.deps.db.orm
        .insert(ledger)
        .values({ ...row, reason: 'adjustment', day: asDay(day), createdAt: weeks.clock.now() })
    }
    await earn(cara, '2026-03-08', 500)
    await earn(cara, '2026-03-09', 10)
    for (const who of [dan, eve]) await earn(who, '2026-03-15', 40)
    await earn(eve, '2026-03-16', 900)
    await earn(finn, '2026-03-10', 8)
    await earn(gus, '2026-03-10', 7)
    await earn(hal, '2026-03-11', 6)
    await earn(hal, '2026-03-12', -6)
    for (const who of [ida, jo]) await earn(who, '2026-03-12', 5)
    await weeks.deps.db.orm
      .update(users)
      .set({ disabledAt: weeks.clock.now() })
      .where(eq(users.id, present(gus).id))
    // 2026-03-16 is a Monday in Auckland, eleven hours before it is one in UTC.
    for (const at of ['2026-03-15T20:00:00Z', '2026-03-15T20:00:01Z', '2026-03-17T20:00:00Z']) {
      weeks.clock.set(at)
      await announceWeeklyLeaderboard(weeks.deps)
    }
    const week = {
      firstDay: '2026-03-09',
      lastDay: '2026-03-15',
      leaders: [
        { rank: 1, displayName: 'Dan', points: 40 },
        { rank: 1, displayName: 'Eve', points: 40 },
        { rank: 3, displayName: 'Cara', points: 10 },
        { rank: 4, displayName: 'Finn', points: 8 },
        { rank: 5, displayName: 'Ida', points: 5 },
      ],
      members: 6,
    }
    const told = await weeks.deps.db.orm.select().from(chatNotifications)
    await weeks.close()
    expect(told).toMatchObject([{ notification: { kind: 'weekly_leaderboard', week, contest: null } }])
  })

  test('on a Monday about the contest that runs, also when nobody earned anything in the week', {
    tags: ['slack-weekly-contest'],
  }, async () => {
    const others = await startHookApp({ config: chat, clock: testClock('2026-03-16T09:00:00.000Z') })
    const told = async () => {
      await announceWeeklyLeaderboard(others.deps)
      const rows = await others.deps.db.orm.select().from(chatNotifications)
      return rows.map(({ notification }) => notification)
    }
    try {
      expect(await told()).toEqual([])
      const window = { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') }
      await insertContest(others.deps, window)
      expect(await told()).toEqual([])
      const like = { postId: await insertPost(others.deps), interactionType: 'like' }
      await others.call(reportInteraction, { as: await others.member('cara'), body: like })
      await others.deps.db.orm.delete(chatNotifications)
      expect(await told()).toMatchObject([
        {
          week: { leaders: [], members: 0 },
          contest: { title: 'Spring contest', leaders: [{ rank: 1, displayName: 'Cara' }] },
        },
      ])
    } finally {
      await others.close()
    }
  })

  test('three days before a contest ends, once for each end date, and later with its winner', {
    tags: ['admin-slack-tells-contests'],
  }, async () => {
    t.clock.set('2026-03-27T20:00:00Z')
    const window = { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') }
    const contestId = await insertContest(t.deps, window)
    const remind = async (at: string) => {
      t.clock.set(at)
      await remindOfContests(t.deps)
      return (await queued()).length
    }
    expect(await remind('2026-03-27T20:00:00Z')).toBe(0)
    expect(await remind('2026-03-28T20:00:00Z')).toBe(1)
    expect(await remind('2026-03-29T20:00:00Z')).toBe(1)
    expect((await queued())[0]).toMatchObject({
      kind: 'contest_reminder',
      endDate: '2026-03-31',
      daysLeft: 3,
      leader: { displayName: 'Ben Okafor', points: 45 },
    })
    await t.deps.db.orm.update(contests).set({ endDate: asDay('2026-04-01') })
    expect(await remind('2026-03-29T21:00:00Z')).toBe(2)
    // 2 April 00:10 in Auckland.
    t.clock.set('2026-04-01T11:10:00Z')
    for (let nth = 0; nth < 2; nth++) await closeEndedContests(t.deps)
    expect((await queued()).slice(2)).toMatchObject([
      { kind: 'contest_winner', contestId, displayName: 'Ben Okafor', points: 45, team: null },
    ])
  })
})

describe('the chat gets no notification', () => {
  test('about a change that is rolled back', { tags: ['inv-13'] }, async () => {
    const notification = { kind: 'member_joined', displayName: 'nobody' } as const
    const failing = t.deps.db.transaction(async (tx) => {
      await notifyChat(t.deps, tx, { key: 'member_joined nobody', notification })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await queued()).toEqual([])
  })

  test('while none is set up: nothing is stored, and a push is refused', async () => {
    const withoutChat = await startHookApp()
    try {
      const admin = await withoutChat.member('iris.admin', 'admin')
      await withoutChat.newPost()
      const push = postBody({ campaign_tags: 'manual-push' })
      const answer = await withoutChat.call(newPost, { as: admin, body: push })
      expect([answer.status, answer.error.message]).toEqual([
        409,
        'Slack is not set up, so nothing can be pushed',
      ])
      expect(await withoutChat.deps.db.orm.select().from(chatNotifications)).toEqual([])
    } finally {
      await withoutChat.close()
    }
  })
})

describe('a submitted share with automatic publishing', () => {
  const webhookUrl = 'https://hooks.zapier.com/hooks/catch/1/abc/'
  const submit = async (changes: Partial<typeof defaultAutomation>) => {
    await setAutomation(t.deps, { ...defaultAutomation, ...changes })
    const body = { platform: 'twitter', customMessage: 'Look', shareUrl: 'https://x.test/1' }
    // A member submits the same only once.
    const as = await t.member(`ana.${newId()}`)
    const { answer } = await t.call(submitShare, { as, body })
    return { share: answer.data, out: await t.deps.db.orm.select().from(deliveries) }
  }

  test('goes out at once and is approved', { tags: ['admin-automation-publish'] }, async () => {
    const { share, out } = await submit({ autoPublish: true, webhookUrl })
    expect(share.status).toBe('approved')
    expect(out).toMatchObject([
      {
        direction: 'out',
        route: 'share.submitted',
        outcome: 'pending',
        tries: 0,
        body: {
          share_id: share.id,
          platform: 'twitter',
          message: 'Look',
          content_type: 'custom',
          share_url: 'https://x.test/1',
          username: expect.stringMatching(/^ana/),
        },
      },
    ])
  })

  test.each([
    ['it is off', { webhookUrl }],
    ['no webhook address is set', { autoPublish: true }],
    ['the automation service is off', { autoPublish: true, webhookUrl, zapierEnabled: false }],
  ])('stays pending while %s', { tags: ['admin-automation-pending'] }, async (_name, changes) => {
    const { share, out } = await submit(changes)
    expect([share.status, out]).toEqual(['pending', []])
  })
})
