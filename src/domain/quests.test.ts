import { describe, expect, test } from 'vitest'
import { asDay } from './days.ts'
import { canBeDone, hasReached, type QuestTerms, questState, questUnit, questVerdict } from './quests.ts'

const terms: QuestTerms = {
  actionType: 'comment',
  goal: 200,
  startDate: asDay('2026-03-02'),
  endDate: asDay('2026-03-08'),
}

describe('a quest', () => {
  test.each<[string, Partial<QuestTerms>]>([
    ['ok', {}],
    ['ok', { endDate: terms.startDate }],
    ['ends-early', { endDate: asDay('2026-03-01') }],
    ['no-goal', { goal: null }],
    ['no-goal', { goal: null, actionType: 'any' }],
    ['ok', { goal: null, actionType: 'everybody_once' }],
    ['ok', { goal: 5, actionType: 'everybody_once' }],
    // 190 days, and one more.
    ['ok', { endDate: asDay('2026-09-07') }],
    ['too-long', { endDate: asDay('2026-09-08') }],
  ])('is %s with %o', (verdict, change) => {
    expect(questVerdict({ ...terms, ...change })).toBe(verdict)
  })

  test.each([
    ['2026-03-01', 'ahead', false],
    ['2026-03-02', 'running', true],
    ['2026-03-08', 'running', true],
    ['2026-03-09', 'over', true],
    ['2026-03-10', 'over', false],
  ] as const)('on %s is %s', (today, state, mayBeDone) => {
    expect(questState(terms, false, asDay(today))).toBe(state)
    expect(questState(terms, true, asDay(today))).toBe('done')
    expect(canBeDone(terms, asDay(today))).toBe(mayBeDone)
  })

  test.each([
    [199, 200, false],
    [200, 200, true],
    [201, 200, true],
    [0, 0, false],
  ])('with %i of %i has reached its goal: %s', (progress, goal, isReached) => {
    expect(hasReached({ progress, goal })).toBe(isReached)
  })

  test('counts in its own unit', () => {
    expect(questUnit('comment', 1)).toBe('comment')
    expect(questUnit('like', 0)).toBe('likes')
    expect(questUnit('share', 2)).toBe('shares')
    expect(questUnit('any', 200)).toBe('reports')
    expect(questUnit('everybody_once', 24)).toBe('members')
  })
})
