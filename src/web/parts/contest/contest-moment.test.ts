import { describe, expect, test } from 'vitest'
import { asDay } from '#domain/days.ts'
import { contestDays, contestMoment, daysStrip } from './contest-moment.ts'

const march = { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31'), timeZone: 'America/New_York' }

const cases = [
  ['2026-02-20T12:00:00Z', 'upcoming', 0, 'Starts in 9 days', '40 days left', 'secondary'],
  ['2026-03-01T04:59:59Z', 'upcoming', 0, 'Starts in 1 day', '32 days left', 'secondary'],
  ['2026-03-01T05:00:00Z', 'running', 0, null, '31 days left', 'secondary'],
  ['2026-03-24T12:00:00Z', 'running', 75, null, '8 days left', 'secondary'],
  ['2026-03-25T12:00:00Z', 'running', 78, null, '7 days left', 'default'],
  ['2026-03-28T12:00:00Z', 'running', 88, null, '4 days left', 'default'],
  ['2026-03-29T12:00:00Z', 'running', 91, null, '3 days left', 'destructive'],
  ['2026-04-01T03:59:59Z', 'running', 100, null, '1 day left', 'destructive'],
  ['2026-04-01T04:00:00Z', 'ended', 100, null, 'Ended', 'secondary'],
] as const

for (const [at, phase, percent, start, text, look] of cases) {
  test(`a contest of March in New York says "${text}" at ${at}`, () => {
    expect(contestMoment(march, new Date(at))).toEqual({ phase, percent, start, badge: { text, look } })
  })
}

test('a short contest that has not started is as urgent as its days are few', {
  tags: ['contests-days-left'],
}, () => {
  const short = { startDate: asDay('2026-03-02'), endDate: asDay('2026-03-03'), timeZone: 'UTC' }
  const { start, badge } = contestMoment(short, new Date('2026-03-01T12:00:00Z'))
  expect([start, badge]).toEqual(['Starts in 1 day', { text: '3 days left', look: 'destructive' }])
})

describe('the strip of a contest', () => {
  const counts = (from: string, to: string, at: string) => {
    const contest = { startDate: asDay(from), endDate: asDay(to), timeZone: 'UTC' }
    const cells = daysStrip(contest, new Date(at))
    return ['past', 'today', 'rest'].map((kind) => cells.filter((cell) => cell === kind).length)
  }

  test.each([
    ['all of March before it begins', '2026-03-01', '2026-03-31', '2026-02-20T12:00:00Z', [0, 0, 31]],
    ['its first day', '2026-03-01', '2026-03-31', '2026-03-01T00:00:00Z', [0, 1, 30]],
    ['a day in the middle', '2026-03-01', '2026-03-31', '2026-03-22T12:00:00Z', [21, 1, 9]],
    ['its last day', '2026-03-01', '2026-03-31', '2026-03-31T23:59:59Z', [30, 1, 0]],
    ['its end', '2026-03-01', '2026-03-31', '2026-04-01T00:00:00Z', [31, 0, 0]],
    ['a single day', '2026-03-01', '2026-03-01', '2026-03-01T12:00:00Z', [0, 1, 0]],
    ['a whole year, six days to a cell', '2026-01-01', '2026-12-31', '2026-01-07T00:00:00Z', [1, 1, 59]],
  ] as const)('shows %s', (_, from, to, at, expected) => {
    expect(counts(from, to, at)).toEqual(expected)
  })
})

test.each([
  ['without the year, when it is the present one', '2026-03-01', '2026-03-31', 'Mar 1', 'Mar 31'],
  [
    'with the year, when the contest is of another',
    '2025-10-01',
    '2025-10-31',
    'Oct 1, 2025',
    'Oct 31, 2025',
  ],
  ['with both years, when it goes over New Year', '2026-12-15', '2027-01-14', 'Dec 15, 2026', 'Jan 14, 2027'],
])('the days of a contest are written %s', (_, from, to, first, last) => {
  const contest = { startDate: asDay(from), endDate: asDay(to), timeZone: 'UTC' }
  expect(contestDays(contest, new Date('2026-03-22T12:00:00Z'))).toEqual({ first, last })
})
