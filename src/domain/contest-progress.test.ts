import { afterEach, describe, expect, it, vi } from 'vitest'
import { contestProgress, daysLeftBadge, endOfContest, isClosable } from './contests.ts'
import { asDay } from './days.ts'

const march = { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31'), isActive: true }

afterEach(() => vi.unstubAllEnvs())

// The browser and the server call the same function, so the result must not depend on the machine or its time zone.
describe.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
  'the progress of a contest, on a machine in %s',
  (machineZone) => {
    it.each<[string, string, string, number, number]>([
      ['long before the start', 'UTC', '2026-01-01T00:00:00Z', 0, 90],
      ['a millisecond before the start', 'UTC', '2026-02-28T23:59:59.999Z', 0, 32],
      ['at the start', 'UTC', '2026-03-01T00:00:00Z', 0, 31],
      ['after a quarter', 'UTC', '2026-03-08T18:00:00Z', 25, 24],
      ['in the middle', 'UTC', '2026-03-16T12:00:00Z', 50, 16],
      ['with eight days left', 'UTC', '2026-03-24T00:00:00Z', 74, 8],
      ['with seven days left', 'UTC', '2026-03-25T23:59:59Z', 81, 7],
      ['with four days left', 'UTC', '2026-03-28T12:00:00Z', 89, 4],
      ['with three days left', 'UTC', '2026-03-29T00:00:00Z', 90, 3],
      ['on the last day', 'UTC', '2026-03-31T12:00:00Z', 98, 1],
      ['in the last millisecond', 'UTC', '2026-03-31T23:59:59.999Z', 100, 1],
      ['at the end', 'UTC', '2026-04-01T00:00:00Z', 100, 0],
      ['long after the end', 'UTC', '2026-06-01T00:00:00Z', 100, 0],
      // A day with 25 hours is one day, and so is a day with 23.
      ['the evening before the clocks go forward', 'Europe/Berlin', '2026-03-28T22:59:59Z', 90, 4],
      ['at the start of the day on which they do', 'Europe/Berlin', '2026-03-28T23:00:00Z', 90, 3],
      ['where the day has already begun', 'Pacific/Auckland', '2026-03-30T11:00:00Z', 97, 1],
      ['where the day has not begun yet', 'America/New_York', '2026-03-01T04:59:59Z', 0, 32],
    ])('is right %s', { tags: ['contests-before', 'contests-progress'] }, (...at) => {
      const [, timeZone, now, percent, daysLeft] = at
      vi.stubEnv('TZ', machineZone)
      expect(contestProgress(march, new Date(now), timeZone)).toEqual({ percent, daysLeft })
    })
  },
)

describe('days left', () => {
  it.each([
    [365, 'secondary'],
    [8, 'secondary'],
    [7, 'default'],
    [4, 'default'],
    [3, 'destructive'],
    [1, 'destructive'],
    [0, 'destructive'],
  ] as const)('of %i have the badge %s', { tags: ['number-days-left'] }, (daysLeft, badge) => {
    expect(daysLeftBadge(daysLeft)).toBe(badge)
  })

  it('are counted in days, not hours, across the autumn clock change', () => {
    const october = { startDate: asDay('2026-10-01'), endDate: asDay('2026-10-31') }
    const now = new Date('2026-10-24T22:30:00Z')
    expect(contestProgress(october, now, 'Europe/Berlin').daysLeft).toBe(7)
  })
})

describe('a contest is closed', () => {
  it.each([
    ['Europe/Berlin', '2026-03-31T22:00:00.000Z'],
    ['America/New_York', '2026-04-01T04:00:00.000Z'],
    ['Pacific/Auckland', '2026-03-31T11:00:00.000Z'],
    ['UTC', '2026-04-01T00:00:00.000Z'],
  ])('ten minutes after its end in %s', (timeZone, end) => {
    expect(endOfContest(march, timeZone).toISOString()).toBe(end)
    const endMs = Date.parse(end)
    expect(isClosable(march, new Date(endMs + 10 * 60_000 - 1), timeZone)).toBe(false)
    expect(isClosable(march, new Date(endMs + 10 * 60_000), timeZone)).toBe(true)
    expect(isClosable({ ...march, isActive: false }, new Date(endMs + 10 * 60_000), timeZone)).toBe(false)
  })
})
