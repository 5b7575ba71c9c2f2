import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import { listAudit } from '#contract/audit.schema.ts'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { createQuest, deleteQuest, listQuests, updateQuest } from '#contract/quests.schema.ts'
import type { Quest } from '#contract/quests.ts'
import { takeBackReport } from '#contract/review.schema.ts'
import { changeStatus, getCurrentUser } from '#contract/users.schema.ts'
import type { ChatNotification } from '#domain/chat.ts'
import type { InteractionId, QuestId } from '#domain/ids.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { chatNotifications } from '#server/db/schema/connections.ts'
import { reportMoves } from '#server/db/schema/figures.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { shareDatabase } from '#test/support/instances.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { insertTestSession } from '#test/support/session.ts'
import { completeQuests, readShownQuests } from './commands.ts'

const dayMs = 86_400_000
let t: TestApp
let admin: TestMember
let ana: TestMember
let ben: TestMember
let cara: TestMember
const announced: Announcement[] = []

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-04T10:00:00Z'),
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
    config: { slackBotToken: 'xoxb-1', slackChannelId: 'C1' },
  })
  admin = await t.member('the.admin', 'admin')
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
  cara = await t.member('cara.ito')
  t.deps.db.listen((announcement) => announced.push(announcement))
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  t.clock.set('2026-03-04T10:00:00Z')
  await t.deps.db.script(`begin; set local session_replication_role = replica;
    truncate quests, interactions, ledger, activities, applause, shares, earned_achievements, take_backs, appeals, checks,
      chat_notifications, standings, board_windows, window_scores, window_moves, team_scores, team_totals;
    update users set total_points = 0, total_shares = 0, total_engagements = 0, current_streak = 0, longest_streak = 0,
      streak_last_day = null, achievement_codes = '{}', disabled_at = null, disabled_by = null;
    update points_configurations set is_active = false where action_type = 'achievement';
    update report_basis set version = version + 1;
    select rebuild_boards(), rebuild_member_directory(), rebuild_figures();
    commit`)
  t.deps.cache.forgetAll()
  await signAllIn()
  announced.length = 0
})

const week = { startDate: '2026-03-02', endDate: '2026-03-08' }
const make = async (fields: Record<string, unknown> = {}): Promise<Quest> => {
  const body = { title: 'Comment week', goal: 3, actionType: 'comment', ...week, ...fields }
  return (await t.call(createQuest, { as: admin, body })).answer.data
}
const change = (id: QuestId, body: Record<string, unknown>) =>
  t.call(updateQuest, { as: admin, params: { id }, body })
const report = async (
  as: TestMember,
  interactionType: InteractionType = 'comment',
  postId?: string,
): Promise<InteractionId> => {
  t.clock.advance(1_000)
  const body = { postId: postId ?? (await insertPost(t.deps)), interactionType }
  return (await t.call(reportInteraction, { as, body })).answer.id
}
const undo = (as: TestMember, id: InteractionId) => t.call(undoInteraction, { as, params: { id } })
const list = async (as: TestMember = ana) => (await t.call(listQuests, { as })).answer.data
const seen = async (as: TestMember = ana) => present((await list(as))[0])
const wait = (ms: number) => {
  t.clock.advance(ms)
  return signAllIn()
}
/** A session ends with a member's leave, and before the longest wait does. */
const signAllIn = async () => {
  const renewed = async (member: TestMember) => {
    return { ...member, cookie: await insertTestSession(t.deps, member.id, 'slack') }
  }
  admin = await renewed(admin)
  ana = await renewed(ana)
  ben = await renewed(ben)
  cara = await renewed(cara)
}
const told = async () =>
  (await t.deps.db.orm.select().from(chatNotifications))
    .map(({ notification }) => notification as ChatNotification)
    .filter(({ kind }) => kind === 'quest_done')
const messages = () =>
  announced.flatMap(({ messages: all = [] }) => all).filter(({ type }) => type === 'QUEST_DONE')
const lines = async () =>
  (await t.call(listActivities, { as: ana })).answer.data
    .filter(({ type }) => type === 'platform_update')
    .map(({ description }) => description)
const fieldsOf = (refused: { readonly error: { readonly issues?: readonly { readonly path: string }[] } }) =>
  refused.error.issues?.map(({ path }) => path)

describe('the progress of a quest', () => {
  it('is the live reports of its type on its days, with the own part of whoever asks', {
    tags: ['quest-progress'],
  }, async () => {
    t.clock.set('2026-03-01T10:00:00Z')
    await report(ana)
    t.clock.set('2026-03-02T00:00:00Z')
    await report(ana)
    await report(ana, 'like')
    t.clock.set('2026-03-04T10:00:00Z')
    await make({ goal: 10 })
    const mistake = await report(ana)
    await report(ben)
    expect(await seen()).toMatchObject({ progress: 3, ownPart: 2, participants: null, state: 'running' })
    expect(await seen(ben)).toMatchObject({ progress: 3, ownPart: 1 })
    expect(await seen(cara)).toMatchObject({ progress: 3, ownPart: 0 })
    await undo(ana, mistake)
    expect(await seen()).toMatchObject({ progress: 2, ownPart: 1 })
    t.clock.set('2026-03-08T23:59:58Z')
    await report(cara)
    t.clock.set('2026-03-09T00:00:00Z')
    await report(cara)
    expect(await seen(cara)).toMatchObject({ progress: 3, ownPart: 1, state: 'over' })
  })

  it('of any reports counts all types, and how many members took part', {
    tags: ['quest-progress', 'quest-part'],
  }, async () => {
    await make({ goal: 10, actionType: 'any' })
    await report(ana, 'like')
    await report(ana, 'share')
    const taken = await report(ben, 'comment')
    expect(await seen()).toMatchObject({ progress: 3, ownPart: 2, participants: 2 })
    await t.call(takeBackReport, { as: admin, params: { id: taken }, body: { reason: 'Gone' } })
    expect(await seen()).toMatchObject({ progress: 2, participants: 1 })
  })

  it('of everybody once counts members, of all who are enabled or of a given number', {
    tags: ['quest-everybody'],
  }, async () => {
    const everybody = await make({ actionType: 'everybody_once', goal: null })
    expect(everybody).toMatchObject({ goal: 4, isForEverybody: true, progress: 0 })
    t.clock.set('2026-03-01T10:00:00Z')
    await report(ana)
    t.clock.set('2026-03-05T10:00:00Z')
    for (const who of [ana, ana, ben]) await report(who, 'like')
    expect(await seen()).toMatchObject({ progress: 2, goal: 4, participants: 2, ownPart: 2 })
    await t.call(changeStatus, { as: admin, params: { id: ben.id }, body: { disabled: true } })
    expect(await seen()).toMatchObject({ progress: 1, goal: 3, participants: 1 })
    await change(everybody.id, { goal: 2 })
    expect(await seen()).toMatchObject({ progress: 1, goal: 2, isForEverybody: false, state: 'running' })
    await change(everybody.id, { goal: null })
    await report(cara)
    await report(admin)
    expect(await seen()).toMatchObject({ progress: 3, goal: 3, isForEverybody: true, state: 'done' })
  })

  it('costs no fold where there is no quest', async () => {
    await report(ana)
    expect(await list()).toEqual([])
    expect(await t.deps.db.orm.select().from(reportMoves)).toHaveLength(1)
  })
})

describe('a quest that reaches its goal', () => {
  it('is done once, for everybody: a live message, a line, a message in the chat, and no points', {
    tags: ['quest-done'],
  }, async () => {
    const { id } = await make()
    for (const who of [ana, ben, ana]) await report(who)
    const pointsBefore = (await t.call(getCurrentUser, { as: ana })).answer.data.totalPoints
    const [first, second] = await Promise.all([seen(), seen(ben)])
    await completeQuests(t.deps)
    expect(first).toMatchObject({ id, progress: 3, state: 'done', doneAt: t.clock.now().toISOString() })
    expect(second).toMatchObject({ state: 'done' })
    expect(messages()).toEqual([{ type: 'QUEST_DONE', data: { questId: id, title: 'Comment week' } }])
    expect(await lines()).toEqual(['The team completed the quest “Comment week”'])
    expect(await told()).toEqual([
      { kind: 'quest_done', title: 'Comment week', actionType: 'comment', goal: 3 },
    ])
    expect((await t.call(getCurrentUser, { as: ana })).answer.data.totalPoints).toBe(pointsBefore)
  })

  it('is told once by all instances together', { tags: ['quest-done'] }, async () => {
    const instances = await shareDatabase(t, 3)
    try {
      await make()
      for (const who of [ana, ben, ana]) await report(who)
      const all = [instances.next(), instances.next(), instances.next()]
      await Promise.all(all.flatMap((deps) => [completeQuests(deps), readShownQuests(deps)]))
      expect(await lines()).toHaveLength(1)
      expect(await told()).toHaveLength(1)
      expect(await seen()).toMatchObject({ state: 'done' })
    } finally {
      await instances.close()
    }
  })

  it('is noticed by the job where nobody looks, also the day after its end', {
    tags: ['quest-done'],
  }, async () => {
    await make()
    t.clock.set('2026-03-08T23:59:50Z')
    for (const who of [ana, ben, ana]) await report(who)
    t.clock.set('2026-03-09T00:00:30Z')
    await completeQuests(t.deps)
    await completeQuests(t.deps)
    expect(messages()).toHaveLength(1)
    expect(await seen(cara)).toMatchObject({ state: 'done' })
  })

  it('stays done whatever is undone or changed later', { tags: ['quest-done'] }, async () => {
    const { id } = await make()
    const ids: InteractionId[] = []
    for (const who of [ana, ana, ana]) ids.push(await report(who))
    const { doneAt } = await seen()
    await undo(ana, present(ids[2]))
    expect(await seen()).toMatchObject({ progress: 2, state: 'done', doneAt })
    await change(id, { goal: 50, endDate: '2026-03-20' })
    expect(await seen()).toMatchObject({ progress: 2, goal: 50, state: 'done', doneAt })
    await change(id, { goal: 2 })
    expect(await seen()).toMatchObject({ doneAt })
    expect(messages()).toHaveLength(1)
  })

  it('is done at once by a change, or as it is made', { tags: ['quest-done'] }, async () => {
    await report(ana)
    const { id, state } = await make({ goal: 2 })
    expect(state).toBe('running')
    expect((await change(id, { goal: 1 })).answer.data).toMatchObject({ state: 'done', progress: 1 })
    expect(await make({ goal: 1, title: 'Again' })).toMatchObject({ state: 'done' })
    expect(messages()).toHaveLength(2)
  })

  it('is not done once it has been over for a day, and never before it begins', async () => {
    await report(ana)
    await report(ana)
    const { id } = await make({ goal: 5, endDate: '2026-03-04' })
    await make({ title: 'Later', goal: 1, startDate: '2026-03-20', endDate: '2026-03-21' })
    t.clock.set('2026-03-06T00:00:00Z')
    await change(id, { goal: 2 })
    await completeQuests(t.deps)
    expect((await list()).map(({ title, state }) => [title, state])).toEqual([
      ['Later', 'ahead'],
      ['Comment week', 'over'],
    ])
    expect(messages()).toEqual([])
  })
})

describe('the list of quests', () => {
  it('has those that run, those to come and those that ended in the last 30 days', {
    tags: ['quest-list'],
  }, async () => {
    await make({ title: 'Old', startDate: '2026-01-01', endDate: '2026-02-01' })
    await make({ title: 'Ended', startDate: '2026-02-01', endDate: '2026-02-02' })
    await make({ title: 'Next', startDate: '2026-03-09', endDate: '2026-03-09' })
    await make({ title: 'Long', endDate: '2026-04-30' })
    await make({ title: 'Short' })
    expect((await list()).map(({ title, state }) => `${title} ${state}`)).toEqual([
      'Short running',
      'Long running',
      'Next ahead',
      'Ended over',
    ])
    const all = await t.call(listQuests, { as: admin, query: { all: true } })
    expect(all.answer.data.map(({ title }) => title)).toEqual(['Next', 'Short', 'Long', 'Ended', 'Old'])
    expect(all.answer.total).toBe(5)
    expect((await t.call(listQuests, { as: ana, query: { all: true } })).status).toBe(403)
  })

  it('is paged for administrators', { tags: ['quest-list'] }, async () => {
    for (let nth = 0; nth < 27; nth++) await make({ title: `Quest ${nth}` })
    const page = async (nth: number) =>
      (await t.call(listQuests, { as: admin, query: { all: true, page: nth } })).answer
    expect([(await page(1)).data.length, (await page(2)).data.length]).toEqual([25, 2])
    expect((await page(2)).total).toBe(27)
    const deep = await t.call(listQuests, { as: admin, query: { all: true, page: 401 } })
    expect([deep.status, fieldsOf(deep)]).toEqual([400, ['page']])
  })

  it('follows the day of the workspace', async () => {
    await make({ startDate: '2026-03-05', endDate: '2026-03-05' })
    expect(await seen()).toMatchObject({ state: 'ahead' })
    await wait(dayMs)
    expect(await seen()).toMatchObject({ state: 'running' })
    await wait(dayMs)
    expect(await seen()).toMatchObject({ state: 'over' })
    await wait(30 * dayMs)
    expect(await list()).toEqual([])
  })
})

describe('an administrator', () => {
  it('makes, changes and deletes a quest, each once in the audit trail', {
    tags: ['quest-made'],
  }, async () => {
    const { id } = await make({ title: '  Comment\n week ' })
    expect(await seen()).toMatchObject({ id, title: 'Comment week', goal: 3, ...week })
    announced.length = 0
    expect((await change(id, { title: 'Comments' })).answer.data).toMatchObject({
      title: 'Comments',
      goal: 3,
    })
    expect(announced.flatMap(({ topics = [] }) => topics)).toEqual(['quests'])
    await change(id, { title: 'Comments' })
    await report(ana)
    const points = async () => (await t.call(getCurrentUser, { as: ana })).answer.data.totalPoints
    const before = await points()
    expect((await t.call(deleteQuest, { as: admin, params: { id } })).status).toBe(204)
    expect(await list()).toEqual([])
    expect(await points()).toBe(before)
    const { answer } = await t.call(listAudit, { as: admin })
    const acts = answer.data.filter(({ subject }) => subject === id)
    expect(acts.map(({ action, subjectName }) => [action, subjectName])).toEqual([
      ['quest.delete', 'Comments'],
      ['quest.update', 'Comments'],
      ['quest.create', 'Comments'],
    ])
    for (const gone of [change(id, { goal: 1 }), t.call(deleteQuest, { as: admin, params: { id } })])
      expect((await gone).status).toBe(404)
  })

  it.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(101) }],
    ['goal', { goal: null }],
    ['goal', { goal: 0 }],
    ['goal', { goal: 1_000_001 }],
    ['goal', { goal: 1.5 }],
    ['actionType', { actionType: 'click' }],
    ['startDate', { startDate: '2026-02-30' }],
    ['startDate', { startDate: '1999-12-31' }],
    ['endDate', { endDate: '2026-03-01' }],
    ['endDate', { endDate: '2026-09-08' }],
    ['endDate', { endDate: '' }],
  ])('is refused, naming %s: %o', { tags: ['quest-made'] }, async (field, wrong) => {
    const body = { title: 'Comment week', goal: 3, actionType: 'comment', ...week, ...wrong }
    const refused = await t.call(createQuest, { as: admin, body })
    expect([refused.status, fieldsOf(refused)]).toEqual([400, [field]])
    const { id } = await make()
    const refusedChange = await change(id, wrong)
    expect([refusedChange.status, fieldsOf(refusedChange)]).toEqual([400, [field]])
    expect(await list()).toHaveLength(1)
  })

  it('may leave the goal out where everybody is meant, and nowhere else', async () => {
    const goalless = { title: 'All of us', ...week }
    const made = await t.call(createQuest, { as: admin, body: { ...goalless, actionType: 'everybody_once' } })
    expect(made.answer.data).toMatchObject({ goal: 4, isForEverybody: true })
    const refused = await t.call(createQuest, { as: admin, body: { ...goalless, actionType: 'any' } })
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['goal']])
    const turned = await change(made.answer.data.id, { actionType: 'share' })
    expect([turned.status, fieldsOf(turned)]).toEqual([400, ['goal']])
  })

  it('overwrites nothing that somebody else changed meanwhile', async () => {
    const { id } = await make()
    await change(id, { goal: 8 })
    const refused = await change(id, { goal: 9, seen: { goal: 3, title: 'Comment week' } })
    expect([refused.status, fieldsOf(refused), refused.error.current]).toEqual([409, ['goal'], { goal: 8 }])
  })

  it('is needed for all of it', { tags: ['quest-made'] }, async () => {
    const { id } = await make()
    const body = { title: 'Mine', goal: 3, actionType: 'comment', ...week }
    const tries = [
      t.call(createQuest, { as: ana, body }),
      t.call(updateQuest, { as: ana, params: { id }, body }),
      t.call(deleteQuest, { as: ana, params: { id } }),
    ]
    for (const refused of tries) expect((await refused).status).toBe(403)
  })
})
