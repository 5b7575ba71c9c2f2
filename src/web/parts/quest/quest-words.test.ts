import { describe, expect, test } from 'vitest'
import type { Quest } from '#contract/quests.ts'
import { asDay } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import { daysLeftWords, partWords, progressShare, progressWords } from './quest-words.ts'

const quest: Quest = {
  id: asId<'quest'>('01890000-0000-7000-8000-000000000001'),
  title: 'Comment week',
  goal: 1_200,
  isForEverybody: false,
  actionType: 'comment',
  startDate: asDay('2026-03-02'),
  endDate: asDay('2026-03-08'),
  progress: 1_032,
  participants: null,
  ownPart: 4,
  state: 'running',
  doneAt: null,
}

test('a quest says how far it is', () => {
  expect(progressWords(quest)).toBe('1,032 of 1,200 comments')
  expect(progressWords({ ...quest, goal: 1, progress: 0 })).toBe('0 of 1 comment')
  expect(progressWords({ ...quest, actionType: 'everybody_once', goal: 24, progress: 9 })).toBe(
    '9 of 24 members',
  )
  expect([0, 600, 1_200, 5_000].map((progress) => progressShare({ ...quest, progress }))).toEqual([
    0, 0.5, 1, 1,
  ])
  expect(progressShare({ goal: 0, progress: 0 })).toBe(0)
})

test.each([
  ['2026-03-02', '7 days left'],
  ['2026-03-07', '2 days left'],
  ['2026-03-08', 'Last day'],
])('on %s it has %s', (today, words) => {
  expect(daysLeftWords(quest, asDay(today))).toBe(words)
})

describe('the own part', () => {
  test.each<[Partial<Quest>, string]>([
    [{}, '4 of them are yours.'],
    [{ ownPart: 1 }, '1 of them is yours.'],
    [{ ownPart: 0 }, 'Your next comment counts.'],
    [{ actionType: 'any', participants: 12 }, '4 of them are yours. 12 members took part.'],
    [{ actionType: 'any', ownPart: 0, participants: 1 }, 'Your next report counts. 1 member took part.'],
    [{ actionType: 'everybody_once', participants: 12 }, 'You are in.'],
    [{ actionType: 'everybody_once', ownPart: 0, participants: 12 }, 'One report and you are in.'],
  ])('of %o reads "%s"', (change, words) => {
    expect(partWords({ ...quest, ...change })).toBe(words)
  })
})
