import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentUser, getCurrentUser, updateProfile } from '#contract/users.schema.ts'
import { statement } from '#server/db/handle.ts'
import { importMembers } from '#server/integrations/slack/import/commands.ts'
import { type Agent, createAgent } from '#test/support/agent.ts'
import type { ListeningApp } from '#test/support/listening.ts'
import { type SlackSignInStage, startSlackSignInStage } from '#test/support/slack-sign-in.ts'

const anaAddress = 'ana.lima@brightwater.example'
const chidiAddress = 'chidi@brightwater.example'

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
const arrive = async ({ origin }: ListeningApp, index: number) => {
  const agent = createAgent()
  expect(await agent.signIn(origin, personId(index))).toMatchObject({ location: '/' })
  return agent
}
const ask = async (agent: Agent, { origin }: ListeningApp, body?: unknown) => {
  const headers = { 'content-type': 'application/json' }
  const change = body && { method: 'PUT', headers, body: JSON.stringify(body) }
  const answer = await agent.request(`${origin}/api/user`, change || {})
  return currentUser.parse(((await answer.json()) as { data: unknown }).data)
}

const auditOf = (id: string) =>
  stage.rows(
    `select actor_id, details from audit_entries where action = 'profile.address-lost' and subject = $1`,
    [id],
  )

test('a member who enters a colleague’s address keeps their account, and the colleague’s sign-in takes it over', {
  tags: ['profile-address-owner', 'sec-21'],
}, async () => {
  const { t } = stage
  const ana = await arrive(t, 0)
  const before = await ask(ana, t)
  expect(before.email).toBe(anaAddress)
  const given = chidiAddress.toUpperCase()
  expect(await ask(ana, t, { username: before.username, email: given })).toEqual({ ...before, email: given })
  const chidi = await ask(await arrive(t, 2), t)
  expect(chidi).toMatchObject({ username: 'chidi.okafor', email: chidiAddress, slackUserId: personId(2) })
  expect(chidi.id).not.toBe(before.id)
  expect(await ask(ana, t)).toEqual({ ...before, email: null })
  const details = { before: { email: given }, after: { email: null } }
  expect(await auditOf(before.id)).toEqual([{ actor_id: null, details }])
  expect(await ask(await arrive(t, 0), t)).toEqual({ ...before, email: null })
})

test('a member without an address gets theirs back at the next sign-in if a colleague has entered it', {
  tags: ['profile-address-owner'],
}, async () => {
  const { t } = stage
  const chidi = await arrive(t, 2)
  const { username } = await ask(chidi, t, { username: 'chidi.okafor', email: null })
  expect((await ask(await arrive(t, 2), t)).email).toBeNull()
  const ana = await arrive(t, 0)
  const own = await ask(ana, t)
  await ask(ana, t, { username: own.username, email: chidiAddress })
  expect(await ask(await arrive(t, 2), t)).toMatchObject({ username, email: chidiAddress })
  expect((await ask(ana, t)).email).toBeNull()
})

test('an import links an account only by its original address, not by one that the member entered', async () => {
  const bo = await app.member('bo')
  const setOriginalAddress = statement('', 'update users set email = $2 where id = $1')
  await app.deps.db.run(setOriginalAddress, [bo.id, 'bo@brightwater.example'])
  await app.call(updateProfile, { as: bo, body: { username: 'bo', email: 'Bo@Brightwater.example' } })
  const mallory = await app.member('mallory', 'moderator')
  const { answer } = await app.call(updateProfile, {
    as: mallory,
    body: { username: 'mallory', email: chidiAddress },
  })
  expect(answer.data.email).toBe(chidiAddress)
  await importMembers(app.deps, { signal: new AbortController().signal })
  const left = (await app.call(getCurrentUser, { as: mallory })).answer.data
  expect(left).toEqual({ ...answer.data, email: null })
  expect(answer.data.slackUserId).toBeNull()
  const chidi = await ask(await arrive(app, 2), app)
  expect(chidi).toMatchObject({ slackUserId: personId(2), role: 'user', email: chidiAddress })
  expect(chidi.id).not.toBe(mallory.id)
  expect(await ask(await arrive(app, 1), app)).toMatchObject({ id: bo.id, email: 'Bo@Brightwater.example' })
})
