import { describe, expect, test } from 'vitest'
import { newContest } from '#contract/contests.schema.ts'
import { activityWord, type ContestFields, contestIn, fieldsOf, shownValue } from './contest-fields.ts'

const march = {
  title: 'March',
  description: 'Who shares the most',
  startDate: '2026-03-01',
  endDate: '2026-03-31',
  prize: 'A kettle',
  isActive: false,
}
const fields = (changes: Partial<ContestFields> = {}): ContestFields => ({ ...fieldsOf(march), ...changes })

describe('the fields of a contest', () => {
  test('begin empty and active', { tags: ['admin-contests-form'] }, () => {
    expect(fieldsOf(null)).toEqual({
      title: '',
      description: '',
      startDate: '',
      endDate: '',
      prize: '',
      isActive: true,
    })
  })

  test('give back the contest that they were filled from, with year and month of its start', {
    tags: ['admin-contests-month'],
  }, () => {
    expect(contestIn(fields())).toEqual({ contest: { ...march, year: 2026, month: 3 } })
    const sent = { ...march, year: 2026, month: 3 }
    expect(newContest.parse(sent)).toEqual(sent)
  })

  test('send blank text as nothing', { tags: ['form-contest-optional'] }, () => {
    expect(contestIn(fields({ title: ' May ', description: ' ', prize: '' }))).toMatchObject({
      contest: { title: 'May', description: null, prize: null },
    })
  })

  test.each([
    ['title', ' '],
    ['title', 'x'.repeat(121)],
    ['description', 'x'.repeat(2001)],
    ['prize', '🏆'.repeat(201)],
    ['startDate', ''],
    ['endDate', ''],
    ['endDate', '1999-12-31'],
  ] as const)(
    'refuse %s of %j in the words of the API',
    { tags: ['form-contest-required'] },
    (field, text) => {
      const refused = newContest.safeParse({ ...march, [field]: text })
      expect(contestIn(fields({ [field]: text }))).toEqual({
        problems: { [field]: refused.error?.issues[0]?.message },
      })
    },
  )

  test('take one day and 120 characters of any kind, and refuse an end before the start', {
    tags: ['form-contest-days'],
  }, () => {
    const day = fields({ endDate: '2026-03-01', title: '🏆'.repeat(120) })
    expect('contest' in contestIn(day)).toBe(true)
    expect(contestIn(fields({ endDate: '2026-02-28' }))).toEqual({
      problems: { endDate: 'The end date must not be before the start date' },
    })
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

  test('show a value as the list does', () => {
    expect(shownValue('2026-03-01', 'startDate')).toBe('Mar 1, 2026')
    expect(shownValue(false, 'isActive')).toBe('Inactive')
    expect(shownValue(null, 'prize')).toBe('None')
    expect(shownValue('2026-03-01', 'title')).toBe('2026-03-01')
  })
})
