import { expect, it } from 'vitest'
import { dayProblems, daysToAsk } from './day-range.ts'

const years = 'Must be in a year from 2000 to 2199'

it.each([
  ['no days', '', '', {}, { from: '', to: '' }],
  ['one day', '2026-03-01', '2026-03-01', {}, { from: '2026-03-01', to: '2026-03-01' }],
  ['no end', '2026-03-01', '', {}, { from: '2026-03-01', to: '' }],
  ['days in reverse', '2026-03-02', '2026-03-01', { to: 'To must not be before From' }, { from: '', to: '' }],
  ['a year that is being typed', '0202-03-02', '2026-03-01', {}, { from: '', to: '2026-03-01' }],
  ['a year before all', '1999-12-31', '', { from: years }, { from: '', to: '' }],
  ['a year after all', '2026-03-01', '2200-01-01', { to: years }, { from: '2026-03-01', to: '' }],
])('%s', { tags: ['admin-settings-days'] }, (...line) => {
  const [, from, to, problems, asked] = line
  expect([dayProblems({ from, to }), daysToAsk({ from, to })]).toEqual([problems, asked])
})
