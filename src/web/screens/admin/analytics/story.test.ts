import { describe, expect, it } from 'vitest'
import type { PeriodTotals } from '#contract/analytics.ts'
import { asDay } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import { storyOf } from './story.ts'

const none: PeriodTotals = {
  reports: 0,
  activeMembers: 0,
  points: { reports: 0, achievements: 0, shares: 0, clicks: 0, corrections: 0 },
  shares: 0,
  posts: 0,
  engagement: 0,
}
const names = ['Ana Lima', 'Ben Okafor', 'Chi Obi']

function told(
  current: Partial<PeriodTotals>,
  before: Partial<PeriodTotals>,
  reports: readonly number[] = [],
) {
  const topMembers = reports.map((each, place) => ({
    id: asId<'user'>(`00000000-0000-7000-8000-00000000000${place}`),
    displayName: names[place] ?? '',
    avatar: null,
    reports: each,
  }))
  const period = {
    days: 7,
    from: asDay('2026-03-02'),
    to: asDay('2026-03-08'),
    current: { ...none, ...current },
    before: { ...none, ...before },
    pointsPerDay: [],
    topMembers,
    topMembersAt: null,
  } as const
  const { start, change, end, detail } = storyOf({ period, totalUsers: 24 })
  return [start + change + end, detail]
}

describe('the headline of a period', () => {
  it.each([
    [63, 56, '63 reports in 7 days, 13 % more than in the 7 days before.'],
    [1, 4, '1 report in 7 days, 75 % fewer than in the 7 days before.'],
    [1, 1_000, '1 report in 7 days, 99 % fewer than in the 7 days before.'],
    [5, 5, '5 reports in 7 days, as many as in the 7 days before.'],
    [1_001, 1_000, '1,001 reports in 7 days, about as many as in the 7 days before.'],
    [2, 0, '2 reports in 7 days, after none in the 7 days before.'],
    [648, 6, '648 reports in 7 days, after 6 in the 7 days before.'],
  ])('tells %d reports after %d', { tags: ['admin-analytics-story'] }, (current, before, headline) => {
    expect(told({ reports: current, activeMembers: 3 }, { reports: before }, [9, 2, 1])[0]).toBe(headline)
  })

  it('tells of no reports, and of those before', { tags: ['admin-analytics-story'] }, () => {
    expect(told({}, { reports: 3 })).toEqual([
      'No reports in the last 7 days.',
      '3 reports in the 7 days before.',
    ])
    expect(told({}, { reports: 1 })[1]).toBe('1 report in the 7 days before.')
    // In the first week, and where everything was undone.
    expect(told({}, {})).toEqual(['No reports in the last 7 days.', 'New ones show up here.'])
  })
})

describe('the sentence below it', () => {
  it.each([
    [22, [9, 4, 1], '22 of 24 colleagues took part. Ana Lima reported most, 9 times.'],
    [1, [9], '1 of 24 colleagues took part: Ana Lima.'],
    [2, [1, 1], '2 of 24 colleagues took part. Ana Lima and Ben Okafor reported most, once each.'],
    [5, [4, 4, 4], '5 of 24 colleagues took part. Several reported most, 4 times each.'],
    [0, [], 'Nobody who took part is still on the team.'],
  ])('tells of %d members', { tags: ['admin-analytics-story'] }, (activeMembers, reports, detail) => {
    expect(told({ reports: 9, activeMembers }, { reports: 9 }, reports)[1]).toBe(detail)
  })
})
