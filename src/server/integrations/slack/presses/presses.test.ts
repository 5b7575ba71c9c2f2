import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { users } from '#server/db/schema/people.ts'
import { posts } from '#server/db/schema/posts.ts'
import { workOnWaiting } from '#server/integrations/slack/presses/commands.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { present } from '#test/support/present.ts'
import { type SlackCaller, signingSecret, startSlackCaller } from '#test/support/slack-calls.ts'
import { type ChatStage, startChatStage } from '#test/support/slack-chat.ts'

let stage: ChatStage
let slack: SlackCaller
let post: Awaited<ReturnType<typeof insertPost>>

beforeEach(async () => {
  stage = await startChatStage({ environment: { SLACK_SIGNING_SECRET: signingSecret } })
  slack = await startSlackCaller(stage.t, stage.workplace.teamId)
  post = await insertPost(stage.t.deps)
})
afterEach(async () => {
  await slack.close()
  await stage.close()
})

const person = (nth: number) => present(stage.workplace.people[nth]).id
const texts = () => slack.answers().map(({ text }) => text)
const answered = (count: number) => expect.poll(() => slack.answers().length, { timeout: 5_000 }).toBe(count)
const listReports = statement<{ type: string; isLive: boolean }>(
  'test_list_chat_reports',
  `select type, undone_at is null as "isLive" from interactions order by reported_at, id`,
)
const reports = () => stage.t.deps.db.run(listReports, [])
const listPresses = statement<{ isEnded: boolean; responseUrl: string | null; failure: string | null }>(
  'test_list_presses',
  `select ended_at is not null as "isEnded", response_url as "responseUrl", failure from chat_presses order by id`,
)
const pressesKept = () => stage.t.deps.db.run(listPresses, [])
const listCalls = statement<{ outcome: string; route: string; body: unknown }>(
  'test_list_chat_calls',
  `select outcome, route, body from deliveries where sender = 'chat' order by id`,
)
const calls = () => stage.t.deps.db.run(listCalls, [])
const work = () => {
  const { signal } = new AbortController()
  return workOnWaiting(stage.t.deps, { id: 'x', signal, stopping: signal, isLastTry: false })
}
const undoValue = () => {
  const buttons = slack.answers().flatMap(({ blocks }) => blocks.flatMap(({ elements = [] }) => elements))
  return present(buttons.find(({ action_id: id }) => id === 'undo')?.value)
}

describe('a press of Liked', () => {
  test('is acknowledged with an empty answer, and reports as the member who pressed it', {
    tags: ['chat-press-reports'],
  }, async () => {
    const acknowledged = await slack.press(person(0), 'report:like', post)
    expect([acknowledged.status, acknowledged.text]).toEqual([200, ''])
    await answered(1)
    expect(texts()[0]).toMatch(/^\+15 · \d+ points · #1$/)
    expect(slack.answers()[0]).toMatchObject({ response_type: 'ephemeral' })
    expect(await reports()).toEqual([{ type: 'like', isLive: true }])
    const rows = await stage.t.deps.db.orm
      .select()
      .from(users)
      .where(eq(users.slackUserId, person(0)))
    expect(rows).toMatchObject([
      { displayName: 'Ana Lima', email: 'ana.lima@brightwater.example', chatZone: 'Europe/London' },
    ])
  })

  test('is answered before the product stops, so that the next process does not answer it again', {
    tags: ['chat-calls-once'],
  }, async () => {
    await slack.press(person(0), 'report:like', post)
    await stage.t.app.close()
    expect(texts()).toEqual([expect.stringMatching(/^\+15 · /)])
    expect(await pressesKept()).toEqual([{ isEnded: true, responseUrl: null, failure: null }])
  })

  test('can be undone from its answer for five minutes', { tags: ['chat-press-reports'] }, async () => {
    await slack.press(person(0), 'report:like', post)
    await answered(1)
    await slack.press(person(0), 'undo', undoValue())
    await answered(2)
    expect(texts()[1]).toBe('Taken back: −15 · 0 points')
    expect(await reports()).toEqual([{ type: 'like', isLive: false }])
    await slack.press(person(0), 'report:comment', post)
    await answered(3)
    stage.t.clock.advance(5 * 60_000 + 1)
    const values = slack.answers().flatMap(({ blocks }) => blocks.flatMap(({ elements = [] }) => elements))
    await slack.press(person(0), 'undo', present(values.at(-1)?.value))
    await answered(4)
    expect(texts()[3]).toBe('Too late to undo.')
  })

  test('has one effect however often it is delivered, also after an undo', {
    tags: ['chat-calls-once'],
  }, async () => {
    await slack.press(person(0), 'report:like', post, { mark: 'one' })
    await answered(1)
    await slack.press(person(0), 'undo', undoValue())
    await answered(2)
    const again = await slack.press(person(0), 'report:like', post, { mark: 'one' })
    expect(again.status).toBe(200)
    expect(await reports()).toEqual([{ type: 'like', isLive: false }])
    expect((await calls()).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted', 'duplicate'])
    expect(texts()).toHaveLength(2)
  })

  test('twenty times at once makes one report, and each press is answered', {
    tags: ['chat-press-reports'],
  }, async () => {
    await Promise.all(Array.from({ length: 20 }, () => slack.press(person(0), 'report:like', post)))
    await answered(20)
    expect(texts().filter((text) => text.startsWith('+15'))).toHaveLength(1)
    expect(texts().filter((text) => text === 'You have already reported this like.')).toHaveLength(19)
    expect(await reports()).toHaveLength(1)
    expect(stage.requestCount('users.info')).toBeLessThanOrEqual(20)
  })

  test('is told what is wrong with a removed post, a test post and one that never was', {
    tags: ['chat-press-reports'],
  }, async () => {
    const deleted = await insertPost(stage.t.deps, { isDeleted: true })
    const tested = await insertPost(stage.t.deps, { brand: 'test' })
    for (const value of [deleted, tested, newId<'post'>()]) {
      await slack.press(person(0), 'report:like', value)
    }
    await answered(3)
    expect(texts().toSorted()).toEqual([
      'Reports on a test post do not count.',
      'This post was not found.',
      'This post was not found.',
    ])
    expect(await reports()).toEqual([])
  })
})

describe('whoever presses', () => {
  test('and is a guest, unknown or an app is told, and makes no account', {
    tags: ['chat-buttons-people'],
  }, async () => {
    for (const id of ['U0SANDGUEST', 'U0SANDLEFT', 'USLACKBOT', 'U0NOBODY'])
      await slack.press(id, 'report:like', post)
    await answered(4)
    expect(new Set(texts())).toEqual(
      new Set(['Only colleagues of this workspace can take part: no guests, and no apps.']),
    )
    expect(
      await stage.t.deps.db.orm.select().from(users).where(eq(users.slackTeamId, stage.workplace.teamId)),
    ).toEqual([])
  })

  test('and is disabled is told so', { tags: ['chat-buttons-people'] }, async () => {
    await slack.press(person(0), 'report:like', post)
    await answered(1)
    await stage.t.deps.db.orm
      .update(users)
      .set({ disabledAt: stage.t.clock.now() })
      .where(eq(users.slackUserId, person(0)))
    await slack.press(person(0), 'report:comment', post)
    await answered(2)
    expect(texts()[1]).toContain('Your account in Ovation is disabled')
    expect(await reports()).toHaveLength(1)
  })

  test('from another workspace gets silence', { tags: ['chat-buttons-people'] }, async () => {
    expect((await slack.press(person(0), 'report:like', post, { teamId: 'T0ELSE' })).status).toBe(200)
    await slack.press(person(1), 'report:like', post)
    await answered(1)
    expect(await reports()).toHaveLength(1)
  })

  test('and cannot be looked up becomes a member once Slack answers again', {
    tags: ['chat-buttons-people'],
  }, async () => {
    stage.workplace.fault({ match: /users\.info/, times: 1, status: 503 })
    await slack.press(person(0), 'report:like', post)
    await answered(1)
    expect(texts()[0]).toMatch(/^\+15/)
    expect(stage.requestCount('users.info')).toBe(2)
  })

  test('for the first time, while Slack does not answer, holds up nobody who is known', {
    tags: ['chat-buttons-people'],
  }, async () => {
    await slack.press(person(0), 'report:like', post)
    await answered(1)
    stage.workplace.fault({ match: /users\.info/, times: 20, mode: 'hang' })
    for (let nth = 0; nth < 20; nth++) await slack.press(`U0NEW${nth}`, 'report:like', post)
    await slack.press(person(0), 'report:comment', post)
    await answered(2)
    expect(texts()[1]).toMatch(/^\+20/)
  })

  test('for the first time is announced as a newcomer', {
    tags: ['chat-buttons-people'],
  }, async () => {
    await slack.press(person(0), 'report:like', post)
    await answered(1)
    expect((await stage.notifications()).map(({ key }) => key.split(' ')[0])).toContain('member_joined')
  })
})

describe('an answer', () => {
  test('that Slack does not take is tried again, with one effect', {
    tags: ['chat-calls-once'],
  }, async () => {
    slack.answerWith(503, 429)
    await slack.press(person(0), 'report:like', post)
    await expect.poll(() => slack.answers().length, { timeout: 9_000 }).toBe(1)
    expect(await reports()).toHaveLength(1)
    await expect.poll(pressesKept).toEqual([{ isEnded: true, responseUrl: null, failure: null }])
  })

  test('whose address has expired is given up', async () => {
    slack.answerWith(404)
    await slack.press(person(0), 'report:like', post)
    await expect.poll(pressesKept).toEqual([{ isEnded: true, responseUrl: null, failure: 'expired_url' }])
    expect(await reports()).toHaveLength(1)
  })

  test('never goes to an address that is none of Slack, while the report counts', {
    tags: ['chat-calls-signed'],
  }, async () => {
    const { deps } = stage.t
    const elsewhere = 'https://evil.example/answers'
    await slack.press(person(0), 'report:like', post, { responseUrl: elsewhere })
    await expect.poll(async () => (await pressesKept())[0]?.isEnded).toBe(true)
    expect(await reports()).toHaveLength(1)
    expect(await deps.db.orm.select().from(posts)).toHaveLength(1)
  })
})

describe('a press that an ended process has left', () => {
  const leave = async (slackUserId: string, change: Record<string, unknown> = {}) => {
    const id = newId<'press'>()
    const put = statement(
      'test_leave_press',
      `insert into chat_presses (id, key, slack_user_id, action_id, value, response_url, received_at, taken_at)
       values ($1, $2, $3, 'report:like', $4, $5, $6, $6)`,
    )
    const url = String(change.url ?? '')
    const at = stage.t.clock.now().toISOString()
    await stage.t.deps.db.run(put, [id, `left ${id}`, slackUserId, post, url, at])
    return id
  }
  const address = async () => {
    // The address of the answers is only known from a press.
    const put = statement<{ url: string }>(
      'test_press_url',
      'select response_url as url from chat_presses limit 1',
    )
    slack.answerWith(503)
    await slack.press(person(2), 'report:like', post)
    await expect.poll(async () => (await pressesKept())[0]?.failure).toBe('http_503')
    const [row] = await stage.t.deps.db.run(put, [])
    await answered(1)
    return present(row).url
  }

  test('is worked on by the next one', { tags: ['chat-calls-once'] }, async () => {
    const url = await address()
    await leave(person(0), { url })
    stage.t.clock.advance(60_000)
    await work()
    expect(texts()[1]).toMatch(/^\+15/)
    expect(await reports()).toHaveLength(2)
  })

  test('after its report was made is answered with what that earned, and reports nothing more', {
    tags: ['chat-calls-once'],
  }, async () => {
    const url = await address()
    const id = await leave(person(0), { url })
    stage.t.clock.advance(60_000)
    await work()
    const reopen = statement(
      'test_reopen_press',
      'update chat_presses set ended_at = null, response_url = $2 where id = $1',
    )
    await stage.t.deps.db.run(reopen, [id, url])
    stage.t.clock.advance(60_000)
    await work()
    expect(texts()).toHaveLength(3)
    expect(texts()[2]).toBe(texts()[1])
    expect(await reports()).toHaveLength(2)
  })
})

test('an unsigned, wrongly signed or old press is refused, and leaves nothing but a count', {
  tags: ['chat-calls-signed'],
}, async () => {
  const before = await stage.t.deps.metrics.text(null)
  const zero = `v0=${'0'.repeat(64)}`
  const wrong: Record<string, string>[] = [
    { 'x-slack-signature': zero },
    { 'x-slack-request-timestamp': '1' },
    { 'x-slack-signature': '' },
  ]
  for (const headers of wrong)
    expect((await slack.press(person(0), 'report:like', post, { headers })).status).toBe(401)
  expect([await calls(), await pressesKept(), await reports()]).toEqual([[], [], []])
  const counted = await stage.t.deps.metrics.text(null)
  expect(before).not.toContain('ovation_slack_calls_total{result="refused"}')
  expect(counted).toContain('ovation_slack_calls_total{result="refused"} 3')
})

test('what is no press is acknowledged and has no effect', { tags: ['chat-calls-signed'] }, async () => {
  const payloads = ['', '{', '{}', '[]', '{"type":"block_actions"}', '{"type":"shortcut"}', 'null']
  for (const payload of payloads) {
    const { status } = await slack.send('/slack/interactivity', String(new URLSearchParams({ payload })))
    expect([payload, status]).toEqual([payload, 200])
  }
  expect((await slack.press(person(0), 'open', '')).status).toBe(200)
  expect((await slack.press(person(0), 'report:love', post)).status).toBe(200)
  expect(await pressesKept()).toEqual([])
})
