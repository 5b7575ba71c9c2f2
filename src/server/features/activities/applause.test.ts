import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applaud, listActivities, takeApplauseBack } from '#contract/activities.schema.ts'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import type { Id } from '#domain/ids.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { newId } from '#server/db/new-id.ts'
import { activities, applause } from '#server/db/schema/game.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember, insertPost } from '#test/support/fixtures.ts'
import { present } from '#test/support/present.ts'

let t: TestApp
let ana: TestMember
let ben: TestMember
let line: Id<'activity'>

beforeAll(async () => {
  t = await startTestApp()
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.advance(1_000)
  line = await report(ana)
})

async function report(as: TestMember): Promise<Id<'activity'>> {
  const postId = await insertPost(t.deps)
  await t.call(reportInteraction, { as, body: { postId, interactionType: 'comment' } })
  const { answer } = await t.call(listActivities, { as, query: { userId: as.id, limit: 5 } })
  return present(answer.data.find(({ type }) => type === 'interaction')).id
}

const clap = (as: TestMember, id: string = line) => t.call(applaud, { as, params: { id } })
const unclap = (as: TestMember, id: string = line) => t.call(takeApplauseBack, { as, params: { id } })
/** What a member sees at the line: in the shared list, in a page of another size and in the member's own activities. */
async function seenBy(as: TestMember) {
  const queries = [{}, { limit: 3 }, { userId: ana.id }]
  return Promise.all(
    queries.map(async (query) => {
      const { answer } = await t.call(listActivities, { as, query })
      return answer.data.find(({ id }) => id === line)?.applause
    }),
  )
}

describe('applause', () => {
  it('is counted once for each member and line, and earns no points', {
    tags: ['applause-once'],
  }, async () => {
    const cara = await t.member('cara.ito')
    for (const _ of [1, 2]) expect((await clap(ben)).answer.data).toEqual({ count: 1, mine: true })
    expect((await clap(cara)).answer.data).toEqual({ count: 2, mine: true })
    expect(await seenBy(ben)).toEqual(Array(3).fill({ count: 2, mine: true }))
    expect(await seenBy(ana)).toEqual(Array(3).fill({ count: 2, mine: false }))
    const points = await t.deps.db.orm.select().from(activities)
    expect(points.filter(({ userId }) => userId === ben.id || userId === cara.id)).toEqual([])
  })

  it('is one when a member presses many times at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => clap(ben)))
    expect(answers.map(({ answer }) => answer.data)).toEqual(Array(5).fill({ count: 1, mine: true }))
  })

  it('is taken back, and taking back none changes nothing', { tags: ['applause-back'] }, async () => {
    await clap(ben)
    for (const _ of [1, 2]) expect((await unclap(ben)).answer.data).toEqual({ count: 0, mine: false })
    expect(await seenBy(ben)).toEqual(Array(3).fill({ count: 0, mine: false }))
  })

  it('for oneself is refused, and so is that for what no member did', {
    tags: ['applause-own'],
  }, async () => {
    const update = newId<'activity'>()
    await t.deps.db.orm
      .insert(activities)
      .values({ id: update, type: 'platform_update', description: 'News', createdAt: t.clock.now() })
    expect(await clap(ana)).toMatchObject({
      status: 403,
      error: { message: 'You cannot applaud your own activity' },
    })
    expect(await unclap(ana)).toMatchObject({ status: 403 })
    expect(await clap(ben, update)).toMatchObject({
      status: 403,
      error: { message: 'Only what colleagues do can be applauded' },
    })
    expect(await seenBy(ana)).toEqual(Array(3).fill({ count: 0, mine: false }))
  })

  it('for an unknown activity is 404, and a malformed id is 400', async () => {
    for (const act of [clap, unclap]) {
      expect(await act(ben, newId())).toMatchObject({ status: 404 })
      expect(await act(ben, 'me')).toMatchObject({ status: 400, error: { issues: [{ path: 'id' }] } })
    }
  })

  it('is for members who can sign in', async () => {
    expect((await t.call(applaud, { params: { id: line } })).status).toBe(401)
    expect((await t.call(takeApplauseBack, { params: { id: line } })).status).toBe(401)
    const gus = await t.member('gone.gus')
    await disableMember(t.deps, gus.id)
    expect((await clap(gus)).status).toBe(401)
  })

  it('goes with the activity when the report is undone', async () => {
    await clap(ben)
    const { id } = present((await t.call(recentInteractions, { as: ana })).answer.data[0])
    expect((await t.call(undoInteraction, { as: ana, params: { id } })).status).toBe(200)
    const left = await t.deps.db.orm.select().from(applause)
    expect(left.filter(({ activityId }) => activityId === line)).toEqual([])
    expect((await clap(ben)).status).toBe(404)
  })

  it('that changes something is announced to everybody, and no other', {
    tags: ['applause-live'],
  }, async () => {
    const announced: Announcement[] = []
    t.deps.live.listen((announcement) => announced.push(announcement))
    await clap(ben)
    await clap(ben)
    await unclap(ben)
    await unclap(ben)
    expect(announced).toEqual([{ topics: ['activities'] }, { topics: ['activities'] }])
  })
})

describe('a line', () => {
  it('names its member by id', async () => {
    const { answer } = await t.call(listActivities, { as: ben })
    const user = { id: ana.id, username: 'ana.lima', displayName: 'Ana Lima', avatar: null }
    expect(answer.data.find(({ id }) => id === line)?.user).toEqual(user)
  })
})
