import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { updatePost } from '#contract/posts.schema.ts'
import { takeBackReport } from '#contract/review.schema.ts'
import { chatUpdateMs } from '#domain/chat.ts'
import type { Fault } from '#sandbox/workplace/faults.ts'
import { statement } from '#server/db/handle.ts'
import { posts } from '#server/db/schema/posts.ts'
import { getConnection } from '#server/features/notifications/store.ts'
import { updateMessages } from '#server/integrations/slack/updates/commands.ts'
import type { TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { signingSecret } from '#test/support/slack-calls.ts'
import { type ChatStage, startChatStage } from '#test/support/slack-chat.ts'

let stage: ChatStage
let post: Awaited<ReturnType<typeof insertPost>>
let ana: TestMember

const open = async (environment: Readonly<Record<string, string>> = {}) => {
  stage = await startChatStage({ environment: { SLACK_SIGNING_SECRET: signingSecret, ...environment } })
  post = await insertPost(stage.t.deps, { content: 'Big news', postUrl: 'https://www.linkedin.com/posts/1' })
  ana = await stage.t.member('ana.lima')
}
const announce = (isTest = false) =>
  stage.queue(`new_post ${post}`, {
    kind: 'new_post',
    postId: post,
    platform: 'linkedin',
    authorName: 'Northwind',
    content: 'Big news',
    postUrl: 'https://www.linkedin.com/posts/1',
    isTest,
  })

beforeEach(() => open())
afterEach(() => stage.close())

interface Shown {
  readonly text: string
  readonly blocks: readonly {
    readonly type: string
    readonly elements?: readonly {
      readonly text?: string | { readonly text: string }
      readonly action_id?: string
    }[]
  }[]
}
const shown = async () => (await stage.messages()) as readonly Shown[]
const reactions = async (nth = 0) => {
  const context = (await shown())[nth]?.blocks.find(({ type }) => type === 'context')
  const [first] = context?.elements ?? []
  return typeof first?.text === 'string' ? first.text : ''
}
const buttons = async (nth = 0) => {
  const all = (await shown())[nth]?.blocks.find(({ type }) => type === 'actions')
  return (all?.elements ?? []).map(({ text }) => (typeof text === 'string' ? text : text?.text))
}
const report = (type: string, as = ana) =>
  stage.t.call(reportInteraction, { as, body: { postId: post, interactionType: type } })
const countChanged = statement<{ count: number }>(
  'test_count_changed_messages',
  'select count(*)::int as count from chat_messages where changes > 0',
)
/** Waits until the writes so far are noted. */
const noted = (count = 1) =>
  expect.poll(async () => (await stage.t.deps.db.run(countChanged, []))[0]?.count).toBe(count)
/** Updates what is outdated, five seconds later. */
const update = async ({ examine = false, isLater = true } = {}) => {
  const { signal } = new AbortController()
  if (isLater) stage.t.clock.advance(chatUpdateMs)
  await updateMessages(stage.t.deps, { examine }, { signal, stopping: signal })
}
const updates = () => stage.requestCount('chat.update')
const plan = (fault: Partial<Fault>, times = 1) =>
  stage.workplace.fault({ match: /chat\.update/, times, ...fault })
const refusal = (error: string): Partial<Fault> => ({ body: { ok: false, error } })
const listEnded = statement<{ failure: string | null; isEnded: boolean }>(
  'test_list_ended_messages',
  'select failure, ended_at is not null as "isEnded" from chat_messages order by id',
)
const ended = () => stage.t.deps.db.run(listEnded, [])

describe('the message about a post', () => {
  test('has four buttons, and says that nobody has reported', {
    tags: ['chat-buttons-message'],
  }, async () => {
    await announce()
    await stage.send()
    expect(await buttons()).toEqual(['Open post', 'Liked', 'Commented', 'Shared'])
    expect(await reactions()).toBe('Nobody has reported yet. Be the first!')
  })

  test('shows how many reacted, and up to three by name', { tags: ['chat-buttons-message'] }, async () => {
    await announce()
    await stage.send()
    await report('like')
    await report('comment')
    await noted()
    await update()
    expect(await reactions()).toBe('1 liked, 1 commented: Ana Lima')
    for (const name of ['bo', 'chidi', 'dana', 'eli']) {
      stage.t.clock.advance(1_000)
      await report('share', await stage.t.member(name))
    }
    await noted()
    await update()
    expect(await reactions()).toBe('1 liked, 1 commented, 4 shared: Eli, Dana, Chidi and 2 more')
  })

  test('follows undos, take-backs and the removal of the post', {
    tags: ['chat-buttons-message'],
  }, async () => {
    await announce()
    await stage.send()
    const { answer } = await report('like')
    await report('share')
    await noted()
    await update()
    await stage.t.call(undoInteraction, { as: ana, params: { id: answer.id } })
    await noted()
    await update()
    expect(await reactions()).toBe('1 shared: Ana Lima')
    const admin = await stage.t.member('iris', 'admin')
    const { answer: liked } = await report('comment')
    await noted()
    await update()
    const params = { id: liked.id }
    await stage.t.call(takeBackReport, { as: admin, params, body: { reason: 'No comment there' } })
    await noted()
    await update()
    expect(await reactions()).toBe('1 shared: Ana Lima')
    await stage.t.deps.db.orm.update(posts).set({ deletedAt: stage.t.clock.now() }).where(eq(posts.id, post))
    await update({ examine: true })
    expect(await buttons()).toEqual([])
  })

  test('has the question and the angles in the author’s order, keeps them, and follows an edit', {
    tags: ['angles-slack-message'],
  }, async () => {
    const admin = await stage.t.member('iris', 'admin')
    const change = (body: object) => stage.t.call(updatePost, { as: admin, params: { id: post }, body })
    await change({ question: 'What was <!here> hard?', angles: ['What you built', 'Who it helped'] })
    await announce()
    await stage.send()
    const prompts = async () =>
      (await shown())[0]?.blocks
        .filter(({ type }) => type === 'context')
        .slice(0, -1)
        .map(({ elements = [] }) => elements.map(({ text }) => text))
    const first = [
      'The author asks: What was &lt;!here&gt; hard?',
      'Ideas for your comment, in your own words:\n• What you built\n• Who it helped',
    ]
    expect(await prompts()).toEqual([first])
    await report('like')
    await noted()
    await update()
    expect(await prompts()).toEqual([first])
    await change({ question: null, angles: ['Where it led'] })
    await noted()
    await update()
    expect(await prompts()).toEqual([['An idea for your comment, in your own words:\n• Where it led']])
    await change({ angles: [] })
    await noted()
    await update()
    expect(await prompts()).toEqual([])
  })

  test('is updated at most once in five seconds', {
    tags: ['chat-buttons-message'],
    timeout: 30_000,
  }, async () => {
    await announce()
    await stage.send()
    const timesMs = () =>
      stage.workplace
        .journal()
        .flatMap(({ path, atMs }) => (/chat\.(update|postMessage)/.test(path) ? atMs : []))
    await report('like')
    await noted()
    await update({ isLater: false })
    await report('comment')
    await noted()
    await update({ isLater: false })
    const [first = 0, second = 0, third = 0] = timesMs()
    expect(updates()).toBe(2)
    expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(chatUpdateMs - 50)
  })

  test('causes no request while it shows how things stand', async () => {
    await announce()
    await stage.send()
    await update({ examine: true })
    expect(updates()).toBe(0)
  })

  test('of an ended process that told of nothing is found at the next start', async () => {
    await announce()
    await stage.send()
    await report('like')
    await noted()
    await stage.t.deps.db.run(statement('test_forget_changes', 'update chat_messages set changes = 0'), [])
    await update()
    expect(updates()).toBe(0)
    await update({ examine: true })
    expect(await reactions()).toBe('1 liked: Ana Lima')
  })

  test('without a signing secret, and of a test post, has links instead of buttons', async () => {
    await announce(true)
    await stage.send()
    expect(await buttons()).toEqual([])
    await stage.close()
    await open({ SLACK_SIGNING_SECRET: '' })
    await announce()
    await stage.send()
    expect(await buttons()).toEqual([])
    await report('like')
    await sleep(400)
    await noted(0)
  })
})

describe('an update that Slack does not take', () => {
  beforeEach(async () => {
    await announce()
    await stage.send()
    await report('like')
    await noted()
  })

  test.each<[string, Partial<Fault>, string]>([
    ['503', { status: 503, body: 'Service Unavailable' }, 'http_503'],
    ['a broken connection', { mode: 'reset' }, 'econnreset'],
    ['an HTML page', { body: '<html></html>' }, 'unreadable_answer'],
    ['an internal error of Slack', refusal('internal_error'), 'internal_error'],
    ['an unknown error code', refusal('never_heard_of'), 'never_heard_of'],
  ])(
    'for now is tried again, and nothing is lost: %s',
    { tags: ['chat-updates-faults'] },
    async (_what, fault, code) => {
      plan(fault, 2)
      for (let tries = 0; tries < 2; tries++)
        await expect(update()).rejects.toMatchObject({ name: 'ChatFailure', kind: 'transient', code })
      await update()
      expect(await reactions()).toBe('1 liked: Ana Lima')
      expect(await ended()).toEqual([{ failure: null, isEnded: false }])
    },
  )

  test('because there were too many waits as long as Slack says', {
    tags: ['chat-updates-faults'],
  }, async () => {
    plan({ status: 429, headers: { 'retry-after': '1' }, body: { ok: false, error: 'ratelimited' } }, 2)
    const begunMs = performance.now()
    await update()
    expect(performance.now() - begunMs).toBeGreaterThanOrEqual(2_000)
    expect(await reactions()).toBe('1 liked: Ana Lima')
  })

  test.each(['message_not_found', 'cant_update_message', 'edit_window_closed', 'msg_too_long'])(
    'ever leaves that message as it is: %s',
    { tags: ['chat-updates-faults'] },
    async (code) => {
      plan(refusal(code))
      await update()
      await report('comment')
      await update()
      expect(await ended()).toEqual([{ failure: code, isEnded: true }])
      expect(updates()).toBe(1)
    },
  )

  test.each(['invalid_auth', 'missing_scope', 'channel_not_found'])(
    'from this app marks the chat as disconnected, and goes on once it works: %s',
    { tags: ['chat-updates-faults'] },
    async (code) => {
      plan(refusal(code))
      await update()
      const { db, config } = stage.t.deps
      expect(await getConnection(db, config.slackChannelId ?? '')).toMatchObject({
        state: 'disconnected',
        code,
      })
      await update()
      expect(updates()).toBe(1)
      stage.t.clock.advance(11 * 60_000)
      await stage.send()
      await update()
      expect(await reactions()).toBe('1 liked: Ana Lima')
    },
  )
})
