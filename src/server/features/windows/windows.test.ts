import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { getAround, getLeaderboard, getMyRank } from '#contract/leaderboard.schema.ts'
import { changeStatus } from '#contract/users.schema.ts'
import { type BoardWindow, windowKinds } from '#domain/board-windows.ts'
import type { InteractionId, WindowId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { keepWindows, remakeWindows } from './commands.ts'
import { buildNext, closeWindow, dropScores, foldBookings, listEndedWindows, listWindows } from './store.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember
let ben: TestMember

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-30T10:00:00Z'),
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
    environment: { WORKSPACE_TIME_ZONE: 'Pacific/Auckland' },
  })
  admin = await t.member('the.admin', 'admin')
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.deps.db.script(`begin; set local session_replication_role = replica;
    truncate interactions, ledger, activities, applause, shares, earned_achievements, take_backs, appeals, checks,
      board_windows, window_scores, window_moves, window_parts;
    update users set total_points = 0, total_shares = 0, total_engagements = 0, current_streak = 0, longest_streak = 0,
      streak_last_day = null, achievement_codes = '{}';
    update points_configurations set is_active = false where action_type = 'achievement';
    update report_basis set version = version + 1;
    select rebuild_boards(), rebuild_member_directory(), rebuild_figures();
    commit`)
  t.deps.cache.forgetAll()
})

// 23:30 in Auckland, on the same day in UTC. The clock changes there on 5 April.
const on = (day: string) => t.clock.set(`${day}T10:30:00Z`)
const like = async (as: TestMember): Promise<InteractionId> => {
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  return (await t.call(reportInteraction, { as, body })).answer.id
}
const board = async (window: BoardWindow, as = ana) => {
  const { data } = (await t.call(getLeaderboard, { as, query: { window } })).answer
  return data.map(({ username, totalPoints, totalEngagements, rank }) =>
    [rank, username, totalPoints, totalEngagements].join(' '),
  )
}
const boards = async () => ({
  week: await board('week'),
  month: await board('month'),
  quarter: await board('quarter'),
  all: await board('all'),
})
const violations = async () => (await verify(t.deps.db)).flatMap((finding) => finding.violations)
const forever = () => false
const setLeftOut = statement('test_leave_out', 'update users set left_out = id = any($1::uuid[])')
const lockFolds = statement(
  'test_lock_folds',
  `select pg_advisory_xact_lock(hashtextextended('fold_windows', 0))`,
)
const waitingForLock = statement(
  'test_waiting_for_lock',
  `select from pg_locks where locktype = 'advisory' and not granted
     and database = (select oid from pg_database where datname = current_database())`,
)
const setLeft = statement('test_forget_windows', 'delete from board_windows where kind = $1')

describe('the boards of windows', () => {
  it('have what was earned on the days of the present week, month and quarter', {
    tags: ['leaderboard-windows'],
  }, async () => {
    on('2026-03-28')
    await like(ana)
    await like(ana)
    // A Monday.
    on('2026-03-30')
    await like(ben)
    expect(await boards()).toEqual({
      week: ['1 ben.okafor 15 1'],
      month: ['1 ana.lima 30 2', '2 ben.okafor 15 1'],
      quarter: ['1 ana.lima 30 2', '2 ben.okafor 15 1'],
      all: ['1 ana.lima 30 2', '2 ben.okafor 15 1'],
    })
    // A Wednesday, on which a month and a quarter begin.
    on('2026-04-01')
    await like(ana)
    expect(await boards()).toEqual({
      week: ['1 ben.okafor 15 1', '2 ana.lima 15 1'],
      month: ['1 ana.lima 15 1'],
      quarter: ['1 ana.lima 15 1'],
      all: ['1 ana.lima 45 3', '2 ben.okafor 15 1'],
    })
    on('2026-04-06')
    expect((await boards()).week).toEqual([])
    expect(await violations()).toEqual([])
  })

  it('begin at midnight of the workspace, with no job and no report between', {
    tags: ['leaderboard-windows'],
  }, async () => {
    on('2026-04-05')
    await like(ana)
    t.clock.set('2026-04-05T11:59:59.999Z')
    expect(await board('week')).toEqual(['1 ana.lima 15 1'])
    t.clock.set('2026-04-05T12:00:00Z')
    expect(await board('week')).toEqual([])
  })

  it('lose what is undone, also when the undo comes in the next window', async () => {
    t.clock.set('2026-04-05T11:58:00Z')
    const last = await like(ana)
    await like(ben)
    t.clock.set('2026-04-05T12:01:00Z')
    await like(ben)
    expect(await board('week')).toEqual(['1 ben.okafor 15 1'])
    expect((await t.call(undoInteraction, { as: ana, params: { id: last } })).status).toBe(200)
    expect(await boards()).toMatchObject({
      week: ['1 ben.okafor 15 1'],
      month: ['1 ben.okafor 30 2'],
      quarter: ['1 ben.okafor 30 2'],
    })
    expect(await violations()).toEqual([])
  })

  it('leave out disabled members, and have them again', async () => {
    const cal = await t.member('cal.moss')
    on('2026-03-30')
    await like(ana)
    await like(cal)
    expect(await board('week')).toHaveLength(2)
    const set = (disabled: boolean) =>
      t.call(changeStatus, { as: admin, params: { id: cal.id }, body: { disabled } })
    await like(cal)
    await set(true)
    expect(await board('week')).toEqual(['1 ana.lima 15 1'])
    expect(await violations()).toEqual([])
    await set(false)
    expect(await board('week')).toEqual(['1 cal.moss 30 2', '2 ana.lima 15 1'])
    expect(await violations()).toEqual([])
  })

  it('answer the own place and the neighbours too', { tags: ['leaderboard-windows'] }, async () => {
    on('2026-03-28')
    await like(ana)
    on('2026-03-30')
    await like(ben)
    const query = { window: 'week' } as const
    expect((await t.call(getMyRank, { as: ben, query })).answer.data).toMatchObject({
      rank: 1,
      totalPoints: 15,
    })
    expect((await t.call(getMyRank, { as: ana, query })).answer.data).toBeNull()
    const around = (await t.call(getAround, { as: ana, query })).answer
    expect(around).toMatchObject({ data: [{ username: 'ben.okafor' }], toNext: { points: 15 } })
  })

  it('can be searched and paged', async () => {
    on('2026-03-30')
    await like(ana)
    t.clock.advance(1_000)
    await like(ben)
    const find = async (query: object) =>
      (await t.call(getLeaderboard, { as: ana, query: { window: 'week', ...query } })).answer
    expect(await find({ search: 'okafor' })).toMatchObject({
      total: 1,
      data: [{ username: 'ben.okafor', rank: 2 }],
    })
    expect(await find({ limit: 1, offset: 1 })).toMatchObject({
      total: 2,
      data: [{ username: 'ben.okafor' }],
    })
  })

  it('refuse an unknown window, and name the field', { tags: ['leaderboard-windows'] }, async () => {
    const { status, error } = await t.call(getLeaderboard, { as: ana, query: 'window=year' })
    expect(status).toBe(400)
    expect(error.issues).toEqual([
      { path: 'window', message: 'Window must be one of week, month, quarter, all' },
    ])
  })
})

describe('a window that is missing', () => {
  const openThisWeek = statement(
    'test_open_week',
    `select open_window(gen_random_uuid(), 'week', '2026-03-30', '2026-04-05', $1)`,
  )
  const openWeek = async (): Promise<WindowId> => {
    await t.deps.db.run(openThisWeek, [t.clock.now().toISOString()])
    const build = (await listWindows(t.deps.db, {})).find(({ isWhole }) => !isWhole)
    if (!build) throw new Error('nothing is being built')
    return build.id
  }

  it('is built from the ledger when somebody reads it', async () => {
    on('2026-03-30')
    await like(ana)
    await like(ben)
    await like(ben)
    for (const kind of windowKinds) await t.deps.db.run(setLeft, [kind])
    t.deps.cache.forgetAll()
    expect(await board('week')).toEqual(['1 ben.okafor 30 2', '2 ana.lima 15 1'])
    expect(await board('quarter')).toEqual(['1 ben.okafor 30 2', '2 ana.lima 15 1'])
    expect(await violations()).toEqual([])
  })

  it('counts every booking once, whether it comes before, between or behind the steps', async () => {
    on('2026-03-30')
    let undone = await like(ana)
    await like(ben)
    const id = await openWeek()
    const all = async () => {
      await t.call(undoInteraction, { as: ana, params: { id: undone } })
      undone = await like(ana)
      for (const member of [ana, ben, admin]) await like(member)
    }
    await all()
    const steps: (string | null)[] = []
    for (let nth = 0; steps.at(-1) !== 'whole'; nth++) {
      steps.push((await buildNext.one(t.deps.db, { id, portion: 1 })).step)
      await all()
      if (nth % 3 !== 1) await foldBookings.one(t.deps.db, {})
      if (nth % 2 === 0) await all()
    }
    expect(steps.filter((step) => step === 'building').length).toBeGreaterThan(3)
    expect(await buildNext.one(t.deps.db, { id, portion: 1 })).toEqual({ step: null })
    await all()
    t.deps.cache.forgetAll()
    const week = await board('week')
    t.deps.cache.forgetAll()
    expect(week).toEqual((await board('all')).filter((line) => !line.endsWith(' 0')))
    expect(await violations()).toEqual([])
  })

  it('is right when several build and end it at once, while members report', async () => {
    on('2026-03-30')
    await keepWindows(t.deps, forever)
    const report = async (member: TestMember) => {
      for (let nth = 0; nth < 8; nth++) {
        const id = await like(member)
        if (nth % 3 === 0) await t.call(undoInteraction, { as: member, params: { id } })
        if (nth % 4 === 0) await foldBookings.one(t.deps.db, {})
      }
    }
    const build = async () => {
      for (let nth = 0; nth < 3; nth++) await remakeWindows(t.deps, forever)
    }
    await Promise.all([report(ana), report(ben), report(admin), build(), build()])
    await keepWindows(t.deps, forever)
    expect((await listWindows(t.deps.db, {})).every(({ isWhole }) => isWhole)).toBe(true)
    expect(await listEndedWindows(t.deps.db, {})).toEqual([])
    expect(await violations()).toEqual([])
    t.deps.cache.forgetAll()
    expect((await board('week')).map((line) => line.split(' ').slice(2).join(' '))).toEqual(
      Array.from({ length: 3 }, () => '75 5'),
    )
  })

  it('is built from the beginning after a crash, which empties the table of parts', async () => {
    on('2026-03-30')
    for (const member of [ana, ben, ben]) await like(member)
    for (const kind of windowKinds) await t.deps.db.run(setLeft, [kind])
    const id = await openWeek()
    expect(await buildNext.one(t.deps.db, { id, portion: 1 })).toEqual({ step: 'building' })
    await like(ben)
    await foldBookings.one(t.deps.db, {})
    await t.deps.db.script('truncate window_parts')
    expect(await buildNext.one(t.deps.db, { id, portion: 1 })).toEqual({ step: null })
    t.deps.cache.forgetAll()
    expect(await board('week')).toEqual(['1 ben.okafor 45 3', '2 ana.lima 15 1'])
    await keepWindows(t.deps, forever)
    expect(await listEndedWindows(t.deps.db, {})).toEqual([])
    expect(await violations()).toEqual([])
  })

  it('keeps no reader waiting for it, and is whole for the next one', async () => {
    on('2026-03-30')
    await like(ana)
    for (const kind of windowKinds) await t.deps.db.run(setLeft, [kind])
    await openWeek()
    // Only there can a build wait while somebody reads.
    if (t.deps.db.engine === 'postgres') {
      const locked = Promise.withResolvers<void>()
      const read = locked.promise.then(() => t.call(getLeaderboard, { as: ana, query: { window: 'week' } }))
      await t.deps.db.transaction(async (tx) => {
        await tx.run(lockFolds, [])
        locked.resolve()
        expect((await read).answer).toMatchObject({ data: [], isPreparing: true })
      })
    }
    await keepWindows(t.deps, forever)
    t.deps.cache.forgetAll()
    expect(await board('week')).toEqual(['1 ana.lima 15 1'])
    expect(await violations()).toEqual([])
  })

  it('leaves out whoever is left out while it is built, and has whoever comes back', async () => {
    on('2026-03-30')
    for (const member of [ana, ben, admin]) await like(member)
    await t.call(changeStatus, { as: admin, params: { id: ana.id }, body: { leftOut: true } })
    for (const kind of windowKinds) await t.deps.db.run(setLeft, [kind])
    const id = await openWeek()
    const locked = Promise.withResolvers<void>()
    const built = locked.promise.then(() => buildNext.one(t.deps.db, { id, portion: 1_000 }))
    await t.deps.db.transaction(async (tx) => {
      await tx.run(lockFolds, [])
      locked.resolve()
      // Only there can a build begin while another transaction is open.
      while (t.deps.db.engine === 'postgres' && (await tx.run(waitingForLock, [])).length === 0)
        await sleep(10)
      await tx.run(setLeftOut, [[ben.id]])
      tx.announce({ topics: ['members', 'totals'] })
    })
    expect(await built).toEqual({ step: 'whole' })
    t.deps.cache.forgetAll()
    expect((await board('week')).map((line) => line.split(' ')[1]).sort()).toEqual(['ana.lima', 'the.admin'])
    expect(await violations()).toEqual([])
    await t.deps.db.run(setLeftOut, [[]])
  })

  it('is deleted in portions when it ends, also what a build had written', async () => {
    on('2026-03-30')
    for (const member of [ana, ben, admin]) await like(member)
    for (const kind of windowKinds) await t.deps.db.run(setLeft, [kind])
    const id = await openWeek()
    await buildNext.one(t.deps.db, { id, portion: 2 })
    await closeWindow(t.deps.db, { id })
    expect(await listEndedWindows(t.deps.db, {})).toContainEqual({ id })
    const dropped: number[] = []
    do dropped.push((await dropScores.one(t.deps.db, { id, portion: 1 })).dropped)
    while (dropped.at(-1) === 1)
    // The last one is the line of nobody.
    expect(dropped).toEqual([1, 1, 1, 0])
    expect(await listEndedWindows(t.deps.db, {})).not.toContainEqual({ id })
  })
})

describe('the job that keeps windows', () => {
  it('opens the present ones and the next, and deletes those that have ended', async () => {
    on('2026-03-28')
    await like(ana)
    await keepWindows(t.deps, forever)
    const shown = async () =>
      (await listWindows(t.deps.db, {})).map(
        ({ kind, startDate, isWhole }) => `${kind} ${startDate} ${isWhole}`,
      )
    expect((await shown()).sort()).toEqual([
      'all 2000-01-01 true',
      'month 2026-03-01 true',
      'month 2026-04-01 true',
      'quarter 2026-01-01 true',
      'quarter 2026-04-01 true',
      'week 2026-03-23 true',
      'week 2026-03-30 true',
    ])
    on('2026-04-02')
    await like(ben)
    await keepWindows(t.deps, forever)
    expect((await shown()).sort()).toEqual([
      'all 2000-01-01 true',
      'month 2026-04-01 true',
      'month 2026-05-01 true',
      'quarter 2026-04-01 true',
      'quarter 2026-07-01 true',
      'week 2026-03-30 true',
      'week 2026-04-06 true',
    ])
    expect(await listEndedWindows(t.deps.db, {})).toEqual([])
    expect(await boards()).toMatchObject({ week: ['1 ben.okafor 15 1'], month: ['1 ben.okafor 15 1'] })
    expect(await violations()).toEqual([])
  })

  it('finds nothing to do the second time', async () => {
    on('2026-03-28')
    await like(ana)
    await keepWindows(t.deps, forever)
    const before = await listWindows(t.deps.db, {})
    await keepWindows(t.deps, forever)
    expect(await listWindows(t.deps.db, {})).toEqual(before)
  })
})

describe('the check of windows', () => {
  it('finds scores that differ from the ledger', { tags: ['leaderboard-windows'] }, async () => {
    on('2026-03-30')
    await like(ana)
    await board('week')
    await t.deps.db.script('update window_scores set points = points + 1')
    const found = await violations()
    expect(found.filter((line) => line.includes(' in window '))).toHaveLength(1)
  })

  it('finds nothing once the windows are made anew', async () => {
    on('2026-03-30')
    await like(ana)
    await like(ben)
    await board('week')
    await t.deps.db.script('update window_scores set points = points + 1')
    await remakeWindows(t.deps, forever)
    expect(await violations()).toEqual([])
    expect(await listEndedWindows(t.deps.db, {})).toEqual([])
    t.deps.cache.forgetAll()
    expect(await board('week')).toEqual(['1 ana.lima 15 1', '1 ben.okafor 15 1'])
  })
})
