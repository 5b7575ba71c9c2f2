import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Announcement } from '#server/db/announcement.ts'
import { createAgent } from '#test/support/agent.ts'
import { type SlackSignInStage, startSlackSignInStage } from '#test/support/slack-sign-in.ts'

let stage: SlackSignInStage
let personId = ''

beforeAll(async () => {
  stage = await startSlackSignInStage()
  personId = stage.workplace.people[0]?.id ?? ''
})
afterAll(() => stage.close())

/** Signs in with this name at Slack, and returns the member's account. */
async function accountAfterSignIn(name: unknown) {
  stage.workplace.mutateIdToken((claims) => ({ ...claims, name }))
  const agent = createAgent()
  expect(await agent.signIn(stage.t.origin, personId)).toMatchObject({ location: '/' })
  stage.reset()
  return {
    agent,
    account: async () => (await (await agent.request(`${stage.t.origin}/api/user`)).json()).data,
  }
}

test('a sign-in brings the name of the chat, and a later one refreshes it everywhere', {
  tags: ['name-from-chat'],
}, async () => {
  const first = await accountAfterSignIn('Ana Maria Lima')
  const names = { username: 'ana.maria.lima', ownDisplayName: null }
  expect(await first.account()).toMatchObject({ ...names, displayName: 'Ana Maria Lima' })
  const announced: Announcement[] = []
  stage.t.deps.live.listen((announcement) => announced.push(announcement))
  const second = await accountAfterSignIn('Ana Nova \u202e<!channel>')
  const { id, ...account } = await second.account()
  expect(account).toMatchObject({ ...names, displayName: 'Ana Nova <!channel>' })
  expect(await first.account()).toMatchObject({ displayName: 'Ana Nova <!channel>' })
  expect(announced).toContainEqual({
    topics: expect.arrayContaining(['members']),
    members: [id],
    changedUsers: [id],
  })
})

test('a sign-in without a name, or with one that shows nothing, keeps the known name', async () => {
  await accountAfterSignIn('Ana Lima')
  for (const name of [undefined, '', ' \u202e ', 7]) {
    const { account } = await accountAfterSignIn(name)
    expect(await account()).toMatchObject({ displayName: 'Ana Lima' })
  }
})

test('a name that the member wrote stays until they clear it, and then the name of the chat returns', {
  tags: ['name-kept'],
}, async () => {
  const { agent } = await accountAfterSignIn('Ana Lima')
  const save = async (displayName: string | null) => {
    const body = JSON.stringify({ username: 'ana.lima', displayName })
    const headers = { 'content-type': 'application/json', origin: stage.t.origin }
    const answer = await agent.request(`${stage.t.origin}/api/user`, { method: 'PUT', headers, body })
    return (await answer.json()).data
  }
  expect(await save('Annie')).toMatchObject({ displayName: 'Annie', defaultDisplayName: 'Ana Lima' })
  const { account } = await accountAfterSignIn('Ana Stella')
  expect(await account()).toMatchObject({
    displayName: 'Annie',
    ownDisplayName: 'Annie',
    defaultDisplayName: 'Ana Stella',
  })
  expect(await save(null)).toMatchObject({ displayName: 'Ana Stella', ownDisplayName: null })
})

test('a cut name of 200 characters is still a name', async () => {
  const { account } = await accountAfterSignIn('x'.repeat(200))
  expect(await account()).toMatchObject({ displayName: 'x'.repeat(80) })
})
