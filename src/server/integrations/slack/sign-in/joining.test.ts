import { afterAll, beforeAll, expect, test } from 'vitest'
import { asId, type UserId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { importMembers } from '#server/integrations/slack/import/commands.ts'
import { createAgent } from '#test/support/agent.ts'
import { disableMember } from '#test/support/fixtures.ts'
import type { ListeningApp } from '#test/support/listening.ts'
import { type SlackSignInStage, startSlackSignInStage } from '#test/support/slack-sign-in.ts'

const listNotifications = statement<{ key: string; notification: unknown }>(
  'test_list_told',
  'select key, notification from chat_notifications order by id',
)
const findMember = statement<{ id: UserId; importedAt: Date | null }>(
  'test_find_member',
  'select id, imported_at as "importedAt" from users where slack_user_id = $1',
)
const countJobs = statement<{ count: number }>(
  'test_count_send_jobs',
  `select count(*)::int as count from pgboss.job where name = 'chat.send'`,
)

let stage: SlackSignInStage
let app: ListeningApp

beforeAll(async () => {
  stage = await startSlackSignInStage()
  app = await stage.another({
    SLACK_API_URL: stage.workplace.apiUrl,
    SLACK_BOT_TOKEN: stage.workplace.botToken,
    SLACK_CHANNEL_ID: stage.workplace.channelId,
  })
})

afterAll(async () => {
  await app.close()
  await stage.close()
})

const personId = (index: number) => stage.workplace.people[index]?.id ?? ''
const notifications = () => app.deps.db.run(listNotifications, [])
const member = async (index: number) => (await app.deps.db.run(findMember, [personId(index)]))[0]

test('a first sign-in is announced to the chat once', {
  tags: ['admin-slack-tells-members'],
}, async () => {
  const landings = [1, 2].map(() => createAgent().signIn(app.origin, personId(0)))
  expect((await Promise.all(landings)).map(({ location }) => location)).toEqual(['/', '/'])
  const ana = await member(0)
  expect(await notifications()).toEqual([
    { key: `member_joined ${ana?.id}`, notification: { kind: 'member_joined', displayName: 'Ana Lima' } },
  ])
  expect(await app.deps.db.run(countJobs, [])).toEqual([{ count: 1 }])
  await createAgent().signIn(app.origin, personId(0))
  expect(await notifications()).toHaveLength(1)
})

test('an imported member is announced at the first sign-in, and keeps the imported account', async () => {
  await importMembers(app.deps, { signal: new AbortController().signal })
  const before = await member(2)
  expect(before).toMatchObject({ importedAt: app.clock.now() })
  expect(await notifications()).toHaveLength(1)
  for (const _time of [1, 2]) {
    expect(await createAgent().signIn(app.origin, personId(2))).toMatchObject({ location: '/' })
  }
  expect(await member(2)).toEqual({ id: before?.id, importedAt: null })
  expect((await notifications()).slice(1)).toEqual([
    {
      key: `member_joined ${before?.id}`,
      notification: { kind: 'member_joined', displayName: 'Chidi Okafor' },
    },
  ])
})

test('an imported and disabled member cannot sign in, and is not announced', async () => {
  await disableMember(app.deps, (await member(1))?.id ?? asId(''))
  expect(await createAgent().signIn(app.origin, personId(1))).toMatchObject({
    location: '/login?error=user_processing_failed',
  })
  expect(await notifications()).toHaveLength(2)
  expect(await member(1)).toMatchObject({ importedAt: expect.any(Date) })
})

test('nobody is announced when no chat is set up', async () => {
  expect(await createAgent().signIn(stage.t.origin, personId(0))).toMatchObject({ location: '/' })
  expect(await stage.t.deps.db.run(listNotifications, [])).toEqual([])
})
