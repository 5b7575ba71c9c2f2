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

test('a member who enters a colleague’s address keeps their account, and the colleague gets a separate one', async () => {
  const { t } = stage
  const ana = await arrive(t, 0)
  const before = await ask(ana, t)
  expect(before.email).toBe(anaAddress)
  const squatting = await ask(ana, t, { username: before.username, email: chidiAddress.toUpperCase() })
  expect(squatting).toEqual({ ...before, email: chidiAddress.toUpperCase() })
  const chidi = await ask(await arrive(t, 2), t)
  expect(chidi).toMatchObject({ username: 'chidi.okafor', email: null, slackUserId: personId(2) })
  expect(chidi.id).not.toBe(before.id)
  expect(await ask(ana, t)).toEqual(squatting)
  expect(await ask(await arrive(t, 0), t)).toEqual(squatting)
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
  expect((await app.call(getCurrentUser, { as: mallory })).answer.data).toEqual(answer.data)
  expect(answer.data.slackUserId).toBeNull()
  const chidi = await ask(await arrive(app, 2), app)
  expect(chidi).toMatchObject({ slackUserId: personId(2), role: 'user', email: null })
  expect(chidi.id).not.toBe(mallory.id)
  expect(await ask(await arrive(app, 1), app)).toMatchObject({ id: bo.id, email: 'Bo@Brightwater.example' })
})
