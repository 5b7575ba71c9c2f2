import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAppeal, listOwnAppeals } from '#contract/appeals.schema.ts'
import { listAudit } from '#contract/audit.schema.ts'
import { putNotificationSettings } from '#contract/notifications.schema.ts'
import { listShares, reviewShare, submitShare } from '#contract/shares.schema.ts'
import type { Role } from '#domain/vocabulary.ts'
import type { Person } from '#sandbox/workplace/people.ts'
import { statement } from '#server/db/handle.ts'
import { users } from '#server/db/schema/people.ts'
import { getConnection } from '#server/features/notifications/store.ts'
import type { TestMember } from '#test/support/app.ts'
import { present } from '#test/support/present.ts'
import { type ChatStage, startChatStage } from '#test/support/slack-chat.ts'

let stage: ChatStage
let moderator: Person
let admin: TestMember
let ana: TestMember

beforeEach(async () => {
  stage = await startChatStage({ isConnected: true, reviewsInChannel: true })
  moderator = present(stage.workplace.people[1])
  admin = await stage.t.member('iris.admin', 'admin')
  ana = await stage.t.member('ana.other')
  await become(moderator, 'moderator')
})
afterEach(() => stage.close())

/** Gives a person of the workplace an account with a role. */
const become = async (person: Person, role: Role) => {
  await stage.workplace.command(person, '')
  await stage.t.deps.db.orm.update(users).set({ role }).where(eq(users.slackUserId, person.id))
}
const submit = async (as = ana) => {
  const body = {
    platform: 'linkedin',
    customMessage: 'Look at this',
    shareUrl: 'https://www.linkedin.com/posts/1',
  }
  const { answer } = await stage.t.call(submitShare, { as, body })
  await shows('A share to review')
  return answer.data
}
const newest = async () => JSON.stringify((await stage.messages()).at(-1)?.blocks)
const shows = (words: string) => expect.poll(newest, { timeout: 25_000 }).toContain(words)
const told = (words: string, person = moderator) =>
  expect.poll(() => stage.workplace.ephemerals(person).at(-1)?.text, { timeout: 25_000 }).toContain(words)
const press = (label: string, person = moderator) =>
  stage.workplace.press({ person, in: stage.workplace.channelId, label })
const shares = async () => (await stage.t.call(listShares, { as: admin })).answer.data
const isOpen = (person = moderator) =>
  expect.poll(() => stage.workplace.dialogOf(person) !== null, { timeout: 25_000 }).toBe(true)

describe('a share that waits', () => {
  test('is verified from its message, which then says by whom', { tags: ['chat-reviews'] }, async () => {
    await submit()
    expect(await newest()).toContain('It is worth')
    await press('Verify')
    await told('Verified. The share is worth 30 points.')
    expect(await shares()).toMatchObject([{ status: 'completed' }])
    await shows('Verified by Bo')
    expect(await newest()).not.toContain('share:verify')
    const { answer } = await stage.t.call(listAudit, { as: admin })
    expect(answer.data.map(({ action }) => action)).toContain('share.review')
  })

  test('is not accepted with a reason, which its member reads', { tags: ['chat-reviews'] }, async () => {
    await submit()
    await press('Not accepted')
    await isOpen()
    await stage.workplace.submit(moderator, { Reason: '   ' })
    expect(stage.workplace.dialogOf(moderator)?.errors).toEqual({ reason: 'Reason is required' })
    expect(await shares()).toMatchObject([{ status: 'pending' }])
    await stage.workplace.submit(moderator, { Reason: 'The link leads nowhere' })
    expect(stage.workplace.dialogOf(moderator)).toBeNull()
    expect(await shares()).toMatchObject([{ status: 'rejected', reason: 'The link leads nowhere' }])
    await shows('Not accepted by Bo')
  })

  test('shows a decision of the review page', { tags: ['chat-reviews'] }, async () => {
    const { id } = await submit()
    await stage.t.call(reviewShare, { as: admin, params: { id }, body: { status: 'completed' } })
    await shows('Verified by Iris Admin')
  })

  test('is decided once: whoever comes second is told', { tags: ['chat-reviews'] }, async () => {
    const { id } = await submit()
    await press('Not accepted')
    await isOpen()
    await stage.t.call(reviewShare, { as: admin, params: { id }, body: { status: 'completed' } })
    await stage.workplace.submit(moderator, { Reason: 'The link leads nowhere' })
    expect(stage.workplace.dialogOf(moderator)?.errors).toEqual({
      reason: 'Somebody else has decided already.',
    })
    expect(await shares()).toMatchObject([{ status: 'completed' }])
  })

  test('is decided neither by members nor by whoever submitted it', { tags: ['chat-reviews'] }, async () => {
    await submit()
    const chidi = present(stage.workplace.people[2])
    await press('Verify', chidi)
    await told('Only moderators and administrators can decide this.', chidi)
    await press('Not accepted', chidi)
    await expect.poll(() => stage.workplace.ephemerals(chidi).length).toBe(2)
    expect(stage.workplace.dialogOf(chidi)).toBeNull()
    await stage.workplace.command(moderator, 'share https://www.linkedin.com/posts/2')
    await expect.poll(newest, { timeout: 25_000 }).toMatch(/A share to review.*linkedin\.com\/posts\/2/)
    await press('Verify')
    await told('You cannot review your own share')
    expect((await shares()).map(({ status }) => status)).toEqual(['pending', 'pending'])
  })

  test('whose dialog Slack does not open is pressed again', {
    tags: ['chat-reviews', 'chat-updates-faults'],
  }, async () => {
    await submit()
    for (const fault of [
      { status: 503 },
      { body: { ok: false, error: 'expired_trigger_id' } },
      { status: 429, headers: { 'retry-after': '30' }, body: { ok: false, error: 'ratelimited' } },
      { mode: 'reset' } as const,
    ]) {
      const before = stage.workplace.ephemerals(moderator).length
      stage.workplace.fault({ match: /views\.open/, times: 1, ...fault })
      await press('Not accepted')
      await expect.poll(() => stage.workplace.ephemerals(moderator).length).toBe(before + 1)
      await told('Press the button again')
    }
    await press('Not accepted')
    await isOpen()
  })
})

test('an appeal that waits is decided with a reason', { tags: ['chat-reviews'] }, async () => {
  const { id } = await submit()
  const rejected = { status: 'rejected', reason: 'No link' }
  await stage.t.call(reviewShare, { as: admin, params: { id }, body: rejected })
  await stage.t.call(createAppeal, { as: ana, body: { shareId: id, text: 'The link is <there> & works' } })
  await shows('An appeal to decide')
  expect(await newest()).toContain('The link is &lt;there&gt; &amp; works')
  await press('Give back')
  await isOpen()
  await stage.workplace.submit(moderator, { Reason: 'Right you are' })
  await shows('Given back by Bo')
  expect((await stage.t.call(listOwnAppeals, { as: ana })).answer.data).toMatchObject([
    { decision: 'given_back', decisionReason: 'Right you are' },
  ])
})

test('a channel of the reviewers that Slack does not know holds up nothing else', {
  tags: ['chat-reviews'],
}, async () => {
  await stage.close()
  stage = await startChatStage({ isConnected: true, environment: { SLACK_REVIEW_CHANNEL_ID: 'C0NOWHERE1' } })
  const as = await stage.t.member('ana.other')
  await stage.t.call(submitShare, { as, body: { platform: 'linkedin', customMessage: 'Look' } })
  await stage.queueJoined('Somebody')
  await shows('Somebody has joined')
  expect(await stage.notifications()).toMatchObject([
    { isSent: true },
    { isFailed: true, failure: 'channel_not_found' },
    { isSent: true },
  ])
  const { slackChannelId } = stage.t.deps.config
  expect((await getConnection(stage.t.deps.db, slackChannelId ?? '')).state).toBe('connected')
})

describe('without a channel of the reviewers', () => {
  const choose = (direct: string, as: TestMember) => {
    const body = { direct, quietFrom: '00:00', quietTo: '00:00', email: 'off' }
    return stage.t.call(putNotificationSettings, { as, body })
  }
  const direct = () => stage.workplace.directMessages(moderator)
  const isTold = (count: number) => expect.poll(() => direct().length, { timeout: 20_000 }).toBe(count)

  beforeEach(async () => {
    await stage.close()
    stage = await startChatStage({ isConnected: true })
    moderator = present(stage.workplace.people[1])
    ana = await stage.t.member('ana.other')
    await become(moderator, 'moderator')
    const put = `insert into notification_settings (user_id, direct, quiet_from, quiet_to)
      select id, 'all', '00:00', '00:00' from users where slack_user_id = $1`
    await stage.t.deps.db.run(statement('test_choose_all', put), [moderator.id])
  })

  test('a share that waits is a direct message to a reviewer who chose all, to be decided there', {
    tags: ['chat-reviews'],
  }, async () => {
    expect((await choose('mine', ana)).status).toBe(200)
    const body = { platform: 'linkedin', customMessage: 'Look at this' }
    await stage.t.call(submitShare, { as: ana, body })
    await isTold(1)
    const [message] = direct()
    expect(JSON.stringify(message?.blocks)).toContain('You get this because you review')
    await stage.workplace.press({ person: moderator, in: present(message).channel, label: 'Verify' })
    await expect.poll(() => JSON.stringify(direct()), { timeout: 20_000 }).toContain('Verified by Bo')
  })

  test('the button for fewer leaves a reviewer with what is theirs', { tags: ['chat-reviews'] }, async () => {
    const body = { platform: 'linkedin', customMessage: 'Look at this' }
    await stage.t.call(submitShare, { as: ana, body })
    await isTold(1)
    const place = present(direct()[0]).channel
    await stage.workplace.press({ person: moderator, in: place, label: 'Fewer of these' })
    await told('From now on you only hear about what is yours')
  })
})
