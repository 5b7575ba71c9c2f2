import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listEarnedAchievements } from '#contract/achievements.schema.ts'
import { putHonesty } from '#contract/honesty.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getStandings } from '#contract/leaderboard.schema.ts'
import {
  createPointsConfiguration,
  listPointsConfigurations,
  updatePointsConfiguration,
} from '#contract/points.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { asDay } from '#domain/days.ts'
import { defaultHonesty } from '#domain/honesty.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { insertTestSession } from '#test/support/session.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const target = 'https://www.linkedin.com/posts/northwind-1'
const minuteMs = 60_000
const hourMs = 60 * minuteMs

let t: TestApp
let admin: TestMember
let owner: TestMember
let post: string
const announced: Announcement[] = []

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T10:00:00.000Z'), limits: { perMember: 10_000 } })
  admin = await t.member('ada.admin', 'admin')
  t.deps.live.listen((announcement) => announced.push(announcement))
})
beforeEach(async () => {
  owner = await t.member('ana.lima')
  post = await insertPost(t.deps, { postUrl: target })
  announced.length = 0
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})

interface Manner {
  readonly as?: TestMember
  readonly cookie?: string
  readonly agent?: string
  readonly address?: string
  readonly method?: 'GET' | 'HEAD'
  readonly headers?: Readonly<Record<string, string>>
  readonly postId?: string
}

let networks = 0
/** An address in a network of its own. */
const newAddress = () => `10.${Math.floor(++networks / 250)}.${networks % 250}.7`

/** One visit to the owner's link, from a new address if none is given. */
async function visit({ as, cookie = as?.cookie, agent = chrome, ...manner }: Manner = {}) {
  const answer = await t.app.inject({
    method: manner.method ?? 'GET',
    url: `/go/${owner.id.slice(-10)}?p=${manner.postId ?? post}`,
    remoteAddress: manner.address ?? newAddress(),
    headers: { 'user-agent': agent, ...(cookie && { cookie }), ...manner.headers },
  })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, target])
}

async function rows<Row>(text: string, ...values: string[]): Promise<Row[]> {
  return t.deps.db.run(statement<Row>('', text), values)
}

/** The clicks, the points in the ledger and the previews of the owner's link. */
async function harvest(): Promise<{ clicks: number; points: number; previews: number }> {
  const [found] = await rows<{ clicks: number; points: number; previews: number }>(
    `select (select count(*)::int from link_clicks where user_id = $1) as clicks,
       (select coalesce(sum(amount), 0)::int from ledger where user_id = $1 and reason = 'link_click') as points,
       (select coalesce(sum(count), 0)::int from link_previews where user_id = $1) as previews`,
    owner.id,
  )
  return found ?? { clicks: -1, points: -1, previews: -1 }
}

const manyPosts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => insertPost(t.deps, { postUrl: target })))

const pointsOf = async (member: TestMember) =>
  (await t.call(getCurrentUser, { as: member })).answer.data.totalPoints

describe('a click', () => {
  it('by a stranger earns the owner points, which also count on the leaderboard and in the contest of the day', async () => {
    const contestId = await insertContest(t.deps, {
      startDate: asDay('2026-03-11'),
      endDate: asDay('2026-03-11'),
    })
    expect(await pointsOf(owner)).toBe(0)
    announced.splice(0)
    await visit()
    expect(await harvest()).toEqual({ clicks: 1, points: 5, previews: 0 })
    expect(await pointsOf(owner)).toBe(5)
    const board = (await t.call(getStandings, { as: admin, params: { contestId } })).answer.data
    expect(board).toContainEqual(expect.objectContaining({ username: 'ana.lima', monthlyPoints: 5 }))
    expect(announced).toEqual([{ topics: ['links', 'totals'], members: [owner.id] }])
  })

  it('stores no address, no name and no user agent', async () => {
    await visit({ address: '198.51.100.77', agent: `${safari} Edition/7` })
    const kept = await rows<object>('select * from link_clicks where user_id = $1', owner.id)
    expect(JSON.stringify(kept)).not.toMatch(/198\.51|Edition|iPhone/)
    expect(kept[0]).toMatchObject({ visitor: expect.stringMatching(/^[\w-]{43}$/), points: 5 })
  })

  it('by the owner counts as nothing, with any browser and method', { tags: ['sec-56'] }, async () => {
    await visit({ as: owner })
    await visit({ as: owner, method: 'HEAD' })
    await visit({ as: owner, agent: 'curl/8.5.0' })
    await visit({ cookie: await insertTestSession(t.deps, owner.id), agent: safari })
    expect(await harvest()).toEqual({ clicks: 0, points: 0, previews: 0 })
    expect(announced).toEqual([])
  })

  it('counts again for the same person only after 24 hours', { tags: ['sec-56'] }, async () => {
    const same = { address: newAddress() }
    const startedAt = t.deps.clock.now()
    const clicksAfter = async (ms: number) => {
      t.clock.set(new Date(startedAt.getTime() + ms))
      await visit(same)
      return (await harvest()).clicks
    }
    expect(await clicksAfter(0)).toBe(1)
    expect(await clicksAfter(1_000)).toBe(1)
    expect(await clicksAfter(23 * hourMs + 59 * minuteMs)).toBe(1)
    expect(await clicksAfter(24 * hourMs + minuteMs)).toBe(2)
    expect(await clicksAfter(25 * hourMs)).toBe(2)
    expect(await clicksAfter(48 * hourMs)).toBe(2)
    expect(await clicksAfter(48 * hourMs + minuteMs)).toBe(3)
    expect(await harvest()).toEqual({ clicks: 3, points: 15, previews: 0 })
  })

  it('counts separately for another post, member and network, and not for another browser', {
    tags: ['links-visitor'],
  }, async () => {
    const same = { address: newAddress() }
    await visit(same)
    await visit({ ...same, agent: safari })
    expect(await harvest()).toMatchObject({ clicks: 1, points: 5 })
    await visit({ ...same, postId: await insertPost(t.deps, { postUrl: target }) })
    await visit()
    expect(await harvest()).toMatchObject({ clicks: 3, points: 15 })
    owner = await t.member('ben.okafor')
    await visit(same)
    expect(await harvest()).toMatchObject({ clicks: 1, points: 5 })
  })

  it.each([
    ['IPv6 addresses of one /64', ['2001:db8:7:1::1', '2001:db8:7:1:abcd::2'], '2001:db8:7:2::1'],
    ['IPv4 addresses of one /24', ['198.18.7.1', '::ffff:198.18.7.250'], '198.18.8.1'],
  ])('counts once for all %s', { tags: ['links-visitor', 'sec-56'] }, async (_, inside, outside) => {
    for (const address of inside) await visit({ address })
    expect((await harvest()).clicks).toBe(1)
    await visit({ address: outside })
    expect((await harvest()).clicks).toBe(2)
  })

  it('counts once for one address, whoever is signed in there', { tags: ['links-visitor'] }, async () => {
    const address = newAddress()
    await visit({ address })
    await visit({ address, as: await t.member('ben.okafor') })
    await visit({ address, as: await t.member('cara.ito'), agent: safari })
    expect((await harvest()).clicks).toBe(1)
  })

  it('that is made twenty times at once counts once', async () => {
    const same = { address: newAddress() }
    await Promise.all(Array.from({ length: 20 }, () => visit(same)))
    expect(await harvest()).toEqual({ clicks: 1, points: 5, previews: 0 })
    expect(announced).toHaveLength(1)
  })

  it('by each of twenty people at once counts', async () => {
    await Promise.all(Array.from({ length: 20 }, () => visit()))
    expect(await harvest()).toEqual({ clicks: 20, points: 100, previews: 0 })
    expect(await pointsOf(owner)).toBe(100)
  })

  it('counts thirty times a minute from one address, and still redirects after that', {
    tags: ['sec-56'],
  }, async () => {
    const address = newAddress()
    const postIds = await manyPosts(32)
    for (const postId of postIds.slice(0, 31)) await visit({ address, postId })
    expect(await harvest()).toEqual({ clicks: 30, points: 15, previews: 0 })
    await visit({ postId: postIds[31] })
    expect((await harvest()).clicks).toBe(31)
  })

  it('by the same person again uses none of these thirty', async () => {
    const address = newAddress()
    for (let n = 0; n < 35; n++) await visit({ address })
    await visit({ address, postId: await insertPost(t.deps, { postUrl: target }) })
    expect((await harvest()).clicks).toBe(2)
  })
})

describe('of the clicks of one day', () => {
  it('a script with a hundred user agents earns three', { tags: ['links-limits', 'sec-56'] }, async () => {
    const address = newAddress()
    const postIds = await manyPosts(8)
    for (let n = 0; n < 100; n++) {
      await visit({ address, agent: `${chrome} Edition/${n}`, postId: postIds[n % postIds.length] })
    }
    expect(await harvest()).toEqual({ clicks: 8, points: 15, previews: 0 })
  })

  it('from twenty-five addresses twenty earn, and the other five are counted', {
    tags: ['links-limits'],
  }, async () => {
    for (let n = 0; n < 25; n++) await visit()
    expect(await harvest()).toEqual({ clicks: 25, points: 100, previews: 0 })
    expect(
      await rows("select id from ledger where user_id = $1 and reason = 'link_click'", owner.id),
    ).toHaveLength(20)
    expect(await pointsOf(owner)).toBe(100)
  })

  it('no more earn when they come at once', { tags: ['links-limits'] }, async () => {
    const address = newAddress()
    const here = (await manyPosts(10)).map((postId) => visit({ address, postId }))
    const elsewhere = Array.from({ length: 25 }, () => visit())
    await Promise.all([...here, ...elsewhere])
    const earned = await rows<{ visitor: string }>(
      'select visitor from link_clicks where user_id = $1 and points > 0',
      owner.id,
    )
    const perVisitor = Map.groupBy(earned, ({ visitor }) => visitor).values()
    expect(Math.max(...Array.from(perVisitor, (clicks) => clicks.length))).toBeLessThanOrEqual(3)
    expect(await harvest()).toEqual({ clicks: 35, points: 100, previews: 0 })
  })

  it('as many earn again on the next day of the workspace', { tags: ['links-limits'] }, async () => {
    const address = newAddress()
    const postIds = await manyPosts(5)
    t.clock.set(new Date('2026-03-13T23:59:59.999Z'))
    for (const postId of postIds.slice(0, 4)) await visit({ address, postId })
    expect((await harvest()).points).toBe(15)
    t.clock.set(new Date('2026-03-14T00:00:00.000Z'))
    await visit({ address, postId: postIds[4] })
    expect(await harvest()).toMatchObject({ clicks: 5, points: 20 })
  })

  it('as many earn as the settings say, from the next click on', { tags: ['links-limits'] }, async () => {
    const limit = async (linkClicks: object) => {
      await t.call(putHonesty, { as: admin, body: { ...defaultHonesty, linkClicks } })
    }
    const address = newAddress()
    const postIds = await manyPosts(3)
    await limit({ perDay: 2, perAddress: 1 })
    for (const postId of postIds) await visit({ address, postId })
    expect(await harvest()).toMatchObject({ clicks: 3, points: 5 })
    await visit()
    await visit()
    expect(await harvest()).toMatchObject({ clicks: 5, points: 10 })
    await limit({ perDay: 0, perAddress: 3 })
    await visit()
    expect(await harvest()).toMatchObject({ clicks: 6, points: 10 })
    await limit(defaultHonesty.linkClicks)
    await visit()
    expect(await harvest()).toMatchObject({ clicks: 7, points: 15 })
  })

  it('none use up the limit without earning', { tags: ['links-limits'] }, async () => {
    const address = newAddress()
    const postIds = await manyPosts(4)
    for (const postId of postIds) await rows("update posts set brand = 'test' where id = $1", postId)
    for (const postId of postIds) await visit({ address, postId })
    expect(await harvest()).toMatchObject({ clicks: 4, points: 0 })
    await visit({ address })
    expect(await harvest()).toMatchObject({ clicks: 5, points: 5 })
  })
})

describe('a click from where the owner was signed in', () => {
  const home = '198.19.3.20'
  const signedInUse = (address: string, cookie = owner.cookie) =>
    t.app.inject({ url: '/api/auth/me', remoteAddress: address, headers: { cookie } })

  it('is neither counted nor earned within a day, on no browser', {
    tags: ['links-own-address'],
  }, async () => {
    await signedInUse(home)
    await visit({ address: home })
    await visit({ address: '198.19.3.99', agent: safari })
    await visit({ address: home, as: await t.member('ben.okafor') })
    await visit({ address: home, method: 'HEAD' })
    expect(await harvest()).toEqual({ clicks: 0, points: 0, previews: 0 })
    await visit({ address: '198.19.4.20' })
    expect(await harvest()).toMatchObject({ clicks: 1, points: 5 })
  })

  it('earns again a day after the last use', { tags: ['links-own-address'] }, async () => {
    const startMs = t.clock.now().getTime()
    const at = (ms: number) => t.clock.set(new Date(startMs + ms))
    await signedInUse(home)
    at(59 * minuteMs)
    await signedInUse(home)
    at(59 * minuteMs + 24 * hourMs)
    await visit({ address: home })
    expect((await harvest()).clicks).toBe(0)
    at(25 * hourMs)
    await visit({ address: home })
    expect((await harvest()).clicks).toBe(1)
  })

  it('earns for other members', { tags: ['links-own-address'] }, async () => {
    await signedInUse(home)
    owner = await t.member('cara.ito')
    await visit({ address: home })
    expect((await harvest()).clicks).toBe(1)
  })
})

describe('a preview', () => {
  it.each([
    ['Slack', { agent: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }],
    ['Facebook', { agent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' }],
    ['Google', { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['LinkedIn', { agent: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; +http://www.linkedin.com)' }],
    ['WhatsApp', { agent: 'WhatsApp/2.23.20.0' }],
    ['a script', { agent: 'curl/8.5.0' }],
    ['a visitor without a user agent', { agent: '' }],
    ['HEAD', { method: 'HEAD' }],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }],
    ['a prerender', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['an older prefetch', { headers: { purpose: 'prefetch' } }],
    ['the oldest prefetch', { headers: { 'x-moz': 'prefetch' } }],
    ['a preview', { headers: { 'x-purpose': 'preview' } }],
    ['an image of another page', { headers: { 'sec-fetch-dest': 'image' } }],
  ] as const)('by %s is counted each time and earns nothing', { tags: ['sec-56'] }, async (_, manner) => {
    await visit(manner)
    await visit(manner)
    expect(await harvest()).toEqual({ clicks: 0, points: 0, previews: 2 })
    expect(announced).toEqual([])
  })

  it('is counted twenty times for twenty at once, and a later click by a person still counts', async () => {
    const address = newAddress()
    await Promise.all(Array.from({ length: 20 }, () => visit({ address, method: 'HEAD' })))
    await visit({ address, headers: { 'sec-fetch-dest': 'document' } })
    expect(await harvest()).toEqual({ clicks: 1, points: 5, previews: 20 })
  })
})

describe('the points of a click', () => {
  const addRule = async (body: object) =>
    (await t.call(createPointsConfiguration, { as: admin, body: { actionType: 'link_click', ...body } }))
      .answer.data.id
  const change = (id: string, body: object) =>
    t.call(updatePointsConfiguration, { as: admin, params: { id }, body })

  it('follow the rules at that moment', async () => {
    const postId = await insertPost(t.deps, { postUrl: target, platform: 'tiktok' })
    const rule = await addRule({ platform: 'tiktok', pointValue: 7, multiplier: 200 })
    await visit({ postId })
    expect((await harvest()).points).toBe(14)
    await change(rule, { multiplier: 100 })
    await visit({ postId })
    expect((await harvest()).points).toBe(21)
    await visit()
    expect((await harvest()).points).toBe(26)
    await change(rule, { isActive: false })
    await visit({ postId })
    expect((await harvest()).points).toBe(31)
  })

  it('are 0 if no rule is active, and the click is counted', async () => {
    const configurations = (await t.call(listPointsConfigurations, { as: admin })).answer.data
    const { id } = present(configurations.find(({ context }) => context === 'slack'))
    await change(id, { isActive: false })
    announced.length = 0
    await visit()
    expect(await harvest()).toEqual({ clicks: 1, points: 0, previews: 0 })
    expect(await rows('select id from ledger where user_id = $1', owner.id)).toEqual([])
    expect(announced).toEqual([{ topics: ['links'], members: [owner.id] }])
    await change(id, { isActive: true })
  })

  it('are 0 on a test post', async () => {
    await rows("update posts set brand = 'test' where id = $1", post)
    await visit()
    expect(await harvest()).toEqual({ clicks: 1, points: 0, previews: 0 })
  })

  it('can make the owner Team Leader', async () => {
    for (const name of ['ben.okafor', 'cara.ito']) {
      const body = { postId: post, interactionType: 'like' }
      await t.call(reportInteraction, { as: await t.member(name), body })
    }
    const postId = await insertPost(t.deps, { postUrl: target, platform: 'youtube' })
    await addRule({ platform: 'youtube', pointValue: 600 })
    announced.length = 0
    await visit({ postId })
    const { answer } = await t.call(listEarnedAchievements, { as: owner, params: { userId: owner.id } })
    expect(answer.data).toMatchObject([{ achievementId: 'team_leader', points: 150 }])
    expect(await pointsOf(owner)).toBe(750)
    expect(announced).toEqual([
      { topics: ['links', 'totals', 'activities', 'achievements'], members: [owner.id] },
    ])
  })
})
