import { describe, expect, test } from 'vitest'
import { newContest } from '#contract/contests.schema.ts'
import { newPostPayload } from '#contract/posts.schema.ts'
import { addDays, asDay, type Day, dayOf, daysBetween } from '#domain/days.ts'
import { keptStreak } from '#domain/kept-streak.ts'
import { isUsername, usernameFrom } from '#domain/names.ts'
import { platformOfLink } from '#domain/platforms.ts'
import { isPlaceholderLink, isTrending, normalisedPostUrl } from '#domain/posts.ts'
import { standingStreakDays } from '#domain/streaks.ts'
import { platforms } from '#domain/vocabulary.ts'
import { pictureAnswer } from '#sandbox/workplace/pictures.ts'
import { sampleContests } from './contests.ts'
import { type PlannedReport, plannedHistory } from './history.ts'
import { sampleOutsiders, samplePeople } from './people.ts'
import { engagementUpdateBody, newPostBody, postedAt, samplePosts } from './posts.ts'

const moments = [
  ['a Saturday afternoon', new Date('2026-11-21T15:30:00Z'), 'UTC'],
  ['a Monday before work', new Date('2026-03-02T04:10:00Z'), 'Europe/Lisbon'],
  ['a month in which the clocks change', new Date('2026-10-30T20:00:00Z'), 'America/New_York'],
  ['a first of the month ahead of UTC', new Date('2026-05-31T13:00:00Z'), 'Pacific/Auckland'],
] as const

describe.each(moments)('the planned history on %s', (_name, now, timeZone) => {
  const history = plannedHistory({ people: samplePeople, posts: samplePosts, now, timeZone })
  const today = dayOf(now, timeZone)
  const daysOf = (handle: string) => reportsBy(history, handle).map(({ at }) => dayOf(at, timeZone))

  test('is the same for the same arguments', () => {
    expect(plannedHistory({ people: samplePeople, posts: samplePosts, now, timeZone })).toEqual(history)
  })

  test('is sorted by time and lies within the last month, with nothing in the future', () => {
    const times = history.map(({ at }) => at.getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
    expect(daysBetween(dayOf(new Date(times[0] ?? 0), timeZone), today)).toBeLessThanOrEqual(30)
  })

  test('nobody reports the same thing twice, or a post before it was published', () => {
    const keys = history.map(({ handle, postIndex, type }) => `${handle} ${postIndex} ${type}`)
    expect(new Set(keys).size).toBe(keys.length)
    for (const { at, postIndex } of history) {
      const post = samplePosts[postIndex]
      expect(post && postedAt(post, now).getTime()).toBeLessThan(at.getTime())
    }
  })

  test('has enough reports to fill the leaderboard, all of them in waking hours', () => {
    expect(history.length).toBeGreaterThan(400)
    const hours = history.map(({ at }) => localHour(at, timeZone))
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(7)
    expect(Math.max(...hours)).toBeLessThanOrEqual(21)
  })

  test('working days are busier than weekends', () => {
    const perDay = (isWeekend: boolean) => {
      const days = Array.from({ length: 28 }, (_, index) => addDays(today, -1 - index)).filter(
        (day) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) === isWeekend,
      )
      return history.filter(({ at }) => days.includes(dayOf(at, timeZone))).length / days.length
    }
    expect(perDay(false)).toBeGreaterThan(1.5 * perDay(true))
  })

  test('the planned streaks are unbroken today', () => {
    const calendar = { rules: [], holidays: new Map(), excused: new Set<Day>() }
    const keeping = { calendar, own: new Map() }
    for (const { handle, habit } of samplePeople) {
      if (!habit?.streakDays) continue
      const standing = standingStreakDays(
        keptStreak(new Map(daysOf(handle).map((day) => [day, 1])), keeping, today),
        today,
      )
      expect([habit.streakDays, habit.streakDays + 1], handle).toContain(standing)
    }
  })

  test('everybody who reports at least occasionally has done so, and two people never have', () => {
    const silent = samplePeople.filter(({ handle }) => daysOf(handle).length === 0)
    expect(silent.filter(({ habit }) => habit !== null && habit.workday > 0.2)).toEqual([])
    expect(samplePeople.filter(({ habit }) => habit === null)).toHaveLength(2)
    expect(silent).toEqual(expect.arrayContaining(samplePeople.filter(({ habit }) => habit === null)))
  })

  test('every type is reported, likes most often', () => {
    const count = (type: PlannedReport['type']) => history.filter((report) => report.type === type).length
    expect(count('like')).toBeGreaterThan(count('comment'))
    expect(count('comment')).toBeGreaterThan(50)
    expect(count('share')).toBeGreaterThan(50)
  })
})

describe('the sample people', () => {
  test('are 24, with one admin and two moderators, and each has a unique handle, address and valid username', () => {
    expect(samplePeople).toHaveLength(24)
    expect(samplePeople.filter(({ role }) => role === 'admin')).toHaveLength(1)
    expect(samplePeople.filter(({ role }) => role === 'moderator')).toHaveLength(2)
    expect(samplePeople.filter(({ avatar }) => avatar !== null)).toHaveLength(14)
    const everybody = [...samplePeople, ...sampleOutsiders]
    expect(new Set(everybody.map(({ handle }) => handle)).size).toBe(25)
    expect(new Set(everybody.map(({ name }) => usernameFrom(name))).size).toBe(25)
    for (const { handle, name, email } of everybody) {
      expect(handle).toMatch(/^[a-z]+\.[a-z]+$/)
      expect(isUsername(usernameFrom(name)), name).toBe(true)
      expect(email).toBe(`${handle}@${email.split('@')[1]}`)
      expect(email).toMatch(/\.example$/)
    }
  })
})

describe('the sample posts', () => {
  const now = new Date('2026-11-21T15:30:00Z')

  test('are 30 from the last 30 days, oldest first, with every platform and both brands', () => {
    expect(samplePosts).toHaveLength(30)
    expect(new Set(samplePosts.map(({ platform }) => platform))).toEqual(new Set(platforms))
    expect(new Set(samplePosts.map(({ brand }) => brand))).toEqual(new Set(['default', 'accounting']))
    const times = samplePosts.map((post) => postedAt(post, now).getTime())
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(now.getTime() - (times[0] ?? 0)).toBeLessThan(30 * 86_400_000)
    expect(times.at(-1)).toBeLessThan(now.getTime())
  })

  test('are all accepted by the hook unchanged', () => {
    for (const post of samplePosts) {
      expect(
        newPostPayload.safeParse(newPostBody(post, { now, origin: 'http://127.0.0.1:4000' })).error,
        post.content.slice(0, 40),
      ).toBeUndefined()
    }
  })

  test('have a unique address each, except three without a real one', () => {
    const addresses = samplePosts
      .map(({ postUrl }) => normalisedPostUrl(postUrl))
      .filter((url) => url !== null)
    expect(addresses).toHaveLength(27)
    expect(new Set(addresses).size).toBe(27)
    for (const post of samplePosts) {
      expect(engagementUpdateBody(post) === null, post.postUrl).toBe(isPlaceholderLink(post.postUrl))
    }
  })

  test('lead to the platform that they name', () => {
    for (const { postUrl, platform } of samplePosts) {
      if (!isPlaceholderLink(postUrl)) expect(platformOfLink(postUrl), postUrl).toBe(platform)
    }
  })

  test('show ten pictures, each once, and every picture that they or the people name exists', async () => {
    const ofPosts = samplePosts.flatMap(({ picture }) => picture ?? [])
    expect(new Set(ofPosts).size).toBe(10)
    expect(ofPosts).toHaveLength(10)
    const ofAuthors = samplePosts.map(({ author }) => author.picture)
    const ofPeople = samplePeople.flatMap(({ avatar }) => avatar ?? [])
    for (const path of new Set([...ofPosts, ...ofAuthors, ...ofPeople])) {
      expect(await pictureAnswer(path), path).toMatchObject({ status: 200 })
    }
  })

  test('some are trending and some are not, and there are short, long and very long ones', () => {
    const trending = samplePosts.filter(({ counts }) => {
      const [likesCount = 0, commentsCount = 0, sharesCount = 0] = counts ?? []
      return isTrending({ likesCount, commentsCount, sharesCount })
    })
    expect(trending.length).toBeGreaterThan(8)
    expect(trending.length).toBeLessThan(22)
    const lengths = samplePosts.map(({ content }) => content.length)
    expect(lengths.filter((length) => length > 1_000).length).toBeGreaterThanOrEqual(3)
    expect(lengths.filter((length) => length > 200 && length <= 1_000).length).toBeGreaterThanOrEqual(8)
    expect(lengths.filter((length) => length < 100).length).toBeGreaterThanOrEqual(5)
  })
})

describe('the running contest', () => {
  test.each([
    ['2026-11-21T15:30:00Z', 'UTC', { days: ['2026-11-01', '2026-11-30'], title: 'November Spotlight' }],
    [
      '2026-12-31T23:30:00Z',
      'Europe/Berlin',
      { days: ['2027-01-01', '2027-01-31'], title: 'January Spotlight' },
    ],
    ['2028-02-29T12:00:00Z', 'UTC', { days: ['2028-02-01', '2028-02-29'], title: 'February Spotlight' }],
  ] as const)('at %s in %s it covers that month', (now, timeZone, { days, title }) => {
    const contests = sampleContests(new Date(now), timeZone)
    const [before, running] = contests
    expect(running).toMatchObject({ startDate: days[0], endDate: days[1], title, isActive: true })
    expect(before?.endDate).toBe(addDays(asDay(days[0]), -1))
    expect(before?.startDate).toMatch(/-01$/)
    for (const contest of contests) expect(newContest.safeParse(contest).success).toBe(true)
  })
})

function reportsBy(history: readonly PlannedReport[], handle: string): PlannedReport[] {
  return history.filter((report) => report.handle === handle)
}

function localHour(at: Date, timeZone: string): number {
  const text = new Intl.DateTimeFormat('en-US', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(at)
  return Number(text)
}
