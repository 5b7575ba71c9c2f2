import { describe, expect, it } from 'vitest'
import type { PeriodTotals } from '#contract/analytics.ts'
import { asDay } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import { storyOf } from './story.ts'

const none: PeriodTotals = {
  reports: 0,
  activeMembers: 0,
  points: { reports: 0, achievements: 0, shares: 0, clicks: 0 },
  shares: 0,
  posts: 0,
  engagement: 0,
}
const best = {
  id: asId<'user'>('00000000-0000-7000-8000-000000000001'),
  displayName: 'Ana Lima',
  avatar: null,
  reports: 9,
}

function told(current: Partial<PeriodTotals>, before: Partial<PeriodTotals>): string[] {
  const period = {
    days: 7,
    from: asDay('2026-03-02'),
    to: asDay('2026-03-08'),
    current: { ...none, ...current },
    before: { ...none, ...before },
    pointsPerDay: [],
    topMembers: current.reports ? [best] : [],
  } as const
  const { start, change, end, detail } = storyOf({ period, totalUsers: 24 })
  return [start + change + end, detail]
}

describe('the story of a period', () => {
  it.each([
    [
      { reports: 63, activeMembers: 22 },
      { reports: 56 },
      '63 reports in 7 days, 13 % more than in the 7 days before.',
      '22 of 24 colleagues took part. Ana Lima reported most, 9 times.',
    ],
    [
      { reports: 1, activeMembers: 1 },
      { reports: 4 },
      '1 report in 7 days, 75 % fewer than in the 7 days before.',
      '1 of 24 colleagues took part. Ana Lima reported most, 9 times.',
    ],
    [
      { reports: 5, activeMembers: 30 },
      { reports: 5 },
      '5 reports in 7 days, as many as in the 7 days before.',
      '30 colleagues took part. Ana Lima reported most, 9 times.',
    ],
    [
      { reports: 2, activeMembers: 1 },
      {},
      '2 reports in 7 days, after none in the 7 days before.',
      '1 of 24 colleagues took part. Ana Lima reported most, 9 times.',
    ],
    [
      { reports: 648, activeMembers: 22 },
      { reports: 6 },
      '648 reports in 7 days, after 6 in the 7 days before.',
      '22 of 24 colleagues took part. Ana Lima reported most, 9 times.',
    ],
    [{}, { reports: 3 }, 'No reports in the last 7 days.', '3 reports in the 7 days before.'],
    [{}, {}, 'No reports in the last 7 days.', 'The first one shows up here.'],
  ])('says what happened, case %#', (current, before, headline, detail) => {
    expect(told(current, before)).toEqual([headline, detail])
  })
})
