import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayOf } from '#domain/days.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Deps } from '#server/deps.ts'
import { buildStandings, closeEndedContests } from '#server/features/contests/commands.ts'
import { insertBuild } from '#server/features/contests/store.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { createLog } from '#server/log.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { createDatabase, type RunningPostgres, startPostgres } from '#test/support/postgres.ts'

interface Instance {
  readonly deps: Deps
  readonly app: Awaited<ReturnType<typeof buildApp>>
}

const mostRelayMs = 45_000

let postgres: RunningPostgres
let one: Instance
let two: Instance
let ana: TestMember

beforeAll(async () => {
  postgres = await startPostgres({ durable: false })
  const url = await createDatabase(postgres.url, 'instances')
  // After a deployment, instances start together. Each migration must still run once.
  ;[one, two] = await Promise.all([startInstance(url), startInstance(url)])
  ana = await insertMember(one.deps, 'ana.lima', 'user')
})

afterAll(async () => {
  for (const { app, deps } of [one, two]) {
    await app.close()
    await deps.jobs.stop()
    await deps.live.close()
    await deps.db.close()
  }
  await postgres.stop()
})

async function startInstance(url: string): Promise<Instance> {
  const log = createLog('silent')
  const db = openPostgres(url, () => undefined)
  const deps = await createDeps({ config: readConfig({ DATABASE_URL: url }), db, log, clock: testClock() })
  const app = await buildApp(deps)
  await deps.live.connect(url, () => undefined)
  return { deps, app }
}

const get = async ({ app }: Instance, url: string) =>
  app.inject({ method: 'GET', url, headers: { cookie: ana.cookie } })

it('two instances of one database share their secrets', { tags: ['f-16'] }, () => {
  const secretsOf = ({ deps: { secrets } }: Instance) => [secrets.session, ...secrets.webhooks]
  expect(secretsOf(two)).toEqual(secretsOf(one))
})

it('a report on one instance is announced to the other, which then shows it', {
  tags: ['f-16'],
}, async () => {
  await get(two, '/api/leaderboard')
  expect((await get(two, '/api/user')).json().data.totalPoints).toBe(0)
  expect((await get(two, '/api/social-interactions/recent')).json().data).toEqual([])
  const heard = new Promise<Announcement>((resolve) => two.deps.live.listen(resolve))
  const answer = await one.app.inject({
    method: 'POST',
    url: '/api/social-interactions/honor-report',
    headers: { cookie: ana.cookie },
    payload: { postId: await insertPost(one.deps), interactionType: 'like' },
  })
  expect(answer.statusCode).toBe(200)
  expect((await heard).messages).toMatchObject([{ type: 'POINT_UPDATE', data: { username: 'ana.lima' } }])
  expect((await get(two, '/api/leaderboard')).json().data).toMatchObject([
    // A like, and the First Steps that it unlocks.
    { username: 'ana.lima', totalPoints: 25 },
  ])
  expect((await get(two, '/api/user')).json().data.totalPoints).toBe(25)
  expect((await get(two, '/api/social-interactions/recent')).json().data).toMatchObject([{ points: 15 }])
})

it('signing out on one instance ends the session on the other', { tags: ['f-16'] }, async () => {
  expect((await get(two, '/api/leaderboard')).statusCode).toBe(200)
  const heard = new Promise<void>((resolve) => {
    two.deps.live.listen(({ endedSessions = [] }) => endedSessions.length > 0 && resolve())
  })
  await one.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie: ana.cookie } })
  await heard
  expect((await get(two, '/api/leaderboard')).statusCode).toBe(401)
})

it('a member who is disabled on one instance is signed out of the other, and off its board', {
  tags: ['leavers-signed-out'],
}, async () => {
  const [admin, lea, reader] = await Promise.all([
    insertMember(one.deps, 'cara.ito', 'admin'),
    insertMember(one.deps, 'lea.stone', 'user'),
    insertMember(one.deps, 'reader', 'user'),
  ])
  await reportInteraction(one.deps, lea, { postId: await insertPost(one.deps), interactionType: 'like' })
  const asked = async ({ cookie }: TestMember) =>
    two.app.inject({ method: 'GET', url: '/api/leaderboard', headers: { cookie } })
  await expect
    .poll(async () => (await asked(reader)).payload, { timeout: mostRelayMs })
    .toContain('lea.stone')
  expect((await asked(lea)).statusCode).toBe(200)
  const heard = new Promise<void>((resolve) => {
    two.deps.live.listen(({ changedUsers = [] }) => changedUsers.includes(lea.id) && resolve())
  })
  await one.app.inject({
    method: 'PATCH',
    url: `/api/users/${lea.id}/status`,
    headers: { cookie: admin.cookie },
    payload: { disabled: true },
  })
  await heard
  expect((await asked(lea)).statusCode).toBe(401)
  expect((await asked(reader)).payload).not.toContain('lea.stone')
})

it('a contest that both instances close three times at once has one winner, and both show the same one', async () => {
  const zoe = await insertMember(one.deps, 'zoe.brandt', 'user')
  const monthAgo = new Date(one.deps.clock.now().getTime() - 31 * 24 * 3_600_000)
  const then = { ...one.deps, clock: { now: () => monthAgo } }
  const day = dayOf(monthAgo, 'UTC')
  await insertContest(then, { startDate: day, endDate: day })
  await reportInteraction(then, zoe, { postId: await insertPost(one.deps), interactionType: 'share' })
  const winners = async ({ app }: Instance) => {
    const url = '/api/monthly-winners/previous'
    return (await app.inject({ method: 'GET', url, headers: { cookie: zoe.cookie } })).json()
  }
  expect(await winners(two)).toEqual([])
  await Promise.all([one, two, one, two, one, two].map(({ deps }) => closeEndedContests(deps)))
  await expect.poll(() => winners(two), { timeout: mostRelayMs, interval: 20 }).toHaveLength(1)
  expect(await winners(one)).toEqual(await winners(two))
  expect(await winners(one)).toMatchObject([{ user: { username: 'zoe.brandt' }, totalPoints: 40 }])
})

it('new standings of a contest have a report that began before them, though their turn for its member comes first', {
  tags: ['admin-contests-beside'],
}, async () => {
  const nia = await insertMember(one.deps, 'nia.hart', 'user')
  const report = async () =>
    reportInteraction(one.deps, nia, { postId: await insertPost(one.deps), interactionType: 'like' })
  await report()
  const today = dayOf(one.deps.clock.now(), 'UTC')
  const longAgo = addDays(today, -90)
  const contestId = await insertContest(one.deps, { startDate: longAgo, endDate: longAgo })
  const gate = new pg.Client({ connectionString: postgres.url.replace(/[^/]*$/, 'instances') })
  await gate.connect()
  // Holds a report that has looked for standings already, before it locks its member.
  await gate.query(`create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(7); return null; end $$;
    create trigger gate before update on users for each statement execute function wait_at_gate();
    select pg_advisory_lock(7)`)
  const late = report()
  await expect
    .poll(
      async () =>
        (await gate.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount,
    )
    .toBe(1)
  const id = newId<'standings'>()
  const wanted = { contestId, startDate: today, endDate: today, now: one.deps.clock.now() }
  await insertBuild(one.deps.db, { id, ...wanted })
  // It stops, as a killed instance would, and leaves the rest to the others.
  const untilMs = performance.now() + 300
  await buildStandings(one.deps, { id, doneUpTo: null }, { isOver: () => performance.now() > untilMs })
  const builds = [one, two, two].map(({ deps }) =>
    buildStandings(deps, { id, doneUpTo: null }, { isOver: () => false, portion: 1 }),
  )
  await gate.query('select pg_advisory_unlock(7); drop trigger gate on users; drop function wait_at_gate')
  await gate.end()
  await Promise.all([late, ...builds])
  const { data } = (
    await two.app.inject({
      method: 'GET',
      url: `/api/leaderboard/${contestId}`,
      headers: { cookie: nia.cookie },
    })
  ).json()
  expect(data).toContainEqual(expect.objectContaining({ username: 'nia.hart', totalEngagements: 2 }))
  const found = (await verify(one.deps.db)).filter(({ name }) => /standings|board/.test(name))
  expect(found.flatMap(({ violations }) => violations)).toEqual([])
})

it('new standings of a contest that are broken off in the middle are finished by another instance', {
  tags: ['admin-contests-beside'],
}, async () => {
  const kim = await insertMember(one.deps, 'kim.vance', 'user')
  const earlier = new Date(one.deps.clock.now().getTime() - 60 * 24 * 3_600_000)
  const then = { ...one.deps, clock: { now: () => earlier } }
  await reportInteraction(then, kim, { postId: await insertPost(one.deps), interactionType: 'like' })
  const day = dayOf(earlier, 'UTC')
  const longAgo = addDays(day, -60)
  const contestId = await insertContest(one.deps, { startDate: longAgo, endDate: longAgo })
  const id = newId<'standings'>()
  await insertBuild(one.deps.db, { id, contestId, startDate: day, endDate: day, now: earlier })
  const gate = new pg.Client({ connectionString: postgres.url.replace(/[^/]*$/, 'instances') })
  await gate.connect()
  // The portion waits for this member when its connection ends.
  await gate.query('begin')
  await gate.query('select from users where id = $1 for update', [kim.id])
  const build = buildStandings(one.deps, { id, doneUpTo: null }, { isOver: () => false }).catch(
    () => 'broken off',
  )
  const stop = statement(
    'test_stop_portion',
    `select pg_terminate_backend(pid) from pg_stat_activity
     where wait_event_type = 'Lock' and query like '%build_standings%' and pid <> pg_backend_pid()`,
  )
  await expect.poll(async () => (await two.deps.db.run(stop, [])).length).toBe(1)
  expect(await build).toBe('broken off')
  await gate.query('rollback')
  await gate.end()
  expect(await buildStandings(two.deps, { id, doneUpTo: null }, { isOver: () => false })).toBe(true)
  const { data } = (
    await two.app.inject({
      method: 'GET',
      url: `/api/leaderboard/${contestId}`,
      headers: { cookie: kim.cookie },
    })
  ).json()
  expect(data).toContainEqual(expect.objectContaining({ username: 'kim.vance', totalEngagements: 1 }))
  const found = (await verify(one.deps.db)).filter(({ name }) => /standings|board/.test(name))
  expect(found.flatMap(({ violations }) => violations)).toEqual([])
})
