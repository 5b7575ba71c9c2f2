import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { authenticatedUser } from '#contract/auth.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getMyRank } from '#contract/leaderboard.schema.ts'
import type { LiveMessage } from '#contract/live.ts'
import { getCurrentUser, updateProfile } from '#contract/users.schema.ts'
import { asDay } from '#domain/days.ts'
import type { ContestId } from '#domain/ids.ts'
import { newId } from '#server/db/new-id.ts'
import { monthlyWinners } from '#server/db/schema/contests.ts'
import type { TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { type ListeningApp, startListeningApp } from '#test/support/listening.ts'
import { testClock } from '#test/support/moment.ts'

// The leaderboard is pushed once a second, and later on a busy machine.
const untilPushed = { timeout: 45_000 }

let t: ListeningApp
let ana: TestMember
let reader: TestMember
let contestId: ContestId

beforeAll(async () => {
  t = await startListeningApp({ clock: testClock('2026-03-11T10:00:00.000Z') })
  ana = await t.member('ana.lima')
  reader = await t.member('reader')
  contestId = await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') })
  await t.deps.db.orm.insert(monthlyWinners).values({
    id: newId(),
    contestId,
    userId: ana.id,
    year: 2026,
    month: 2,
    points: 25,
    shares: 0,
    engagements: 1,
    startDate: asDay('2026-02-01'),
    endDate: asDay('2026-02-28'),
    recordedAt: t.clock.now(),
  })
})
afterAll(() => t.close())

const rename = (username: string) => t.call(updateProfile, { as: ana, body: { username } })
const report = async () => {
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  return (await t.call(reportInteraction, { as: ana, body })).status
}

test('after a rename, every answer that shows the member has the new name at the next read, and none the old one', async () => {
  expect(await report()).toBe(200)
  const lists = [
    '/api/leaderboard',
    '/api/leaderboard?search=a',
    '/api/leaderboard/streaks',
    '/api/users',
    `/api/leaderboard/${contestId}`,
    `/api/activities?userId=${ana.id}`,
    '/api/activities',
    '/api/monthly-winners/previous',
  ]
  for (const list of lists) expect((await t.request('GET', list, reader)).text, list).toContain('"ana.lima"')
  await rename('ana.nova')
  for (const list of lists) {
    const { text } = await t.request('GET', list, reader)
    expect(text, list).toContain('"ana.nova"')
    expect(text, list).not.toContain('"ana.lima"')
  }
  for (const own of [getCurrentUser, authenticatedUser, getMyRank]) {
    expect((await t.call(own, { as: ana })).answer.data?.username, own.path).toBe('ana.nova')
  }
})

test('after a rename, open leaderboards get the new name, and later events of the member use it', async () => {
  const heard: LiveMessage[] = []
  const socket = new WebSocket(`${t.origin.replace('http', 'ws')}/ws`, { headers: { cookie: reader.cookie } })
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  const names = () =>
    heard.flatMap((message) =>
      message.type === 'LEADERBOARD_UPDATE' ? message.data.data.map(({ username }) => username) : [],
    )
  try {
    await expect.poll(() => heard.length, untilPushed).toBe(1)
    await rename('ana.stella')
    await expect.poll(names, untilPushed).toEqual(['ana.stella'])
    expect(await report()).toBe(200)
    const pointUpdate = () => heard.find(({ type }) => type === 'POINT_UPDATE')
    await expect.poll(pointUpdate, untilPushed).toMatchObject({ data: { username: 'ana.stella' } })
  } finally {
    socket.terminate()
  }
})
