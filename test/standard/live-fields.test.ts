import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { myInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { liveMessage } from '#contract/live.schema.ts'
import { type LiveMessage, livePath } from '#contract/live.ts'
import { newPost } from '#contract/posts.schema.ts'
import { createQuest } from '#contract/quests.schema.ts'
import { dayOf } from '#domain/days.ts'
import { statement } from '#server/db/handle.ts'
import { type ListeningApp, startListeningApp } from '#test/support/listening.ts'
import { present } from '#test/support/present.ts'

const postUrl = 'https://www.linkedin.com/posts/brightwater-1'
const event = ['data.displayName', 'data.interactionType', 'data.platform', 'data.postId', 'data.username']
/** Every field of each message, wherever it is nested. */
const fields: Readonly<Record<LiveMessage['type'], readonly string[]>> = {
  connected: ['data.signedIn', 'type'],
  POINT_UPDATE: [...event, 'data.pointsEarned', 'type'],
  POINT_REMOVAL: [...event, 'data.pointsRemoved', 'type'],
  LEADERBOARD_UPDATE: [
    'data.data.avatar',
    'data.data.displayName',
    'data.data.id',
    'data.data.rank',
    'data.data.totalEngagements',
    'data.data.totalPoints',
    'data.data.totalShares',
    'data.data.username',
    'data.total',
    'type',
  ],
  ENGAGEMENT_UPDATE: ['data.postId', 'type'],
  QUEST_DONE: ['data.questId', 'data.title', 'type'],
  TOUCHED: ['topics', 'type'],
}

let t: ListeningApp
beforeAll(async () => {
  t = await startListeningApp()
})
afterAll(() => t.close())

test('each live message has exactly the documented fields, and none of an account', {
  tags: ['sec-34'],
}, async () => {
  const [watching, acting] = [await t.member('watching.wim', 'admin'), await t.member('acting.ann')]
  const set = statement(
    '',
    `update users set slack_user_id = 'UPLANTED', tracking_code = 'planted' where id = $1`,
  )
  await t.deps.db.run(set, [acting.id])
  const heard: string[] = []
  const socket = new WebSocket(`${t.origin.replace('http', 'ws')}${livePath}`, {
    headers: { cookie: watching.cookie },
  })
  socket.on('message', (data) => heard.push(String(data)))
  await once(socket, 'open')
  const post = { platform: 'linkedin', content: 'News', author_name: 'Press Office', post_url: postUrl }
  const postId = (await t.call(newPost, { as: watching, body: post })).answer.data?.id
  const body = { postId, interactionType: 'like' }
  expect((await t.call(reportInteraction, { as: acting, body })).status).toBe(200)
  const { id } = present((await t.call(myInteractions, { as: acting })).answer.data[0])
  await expect.poll(() => typesIn(heard)).toContain('LEADERBOARD_UPDATE')
  const today = dayOf(t.clock.now(), t.deps.config.timeZone)
  const quest = { title: 'A like', goal: 1, actionType: 'like', startDate: today, endDate: today }
  expect((await t.call(createQuest, { as: watching, body: quest })).status).toBe(200)
  await t.call(undoInteraction, { as: acting, params: { id } })
  await expect.poll(() => typesIn(heard)).toEqual(Object.keys(fields).sort())
  socket.terminate()
  for (const text of heard) {
    const message = liveMessage.parse(JSON.parse(text))
    expect([message.type, ...fieldsOf(JSON.parse(text))]).toEqual([
      message.type,
      ...expectedOf(message.type, text),
    ])
    expect(text).not.toMatch(/@people\.test|UPLANTED|planted|email|slack|tracking|password|role/i)
  }
})

/** An empty board has no rows, and so no fields of rows. */
function expectedOf(type: LiveMessage['type'], text: string): string[] {
  const isEmpty = text.includes('"data":[]')
  return [...fields[type]].sort().filter((name) => !isEmpty || !name.startsWith('data.data.'))
}

function typesIn(heard: readonly string[]): string[] {
  return [...new Set(heard.map((text) => JSON.parse(text).type))].sort()
}

function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => (typeof item === 'object' ? fieldsOf(item, path) : [path]))
    return [...new Set(items)].sort()
  }
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value)
    .flatMap(([name, item]) => fieldsOf(item, path === '' ? name : `${path}.${name}`))
    .filter((name, nth, all) => all.indexOf(name) === nth)
    .sort()
}
