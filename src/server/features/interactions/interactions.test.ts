import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import {
  myInteractions,
  recentInteractions,
  recentInteractionsOf,
  reportInteraction,
  undoInteraction,
} from '#contract/interactions.schema.ts'
import { getStandings } from '#contract/leaderboard.schema.ts'
import { asDay } from '#domain/days.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

const minuteMs = 60_000

let t: TestApp
let ana: TestMember
let ben: TestMember
let heard: Announcement[] = []

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-11T10:00:00.000Z'),
    limits: { reportsPerMember: 10_000, perMember: 10_000 },
  })
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
  t.deps.live.listen((announcement) => heard.push(announcement))
  // The tests of achievements cover First Steps, which every first report unlocks.
  for (const member of [ana, ben]) await send(await insertPost(t.deps), 'comment', member)
})
afterAll(() => t.close())

const send = (postId: string, interactionType = 'like', as: TestMember | null = ana) =>
  t.call(reportInteraction, { as, body: { postId, interactionType } })
const undo = (id: string, as: TestMember | null = ana) => t.call(undoInteraction, { as, params: { id } })
const userOf = async (member: TestMember) => {
  const [row] = await t.deps.db.run(
    statement<{
      points: number
      shares: number
      engagements: number
      current: number
      longest: number
      ledger: number
    }>(
      'test_user',
      `select total_points as points, total_shares as shares, total_engagements as engagements,
         current_streak as current, longest_streak as longest,
         (select coalesce(sum(amount), 0)::int from ledger where user_id = users.id) as ledger
       from users where id = $1`,
    ),
    [member.id],
  )
  if (!row) throw new Error('no such member')
  return row
}
const newestOf = async (member: TestMember) =>
  present((await t.call(recentInteractions, { as: member })).answer.data[0])

describe('reporting', () => {
  it('earns points by the current rules, and counts them everywhere at once', async () => {
    const before = await userOf(ana)
    const contest = await insertContest(t.deps, {
      startDate: asDay('2026-03-01'),
      endDate: asDay('2026-03-31'),
    })
    const post = await insertPost(t.deps, { platform: 'tiktok', authorName: 'Northwind' })
    heard = []
    const reply = await send(post, 'share')
    expect(reply.status).toBe(200)
    const { id, reportedAt } = await newestOf(ana)
    expect(reply.answer).toMatchObject({
      id,
      reportedAt,
      points: 30,
      interactionType: 'share',
      platform: 'tiktok',
    })
    const after = await userOf(ana)
    expect(after).toMatchObject({
      points: before.points + 30,
      shares: before.shares + 1,
      current: 1,
      longest: 1,
    })
    expect(after.ledger).toBe(after.points)
    const standings = await t.call(getStandings, { as: ben, params: { contestId: contest } })
    expect(standings.answer.data.slice(0, 1)).toMatchObject([
      { username: 'ana.lima', monthlyPoints: 60, totalShares: 1, rank: 1 },
    ])
    const activities = await t.call(listActivities, { as: ben })
    expect(activities.answer.data[0]).toMatchObject({
      description: 'Shared a TikTok post by Northwind',
      points: 30,
      user: { username: 'ana.lima' },
      metadata: { platform: 'tiktok' },
    })
    expect(heard.flatMap(({ messages = [] }) => messages)).toEqual([
      {
        type: 'POINT_UPDATE',
        data: {
          username: 'ana.lima',
          displayName: 'Ana Lima',
          pointsEarned: 30,
          interactionType: 'share',
          platform: 'tiktok',
          postId: post,
        },
      },
    ])
  })

  it('shows the report among the member’s recent and live reports', async () => {
    const post = await insertPost(t.deps)
    t.clock.advance(1_000)
    await send(post, 'comment')
    expect(await newestOf(ana)).toMatchObject({ postId: post, interactionType: 'comment', points: 20 })
    const mine = await t.call(myInteractions, { as: ana })
    expect(mine.answer.data[0]).toMatchObject({ postId: post, interactionType: 'comment' })
    const byId = await t.call(recentInteractionsOf, { as: ana, params: { userId: ana.id } })
    expect(byId.answer.data[0]?.postId).toBe(post)
  })

  it('shows the latest 500 of somebody with more, with how many there are, and older ones by post', {
    tags: ['lists-mine'],
  }, async () => {
    const rita = await t.member('rita.many')
    const posts = await Promise.all(Array.from({ length: 3 }, () => insertPost(t.deps)))
    const insert = statement(
      'test_insert_many_reports',
      `with made as (
         insert into posts (id, identity, brand, platform, author_name, author_handle, content, original_post_date,
           created_at, updated_at, published_at)
         select gen_random_uuid(), 'many ' || n, 'default', 'linkedin', 'Northwind', '@n', 'News', $2::timestamptz,
           $2::timestamptz, $2::timestamptz, $2::timestamptz from generate_series(1, 500) n returning id)
       insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at)
       select gen_random_uuid(), $1::uuid, id, 'like', 'linkedin', 15, ($2::timestamptz)::date, $2::timestamptz from made`,
    )
    await t.deps.db.run(insert, [rita.id, t.clock.now().toISOString()])
    const early = new Date(t.clock.now().getTime() - 86_400_000).toISOString()
    const insertOld = statement(
      'test_insert_old_report',
      `insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at)
       values (gen_random_uuid(), $1::uuid, $2::uuid, 'share', 'linkedin', 30, ($3::timestamptz)::date, $3::timestamptz)`,
    )
    await t.deps.db.run(insertOld, [rita.id, present(posts[0]), early])
    const latest = (await t.call(myInteractions, { as: rita })).answer
    expect([latest.data.length, latest.isComplete, latest.counts]).toEqual([
      500,
      false,
      { like: 500, comment: 0, share: 1 },
    ])
    const older = (await t.call(myInteractions, { as: rita, query: { posts: posts.join(',') } })).answer
    expect(older.data).toMatchObject([{ postId: posts[0], interactionType: 'share' }])
    expect((await t.call(myInteractions, { as: ana })).answer.isComplete).toBe(true)
    for (const wrong of ['x', '', Array(51).fill(posts[0]).join(',')]) {
      const { status, error } = await t.call(myInteractions, { as: rita, query: `posts=${wrong}` })
      expect([status, error.issues?.[0]?.path]).toEqual([400, 'posts'])
    }
  })

  it('accepts each type once per post', { tags: ['inv-03'] }, async () => {
    const post = await insertPost(t.deps)
    for (const type of ['like', 'comment', 'share']) expect((await send(post, type)).status).toBe(200)
    const again = await send(post, 'like')
    expect(again.status).toBe(409)
    expect(again.error.message).toBe('You have already reported this like')
  })

  it('lets exactly one of twenty simultaneous reports through', { tags: ['inv-03'] }, async () => {
    const before = await userOf(ana)
    const post = await insertPost(t.deps)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(post)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect((await userOf(ana)).points).toBe(before.points + 15)
  })

  it('counts all simultaneous reports of one member on different posts', async () => {
    const before = await userOf(ben)
    const posts = await Promise.all(Array.from({ length: 8 }, () => insertPost(t.deps)))
    const answers = await Promise.all(posts.map((post) => send(post, 'like', ben)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const after = await userOf(ben)
    expect(after.points).toBe(before.points + 8 * 15)
    expect(after.ledger).toBe(after.points)
  })
})

describe('reporting refuses', () => {
  it('an unknown post with 404 and names the field', async () => {
    const answer = await send('0197f000-0000-7000-8000-000000000000')
    expect(answer.status).toBe(404)
    expect(answer.error.issues).toEqual([{ path: 'postId', message: 'is unknown' }])
  })

  it.each([
    [{ postId: 'not-an-id', interactionType: 'like' }, 'postId'],
    [{ interactionType: 'like' }, 'postId'],
    [{ postId: '0197f000-0000-7000-8000-000000000000', interactionType: 'love' }, 'interactionType'],
    [{ postId: ['0197f000-0000-7000-8000-000000000000'], interactionType: 'like' }, 'postId'],
  ])('%j with 400 and names %s', { tags: ['form-report-type'] }, async (body, field) => {
    const answer = await t.call(reportInteraction, { as: ana, body })
    expect(answer.status).toBe(400)
    expect(answer.error.issues?.map(({ path }) => path)).toContain(field)
  })

  it("somebody else's id with 403, writing nothing", { tags: ['rights-report-self', 'sec-36'] }, async () => {
    const post = await insertPost(t.deps)
    const before = await userOf(ben)
    const answer = await t.call(reportInteraction, {
      as: ana,
      body: {
        postId: post,
        interactionType: 'like',
        userId: ben.id,
      },
    })
    expect(answer.status).toBe(403)
    expect(await userOf(ben)).toEqual(before)
    expect((await send(post)).status).toBe(200)
  })

  it('a signed-out caller with 401', {
    tags: ['form-report-signed-in', 'rights-report-signed-in'],
  }, async () => {
    expect((await send(await insertPost(t.deps), 'like', null)).status).toBe(401)
  })
})

describe('undoing', () => {
  it('takes back exactly what the report earned, whatever the rules are now', {
    tags: ['inv-04'],
  }, async () => {
    const before = await userOf(ana)
    const post = await insertPost(t.deps)
    await send(post, 'share')
    const { id } = await newestOf(ana)
    await t.deps.db.script("update points_configurations set point_value = 99 where action_type = 'share'")
    heard = []
    const reply = await undo(id)
    await t.deps.db.script("update points_configurations set point_value = 30 where action_type = 'share'")
    expect(reply.status).toBe(200)
    expect(reply.answer).toEqual({ interactionType: 'share', pointsRemoved: 30 })
    expect(await userOf(ana)).toEqual(before)
    expect(heard.flatMap(({ messages = [] }) => messages)).toMatchObject([
      { type: 'POINT_REMOVAL', data: { username: 'ana.lima', pointsRemoved: 30, postId: post } },
    ])
    expect((await send(post, 'share')).status).toBe(200)
  })

  it('lets exactly one of twenty simultaneous undos through', { tags: ['inv-05'] }, async () => {
    const before = await userOf(ana)
    await send(await insertPost(t.deps))
    const { id } = await newestOf(ana)
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await userOf(ana)).toEqual(before)
  })

  it('works until the last millisecond of five minutes and no longer', { tags: ['inv-05'] }, async () => {
    await send(await insertPost(t.deps))
    const first = await newestOf(ana)
    t.clock.advance(5 * minuteMs)
    expect((await undo(first.id)).status).toBe(200)
    await send(await insertPost(t.deps))
    const second = await newestOf(ana)
    t.clock.advance(5 * minuteMs + 1)
    const before = await userOf(ana)
    const late = await undo(second.id)
    expect(late.status).toBe(410)
    expect(late.error.message).toBe('Too late to undo')
    expect(await userOf(ana)).toEqual(before)
  })

  it("refuses somebody else's with 403, an unknown one with 404, a malformed id with 400", {
    tags: ['rights-undo-self', 'sec-37', 'inv-05'],
  }, async () => {
    await send(await insertPost(t.deps))
    const { id } = await newestOf(ana)
    expect((await undo(id, ben)).status).toBe(403)
    expect((await undo(id, null)).status).toBe(401)
    expect((await undo('0197f000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await undo('x')).status).toBe(400)
    expect((await newestOf(ana)).id).toBe(id)
  })

  it('removes the day from the streak when no other report remains on it', async () => {
    t.clock.set('2026-04-01T10:00:00Z')
    const cara = await t.member('cara.ito')
    await send(await insertPost(t.deps), 'like', cara)
    t.clock.set('2026-04-02T10:00:00Z')
    await send(await insertPost(t.deps), 'like', cara)
    expect(await userOf(cara)).toMatchObject({ current: 2, longest: 2 })
    await undo((await newestOf(cara)).id, cara)
    expect(await userOf(cara)).toMatchObject({ current: 1, longest: 1 })
  })

  it('corrects the contest that the report counted for, even after that day', async () => {
    t.clock.set('2026-04-10T23:58:00Z')
    const dana = await t.member('dana.roy')
    const contest = await insertContest(t.deps, {
      startDate: asDay('2026-04-10'),
      endDate: asDay('2026-04-10'),
    })
    await send(await insertPost(t.deps), 'like', dana)
    const standings = () => t.call(getStandings, { as: dana, params: { contestId: contest } })
    expect((await standings()).answer.total).toBe(1)
    t.clock.set('2026-04-11T00:02:00Z')
    expect((await undo((await newestOf(dana)).id, dana)).status).toBe(200)
    expect((await standings()).answer).toEqual({ data: [], total: 0 })
  })
})

describe('the streak', () => {
  it('earns its bonus from the third day on', async () => {
    await t.deps.db.script(
      "update points_configurations set bonus_type = 'streak', bonus_value = 7 where action_type = 'like'",
    )
    t.clock.set('2026-05-01T12:00:00Z')
    const eve = await t.member('eve.stone')
    const earned: number[] = []
    for (const day of ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-05']) {
      t.clock.set(`${day}T12:00:00Z`)
      earned.push((await send(await insertPost(t.deps), 'like', eve)).answer.points)
    }
    await t.deps.db.script('update points_configurations set bonus_type = null, bonus_value = null')
    expect(earned).toEqual([15, 15, 22, 15])
  })

  it('stays correct when the clock goes back to before the last day', { tags: ['f-08'] }, async () => {
    t.clock.set('2026-06-01T12:00:00Z')
    const finn = await t.member('finn.berg')
    for (const day of ['2026-06-01', '2026-06-03', '2026-06-02']) {
      t.clock.set(`${day}T12:00:00Z`)
      expect((await send(await insertPost(t.deps), 'like', finn)).status).toBe(200)
    }
    expect(await userOf(finn)).toMatchObject({ current: 3, longest: 3 })
  })
})

describe('the ledger', () => {
  it.each(['update ledger set amount = 1', 'delete from ledger', 'truncate ledger'])(
    'refuses to be changed: %s',
    { tags: ['inv-02'] },
    async (sql) => {
      await expect(t.deps.db.script(sql)).rejects.toThrow('never changed')
    },
  )
})

describe('a member’s own figures', () => {
  const own = ['/api/user', '/api/social-interactions/recent']
  const ask = (url: string, as: TestMember, etag = '') =>
    t.app.inject({ url, headers: { cookie: as.cookie, 'if-none-match': etag } })

  it.each(own)(
    '%s shows a report and its undo at once, and does not change for other members',
    async (url) => {
      const [olga, piet] = [await t.member('own.olga'), await t.member('own.piet')]
      const before = { olga: await ask(url, olga), piet: await ask(url, piet) }
      await send(await insertPost(t.deps), 'like', olga)
      const reported = await ask(url, olga, String(before.olga.headers.etag))
      expect(reported.statusCode).toBe(200)
      expect(reported.body).not.toBe(before.olga.body)
      await undo((await newestOf(olga)).id, olga)
      const undone = await ask(url, olga, String(reported.headers.etag))
      expect(undone.statusCode).toBe(200)
      const others = await ask(url, piet, String(before.piet.headers.etag))
      expect(others.statusCode).toBe(304)
      expect(others.body).toBe('')
      expect(others.headers['cache-control']).toBe('no-store')
    },
  )

  it.each(own)('%s needs no database while nothing of the member’s changed', async (url) => {
    const quiet = await t.member('own.quentin')
    await ask(url, quiet)
    const run = vi.spyOn(t.deps.db, 'run')
    const answers = await Promise.all([ask(url, quiet), ask(url, quiet)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(run).not.toHaveBeenCalled()
  })
})

describe('rights', () => {
  it("shows somebody else's reports to an admin only", { tags: ['sec-38'] }, async () => {
    const admin = await t.member('root.admin', 'admin')
    const other = await t.member('gus.hale')
    expect((await t.call(recentInteractionsOf, { as: other, params: { userId: ana.id } })).status).toBe(403)
    expect((await t.call(recentInteractionsOf, { as: admin, params: { userId: ana.id } })).status).toBe(200)
  })
})
