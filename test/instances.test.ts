import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOf } from '#domain/days.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Deps } from '#server/deps.ts'
import { closeEndedContests } from '#server/features/contests/commands.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { createLog } from '#server/log.ts'
import { createDeps } from '#server/start.ts'
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
