import { expect, test } from 'vitest'
import type { Quest } from '#contract/quests.ts'
import { asDay } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import { describedOf, fieldsOf, newQuestOf, questIn, shownValue } from './quest-fields.ts'

const quest: Quest = {
  id: asId<'quest'>('01890000-0000-7000-8000-000000000001'),
  title: 'All of us',
  goal: 24,
  isForEverybody: true,
  actionType: 'everybody_once',
  startDate: asDay('2026-03-02'),
  endDate: asDay('2026-03-08'),
  progress: 9,
  participants: 9,
  ownPart: 0,
  state: 'running',
  doneAt: null,
}

test('a quest for everybody has no goal in its form, and gets none back', () => {
  const fields = fieldsOf(describedOf(quest))
  expect(fields.goal).toBe('')
  expect(questIn(fields)).toEqual({
    title: 'All of us',
    goal: null,
    actionType: 'everybody_once',
    startDate: '2026-03-02',
    endDate: '2026-03-08',
  })
  expect(fieldsOf(describedOf({ ...quest, isForEverybody: false })).goal).toBe('24')
})

test.each([
  ['200', 200],
  [' 1,200 ', 1_200],
  ['', null],
  ['many', Number.NaN],
])('the goal "%s" is %s', (goal, number) => {
  expect(questIn({ ...fieldsOf(describedOf(quest)), goal }).goal).toBe(number)
})

test('a new quest takes the week', () => {
  expect(newQuestOf(asDay('2026-03-05'))).toMatchObject({ startDate: '2026-03-02', endDate: '2026-03-08' })
  expect(newQuestOf(null)).toMatchObject({ startDate: '', endDate: '' })
})

test('what somebody else changed is shown as the list shows it', () => {
  expect(shownValue(null, 'goal')).toBe('Everybody')
  expect(shownValue(1_200, 'goal')).toBe('1,200')
  expect(shownValue('everybody_once', 'actionType')).toBe('Members with a report')
  expect(shownValue('2026-03-02', 'startDate')).toBe('Mar 2, 2026')
  expect(shownValue('Comment week', 'title')).toBe('Comment week')
})
