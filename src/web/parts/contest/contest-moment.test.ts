import { expect, test } from 'vitest'
import { asDay } from '#domain/days.ts'
import { contestMoment } from './contest-moment.ts'

const march = { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31'), timeZone: 'America/New_York' }

const cases = [
  ['2026-02-20T12:00:00Z', 'to-come', 0, 'Starts in 9 days', 'secondary'],
  ['2026-03-01T04:59:59Z', 'to-come', 0, 'Starts in 1 day', 'secondary'],
  ['2026-03-01T05:00:00Z', 'running', 0, '31 days left', 'secondary'],
  ['2026-03-24T12:00:00Z', 'running', 75, '8 days left', 'secondary'],
  ['2026-03-25T12:00:00Z', 'running', 78, '7 days left', 'default'],
  ['2026-03-28T12:00:00Z', 'running', 88, '4 days left', 'default'],
  ['2026-03-29T12:00:00Z', 'running', 91, '3 days left', 'destructive'],
  ['2026-04-01T03:59:59Z', 'running', 100, '1 day left', 'destructive'],
  ['2026-04-01T04:00:00Z', 'over', 100, 'Ended', 'destructive'],
] as const

for (const [at, phase, percent, text, look] of cases) {
  test(`a contest of March in New York says "${text}" at ${at}`, () => {
    expect(contestMoment(march, new Date(at))).toEqual({ phase, percent, badge: { text, look } })
  })
}
