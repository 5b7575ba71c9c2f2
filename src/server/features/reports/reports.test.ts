import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCheck, listOwnChecks } from '#contract/checks.schema.ts'
import { putHonesty } from '#contract/honesty.schema.ts'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { asDay, dayOf } from '#domain/days.ts'
import { defaultHonesty, type HonestySettings } from '#domain/honesty.ts'
import type { PostId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'

const start = '2026-03-11T10:00:00.000Z'
/** How many reports come at once. */
const burst = Number(process.env.OVATION_BURST_SIZE ?? 150)

let t: TestApp
let ana: TestMember
let posts: PostId[]

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock(start),
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
  })
  posts = await Promise.all(Array.from({ length: burst }, () => insertPost(t.deps)))
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  t.clock.set(start)
  await honesty({})
  ana = await t.member(`ana.${newId()}`)
})

const honesty = async (change: Partial<HonestySettings>) => {
  const as = await t.member('cara.ito', 'admin')
  expect((await t.call(putHonesty, { as, body: { ...defaultHonesty, ...change } })).status).toBe(200)
}
const send = (postId: string, interactionType = 'like', as = ana) =>
  t.call(reportInteraction, { as, body: { postId, interactionType } })
/** Reports until this process remembers the member and the post. The first one unlocks First Steps. */
const remembered = async () => {
  const postId = await insertPost(t.deps)
  for (const type of ['like', 'comment']) expect((await send(postId, type)).status).toBe(200)
  return postId
}
const readsDuring = async (work: () => Promise<unknown>) => {
  const run = vi.spyOn(t.deps.db, 'run')
  await work()
  const count = run.mock.calls.filter(([{ name }]) => name === 'find_report_cases').length
  run.mockRestore()
  return count
}
/** Changes rows behind the back of the process, as if no announcement ever came. */
const silently = (sql: string) => t.deps.db.script(sql)
const totalsOf = async (ids: readonly string[]) => {
  const sums = statement<{ points: number; reports: number }>(
    'test_sums',
    `select sum(total_points)::int as points, sum(total_engagements)::int as reports from users
     where id = any($1::uuid[])`,
  )
  return (await t.deps.db.run(sums, [ids]))[0]
}
const countsOf = (replies: readonly { status: number }[]) => ({
  done: replies.filter(({ status }) => status === 200).length,
  refused: replies.filter(({ status }) => status === 409).length,
})

describe('the usual report', () => {
  it('needs no read, once the process has seen the member and the post', async () => {
    const postId = await remembered()
    const other = await t.member(`ben.${newId()}`)
    await send(await insertPost(t.deps), 'like', other)
    expect(await readsDuring(() => send(postId, 'share'))).toBe(0)
    // A post that only a colleague has reported.
    expect(await readsDuring(() => send(postId, 'like', other))).toBe(0)
    expect(await readsDuring(() => send(postId, 'comment', other))).toBe(0)
  })

  it('needs none with limits either', async () => {
    const ben = await t.member(`ben.${newId()}`)
    for (const postId of posts.slice(0, 6)) await send(postId, 'like', ben)
    await honesty({ dailyCaps: { like: 5, comment: null, share: null } })
    await remembered()
    const reads: number[] = []
    for (const postId of posts.slice(0, 5)) reads.push(await readsDuring(() => send(postId)))
    expect(reads).toEqual([0, 0, 0, 0, 0])
    expect((await send(posts[5] ?? '')).answer).toMatchObject({ points: 0, cap: { earned: 5, cap: 5 } })
  })

  it('is refused when it is live already, and works again after an undo', async () => {
    const postId = await remembered()
    const { answer } = await send(postId, 'share')
    expect((await send(postId, 'share')).status).toBe(409)
    expect((await t.call(undoInteraction, { as: ana, params: { id: answer.id } })).status).toBe(200)
    expect((await send(postId, 'share')).answer.points).toBe(answer.points)
  })
})

describe('a report that unlocks achievements', () => {
  const day = 86_400_000
  /** The member's entries, newest first. */
  const entriesOf = async (as: TestMember) => {
    const entries = statement<{ amount: number; reason: string; balance: number }>(
      'test_entries',
      `select amount, reason, (sum(amount) over (order by created_at, id))::int as balance from ledger
       where user_id = $1 order by created_at desc, id desc`,
    )
    return t.deps.db.run(entries, [as.id])
  }
  const heldBy = async (as: TestMember) => {
    const held = statement<{ codes: string[] }>(
      'test_held',
      `select array_agg(code order by code) as codes from earned_achievements where user_id = $1`,
    )
    return (await t.deps.db.run(held, [as.id]))[0]?.codes
  }

  it('takes one statement, also the first of a member, which takes a read as well', async () => {
    const transaction = vi.spyOn(t.deps.db, 'transaction')
    expect(await readsDuring(() => send(posts[0] ?? ''))).toBe(1)
    for (let nth = 1; nth <= 6; nth++) {
      t.clock.advance(day)
      await send(posts[nth] ?? '', 'share')
    }
    expect(transaction).not.toHaveBeenCalled()
    transaction.mockRestore()
    expect(await heldBy(ana)).toEqual(['first_steps', 'streak_master'])
    const entries = await entriesOf(ana)
    expect(entries.map(({ reason }) => (reason === 'achievement' ? 'a' : 'r')).join('')).toBe('arrrrrrar')
    const { answer: me } = await t.call(getCurrentUser, { as: ana })
    expect(me.data.totalPoints).toBe(entries[0]?.balance)
  })

  it('unlocks two at once, and counts both for the standings of its day', async () => {
    t.clock.set('2026-03-12T10:00:00.000Z')
    const [startDate, endDate] = [asDay('2026-03-12'), asDay('2026-03-31')]
    const contestId = await insertContest(t.deps, { startDate, endDate })
    for (let nth = 0; nth < 24; nth++) await send(posts[nth] ?? '', 'share')
    for (let nth = 0; nth < 75; nth++) await send(posts[nth] ?? '', 'like')
    await send(posts[24] ?? '', 'share')
    const held = await heldBy(ana)
    expect(held).toEqual(expect.arrayContaining(['engagement_king', 'first_steps', 'social_butterfly']))
    const [latest] = await entriesOf(ana)
    expect(await standingOf(contestId, 'points')).toBe(latest?.balance)
  })

  it('unlocks nothing for what was undone, whatever else was reported since', {
    tags: ['reports-current'],
  }, async () => {
    const ahead = await t.member(`ben.${newId()}`)
    for (const postId of posts.slice(0, 60)) await send(postId, 'share', ahead)
    for (const postId of posts.slice(24, 26)) await send(postId)
    const ids: string[] = []
    for (let nth = 0; nth < 24; nth++) ids.push((await send(posts[nth] ?? '', 'share')).answer.id)
    expect((await t.call(undoInteraction, { as: ana, params: { id: ids[23] ?? '' } })).status).toBe(200)
    // All of it is remembered, so nothing is read.
    await send(posts[0] ?? '', 'comment')
    await send(posts[24] ?? '', 'share')
    expect(await heldBy(ana)).not.toContain('social_butterfly')
    await send(posts[25] ?? '', 'share')
    expect(await heldBy(ana)).toContain('social_butterfly')
  })

  it('earns what the rules say now, even if their change was not announced', {
    tags: ['reports-current'],
  }, async () => {
    for (let nth = 0; nth < 24; nth++) await send(posts[nth] ?? '', 'share')
    const change = (by: string) =>
      silently(
        `update points_configurations set point_value = point_value ${by} where context = 'social_butterfly'`,
      )
    await change('+ 7')
    await send(posts[24] ?? '', 'share')
    const [award, , before] = await entriesOf(ana)
    expect(award).toMatchObject({ reason: 'achievement' })
    await change('- 7')
    const ben = await t.member(`ben.${newId()}`)
    for (let nth = 0; nth < 25; nth++) await send(posts[nth] ?? '', 'share', ben)
    const [usual] = await entriesOf(ben)
    expect((award?.amount ?? 0) - (usual?.amount ?? 0)).toBe(7)
    expect(before?.reason).toBe('interaction')
  })
})

describe('what the process remembers', () => {
  it('never outlives a change of the rules, even one that was not announced', {
    tags: ['reports-current'],
  }, async () => {
    const postId = await remembered()
    const multiply = (by: string) =>
      silently(`update points_configurations set point_value = point_value ${by} where action_type = 'share'`)
    const usual = (await send(postId, 'share')).answer.points
    const next = async (nth: number) => (await send(posts[nth] ?? '', 'share')).answer.points
    await multiply('* 2')
    expect([await next(0), await next(1)]).toEqual([usual * 2, usual * 2])
    await multiply('/ 2')
    expect(await next(2)).toBe(usual)
  })

  it('never outlives a deleted or renamed post', { tags: ['reports-current'] }, async () => {
    const postId = await remembered()
    await silently(`update posts set author_name = 'Harbour Lights' where id = '${postId}'`)
    const { id } = (await send(postId, 'share')).answer
    const [line] = await t.deps.db.run(
      statement<{ description: string }>(
        'test_line',
        'select description from activities where subject_id = $1',
      ),
      [id],
    )
    expect(line?.description).toContain('Harbour Lights')
    await t.call(undoInteraction, { as: ana, params: { id } })
    await silently(`update posts set deleted_at = '${start}' where id = '${postId}'`)
    expect((await send(postId, 'share')).status).toBe(404)
  })

  it('never outlives a new cap, and counts what was reported before it', {
    tags: ['reports-current'],
  }, async () => {
    const postId = await remembered()
    await silently(
      `insert into honesty_settings (cap_share, clicks_per_day, clicks_per_address, checks) values (1, 20, 3, 'off')
       on conflict (id) do update set cap_share = 1`,
    )
    expect((await send(postId, 'share')).answer.cap).toEqual({ earned: 1, cap: 1 })
    expect((await send(posts[0] ?? '', 'share')).answer).toMatchObject({
      points: 0,
      cap: { earned: 1, cap: 1 },
    })
  })

  it('never outlives an excused day', { tags: ['reports-current'] }, async () => {
    const postId = await remembered()
    await silently(
      `insert into excused_days (day, reason, created_at) values ('2026-03-11', 'Down', '${start}')`,
    )
    expect((await send(postId, 'share')).status).toBe(200)
    await silently("delete from excused_days where day = '2026-03-11'")
  })

  it('keeps the places under a cap: five of twenty at once, after one that was remembered', async () => {
    await honesty({ dailyCaps: { like: 6, comment: null, share: null } })
    await remembered()
    const replies = await Promise.all(posts.slice(0, 20).map((postId) => send(postId)))
    expect(replies.filter(({ answer }) => answer.points > 0)).toHaveLength(5)
    t.clock.advance(86_400_000)
    expect((await send(posts[20] ?? '')).answer.cap).toEqual({ earned: 1, cap: 6 })
    expect(await readsDuring(() => send(posts[21] ?? ''))).toBeLessThanOrEqual(1)
    expect((await send(posts[22] ?? '')).answer.cap).toEqual({ earned: 3, cap: 6 })
  })

  it('asks again once a question of a burst is answered', async () => {
    await honesty({ checks: 'light' })
    for (const postId of posts.slice(0, 25)) expect((await send(postId)).status).toBe(200)
    const open = async () => (await t.call(listOwnChecks, { as: ana })).answer.data
    const [first] = await open()
    expect(await open()).toHaveLength(3)
    const id = first?.id ?? ''
    expect((await t.call(answerCheck, { as: ana, params: { id }, body: { answer: 'confirm' } })).status).toBe(
      200,
    )
    await send(posts[25] ?? '')
    expect(await open()).toHaveLength(3)
  })
})

describe(`${burst} reports at once`, () => {
  it('of one member all count, and none twice', { tags: ['reports-burst'] }, async () => {
    const all = [...posts, ...posts]
    expect(countsOf(await Promise.all(all.map((postId) => send(postId))))).toEqual({
      done: burst,
      refused: burst,
    })
    expect((await totalsOf([ana.id]))?.reports).toBe(burst)
  })

  it('of as many members on one post all count', { tags: ['reports-burst'] }, async () => {
    const members = await Promise.all(Array.from({ length: burst }, () => t.member(`m.${newId()}`)))
    const postId = await insertPost(t.deps)
    const first = await Promise.all(members.map((as) => send(postId, 'like', as)))
    const later = await Promise.all(
      members.flatMap((as) => [send(postId, 'like', as), send(postId, 'share', as)]),
    )
    expect([countsOf(first), countsOf(later)]).toEqual([
      { done: burst, refused: 0 },
      { done: burst, refused: burst },
    ])
    expect((await totalsOf(members.map(({ id }) => id)))?.reports).toBe(2 * burst)
  })

  it('in the last second of a contest count for the day on which each was made', {
    tags: ['reports-burst'],
  }, async () => {
    const endDate = asDay('2026-03-11')
    const contestId = await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate })
    await remembered()
    const before = await standingOf(contestId)
    t.clock.set('2026-03-11T23:59:59.990Z')
    const replies = await Promise.all(
      posts.map((postId) => {
        t.clock.advance(20 / burst)
        return send(postId)
      }),
    )
    const inTime = replies.filter(({ answer }) => dayOf(new Date(answer.reportedAt), 'UTC') === endDate)
    expect(countsOf(replies)).toEqual({ done: burst, refused: 0 })
    expect((await standingOf(contestId)) - before).toBe(inTime.length)
    expect(inTime.length).toBeLessThan(burst)
  })
})

async function standingOf(contestId: string, column: 'engagements' | 'points' = 'engagements') {
  const standings = statement<{ engagements: number; points: number }>(
    'test_standing',
    'select engagements, points from standings where contest_id = $1 and user_id = $2',
  )
  return (await t.deps.db.run(standings, [contestId, ana.id]))[0]?.[column] ?? 0
}
