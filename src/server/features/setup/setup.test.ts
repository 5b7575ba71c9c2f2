import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContest, deleteContest } from '#contract/contests.schema.ts'
import { newPost } from '#contract/posts.schema.ts'
import { changeSetup, getSetup } from '#contract/setup.schema.ts'
import type { SetupStepKey } from '#contract/setup.ts'
import { testBrand } from '#domain/posts.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { putConnection } from '#server/features/notifications/store.ts'
import { insertMember, startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'

const channelId = 'C0123456789'
const slackVariables = {
  SLACK_CLIENT_ID: 'client',
  SLACK_CLIENT_SECRET: 'client-secret',
  SLACK_TEAM_ID: 'T0123456789',
  SLACK_BOT_TOKEN: 'xoxb-token',
  SLACK_CHANNEL_ID: channelId,
}

let t: TestApp
let admin: TestMember
const announced: Announcement[] = []

beforeAll(async () => {
  t = await startTestApp({ environment: { PUBLIC_URL: 'https://ovation.example.net', ...slackVariables } })
  admin = await insertEmergencyAdmin()
  t.deps.live.listen((announcement) => announced.push(announcement))
})
afterAll(() => t.close())

/** An administrator who is nobody of the chat, as the first start makes one. */
async function insertEmergencyAdmin(): Promise<TestMember> {
  const made = await insertMember(t.deps, 'admin', 'admin', 'emergency')
  await t.deps.db.script(`update users set is_emergency = true where id = '${made.id}'`)
  return made
}

const read = async () => (await t.call(getSetup, { as: admin })).answer.data
const doneSteps = async (): Promise<SetupStepKey[]> =>
  (await read()).steps.filter(({ done }) => done).map(({ key }) => key)
const change = (body: unknown, as: TestMember | null = admin) => t.call(changeSetup, { as, body })
const acts = () =>
  t.deps.db.run(
    statement<{ action: string }>(
      'test_setup_acts',
      `select action from audit_entries where action like 'setup%' order by created_at, id`,
    ),
    [],
  )

const post = (brand: string) => ({
  platform: 'linkedin',
  content: `Of ${brand}`,
  author_name: 'Northwind',
  brand,
})

describe('the set-up', () => {
  it('has six steps in order, of which only the sign-in is done in an empty workspace', {
    tags: ['setup-steps'],
  }, async () => {
    const { hidden, steps } = await read()
    expect(hidden).toBe(false)
    expect(steps).toEqual([
      { key: 'signed_in', done: true },
      { key: 'chat', done: false },
      { key: 'members', done: false },
      { key: 'first_post', done: false },
      { key: 'points_rules', done: false },
      { key: 'first_contest', done: false },
    ])
  })

  it('ticks the chat once the channel has accepted a message, and no longer when it refuses', {
    tags: ['setup-chat'],
  }, async () => {
    const connection = { channelId, code: null, since: null, checkedAt: null, team: 'B', channel: 'news' }
    await putConnection(t.deps.db, { ...connection, state: 'connected' })
    expect(await doneSteps()).toContain('chat')
    await putConnection(t.deps.db, { ...connection, state: 'disconnected', code: 'invalid_auth' })
    expect(await doneSteps()).not.toContain('chat')
    await putConnection(t.deps.db, { ...connection, channelId: 'C0000000000', state: 'connected' })
    expect(await doneSteps()).not.toContain('chat')
  })

  it('ticks the members once there is one besides emergency administrators', {
    tags: ['setup-members'],
  }, async () => {
    expect(await doneSteps()).not.toContain('members')
    const { id } = await t.member('ana.lima')
    expect(await doneSteps()).toContain('members')
    await t.deps.db.script(`update users set disabled_at = created_at where id = '${id}'`)
    expect(await doneSteps()).not.toContain('members')
    await t.deps.db.script(`update users set disabled_at = null where id = '${id}'`)
  })

  it('ticks the first post when one has arrived that members see, and not for a test', {
    tags: ['setup-post'],
  }, async () => {
    await t.call(newPost, { as: admin, body: post(testBrand) })
    expect(await doneSteps()).not.toContain('first_post')
    announced.length = 0
    await t.call(newPost, { as: admin, body: post('default') })
    expect(await doneSteps()).toContain('first_post')
    expect(announced.flatMap(({ topics = [] }) => topics)).toContain('posts')
  })

  it('ticks the points rules when an administrator has looked at them', {
    tags: ['setup-rules'],
  }, async () => {
    expect(await doneSteps()).not.toContain('points_rules')
    announced.length = 0
    const { answer } = await change({ pointsRulesSeen: true })
    expect(answer.data.steps).toContainEqual({ key: 'points_rules', done: true })
    expect(await doneSteps()).toContain('points_rules')
    expect(announced).toMatchObject([{ topics: ['setup'] }])
    await change({ pointsRulesSeen: true })
    expect(announced).toHaveLength(1)
  })

  it('ticks the contest while there is an active one', { tags: ['setup-contest'] }, async () => {
    const window = { startDate: '2026-12-01', endDate: '2026-12-31' }
    const body = { title: 'December', ...window }
    await t.call(createContest, { as: admin, body: { ...body, isActive: false } })
    expect(await doneSteps()).not.toContain('first_contest')
    const { answer } = await t.call(createContest, { as: admin, body })
    expect(await doneSteps()).toContain('first_contest')
    await t.call(deleteContest, { as: admin, params: { id: answer.data.id } })
    expect(await doneSteps()).not.toContain('first_contest')
  })

  it('has the app for Slack with this address, and the settings that are still missing', {
    tags: ['setup-slack-app'],
  }, async () => {
    const { slackApp } = await read()
    expect(JSON.parse(slackApp.manifest).oauth_config.redirect_urls).toEqual([
      'https://ovation.example.net/auth/slack/callback',
    ])
    const filledIn = new URL(slackApp.createUrl ?? '')
    expect(filledIn.origin + filledIn.pathname).toBe('https://api.slack.com/apps')
    expect(JSON.parse(filledIn.searchParams.get('manifest_json') ?? '')).toEqual(
      JSON.parse(slackApp.manifest),
    )
    // Slack can reach the address, and what it sends is accepted only with this one.
    expect(slackApp.settings.match(/^[A-Z_]+=/gm)).toEqual(['SLACK_SIGNING_SECRET='])
    expect(slackApp.settings).not.toContain('xoxb-token')
  })
})

describe('hiding the card', () => {
  it('hides it for the whole workspace, is in the audit trail, and can be taken back', {
    tags: ['setup-hide'],
  }, async () => {
    const other = await t.member('ola.berg', 'admin')
    expect((await change({ hidden: true })).answer.data.hidden).toBe(true)
    expect((await t.call(getSetup, { as: other })).answer.data.hidden).toBe(true)
    expect((await change({ hidden: false }, other)).answer.data.hidden).toBe(false)
    expect(await acts()).toEqual([{ action: 'setup.hide' }, { action: 'setup.show' }])
  })

  it('happens once when two administrators hide it at the same time', async () => {
    const before = (await acts()).length
    const answers = await Promise.all([change({ hidden: true }), change({ hidden: true })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await acts()).toHaveLength(before + 1)
    await change({ hidden: false })
  })

  it.each([
    [{}, 'hidden'],
    [{ hidden: 'yes' }, 'hidden'],
    [{ pointsRulesSeen: false }, 'pointsRulesSeen'],
  ])('refuses %j and names the field', async (body, path) => {
    const answer = await change(body)
    expect(answer.status).toBe(400)
    expect(answer.error.issues).toMatchObject([{ path }])
  })

  it('is for administrators', { tags: ['setup-admins'] }, async () => {
    const member = await t.member('mia.sato')
    const moderator = await t.member('max.roth', 'moderator')
    for (const as of [member, moderator]) {
      expect((await t.call(getSetup, { as })).status).toBe(403)
      expect((await change({ hidden: true }, as)).status).toBe(403)
    }
    expect((await t.call(getSetup)).status).toBe(401)
  })
})
