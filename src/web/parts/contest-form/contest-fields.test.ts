import { describe, expect, test } from 'vitest'
import { newContest } from '#contract/contests.schema.ts'
import { asDay } from '#domain/days.ts'
import { check } from '#web/parts/form/check.ts'
import {
  activityWord,
  type ContestFields,
  contestIn,
  describedOf,
  fieldsOf,
  phaseWord,
  shownValue,
} from './contest-fields.ts'

const march = {
  title: 'March',
  description: 'Who shares the most',
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  prize: 'A kettle',
  isActive: false,
  isBetweenTeams: true,
}
const fields = (changes: Partial<ContestFields> = {}): ContestFields => ({ ...fieldsOf(march), ...changes })

const sent = (given: ContestFields) => check(newContest, contestIn(given))

describe('the fields of a contest', () => {
  test('begin empty and active', { tags: ['admin-contests-form'] }, () => {
    expect(fieldsOf(describedOf(null))).toEqual({
      title: '',
      description: '',
      startDate: '',
      endDate: '',
      prize: '',
      isActive: true,
      isBetweenTeams: false,
    })
  })

  test('give back the contest that they were filled from, with year and month of its start', {
    tags: ['admin-contests-month'],
  }, () => {
    expect(sent(fields())).toEqual({ body: { ...march, year: 2026, month: 3 } })
  })

  test('send blank text as nothing', { tags: ['form-contest-optional'] }, () => {
    expect(sent(fields({ title: ' May ', description: ' ', prize: '' }))).toMatchObject({
      body: { title: 'May', description: null, prize: null },
    })
  })

  test.each([
    ['title', ' ', 'Title is required'],
    ['title', 'x'.repeat(121), 'Must be at most 120 characters long'],
    ['description', 'x'.repeat(2001), 'Must be at most 2000 characters long'],
    ['prize', '🏆'.repeat(201), 'Must be at most 200 characters long'],
    ['startDate', '', 'Start date is required'],
    ['endDate', '', 'End date is required'],
    ['endDate', '1999-12-31', 'Must be in a year from 2000 to 2199'],
  ] as const)('are refused with %s as %j', { tags: ['form-contest-required'] }, (field, text, message) => {
    expect(sent(fields({ [field]: text }))).toEqual({ problems: { [field]: message } })
  })

  test('take one day and 120 characters of any kind', { tags: ['form-contest-days'] }, () => {
    expect(sent(fields({ endDate: '2026-03-01', title: '🏆'.repeat(120) }))).toHaveProperty('body')
  })
})

describe('the words of a contest', () => {
  test('say whether it is on, as far as that is known', { tags: ['admin-contests-active'] }, () => {
    expect([true, false, null, undefined].map(activityWord)).toEqual([
      'Active',
      'Inactive',
      'Unknown',
      'Unknown',
    ])
  })

  test.each([
    ['2026-02-28', 'Upcoming', 'Upcoming'],
    ['2026-03-01', 'Running', null],
    ['2026-03-31', 'Running', null],
    ['2026-04-01', 'Ended', 'Ended'],
  ])('on %s are %s when it is active, and %s when it is not', { tags: ['admin-contests-phase'] }, (...at) => {
    const [day, active, inactive] = at
    const days = { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') }
    expect(phaseWord({ ...days, isActive: true }, asDay(day))).toBe(active)
    expect(phaseWord({ ...days, isActive: false }, asDay(day))).toBe(inactive)
  })

  test('show a value as the list does', () => {
    expect(shownValue('2026-03-01', 'startDate')).toBe('Mar 1, 2026')
    expect(shownValue(false, 'isActive')).toBe('Inactive')
    expect(shownValue(true, 'isBetweenTeams')).toBe('Yes')
    expect(shownValue(false, 'isBetweenTeams')).toBe('No')
    expect(shownValue(null, 'prize')).toBe('None')
    expect(shownValue('2026-03-01', 'title')).toBe('2026-03-01')
  })
})
