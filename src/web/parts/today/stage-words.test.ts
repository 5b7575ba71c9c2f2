import { describe, expect, test } from 'vitest'
import type { DoneTodayPost, TodayPost } from '#contract/today.ts'
import type { PostId } from '#domain/ids.ts'
import { goalDay, headlineOf, sentenceOf, stageState, stopsOf } from './stage-words.ts'

const reported = { currentStreak: 9, hasReportedToday: true, todayNeeds: null } as const
const notYet = { currentStreak: 9, hasReportedToday: false, todayNeeds: 'report' } as const

describe('the state of the stage', () => {
  const today = { lastPostAt: '2026-03-11T09:00:00.000Z', hasReported: true, waiting: 3 }

  test.each([
    ['quiet', { ...today, lastPostAt: null, hasReported: false }, notYet],
    ['first', { ...today, hasReported: false }, notYet],
    ['waiting', today, notYet],
    ['begun', today, reported],
    ['done', { ...today, waiting: 0 }, reported],
    ['done', { ...today, waiting: 0 }, notYet],
  ] as const)('is %s', (state, answer, streak) => {
    expect(stageState(answer, streak)).toBe(state)
  })
})

test('the headline counts what waits', () => {
  expect(headlineOf('waiting', 3)).toBe('3 posts waiting')
  expect(headlineOf('begun', 1)).toBe('1 post waiting')
  expect(headlineOf('done', 0)).toBe('All caught up')
})

test('the goal is the day that today makes it', () => {
  expect(goalDay(notYet)).toBe(10)
  expect(goalDay(reported)).toBe(9)
  expect(goalDay({ currentStreak: 0, todayNeeds: null, hasReportedToday: false })).toBe(1)
})

describe('the sentence below the headline', () => {
  const waiting = { worth: 1_195, pointsToday: 0, usualTime: null, waiting: 3 }
  const done = { worth: 0, pointsToday: 195, usualTime: 'morning', waiting: 0 } as const

  test.each([
    [waiting, notYet, 'up to +1,195', 'a report today makes it day 10'],
    [
      waiting,
      { currentStreak: 0, hasReportedToday: false, todayNeeds: 'report' as const },
      'up to +1,195',
      'a report today starts a streak',
    ],
    [waiting, reported, 'up to +1,195', 'day 9 is yours'],
    [waiting, { ...notYet, todayNeeds: null }, 'up to +1,195', 'your streak needs no report today'],
    [{ ...waiting, worth: 0 }, reported, null, 'day 9 is yours'],
    [done, reported, '+195 today', 'the next post usually arrives in the morning'],
    [
      { ...done, usualTime: null },
      reported,
      '+195 today',
      'the next post shows up here the moment it is out',
    ],
    [{ ...done, pointsToday: -15 }, notYet, null, 'the next post usually arrives in the morning'],
  ])('%#', (today, streak, figure, text) => {
    expect(sentenceOf(today, streak)).toEqual({ figure, text })
  })
})

describe('the stops', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `w${at + 1}`)
  const stops = (waiting: number, done: number) => {
    const { stops: shown, more } = stopsOf({
      waiting,
      posts: names(Math.min(waiting, 6)).map((title) => postOf(title)),
      doneToday: ['d1', 'd2', 'd3'].slice(0, done).map((title) => ({ ...postOf(title), points: 45 })),
    })
    return { path: shown.map(({ post, state, points }) => [post.title, state, points]), more }
  }

  test('are the newest posts that wait, the first of them next', () => {
    expect(stops(3, 0)).toEqual({
      path: [
        ['w1', 'next', 65],
        ['w2', 'waiting', 65],
        ['w3', 'waiting', 65],
      ],
      more: 0,
    })
  })

  test('begin with the latest done posts where there is room, the earlier first', () => {
    expect(stops(2, 3).path).toEqual([
      ['d1', 'done', 45],
      ['w1', 'next', 65],
      ['w2', 'waiting', 65],
    ])
    expect(stops(0, 3).path.map(([title]) => title)).toEqual(['d3', 'd2', 'd1'])
  })

  test('are two with the number of others when more than three wait', () => {
    expect(stops(9, 2)).toEqual({
      path: [
        ['w1', 'next', 65],
        ['w2', 'waiting', 65],
      ],
      more: 7,
    })
  })
})

function postOf(title: string): TodayPost & Pick<DoneTodayPost, 'points'> {
  return {
    id: title as PostId,
    platform: 'linkedin',
    authorName: 'Brightwater',
    title,
    imageUrl: null,
    link: null,
    worth: 65,
    open: ['like', 'comment', 'share'],
    points: 0,
  }
}
