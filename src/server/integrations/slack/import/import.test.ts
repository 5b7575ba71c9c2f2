import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getSlackStatus, syncSlackUsers } from '#contract/slack.schema.ts'
import { changeStatus } from '#contract/users.schema.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { users } from '#server/db/schema/people.ts'
import type { Deps } from '#server/deps.ts'
import { followMembers, importMembers } from '#server/integrations/slack/import/commands.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import type { TestMember } from '#test/support/app.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { type ChatStage, startChatStage } from '#test/support/slack-chat.ts'

const listing = /users\.list/
const listAudit = statement<{ action: string; actorId: string | null; subject: string }>(
  'test_list_import_audit',
  `select action, actor_id as "actorId", subject from audit_entries order by created_at, id`,
)

let stage: ChatStage
let admin: TestMember

async function open(options: Parameters<typeof startChatStage>[0] = {}) {
  stage = await startChatStage({ clock: testClock('2026-03-11T10:00:00.000Z'), ...options })
  admin = await stage.t.member('root.admin', 'admin')
}

beforeEach(() => open())

afterEach(() => stage.close())

const run = (deps: Deps = stage.t.deps) => importMembers(deps, { signal: new AbortController().signal })
const lastImport = async () => (await stage.t.call(getSlackStatus, { as: admin })).answer.data.lastImport
const rows = () => stage.t.deps.db.orm.select().from(users).orderBy(users.username)
const imported = async () => (await rows()).filter(({ slackUserId }) => slackUserId !== null)
const none = {
  created: 0,
  linked: 0,
  updated: 0,
  skipped: 0,
  disabled: 0,
  enabled: 0,
  failure: null,
  advice: null,
  at: '2026-03-11T10:00:00.000Z',
}

/** A member as Slack lists them, with `changes` to the usual fields. */
function person(id: string, changes: Record<string, unknown> = {}) {
  const profile = {
    email: `${id.toLowerCase()}@brightwater.example`,
    image_192: `https://pictures.test/${id}.png`,
  }
  return { id, team_id: stage.workplace.teamId, real_name: `Person ${id}`, profile, ...changes }
}

function answerWith(...pages: unknown[][]) {
  for (const [index, members] of pages.entries()) {
    const next_cursor = index + 1 < pages.length ? `page-${index + 2}` : ''
    const body = { ok: true, members, response_metadata: { next_cursor } }
    stage.workplace.fault({ match: listing, times: 1, body })
  }
}

describe('the import', () => {
  test('creates accounts for colleagues, and for nobody else', {
    tags: ['admin-users-sync-counts'],
  }, async () => {
    await run()
    const { teamId, people } = stage.workplace
    expect(await imported()).toMatchObject([
      {
        username: 'ana.lima',
        email: 'ana.lima@brightwater.example',
        role: 'user',
        slackTeamId: teamId,
        slackUserId: people[0]?.id,
        avatar: 'https://brightwater.example/ana.png',
        totalPoints: 0,
        trackingCode: expect.stringMatching(/^[a-z2-7]{13}$/),
        importedAt: stage.t.clock.now(),
      },
      { username: 'bo.<script>"quote"</script>', slackUserId: people[1]?.id },
      { username: 'chidi.okafor', slackUserId: people[2]?.id },
    ])
    expect(await lastImport()).toMatchObject({ ...none, created: 3, skipped: expect.any(Number) })
  })

  test('skips bots, guests, strangers, other workspaces, people who left and people without an address', async () => {
    answerWith([
      person('U1'),
      person('U2', { deleted: true }),
      person('U3', { is_bot: true }),
      person('U4', { is_restricted: true }),
      person('U5', { is_ultra_restricted: true }),
      person('U6', { is_stranger: true }),
      person('U7', { team_id: 'T0ELSEWHERE' }),
      person('U8', { profile: {} }),
      person('U9', { profile: { email: 'not an address' } }),
      person('U10', { is_workflow_bot: true }),
      person('USLACKBOT'),
      person('U11', { is_app_user: true }),
      { nonsense: true },
    ])
    await run()
    expect((await imported()).map(({ slackUserId }) => slackUserId)).toEqual(['U1', 'U11'])
    expect(await lastImport()).toEqual({ ...none, created: 2, skipped: 10 })
  })

  test('reads every page, and waits when Slack limits the rate', async () => {
    const fault = { status: 429, headers: { 'retry-after': '1' }, body: { ok: false } }
    stage.workplace.fault({ match: listing, times: 1, ...fault })
    answerWith([person('U1'), person('U2')], [person('U3')], [])
    const begunMs = performance.now()
    await run()
    expect(performance.now() - begunMs).toBeGreaterThanOrEqual(1_000)
    expect((await imported()).map(({ slackUserId }) => slackUserId)).toEqual(['U1', 'U2', 'U3'])
    const asked = stage.workplace.journal().filter(({ path }) => path === '/api/users.list')
    expect(asked.map(({ body }) => body)).toEqual([
      { limit: '200' },
      { limit: '200' },
      { limit: '200', cursor: 'page-2' },
      { limit: '200', cursor: 'page-3' },
    ])
  })

  test('changes nothing the second time, and creates no duplicates when two run at once', async () => {
    await Promise.all([run(), run()])
    const before = await rows()
    expect(before).toHaveLength(4)
    await run()
    expect(await rows()).toEqual(before)
    expect(await lastImport()).toMatchObject({ created: 0, linked: 0, updated: 0 })
  })

  test('updates only the picture of existing members, and announces that to open pages', async () => {
    await run()
    const change = {
      role: 'moderator',
      username: 'ana',
      importedAt: null,
      disabledAt: stage.t.clock.now(),
    } as const
    const { db } = stage.t.deps
    await db.orm.update(users).set(change).where(eq(users.username, 'ana.lima'))
    const [ana, bo] = await imported()
    const announced: Announcement[] = []
    stage.t.deps.live.listen((announcement) => announced.push(announcement))
    answerWith([
      person(ana?.slackUserId ?? '', {
        real_name: ana?.chatName,
        profile: { email: 'new@brightwater.example', image_192: 'https://new.test/' },
      }),
      person(bo?.slackUserId ?? '', {
        real_name: bo?.chatName,
        profile: { email: 'bo@brightwater.example', image_192: 'javascript:x' },
      }),
    ])
    await run()
    expect((await imported()).slice(0, 2)).toEqual([{ ...ana, avatar: 'https://new.test/' }, bo])
    expect(announced).toEqual([{ topics: ['members'], members: [ana?.id] }])
    expect(await lastImport()).toMatchObject({ updated: 1, created: 0 })
  })

  test('takes the first picture that pages may load', async () => {
    const profileWith = (pictures: Record<string, unknown>) => ({
      profile: { ...person('U1').profile, image_192: 'http://pictures.test/plain.png', ...pictures },
    })
    const local = 'http://127.0.0.1:4000/pictures/people/zoe.svg'
    answerWith([
      person('U1', profileWith({ image_512: local, image_72: 'https://pictures.test/72.png' })),
      person('U2', profileWith({ image_72: 'https://pictures.test/72.png' })),
      person('U3', profileWith({ image_48: 'data:image/png;base64,AA' })),
    ])
    await run()
    const avatars = (await imported()).map(({ avatar }) => avatar)
    expect(avatars).toEqual([local, 'https://pictures.test/72.png', null])
  })

  test('takes over a changed name, but shows the one that the member wrote', async () => {
    await run()
    const [ana, bo] = await imported()
    const own = { ownName: 'Bobby', displayName: 'Bobby' }
    await stage.t.deps.db.orm
      .update(users)
      .set(own)
      .where(eq(users.id, bo?.id ?? newId()))
    const announced: Announcement[] = []
    stage.t.deps.live.listen((announcement) => announced.push(announcement))
    const profile = { email: 'x@brightwater.example' }
    answerWith([
      person(ana?.slackUserId ?? '', { real_name: 'Ana  Lima\u202eNova', profile }),
      person(bo?.slackUserId ?? '', { real_name: '', profile: { ...profile, display_name: 'Robert' } }),
    ])
    await run()
    expect((await imported()).slice(0, 2)).toEqual([
      { ...ana, chatName: 'Ana LimaNova', displayName: 'Ana LimaNova' },
      { ...bo, ...own, chatName: 'Robert' },
    ])
    expect(announced).toEqual([
      { topics: ['members'], members: [ana?.id], changedUsers: [ana?.id] },
      { topics: ['members'], members: [bo?.id], changedUsers: [bo?.id] },
    ])
    expect(await lastImport()).toMatchObject({ updated: 2, created: 0 })
    const nameless = [ana, bo].map((each) => person(each?.slackUserId ?? '', { real_name: null, profile }))
    answerWith(nameless)
    await run()
    expect((await imported()).slice(0, 2)).toMatchObject([
      { chatName: 'Ana LimaNova' },
      { chatName: 'Robert' },
    ])
  })

  test('links the account with the same confirmed address, but never the emergency account', async () => {
    const { db } = stage.t.deps
    const mia = await stage.t.member('mia', 'moderator')
    const owner = await stage.t.member('owner', 'admin')
    const sam = await stage.t.member('sam')
    await db.orm.update(users).set({ email: 'U1@Brightwater.example' }).where(eq(users.id, mia.id))
    const emergency = { email: 'u2@brightwater.example', isEmergency: true }
    await db.orm.update(users).set(emergency).where(eq(users.id, owner.id))
    await db.orm.update(users).set({ email: 'u3@brightwater.example' }).where(eq(users.id, sam.id))
    answerWith([person('U1'), person('U2'), person('U3', { is_email_confirmed: false })])
    await run()
    const found = new Map((await rows()).map((row) => [row.slackUserId ?? row.username, row]))
    expect(found.get('U1')).toMatchObject({
      id: mia.id,
      username: 'mia',
      role: 'moderator',
      email: 'U1@Brightwater.example',
      avatar: 'https://pictures.test/U1.png',
      importedAt: null,
    })
    expect(found.get('owner')).toMatchObject({ id: owner.id, slackUserId: null })
    expect(found.get('U2')).toMatchObject({ role: 'user', email: null })
    expect(found.get('sam')).toMatchObject({ id: sam.id, slackUserId: null })
    expect(found.get('U3')).toMatchObject({ role: 'user', email: null })
    expect(await lastImport()).toEqual({ ...none, created: 2, linked: 1 })
  })

  test('keeps the Slack identity of an account when another person has the same address', async () => {
    answerWith([person('U1')])
    await run()
    const [first] = await imported()
    answerWith([person('U2', { profile: person('U1').profile })])
    await run()
    expect(await imported()).toMatchObject([first, { slackUserId: 'U2', email: null }])
  })

  test('builds the username from the name, the address or the id', async () => {
    answerWith([
      person('U1', { real_name: 'Ivy 🐎 Ng' }),
      person('U2', { real_name: '', profile: { email: 'Jo.Doe@brightwater.example' } }),
      person('U3', { real_name: '\u202e\u200b' }),
    ])
    await run()
    expect((await imported()).map(({ username }) => username)).toEqual(['ivy.🐎.ng', 'jo.doe', 'u3'])
  })

  test('shows people by their real name, not by their handle', async () => {
    answerWith([
      person('U1', { name: 'ivy', profile: { email: 'ivy@brightwater.example', display_name: 'ivy_rides' } }),
      person('U2', { name: 'jo.doe', real_name: '' }),
      person('U3', { real_name: 'x'.repeat(200) }),
    ])
    await run()
    expect(await imported()).toMatchObject([
      { username: 'jo.doe', chatName: null, displayName: 'Jo Doe' },
      { username: 'person.u1', chatName: 'Person U1', displayName: 'Person U1' },
      { username: 'x'.repeat(64), chatName: 'x'.repeat(80), displayName: 'x'.repeat(80) },
    ])
  })
})

describe('whoever leaves the workspace', () => {
  const follow = (deps: Deps = stage.t.deps) => followMembers(deps, { signal: new AbortController().signal })
  const statusOf = async (name: string) => {
    const row = (await rows()).find(({ username }) => username === name)
    return row?.disabledAt ? (row.disabledBy ?? 'unknown') : null
  }
  const personOf = (index: number) => present(stage.workplace.people[index])
  const acts = async () =>
    (await stage.t.deps.db.run(listAudit, [])).filter(({ action }) => /^member/.test(action))
  const setStatus = async (name: string, disabled: boolean) => {
    const id = present((await rows()).find(({ username }) => username === name)).id
    await stage.t.call(changeStatus, { as: admin, params: { id }, body: { disabled } })
  }

  beforeEach(() => run())

  test('is disabled by the import and by the daily job, and enabled when they come back', {
    tags: ['leavers-chat', 'sec-09'],
  }, async () => {
    const ana = present((await rows()).find(({ username }) => username === 'ana.lima'))
    for (const read of [run, follow]) {
      stage.workplace.setRemoved(personOf(0), true)
      await read()
      expect(await statusOf('ana.lima')).toBe('chat')
      stage.workplace.setRemoved(personOf(0), false)
      await read()
      expect(await statusOf('ana.lima')).toBeNull()
    }
    expect(await statusOf('chidi.okafor')).toBeNull()
    const [left, came] = ['member.disable', 'member.enable'].map((action) => ({
      action,
      actorId: null,
      subject: ana.id,
    }))
    expect(await acts()).toEqual([left, came, left, came])
  })

  test('is counted in the result of the import', { tags: ['leavers-followed'] }, async () => {
    stage.workplace.setRemoved(personOf(0), true)
    stage.workplace.setRemoved(personOf(2), true)
    await run()
    expect(await lastImport()).toMatchObject({ created: 0, disabled: 2, enabled: 0, failure: null })
    stage.workplace.setRemoved(personOf(2), false)
    await run()
    expect(await lastImport()).toMatchObject({ created: 0, disabled: 0, enabled: 1 })
    await run()
    expect(await lastImport()).toMatchObject({ disabled: 0, enabled: 0 })
  })

  test('and was disabled by an admin is not enabled by the chat', {
    tags: ['leavers-by-admin'],
  }, async () => {
    await setStatus('ana.lima', true)
    await run()
    await follow()
    stage.workplace.setRemoved(personOf(0), true)
    await follow()
    stage.workplace.setRemoved(personOf(0), false)
    await follow()
    expect(await statusOf('ana.lima')).toBe('admin')
  })

  test('is not disabled if they are the last admin; a password of their own keeps nobody', {
    tags: ['leavers-kept-admin'],
  }, async () => {
    const { db } = stage.t.deps
    await db.orm.update(users).set({ role: 'user' }).where(eq(users.id, admin.id))
    await db.orm.update(users).set({ role: 'admin' }).where(eq(users.username, 'ana.lima'))
    await db.orm.update(users).set({ isEmergency: true }).where(eq(users.username, 'chidi.okafor'))
    for (const person of stage.workplace.people) stage.workplace.setRemoved(person, true)
    await run()
    await follow()
    expect(await statusOf('ana.lima')).toBeNull()
    expect(await statusOf('chidi.okafor')).toBe('chat')
    await db.orm.update(users).set({ role: 'admin' }).where(eq(users.id, admin.id))
    await follow()
    expect(await statusOf('ana.lima')).toBe('chat')
  })

  test('counts only if the list says so: not by being absent, a guest or of another workspace', {
    tags: ['leavers-complete'],
  }, async () => {
    const [ana, bo, chidi] = [personOf(0), personOf(1), personOf(2)]
    await stage.t.deps.db.orm
      .update(users)
      .set({ slackTeamId: 'T0ELSEWHERE' })
      .where(eq(users.username, 'chidi.okafor'))
    answerWith(
      [person(ana.id, { is_ultra_restricted: true }), person(chidi.id, { deleted: true })],
      [person(bo.id, { deleted: true }), person(bo.id)],
    )
    await follow()
    answerWith([person(ana.id, { deleted: true, team_id: 'T0ELSEWHERE' })])
    await follow()
    answerWith([])
    await follow()
    for (const { disabledAt } of await rows()) expect(disabledAt).toBeNull()
  })

  test.each<[string, object]>([
    ['fails for good', { body: { ok: false, error: 'invalid_auth' } }],
    ['fails for now', { status: 503 }],
    ['cannot be read', { body: { ok: true, members: 'none' } }],
  ])('is not disabled if a later page of the list %s', { tags: ['leavers-complete'] }, async (_, fault) => {
    for (const read of [run, follow]) {
      const body = {
        ok: true,
        members: [person(personOf(0).id, { deleted: true })],
        response_metadata: { next_cursor: 'page-2' },
      }
      stage.workplace.fault({ match: listing, times: 1, body })
      stage.workplace.fault({ match: listing, times: 1, ...fault })
      await read().catch(() => undefined)
      expect(await statusOf('ana.lima')).toBeNull()
    }
  })

  test('is not disabled by a list without an end', { tags: ['leavers-complete'] }, async () => {
    const members = [person(personOf(0).id, { deleted: true })]
    const body = { ok: true, members, response_metadata: { next_cursor: 'again' } }
    stage.workplace.fault({ match: listing, times: 1_000, body })
    await follow()
    expect(await statusOf('ana.lima')).toBeNull()
    stage.workplace.clearFaults()
  })
})

describe('an import that fails', () => {
  test.each<[string, string, object]>([
    [
      'Slack does not accept the bot token (invalid_auth)',
      'Install the app in Slack again, set SLACK_BOT_TOKEN to its new token and restart.',
      { body: { ok: false, error: 'invalid_auth' } },
    ],
    [
      'The bot lacks a permission (scope) that this needs (missing_scope)',
      'Add the missing bot scopes to the app in Slack, and install it again.',
      { body: { ok: false, error: 'missing_scope' } },
    ],
  ])(
    'for a permanent reason is not retried: %s',
    {
      tags: ['slack-import-sentence'],
    },
    async (failure, advice, fault) => {
      stage.workplace.fault({ match: listing, times: 1, ...fault })
      await run()
      expect(await lastImport()).toEqual({ ...none, failure, advice })
      expect(await stage.t.call(getSlackStatus, { as: admin })).toMatchObject({
        answer: { data: { connection: { state: 'unknown' } } },
      })
    },
  )

  test('for a transient reason is retried', async () => {
    stage.workplace.fault({ match: listing, times: 1, status: 503 })
    await expect(run()).rejects.toMatchObject({ name: 'ChatFailure', code: 'http_503' })
    expect(await lastImport()).toEqual({
      ...none,
      failure: 'Slack answered with an error (http_503)',
      advice: 'Try again in a few minutes.',
    })
    await run()
    expect(await imported()).toHaveLength(3)
    expect(await lastImport()).toMatchObject({ created: 3, failure: null })
  })

  test('because the bot token belongs to another workspace imports nobody', async () => {
    const { deps } = stage.t
    await run({ ...deps, config: { ...deps.config, slackTeamId: 'T0ELSEWHERE' } })
    expect(await imported()).toEqual([])
    expect((await lastImport())?.failure).toBe('The bot token belongs to another workspace (other_team)')
  })

  test('because the bot may not read addresses says so', async () => {
    await stage.close()
    await open({ botScopes: ['users:read'] })
    await run()
    expect(await imported()).toEqual([])
    const failure = 'Slack sent no email addresses: the bot needs the scope users:read.email (no_addresses)'
    expect(await lastImport()).toMatchObject({ created: 0, failure })
  })
})

describe('the import button', () => {
  test('starts the import and adds an audit entry', async () => {
    await stage.t.deps.jobs.work(jobHandlers, stage.t.deps)
    const answer = await stage.t.call(syncSlackUsers, { as: admin })
    expect(answer).toMatchObject({ status: 200, answer: { success: true, message: 'Import started' } })
    await expect.poll(lastImport).toMatchObject({ created: 3, failure: null })
    expect(await stage.t.deps.db.run(listAudit, [])).toEqual([
      { action: 'slack.sync-users', actorId: admin.id, subject: 'slack' },
    ])
  })

  test('starts nothing without a bot token', async () => {
    await stage.close()
    await open({ environment: { SLACK_BOT_TOKEN: '' } })
    expect(await stage.t.call(syncSlackUsers, { as: admin })).toMatchObject({
      status: 409,
      error: {
        message: 'The import could not start',
        issues: [{ path: 'SLACK_BOT_TOKEN', message: 'Is not set' }],
      },
    })
    expect(await stage.t.deps.db.run(listAudit, [])).toEqual([])
    await run()
    expect(await lastImport()).toBeNull()
  })
})
