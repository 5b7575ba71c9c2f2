import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anglesFor } from '#domain/angles.ts'
import { asDay } from '#domain/days.ts'
import type { Person } from '#sandbox/workplace/people.ts'
import { users } from '#server/db/schema/people.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { present } from '#test/support/present.ts'
import { type ChatStage, startChatStage } from '#test/support/slack-chat.ts'

let stage: ChatStage
let ana: Person

beforeEach(async () => {
  stage = await startChatStage({ isConnected: true })
  ana = present(stage.workplace.people[0])
})
afterEach(() => stage.close())

const textOf = (person = ana) => JSON.stringify(stage.workplace.homeOf(person)?.blocks ?? [])
const shown = (words: string, person = ana) =>
  expect.poll(() => textOf(person), { timeout: 10_000 }).toContain(words)

const idOf = async ({ id }: Person) =>
  present((await stage.t.deps.db.orm.select().from(users).where(eq(users.slackUserId, id)))[0]).id

describe('the Home tab', () => {
  test('shows where a newcomer stands, and what waits', { tags: ['chat-home'] }, async () => {
    await insertPost(stage.t.deps, { content: 'Big news' })
    expect((await stage.workplace.openHome(ana)).status).toBe(200)
    await shown('Hello, Ana Lima')
    expect(textOf()).toContain('0 points')
    expect(textOf()).toContain('1 post waits for you')
    expect(textOf()).toContain('Big news')
    expect(textOf()).toContain('None yet.')
  })

  test('has the question of a post, and of its angles the one that is first for the member', {
    tags: ['angles-slack-own'],
  }, async () => {
    const angles = ['What you built', 'Who it helped', 'Where it led']
    const postId = await insertPost(stage.t.deps, { question: 'What was <!here> hard?', angles })
    await stage.workplace.openHome(ana)
    await shown('The author asks: What was &lt;!here&gt; hard?')
    const [first, ...others] = anglesFor(angles, { postId, userId: await idOf(ana) })
    expect(textOf()).toContain(`An idea for your comment, in your own words:\\n• ${first}`)
    for (const other of others) expect(textOf()).not.toContain(other)
  })

  test('reports with its buttons, shows what that did, and takes it back', {
    tags: ['chat-home'],
  }, async () => {
    await insertPost(stage.t.deps, { content: 'Big news' })
    const day = asDay(stage.t.clock.now().toISOString().slice(0, 10))
    await insertContest(stage.t.deps, { startDate: day, endDate: day })
    await stage.workplace.openHome(ana)
    await shown('Big news')
    await stage.workplace.press({ person: ana, in: 'home', label: 'Commented' })
    await shown('+20 · ')
    expect(textOf()).toContain('Spring contest: the last day')
    expect(textOf()).toContain('Commented · Northwind')
    await stage.workplace.press({ person: ana, in: 'home', label: 'Undo' })
    await shown('Taken back: −20')
    expect(textOf()).toContain('None yet.')
  })

  test('tells a guest why they cannot take part', { tags: ['chat-home'] }, async () => {
    const { guest } = stage.workplace.extras
    await stage.workplace.openHome(guest)
    await shown('Only colleagues of this workspace', guest)
  })

  test('is shown once Slack takes it again', {
    tags: ['chat-home', 'chat-updates-faults'],
    timeout: 20_000,
  }, async () => {
    stage.workplace.fault({ match: /views\.publish/, times: 1, status: 503 })
    await stage.workplace.openHome(ana)
    await shown('Hello, Ana Lima')
    expect(stage.requestCount('views.publish')).toBe(2)
  })
})
