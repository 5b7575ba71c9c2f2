import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { deletePost } from '#contract/posts.schema.ts'
import { chatActionIds } from '#domain/chat-actions.ts'
import type { PostId } from '#domain/ids.ts'
import { tellMember } from '#server/features/direct-messages/commands.ts'
import { tellByZone } from '#server/features/direct-rounds/commands.ts'
import type { TestMember } from '#test/support/app.ts'
import { chooseDirect, joinSlack, storedDirect } from '#test/support/direct-messages.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { type ChatStage, startChatStage } from '#test/support/slack-chat.ts'
import { sendDirect } from './commands.ts'

let stage: ChatStage
let ana: TestMember
let postId: PostId

const open = async (isConnected: boolean) => {
  stage = await startChatStage({ clock: testClock('2026-03-10T12:00:00.000Z'), isConnected })
  ana = await stage.t.member('ana.lima')
  await joinSlack(stage.t.deps, ana.id, { team: stage.workplace.teamId, user: person().id })
  await chooseDirect(stage.t.deps, ana.id, 'all')
  postId = await insertPost(stage.t.deps, { authorName: 'Mia & Co', content: 'A look <inside>' })
  stage.t.clock.set('2026-03-11T09:00:00.000Z')
  await tellByZone(stage.t.deps, () => false)
}
beforeEach(() => open(false))
afterEach(() => stage.close())

const person = () => present(stage.workplace.people[0])
const texts = () => stage.workplace.directMessages(person()).map(({ text }) => text)
const { signal } = new AbortController()
const sendAt = async (at: Date) => {
  stage.t.clock.set(at.toISOString())
  await sendDirect(stage.t.deps, {}, { signal, stopping: signal })
}
const stored = async () =>
  present((await storedDirect(stage.t.deps)).find(({ kind }) => kind === 'post_reminder'))
const text = 'A post by Mia &amp; Co on LinkedIn waits for you.'

describe('a reminder', () => {
  test('is sent at its own minute, and not before', { tags: ['pace-reminder'] }, async () => {
    const { dueAt } = await stored()
    await sendAt(new Date(dueAt.getTime() - 60_000))
    expect(texts()).toEqual([])
    expect((await stored()).dueAt).toEqual(dueAt)
    await sendAt(dueAt)
    expect(texts()).toEqual([text])
    const [message] = stage.workplace.directMessages(person())
    expect(JSON.stringify(message?.blocks)).toContain('A look &lt;inside&gt;')
    expect(JSON.stringify(message?.blocks)).toContain(`/social-feed#post-${postId}`)
  })

  test('is not sent once its member has reported on the post', { tags: ['pace-first'] }, async () => {
    const { dueAt } = await stored()
    stage.t.clock.set(new Date(dueAt.getTime() - 60_000).toISOString())
    await stage.t.call(reportInteraction, { as: ana, body: { postId, interactionType: 'comment' } })
    await sendAt(dueAt)
    expect(texts()).not.toContain(text)
    expect(await stored()).toMatchObject({ isFailed: true, failure: 'expired' })
  })

  test('is not sent of a post that is gone', { tags: ['pace-first'] }, async () => {
    const admin = await stage.t.member('cara.ito', 'admin')
    await stage.t.call(deletePost, { as: admin, params: { id: postId } })
    await sendAt((await stored()).dueAt)
    expect(texts()).toEqual([])
    expect(await stored()).toMatchObject({ isFailed: true, failure: 'expired' })
  })

  test('is dropped if other news came first that day', { tags: ['pace-first'] }, async () => {
    const { dueAt } = await stored()
    await stage.t.deps.db.transaction((tx) =>
      tellMember(stage.t.deps, tx, {
        userId: ana.id,
        kind: 'passed_by',
        key: 'passed',
        facts: { displayName: 'Bo', place: 2 },
      }),
    )
    await sendAt(new Date('2026-03-11T09:00:30.000Z'))
    await sendAt(dueAt)
    expect(texts()).toEqual(['Bo passed you on the board. You are at place 2 now.'])
    expect(await stored()).toMatchObject({ isFailed: true, failure: 'expired' })
  })
})

test('a reminder has buttons that report, where Slack can call', { tags: ['pace-reminder'] }, async () => {
  await stage.close()
  await open(true)
  await sendAt((await stored()).dueAt)
  await expect.poll(texts).toEqual([text])
  const [message] = stage.workplace.directMessages(person())
  const shown = JSON.stringify(message?.blocks)
  for (const id of Object.values(chatActionIds.report)) expect(shown).toContain(`"action_id":"${id}"`)
  expect(shown).toContain(`"value":"${postId}"`)
})
