import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getNotificationSettings, putNotificationSettings } from '#contract/notifications.schema.ts'
import { newId } from '#server/db/new-id.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { joinSlack, storedDirect } from '#test/support/direct-messages.ts'
import { testClock } from '#test/support/moment.ts'
import { fewerOf, tellMember } from './commands.ts'

let t: TestApp
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-11T10:00:00.000Z'),
    config: { slackBotToken: 'xoxb-1', slackTeamId: 'T1', timeZone: 'Europe/Berlin' },
    limits: { perMember: 10_000 },
  })
})
afterAll(() => t.close())
beforeEach(async () => {
  ana = await t.member(`ana.${newId()}`)
  await joinSlack(t.deps, ana.id, { team: 'T1', user: newId().slice(-8).toUpperCase() })
})

const usual = { direct: 'mine', quietFrom: '19:00', quietTo: '08:00', email: 'off' }
const read = async (as = ana) => (await t.call(getNotificationSettings, { as })).answer.data
const save = (body: unknown, as: TestMember | null = ana) => t.call(putNotificationSettings, { as, body })
const tell = (kind: 'achievement_unlocked' | 'passed_by') =>
  t.deps.db.transaction((tx) =>
    kind === 'passed_by'
      ? tellMember(t.deps, tx, {
          userId: ana.id,
          kind,
          key: `${kind} ${newId()}`,
          facts: { displayName: 'Bo', place: 2 },
        })
      : tellMember(t.deps, tx, {
          userId: ana.id,
          kind,
          key: `${kind} ${newId()}`,
          facts: { achievement: 'First Steps', description: 'Report', points: 10 },
        }),
  )
const kinds = async () =>
  (await storedDirect(t.deps)).filter(({ userId }) => userId === ana.id).map(({ kind }) => kind)

describe('the settings of notifications', () => {
  it('are the defaults until a member changes them, who alone has them then', {
    tags: ['direct-choice'],
  }, async () => {
    const around = {
      isChatSetUp: true,
      isMailSetUp: false,
      mailAddress: `${ana.id}@people.test`,
      isAddressConfirmed: true,
      timeZone: 'Europe/Berlin',
    }
    expect(await read()).toEqual({ ...usual, ...around })
    const wanted = { direct: 'all', quietFrom: '22:15', quietTo: '22:15', email: 'weekly' }
    expect((await save(wanted)).answer.data).toEqual({ ...wanted, ...around })
    expect(await read()).toEqual({ ...wanted, ...around })
    const bo = await t.member(`bo.${newId()}`)
    expect(await read(bo)).toEqual({ ...usual, ...around, mailAddress: `${bo.id}@people.test` })
  })

  it.each<[string, object, string]>([
    ['a missing choice', { direct: undefined }, 'direct'],
    ['an unknown choice', { direct: 'some' }, 'direct'],
    ['an hour that no clock has', { quietFrom: '24:00' }, 'quietFrom'],
    ['a time in another form', { quietTo: '8:00' }, 'quietTo'],
    ['a number for a time', { quietTo: 8 }, 'quietTo'],
    ['no choice of e-mail', { email: undefined }, 'email'],
  ])('refuse %s, and name the field', async (_what, change, field) => {
    const { status, error } = await save({ ...usual, ...change })
    expect(status).toBe(400)
    expect(error.issues?.map(({ path }) => path)).toEqual([field])
    expect(await read()).toMatchObject(usual)
  })

  it('are for members alone', async () => {
    expect((await save(usual, null)).status).toBe(401)
    expect((await t.call(getNotificationSettings, {})).status).toBe(401)
  })

  it('say that nothing is sent without the chat, and name the zone that a member chose', async () => {
    const other = await startTestApp({ config: { timeZone: 'Asia/Kathmandu' } })
    try {
      const bo = await other.member('bo')
      const { answer } = await other.call(getNotificationSettings, { as: bo })
      expect(answer.data).toMatchObject({ isChatSetUp: false, timeZone: 'Asia/Kathmandu' })
    } finally {
      await other.close()
    }
    await t.request('PUT', '/api/streak/mine', ana, { timeZone: 'Pacific/Chatham' })
    expect(await read()).toMatchObject({ timeZone: 'Pacific/Chatham' })
  })

  it('drop what waits and is no longer wanted', { tags: ['direct-choice'] }, async () => {
    await save({ ...usual, direct: 'all' })
    await tell('passed_by')
    await tell('achievement_unlocked')
    expect(await kinds()).toEqual(['achievement_unlocked', 'passed_by'])
    await save(usual)
    expect(await kinds()).toEqual(['achievement_unlocked'])
    await tell('passed_by')
    expect(await kinds()).toEqual(['achievement_unlocked'])
    await save({ ...usual, direct: 'off' })
    expect(await kinds()).toEqual([])
  })
})

describe('fewer of these', () => {
  it('goes from all to mine to none, says so, and keeps the quiet hours', {
    tags: ['direct-fewer'],
  }, async () => {
    await save({ ...usual, direct: 'all', quietFrom: '21:00' })
    expect(await fewerOf(t.deps, ana.id)).toBe(
      'From now on you only hear about what is yours: your shares, appeals, badges and your streak.',
    )
    expect(await read()).toMatchObject({ direct: 'mine', quietFrom: '21:00' })
    const none = 'You get no more direct messages. You can change that in your profile.'
    expect(await fewerOf(t.deps, ana.id)).toBe(none)
    expect(await read()).toMatchObject({ direct: 'off', quietFrom: '21:00' })
    expect(await fewerOf(t.deps, ana.id)).toBe(none)
  })
})
