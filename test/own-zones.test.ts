import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getStreakLeaders } from '#contract/leaderboard.schema.ts'
import { addDays, asDay, type Day, startOfDay } from '#domain/days.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { changeOwnStreak, changeStreakRules, readOwnStreak } from '#server/features/streaks/commands.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'

/** From the first place where a day begins to the last one, with zones of whole, half and quarter hours between. */
const zones = [
  'Pacific/Kiritimati',
  'Pacific/Chatham',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/St_Johns',
  'America/New_York',
  'Pacific/Niue',
]

/** The first of five days around a change of clocks or a turn of the calendar. */
const turns = [
  ['the beginning of summer time in New York', '2026-03-06'],
  ['the beginning of summer time in Berlin', '2026-03-27'],
  ['the end of summer time in Chatham', '2026-04-03'],
  ['the beginning of summer time in Chatham', '2026-09-25'],
  ['the end of summer time in Berlin', '2026-10-23'],
  ['the end of summer time in New York', '2026-10-30'],
  ['a leap day', '2028-02-27'],
  ['the end of the year', '2026-12-30'],
] as const

let t: TestApp
let serial = 0
const acting = () => ({ member: { id: admin.id, role: 'admin' as const }, ip: '127.0.0.1' })
let admin: TestMember

beforeAll(async () => {
  t = await startTestApp({ config: { timeZone: 'Europe/Berlin' } })
  admin = await t.member('the.admin', 'admin')
})
afterAll(() => t.close())

interface Moment {
  readonly member: TestMember
  readonly zone: string
  readonly day: Day
  readonly at: number
}

/** Reports in the order of time, as they come in from all over the world. */
async function reportAll(moments: readonly Moment[]): Promise<void> {
  for (const { member, at } of moments.toSorted((a, b) => a.at - b.at)) {
    t.clock.set(new Date(at).toISOString())
    await reportInteraction(t.deps, member, { postId: await insertPost(t.deps), interactionType: 'like' })
  }
}

/** The first or the last minute of a day, one after the other. */
function edge(day: Day, zone: string, nth: number): number {
  return nth % 2 === 0
    ? startOfDay(day, zone).getTime()
    : startOfDay(addDays(day, 1), zone).getTime() - 60_000
}

async function peopleAround(first: Day) {
  t.clock.set(new Date(startOfDay(addDays(first, -2), 'UTC')).toISOString())
  return Promise.all(
    zones.map(async (zone) => {
      const member = await t.member(`member.${++serial}`)
      await changeOwnStreak(t.deps, member.id, { timeZone: zone })
      return { member, zone }
    }),
  )
}

describe.each(turns)('over %s, members from Kiritimati to Niue', (_, start) => {
  const days = [0, 1, 2, 3, 4].map((nth) => addDays(asDay(start), nth))

  it('keep a streak with one report at the edges of each of their days', {
    tags: ['streak-zone'],
  }, async () => {
    const people = await peopleAround(asDay(start))
    const moments = people.flatMap(({ member, zone }, place) =>
      days.map((day, nth) => ({ member, zone, day, at: edge(day, zone, nth + place) })),
    )
    await reportAll(moments)
    for (const { member, zone } of people) {
      t.clock.set(new Date(edge(addDays(asDay(start), 5), zone, 1)).toISOString())
      expect(await readOwnStreak(t.deps, member.id), zone).toMatchObject({
        current: 5,
        longest: 5,
        today: addDays(asDay(start), 5),
        keptAliveBy: 'report',
        todayNeeds: 'report',
      })
      t.clock.set(new Date(edge(addDays(asDay(start), 6), zone, 0)).toISOString())
      expect(await readOwnStreak(t.deps, member.id), zone).toMatchObject({ current: 0, longest: 5 })
    }
    expect((await verify(t.deps.db)).flatMap(({ violations }) => violations)).toEqual([])
  })

  it('lose a streak by one missed day, and nobody else does', { tags: ['streak-zone'] }, async () => {
    const people = await peopleAround(asDay(start))
    const moments = people.flatMap(({ member, zone }, place) =>
      days
        .filter((_day, nth) => place % 2 === 0 || nth !== 2)
        .map((day, nth) => ({ member, zone, day, at: edge(day, zone, nth + place) })),
    )
    await reportAll(moments)
    for (const [place, { member, zone }] of people.entries()) {
      t.clock.set(new Date(edge(addDays(asDay(start), 4), zone, 1)).toISOString())
      const { current } = await readOwnStreak(t.deps, member.id)
      expect(current, zone).toBe(place % 2 === 0 ? 5 : 2)
    }
    // While the last of them still have their fifth day, that of the first ones is long over.
    t.clock.set(new Date(edge(addDays(asDay(start), 4), 'Pacific/Niue', 1)).toISOString())
    await t.deps.db.transaction(async (tx) => tx.announce({ topics: ['streaks'] }))
    const leaders = (await t.call(getStreakLeaders, { as: await t.member(`reader.${++serial}`) })).answer.data
    const shown = new Map(leaders.map(({ id, currentStreak }) => [id, currentStreak]))
    const standing = new Set<number>()
    for (const { member, zone } of people) {
      const { current } = await readOwnStreak(t.deps, member.id)
      standing.add(current)
      // Whoever is not among them has no longer streak than the last of them.
      if (shown.has(member.id)) expect(shown.get(member.id), zone).toBe(current)
      else expect(current, zone).toBeLessThanOrEqual(leaders.at(-1)?.currentStreak ?? 0)
    }
    expect([...standing].sort()).toEqual([0, 2, 5])
    expect((await verify(t.deps.db)).flatMap(({ violations }) => violations)).toEqual([])
  })

  it('travel once around the world with a report a day, which makes no day twice and loses none', {
    tags: ['streak-zone'],
  }, async () => {
    const [first] = await peopleAround(asDay(start))
    if (!first) throw new Error('nobody travels')
    const { member } = first
    const eastward = [...zones].reverse()
    let [noon, streak] = [startOfDay(asDay(start), zones[0] ?? 'UTC').getTime() + 6 * 3_600_000, 0]
    let before = ''
    for (const zone of [...zones, ...eastward]) {
      noon += 24 * 3_600_000
      t.clock.set(new Date(noon).toISOString())
      await changeOwnStreak(t.deps, member.id, { timeZone: zone })
      const { today } = await readOwnStreak(t.deps, member.id)
      await reportInteraction(t.deps, member, { postId: await insertPost(t.deps), interactionType: 'like' })
      if (today !== before) streak += 1
      before = today
      expect(await readOwnStreak(t.deps, member.id), zone).toMatchObject({ current: streak, longest: streak })
    }
    expect((await verify(t.deps.db)).flatMap(({ violations }) => violations)).toEqual([])
  })
})

it('working days are those of each member’s own week', {
  tags: ['streak-zone', 'streak-working-days'],
}, async () => {
  // Friday, 6 November 2026, to Monday.
  const friday = asDay('2026-11-06')
  const people = await peopleAround(friday)
  await changeStreakRules(t.deps, acting(), { mode: 'working_days' })
  const days = [friday, addDays(friday, 3)]
  await reportAll(
    people.flatMap(({ member, zone }, place) =>
      days.map((day, nth) => ({ member, zone, day, at: edge(day, zone, nth + place) })),
    ),
  )
  for (const { member, zone } of people) {
    t.clock.set(new Date(edge(addDays(friday, 2), zone, 1)).toISOString())
    const { days: told, today } = await readOwnStreak(t.deps, member.id)
    expect([today, told.at(-1)?.state], zone).toEqual(['2026-11-08', 'weekend'])
    t.clock.set(new Date(edge(addDays(friday, 4), zone, 1)).toISOString())
    expect(await readOwnStreak(t.deps, member.id), zone).toMatchObject({ current: 2, todayNeeds: 'report' })
  }
  expect((await verify(t.deps.db)).flatMap(({ violations }) => violations)).toEqual([])
})
