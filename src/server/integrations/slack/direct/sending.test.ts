import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getSlackStatus } from '#contract/slack.schema.ts'
import type { Fault } from '#sandbox/workplace/faults.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { changeSettings, takeNext, tellMember } from '#server/features/direct-messages/commands.ts'
import { getConnection } from '#server/features/notifications/store.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import type { TestMember } from '#test/support/app.ts'
import { chooseDirect, joinSlack, storedDirect } from '#test/support/direct-messages.ts'
import { disableMember } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { type ChatStage, joined, startChatStage } from '#test/support/slack-chat.ts'
import { sendDirect } from './commands.ts'

const posting = /chat\.postMessage/
const opening = /conversations\.open/
const noon = '2026-03-11T12:00:00.000Z'

let stage: ChatStage
let ana: TestMember
let bo: TestMember

const open = async (options: Parameters<typeof startChatStage>[0] = {}) => {
  stage = await startChatStage({ clock: testClock(noon), ...options })
  ana = await stage.t.member('ana.lima')
  bo = await stage.t.member('bo')
  const team = stage.workplace.teamId
  await joinSlack(stage.t.deps, ana.id, { team, user: personAt(0).id })
  await joinSlack(stage.t.deps, bo.id, { team, user: personAt(1).id })
}
beforeEach(() => open())
afterEach(() => stage.close())

const personAt = (nth: number) => present(stage.workplace.people[nth])
const textsOf = (nth: number) => stage.workplace.directMessages(personAt(nth)).map(({ text }) => text)
const badge = (achievement: string, to = ana, deps: Deps = stage.t.deps) =>
  deps.db.transaction((tx) =>
    tellMember(deps, tx, {
      userId: to.id,
      kind: 'achievement_unlocked',
      key: newId(),
      facts: { achievement, description: 'Well done', points: 10 },
    }),
  )
const unlocked = (...names: string[]) => names.map((name) => `You unlocked ${name} and earned 10 points.`)
const listJobs = statement(
  'test_list_direct_jobs',
  `select data, start_after > '2100-01-01' as "isLater" from pgboss.job where name = 'chat.direct' and state = 'created'
   order by start_after`,
)
const { signal } = new AbortController()
const send = (deps = stage.t.deps, data = {}) => sendDirect(deps, data, { signal, stopping: signal })
const plan = (match: RegExp, fault: Partial<Fault>, times = 1) =>
  stage.workplace.fault({ match, times, ...fault })
const refusal = (error: string): Partial<Fault> => ({ body: { ok: false, error } })
const stored = async (to = ana) => (await storedDirect(stage.t.deps)).filter(({ userId }) => userId === to.id)
const at = (moment: string) => stage.t.clock.set(moment)
const haltOf = async () => {
  const admin = await stage.t.member(`admin.${newId()}`, 'admin')
  return (await stage.t.call(getSlackStatus, { as: admin })).answer.data.direct
}

describe('a direct message', () => {
  test('reaches its member, says why, and has a button for fewer', {
    tags: ['direct-sent', 'direct-fewer'],
  }, async () => {
    await badge('<First> & last')
    await send()
    await send()
    const [message, ...more] = stage.workplace.directMessages(personAt(0))
    expect(more).toEqual([])
    const { publicUrl } = stage.t.deps.config
    expect(message).toMatchObject({
      text: 'You unlocked &lt;First&gt; &amp; last and earned 10 points.',
      blocks: [
        {
          type: 'section',
          text: {
            text: `You unlocked &lt;First&gt; &amp; last and earned 10 points.\nWell done\n<${publicUrl}/profile?tab=achievements|See your achievements>`,
          },
        },
        {
          type: 'context',
          elements: [
            {
              text: `You get this because you unlocked it · <${publicUrl}/profile#notification-settings|Your notifications>`,
            },
          ],
        },
        {
          type: 'actions',
          elements: [
            {
              type: 'button',
              action_id: 'direct:fewer',
              value: 'achievement_unlocked',
              text: { text: 'Fewer of these' },
            },
          ],
        },
      ],
    })
    expect(await stored()).toMatchObject([{ isSent: true, isFailed: false, tries: 1, posts: 1 }])
    expect(await stage.messages()).toEqual([])
  })

  test('opens the conversation once', async () => {
    await badge('One')
    await send()
    await badge('Two')
    await send()
    expect(textsOf(0)).toEqual(unlocked('One', 'Two'))
    expect(stage.requestCount('conversations.open')).toBe(1)
  })

  test('is sent by a job that its transaction enqueues', { tags: ['direct-sent'] }, async () => {
    await stage.t.deps.jobs.work(jobHandlers, stage.t.deps)
    await badge('One')
    await expect.poll(() => textsOf(0)).toEqual(unlocked('One'))
  })

  test('needs one run for everything that was told before it, however many jobs wait', {
    tags: ['direct-sent'],
  }, async () => {
    const { db, jobs } = stage.t.deps
    await badge('One')
    await badge('Two', bo)
    await db.transaction((tx) => jobs.enqueue(tx, 'chat.direct', { examine: true }))
    await db.transaction((tx) => jobs.enqueue(tx, 'chat.direct', {}, new Date('2126-01-01T00:00:00Z')))
    await send()
    expect([textsOf(0), textsOf(1)]).toEqual([unlocked('One'), unlocked('Two')])
    expect(await db.run(listJobs, [])).toEqual([
      { data: { examine: true }, isLater: false },
      { data: {}, isLater: true },
    ])
  })

  test('waits for the end of the quiet hours, in the zone of the member', {
    tags: ['direct-quiet'],
  }, async () => {
    at('2026-03-11T20:00:00.000Z')
    await badge('One')
    await send()
    expect(await stored()).toMatchObject([{ isSent: false, dueAt: new Date('2026-03-12T08:00:00.000Z') }])
    at('2026-03-12T07:59:59.000Z')
    await send()
    expect(textsOf(0)).toEqual([])
    at('2026-03-12T08:00:00.000Z')
    await send()
    expect(textsOf(0)).toEqual(unlocked('One'))
  })

  test('follows new quiet hours at once', { tags: ['direct-quiet'] }, async () => {
    at('2026-03-11T20:00:00.000Z')
    await badge('One')
    await send()
    const wanted = { direct: 'mine', quietFrom: '09:00', quietTo: '09:00', email: 'off' } as const
    await changeSettings(stage.t.deps, ana.id, wanted)
    await send()
    expect(textsOf(0)).toEqual(unlocked('One'))
  })

  test('is one of two on a day, and the third comes on the next', { tags: ['direct-two'] }, async () => {
    for (const name of ['One', 'Two', 'Three']) await badge(name)
    await badge('Other', bo)
    await send()
    expect(textsOf(0)).toEqual(unlocked('One', 'Two'))
    expect(textsOf(1)).toEqual(unlocked('Other'))
    at('2026-03-11T18:00:00.000Z')
    await send()
    expect(textsOf(0)).toHaveLength(2)
    at('2026-03-12T08:00:00.000Z')
    await send()
    expect(textsOf(0)).toEqual(unlocked('One', 'Two', 'Three'))
  })

  test('is dropped once it no longer holds', { tags: ['direct-two'] }, async () => {
    at('2026-03-11T20:00:00.000Z')
    await badge('One')
    at('2026-03-15T12:00:00.000Z')
    await send()
    expect(await stored()).toMatchObject([{ isSent: false, isFailed: true, failure: 'expired' }])
    expect(stage.workplace.journal()).toEqual([])
  })

  test('is dropped for a member who was disabled meanwhile', async () => {
    await badge('One')
    await disableMember(stage.t.deps, ana.id)
    await send()
    expect(await stored()).toMatchObject([{ isFailed: true, failure: 'not_reachable' }])
    expect(stage.workplace.journal()).toEqual([])
  })

  test('that this version cannot read fails alone', async () => {
    await badge('One')
    await stage.t.deps.db.script(`update direct_messages set kind = 'achievement_unlocked', facts = '{}'`)
    await badge('Two', bo)
    await send()
    expect(await stored()).toMatchObject([{ isFailed: true, failure: 'unreadable', posts: 0 }])
    expect(textsOf(1)).toEqual(unlocked('Two'))
  })
})

describe('a failure of one person', () => {
  test.each(['user_not_found', 'user_disabled', 'cannot_dm_bot', 'messages_tab_disabled', 'is_archived'])(
    'fails only that message: %s',
    { tags: ['direct-failures'] },
    async (code) => {
      plan(code === 'messages_tab_disabled' || code === 'is_archived' ? posting : opening, refusal(code))
      await badge('One')
      await badge('Two', bo)
      await send()
      expect(await stored()).toMatchObject([{ isSent: false, isFailed: true, failure: code, posts: 0 }])
      expect(textsOf(1)).toEqual(unlocked('Two'))
      expect(await haltOf()).toEqual({ waiting: 0, failed: 1, halt: null })
    },
  )

  test('whom the workplace has deactivated', { tags: ['direct-failures'] }, async () => {
    stage.workplace.setRemoved(personAt(0), true)
    await badge('One')
    await send()
    expect(await stored()).toMatchObject([{ isFailed: true, failure: 'user_disabled' }])
  })

  test('a conversation that Slack no longer knows is opened anew', async () => {
    await badge('One')
    await send()
    plan(posting, refusal('channel_not_found'))
    await badge('Two')
    await send()
    expect(textsOf(0)).toEqual(unlocked('One', 'Two'))
    expect(stage.requestCount('conversations.open')).toBe(2)
  })
})

describe('what Slack refuses for everybody', () => {
  test('holds direct messages back, says so in the Slack tab, and touches nothing of the channel', {
    tags: ['direct-scope'],
  }, async () => {
    await stage.close()
    const granted = ['chat:write', 'channels:read', 'channels:history', 'users:read']
    await open({ botScopes: granted })
    await badge('One')
    await badge('Two', bo)
    await send()
    await send()
    expect(stage.requestCount('conversations.open')).toBe(1)
    expect(await stored()).toMatchObject([{ isSent: false, isFailed: false, posts: 0 }])
    expect(await haltOf()).toEqual({
      waiting: 2,
      failed: 0,
      halt: 'The app lacks im:write. Add it under OAuth & Permissions, then install the app again (missing_scope)',
    })
    await stage.queueJoined('chidi')
    await stage.send()
    expect(await stage.texts()).toEqual(joined('chidi'))
    const { state } = await getConnection(stage.t.deps.db, stage.workplace.channelId)
    expect(state).toBe('connected')
  })

  test('is tried again after ten minutes, and at the start of an instance', {
    tags: ['direct-scope'],
  }, async () => {
    plan(opening, refusal('invalid_auth'))
    await badge('One')
    await send()
    expect((await haltOf()).halt).toBe('Slack does not accept the bot token (invalid_auth)')
    await send()
    expect(textsOf(0)).toEqual([])
    stage.t.clock.advance(10 * 60_000)
    await send()
    expect(textsOf(0)).toEqual(unlocked('One'))
    expect((await haltOf()).halt).toBeNull()
    plan(opening, refusal('invalid_auth'))
    await badge('Two', bo)
    await send()
    await send(stage.t.deps, { examine: true })
    expect(textsOf(1)).toEqual(unlocked('Two'))
  })
})

describe('a failure that passes', () => {
  test('of too many requests is waited for, and counts for no day', {
    tags: ['direct-failures'],
  }, async () => {
    const limited = {
      status: 429,
      headers: { 'retry-after': '1' },
      body: { ok: false, error: 'ratelimited' },
    }
    plan(posting, limited)
    plan(opening, limited)
    await badge('One')
    await badge('Two')
    const begunMs = performance.now()
    await send()
    expect(performance.now() - begunMs).toBeGreaterThanOrEqual(1_900)
    expect(textsOf(0)).toEqual(unlocked('One', 'Two'))
  })

  test.each<[string, Partial<Fault>, string, number]>([
    ['503', { status: 503, body: 'Service Unavailable' }, 'http_503', 0],
    ['an internal error of Slack', refusal('internal_error'), 'internal_error', 0],
    ['no answer', { mode: 'hang' }, 'timeout', 1],
    ['a broken connection', { mode: 'reset' }, 'econnreset', 1],
  ])(
    'is tried again later, after the others: %s',
    { tags: ['direct-failures'] },
    async (_what, fault, code, posts) => {
      if (fault.mode === 'hang') {
        await stage.close()
        await open({ limits: { chatTimeoutMs: 1_500 } })
      }
      plan(posting, fault)
      await badge('One')
      await badge('Two', bo)
      await expect(send()).rejects.toMatchObject({ name: 'ChatFailure', code })
      expect(await stored()).toMatchObject([
        { isSent: false, isFailed: false, failure: code, tries: 1, posts },
      ])
      await send()
      expect([textsOf(0), textsOf(1)]).toEqual([[], unlocked('Two')])
      stage.t.clock.advance(10_000)
      await send()
      expect(textsOf(0)).toEqual(unlocked('One'))
    },
  )

  test('whose outcome nobody knows counts for its day, so that no day has a third message', {
    tags: ['direct-two'],
  }, async () => {
    await stage.close()
    await open({ limits: { chatTimeoutMs: 1_500 } })
    // Slack posts these, but its answers do not arrive.
    plan(posting, { mode: 'late', delayMs: 5_000 }, 2)
    await badge('One')
    for (let nth = 0; nth < 2; nth++) {
      await expect(send()).rejects.toMatchObject({ code: 'timeout' })
      stage.t.clock.advance(10 * 60_000)
    }
    await send()
    expect(textsOf(0)).toEqual(unlocked('One', 'One'))
    at('2026-03-12T08:00:00.000Z')
    await send()
    expect(await stored()).toMatchObject([{ isSent: true }])
  })

  test('such as a kill after the post counts too', { tags: ['direct-two'] }, async () => {
    await badge('One')
    await badge('Two')
    await badge('Three')
    // A process takes the message and is killed before it notes that it was posted.
    expect(await takeNext(stage.t.deps, ana.id)).toMatchObject({ tries: 1 })
    await send()
    expect(textsOf(0)).toEqual(unlocked('One'))
    expect(await stored()).toMatchObject([
      { isSent: true, posts: 2 },
      { isSent: false, posts: 0 },
      { isSent: false, posts: 0 },
    ])
  })
})

test('nothing is asked of Slack while no token is set', async () => {
  await badge('One')
  const { deps } = stage.t
  await send({ ...deps, config: { ...deps.config, slackBotToken: null } })
  await chooseDirect(deps, ana.id, 'off')
  expect(stage.workplace.journal()).toEqual([])
})
