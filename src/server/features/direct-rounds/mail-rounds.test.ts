import { afterEach, beforeEach, expect, it } from 'vitest'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { asDay } from '#domain/days.ts'
import type { Config } from '#server/config.ts'
import { newId } from '#server/db/new-id.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { chooseDirect, chooseMail, joinSlack, storedDirect } from '#test/support/direct-messages.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { giveAddress } from '#test/support/mail.ts'
import { testClock } from '#test/support/moment.ts'
import { tellMember } from '../direct-messages/commands.ts'
import { markPlaces } from '../leaderboard/commands.ts'
import { tellByZone, tellDaily, tellPasses } from './commands.ts'

const never = () => false
const withMail = { SMTP_URL: 'smtps://mail.northwind.test', MAIL_FROM: 'ovation@northwind.test' }
const withChat: Partial<Config> = { slackBotToken: 'xoxb-1', slackTeamId: 'T1' }

let t: TestApp
let daily: TestMember
let weekly: TestMember
let both: TestMember

const open = async (config: Partial<Config> = withChat) => {
  t = await startTestApp({
    clock: testClock('2026-03-09T09:00:00.000Z'),
    environment: withMail,
    config: { timeZone: 'Europe/Berlin', ...config },
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
  })
  daily = await t.member('daily')
  weekly = await t.member('weekly')
  both = await t.member('both')
  await joinSlack(t.deps, both.id, { team: 'T1', user: 'U1' })
  await chooseDirect(t.deps, both.id, 'all')
  for (const [member, choice] of [
    [daily, 'daily'],
    [weekly, 'weekly'],
    [both, 'daily'],
  ] as const)
    await chooseMail(t.deps, member.id, choice)
}
beforeEach(() => open())
afterEach(() => t.close())

const report = async (as: TestMember, at: string, type = 'like') => {
  t.clock.set(at)
  const body = { postId: await insertPost(t.deps), interactionType: type }
  expect((await t.call(reportInteraction, { as, body })).status).toBe(200)
}
/** Who is told of a kind in which medium, by name, in alphabetical order. */
const told = async (kind: string) => {
  const names = new Map([daily, weekly, both].map(({ id, username }) => [id, username]))
  return (await storedDirect(t.deps))
    .filter((each) => each.kind === kind)
    .map(({ userId, medium }) => `${names.get(userId)} by ${medium}`)
    .sort()
}
const everybody = () => [daily, weekly, both]

it('who gets e-mails is told of a streak in danger and of the week, also without Slack', {
  tags: ['mail-kinds'],
}, async () => {
  for (const day of ['09', '10', '11', '12'])
    for (const who of everybody()) await report(who, `2026-03-${day}T09:00:00.000Z`)
  t.clock.set('2026-03-13T16:00:00.000Z')
  await tellByZone(t.deps, never)
  expect(await told('streak_danger')).toEqual(['both by chat', 'both by mail', 'daily by mail'])
  expect(await told('week_recap')).toEqual([
    'both by chat',
    'both by mail',
    'daily by mail',
    'weekly by mail',
  ])
})

it('of the end of a contest and of who passed them', { tags: ['mail-kinds'] }, async () => {
  await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-14') })
  t.clock.set('2026-03-12T09:10:00.000Z')
  await tellDaily(t.deps, never)
  expect(await told('contest_ending')).toEqual([
    'both by chat',
    'both by mail',
    'daily by mail',
    'weekly by mail',
  ])
  for (const who of everybody()) await report(who, '2026-03-12T10:00:00.000Z', 'share')
  const passer = await t.member('passer')
  await report(passer, '2026-03-12T11:00:00.000Z')
  t.clock.set('2026-03-13T06:00:00.000Z')
  await markPlaces(t.deps)
  for (const at of ['08:00', '08:01', '08:02']) await report(passer, `2026-03-13T${at}:00.000Z`, 'share')
  for (const at of ['08:50', '09:50']) {
    t.clock.set(`2026-03-13T${at}:00.000Z`)
    await tellPasses(t.deps)
  }
  expect(await told('passed_by')).toEqual(['both by chat', 'both by mail', 'daily by mail', 'weekly by mail'])
})

it('everybody gets each message once in each medium, also where there is no bot token', {
  tags: ['mail-kinds'],
}, async () => {
  await t.close()
  await open({ slackBotToken: null })
  const facts = { achievement: 'First Steps', description: 'Report', points: 10 }
  for (let nth = 0; nth < 2; nth++)
    for (const { id: userId } of everybody())
      await t.deps.db.transaction((tx) =>
        tellMember(t.deps, tx, { userId, kind: 'achievement_unlocked', key: `badge ${userId}`, facts }),
      )
  expect(await told('achievement_unlocked')).toEqual(['both by mail', 'daily by mail', 'weekly by mail'])
  const [row] = await storedDirect(t.deps)
  expect(row?.expiresAt.toISOString()).toBe('2026-03-17T09:00:00.000Z')
})

it.each<[string, (member: TestMember) => Promise<unknown>]>([
  ['has no address', (member) => giveAddress(t.deps, member, null)],
  [
    'typed an address and has not confirmed it',
    (member) => giveAddress(t.deps, member, 'a@b.test', '2026-03-09T09:00:00.000Z'),
  ],
  ['wants no e-mails', ({ id }) => chooseMail(t.deps, id, 'off')],
])(
  'nothing is stored for the e-mails of a member who %s',
  { tags: ['mail-kinds', 'mail-confirm'] },
  async (_who, change) => {
    await change(daily)
    const facts = { platform: 'linkedin', isVerified: true, points: 50, reason: null } as const
    await t.deps.db.transaction((tx) =>
      tellMember(t.deps, tx, { userId: daily.id, kind: 'share_decided', key: newId(), facts }),
    )
    expect(await told('share_decided')).toEqual([])
  },
)

it('what waits for a reviewer is in no e-mail', { tags: ['mail-kinds'] }, async () => {
  const facts = { subject: 'share', id: newId<'share'>(), displayName: 'Bo' } as const
  await t.deps.db.transaction((tx) =>
    tellMember(t.deps, tx, { userId: both.id, kind: 'review_waits', key: newId(), facts }),
  )
  expect(await told('review_waits')).toEqual(['both by chat'])
})

it('a report that unlocks an achievement tells of it, also without a bot token', {
  tags: ['mail-kinds'],
}, async () => {
  await t.close()
  await open({ slackBotToken: null })
  await report(daily, '2026-03-09T09:00:00.000Z')
  await report(daily, '2026-03-09T09:00:01.000Z')
  expect(await told('achievement_unlocked')).toEqual(['daily by mail'])
})
