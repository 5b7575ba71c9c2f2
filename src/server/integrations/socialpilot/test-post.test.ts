import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import { listBell } from '#contract/bell.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { myLinks } from '#contract/links.schema.ts'
import { countPosts, listPosts } from '#contract/posts.schema.ts'
import { testSocialpilot } from '#contract/socialpilot.schema.ts'
import { getToday } from '#contract/today.schema.ts'
import { listUsers } from '#contract/users.schema.ts'
import { defaultAutomation } from '#domain/automation.ts'
import { chatNotifications } from '#server/db/schema/connections.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { setAutomation } from '#test/support/fixtures.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember
let mod: TestMember

beforeAll(async () => {
  t = await startTestApp({
    limits: { probesPerMember: 1_000 },
    config: { slackBotToken: 'xoxb-1', slackChannelId: 'C0TEST', publicUrl: 'https://ovation.test' },
  })
  admin = await t.member('iris.admin', 'admin')
  ana = await t.member('ana.lima')
  for (const name of ['ben', 'cara', 'dan', 'eve']) await t.member(name)
  mod = await t.member('mia.mod', 'moderator')
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})

const press = () => t.call(testSocialpilot, { as: admin })
const feed = async (as = admin) => (await t.call(listPosts, { as })).answer.data
const go = (url: string) =>
  t.app.inject({
    url: new URL(url).pathname + new URL(url).search,
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36',
    },
  })

test('a test post has its own brand and the links of four members, and notifies the chat', {
  tags: ['admin-automation-test-post'],
}, async () => {
  const { status, answer } = await press()
  expect([status, answer.success, answer.message]).toEqual([
    200,
    true,
    'Test post created with 4 trackable links',
  ])
  expect(answer.trackableLinks).toHaveLength(4)
  expect(new Set(answer.trackableLinks.map(({ userId }) => userId)).size).toBe(4)
  const [post] = await feed()
  expect(post).toMatchObject({ id: answer.postId, brand: 'test', worth: { like: 0, comment: 0, share: 0 } })
  expect(await t.deps.db.orm.select().from(chatNotifications)).toMatchObject([
    { notification: { kind: 'new_post', isTest: true } },
  ])
  for (const { url } of answer.trackableLinks) {
    expect(url).toMatch(new RegExp(`^https://ovation\\.test/go/\\w+\\?p=${answer.postId}$`))
    const visit = await go(url)
    expect([visit.statusCode, visit.headers.location]).toEqual([302, post?.postUrl])
  }
})

test('members and moderators never see it, and administrators do, in the feed and in the count', {
  tags: ['posts-tests-hidden'],
}, async () => {
  const { answer } = await press()
  for (const as of [ana, mod, admin, ana]) {
    const isSeen = as === admin
    expect([as.username, (await feed(as)).map(({ id }) => id)]).toEqual([
      as.username,
      isSeen ? [answer.postId] : [],
    ])
    expect((await t.call(listPosts, { as, query: { limit: 10 } })).answer.data).toHaveLength(isSeen ? 1 : 0)
    const { data: counts } = (await t.call(countPosts, { as })).answer
    expect(counts).toEqual({ open: 0, all: isSeen ? 1 : 0 })
    expect((await t.call(listActivities, { as })).answer.data).toEqual([])
    expect((await t.call(listBell, { as })).answer.data).toEqual([])
    expect((await t.call(getToday, { as })).answer.data).toMatchObject({ waiting: 0, lastPostAt: null })
    expect((await t.call(myLinks, { as })).answer.data.posts).toEqual([])
  }
})

test('the next test post replaces it, even when three are made at once', async () => {
  t.clock.advance(1_000)
  const answers = await Promise.all([press(), press(), press()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const posts = await feed()
  expect(posts).toHaveLength(1)
  expect(answers.map(({ answer }) => answer.postId)).toContain(posts[0]?.id)
})

test('nobody earns points with it: reports are refused and clicks are worth nothing', {
  tags: ['admin-automation-test-free'],
}, async () => {
  const { answer } = await press()
  for (const interactionType of ['like', 'comment', 'share']) {
    const { status, error } = await t.call(reportInteraction, {
      as: ana,
      body: { postId: answer.postId, interactionType },
    })
    expect([status, error.message]).toEqual([409, 'Reports on a test post do not count'])
  }
  for (const { url } of answer.trackableLinks) await go(url)
  const members = (await t.call(listUsers, { as: admin })).answer.data
  expect(members.map(({ totalPoints }) => totalPoints)).toEqual(Array(7).fill(0))
})

test('only administrators can make one, and the answer is 409 while the scheduling tool is switched off', {
  tags: ['rights-webhooks'],
}, async () => {
  expect((await t.call(testSocialpilot, { as: ana })).status).toBe(403)
  expect((await t.call(testSocialpilot)).status).toBe(401)
  await setAutomation(t.deps, { ...defaultAutomation, socialPilotEnabled: false })
  expect((await press()).status).toBe(409)
})
