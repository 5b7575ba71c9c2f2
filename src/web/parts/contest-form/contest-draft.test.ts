import { expect, test } from 'vitest'
import { asDay } from '#domain/days.ts'
import { draftOf, isUsualTitle, nextDraft } from './contest-draft.ts'

const december = { startDate: asDay('2026-12-01'), endDate: asDay('2026-12-31') }

test('a month becomes a contest with its name and its days, and without words or a prize', {
  tags: ['admin-contests-draft'],
}, () => {
  expect(draftOf(december)).toEqual({
    title: 'December Spotlight',
    description: null,
    startDate: '2026-12-01',
    endDate: '2026-12-31',
    prize: null,
    isActive: true,
    isBetweenTeams: false,
  })
})

test('the next contest is one for the next month without one', { tags: ['admin-contests-draft'] }, () => {
  expect(nextDraft([], asDay('2026-12-11'))).toEqual(draftOf(december))
  expect(nextDraft([{ ...december, isActive: true }], asDay('2026-12-11'))).toMatchObject({
    title: 'January Spotlight',
    startDate: '2027-01-01',
    endDate: '2027-01-31',
  })
})

test.each([
  ['', true],
  [' ', true],
  ['March Spotlight', true],
  ['March Madness', false],
  ['March Spotlight 2', false],
])('%j is a title that a choice of the month replaces: %s', (title, expected) => {
  expect(isUsualTitle(title)).toBe(expected)
})
