import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listShares } from '#contract/shares.schema.ts'
import { anglesFor } from '#domain/angles.ts'
import type { PostId } from '#domain/ids.ts'
import { users } from '#server/db/schema/people.ts'
import { posts } from '#server/db/schema/posts.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { present } from '#test/support/present.ts'
import { type SlackCaller, signingSecret, startSlackCaller } from '#test/support/slack-calls.ts'
import { type ChatStage, startChatStage } from '#test/support/slack-chat.ts'

let stage: ChatStage
let slack: SlackCaller

beforeEach(async () => {
  stage = await startChatStage({ environment: { SLACK_SIGNING_SECRET: signingSecret } })
  slack = await startSlackCaller(stage.t, stage.workplace.teamId)
})
afterEach(async () => {
  await slack.close()
  await stage.close()
})

interface Told {
  readonly response_type: string
  readonly text: string
  readonly blocks: readonly {
    readonly type: string
    readonly text?: { readonly text: string }
    readonly elements?: readonly {
      readonly text?: string | { readonly text: string }
      readonly action_id?: string
    }[]
  }[]
}

const person = (nth: number) => present(stage.workplace.people[nth]).id
const type = async (text: string, slackUserId = person(0)) =>
  (await slack.command(slackUserId, text)).json as unknown as Told
const wordsOf = ({ blocks }: Told) =>
  blocks
    .flatMap(({ text, elements = [] }) => [
      text?.text,
      ...elements.map(({ text: words }) => (typeof words === 'string' ? words : words?.text)),
    ])
    .join('\n')

describe('/ovation', () => {
  test('tells points, place and streak, and what waits with buttons', {
    tags: ['chat-commands'],
  }, async () => {
    const post = await insertPost(stage.t.deps, { content: 'Big news' })
    await insertPost(stage.t.deps, { content: 'Older news' })
    await slack.press(person(0), 'report:like', post)
    await expect.poll(() => slack.answers().length).toBe(1)
    const told = await type('')
    expect(told.response_type).toBe('ephemeral')
    expect(told.text).toMatch(/^\d+ points · #1\. Streak: 1 day\.$/)
    expect(wordsOf(told)).toContain('2 posts wait for you')
    expect(wordsOf(told)).toContain('Big news')
    const pressable = told.blocks.flatMap(({ elements = [] }) => elements.map(({ action_id: id }) => id))
    expect(pressable.filter((id) => id?.startsWith('report:'))).toEqual([
      'report:like',
      'report:comment',
      'report:share',
      'report:comment',
      'report:share',
    ])
  })

  test('has the question of a post, and another angle for another member', {
    tags: ['angles-slack-own'],
  }, async () => {
    const { deps } = stage.t
    const angles = ['What you built', 'Who it helped', 'Where it led']
    await Promise.all([type('', person(0)), type('', person(1))])
    const memberIds = await Promise.all(
      [person(0), person(1)].map(async (slackUserId) => {
        return present((await deps.db.orm.select().from(users).where(eq(users.slackUserId, slackUserId)))[0])
          .id
      }),
    )
    const firstsOn = (postId: PostId) => memberIds.map((userId) => anglesFor(angles, { postId, userId })[0])
    let postId = await insertPost(deps)
    while (new Set(firstsOn(postId)).size === 1) postId = await insertPost(deps)
    await deps.db.orm.update(posts).set({ question: 'What was hard?', angles }).where(eq(posts.id, postId))
    for (const [nth, first] of firstsOn(postId).entries()) {
      const told = wordsOf(await type('', person(nth)))
      expect(told).toContain('The author asks: What was hard?')
      expect(told).toContain(`An idea for your comment, in your own words:\n• ${first}`)
      expect(angles.filter((angle) => told.includes(angle))).toEqual([first])
    }
  })

  test('makes whoever types it a member, and says what waits for nobody', {
    tags: ['chat-commands'],
  }, async () => {
    const told = await type('points')
    expect(wordsOf(told)).toContain('Nothing waits for you')
    expect(wordsOf(told)).toContain('No streak yet')
    expect((await stage.t.call(listShares, { as: await stage.t.member('iris', 'admin') })).status).toBe(200)
  })

  test('board names the first five and the own place', { tags: ['chat-commands'] }, async () => {
    expect((await type('board')).blocks[0]?.text?.text).toContain('Nobody has points yet')
    const post = await insertPost(stage.t.deps)
    for (const [nth, kind] of ['report:share', 'report:comment', 'report:like'].entries())
      await slack.press(person(nth), kind, post)
    await expect.poll(() => slack.answers().length).toBe(3)
    const lines = (await type('board', person(1))).blocks[0]?.text?.text.split('\n') ?? []
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatch(/^1\. Ana Lima: \d+ points$/)
    expect(lines[1]).toMatch(/^2\. Bo &lt;script&gt;.* \(you\)$/)
  })

  test('undo takes the last report back, and says when there is none', {
    tags: ['chat-commands'],
  }, async () => {
    expect((await type('undo')).text).toBe('There is no report of yours to take back.')
    const post = await insertPost(stage.t.deps)
    await slack.press(person(0), 'report:like', post)
    await expect.poll(() => slack.answers().length).toBe(1)
    expect((await type('undo')).text).toBe('Taken back: −15 · 0 points')
    await slack.press(person(0), 'report:like', post)
    await expect.poll(() => slack.answers().length).toBe(2)
    stage.t.clock.advance(5 * 60_000 + 1)
    expect((await type('undo')).text).toBe('Too late to undo.')
  })

  test('undo that is delivered again takes nothing more back', { tags: ['chat-calls-once'] }, async () => {
    const post = await insertPost(stage.t.deps)
    for (const kind of ['report:like', 'report:comment']) await slack.press(person(0), kind, post)
    await expect.poll(() => slack.answers().length).toBe(2)
    const first = await slack.command(person(0), 'undo', { mark: 'one' })
    const again = await slack.command(person(0), 'undo', { mark: 'one' })
    expect([first.status, again.status, again.text]).toEqual([200, 200, ''])
    expect((await type('undo')).text).toMatch(/^Taken back/)
    expect((await type('undo')).text).toBe('There is no report of yours to take back.')
  })

  test('share hands in a share', { tags: ['chat-commands'] }, async () => {
    const told = await type(
      'share <https://www.linkedin.com/posts/1?a=1&amp;b=2|linkedin.com/posts> Proud of this',
    )
    expect(told.text).toBe('Thank you! Your share on LinkedIn waits for a review, and earns its points then.')
    const admin = await stage.t.member('iris', 'admin')
    const { answer } = await stage.t.call(listShares, { as: admin })
    expect(answer.data).toMatchObject([
      {
        platform: 'linkedin',
        shareUrl: 'https://www.linkedin.com/posts/1?a=1&b=2',
        customMessage: 'Proud of this',
        status: 'pending',
      },
    ])
    const again = await type('share https://www.linkedin.com/posts/1?a=1&b=2')
    expect(again.text).toContain('You submitted the same address within the last 24 hours')
  })

  test.each([
    ['share', 'Type the link to your share'],
    ['share nonsense', 'The link has to lead to one of these: LinkedIn'],
    ['share https://example.com/a', 'The link has to lead to one of these: LinkedIn'],
    ['share javascript:alert(1)', 'The link has to lead to one of these: LinkedIn'],
    ['rubbish', 'Ovation does not know this command.'],
    ['<!channel>', 'Ovation does not know this command.'],
    ['undo it', 'There is no report of yours to take back.'],
    ['help', 'This is what you can type'],
  ])('%s is answered in plain words', { tags: ['chat-commands'] }, async (text, words) => {
    expect((await type(text)).text).toContain(words)
  })
})

test('a command of a guest is answered, and one while Slack is slow within its three seconds', {
  tags: ['chat-buttons-people'],
}, async () => {
  expect((await type('', 'U0SANDGUEST')).text).toContain('Only colleagues of this workspace')
  stage.workplace.fault({ match: /users\.info/, times: 1, mode: 'hang' })
  expect((await type('')).text).toBe('Slack did not say who you are (timeout). Try again in a minute.')
})

test('a command without a right signature is refused, and another workspace gets silence', {
  tags: ['chat-calls-signed'],
}, async () => {
  const headers = { 'x-slack-signature': `v0=${'0'.repeat(64)}` }
  expect((await slack.command(person(0), 'undo', { headers })).status).toBe(401)
  const fields = { team_id: 'T0ELSE', user_id: person(0), command: '/ovation', text: '' }
  const elsewhere = await slack.send('/slack/commands', String(new URLSearchParams(fields)))
  expect([elsewhere.status, elsewhere.text]).toEqual([200, ''])
  const rubbish = await slack.send('/slack/commands', 'a=b')
  expect([rubbish.status, rubbish.text]).toEqual([200, ''])
})
