import { expect, test } from 'vitest'
import { holidaysIn } from './holidays-file.ts'

test.each([
  ['days alone', '2026-12-25\n2026-05-01', ['2026-05-01', '2026-12-25']],
  [
    'days with names',
    '2026-05-01,Labour Day\r\n2026-12-25,"Christmas, first day"\r\n',
    ['2026-05-01', '2026-12-25'],
  ],
  ['semicolons and a head line', 'day;name\n2026-05-01;Labour Day', ['2026-05-01']],
  [
    'quotes, tabs, empty lines and a byte order mark',
    '\u{FEFF}"2026-05-01"\tx\n\n 2026-05-02 \n',
    ['2026-05-01', '2026-05-02'],
  ],
  ['a day twice', '2026-05-01\n2026-05-01', ['2026-05-01']],
  ['nothing', '', []],
])('a list of %s is read', (_, text, days) => {
  expect(holidaysIn(text)).toEqual({ days })
})

test.each([
  ['a day in another form', 'day\n01.05.2026', { line: 2, text: '01.05.2026' }],
  ['a day that is none', '2026-02-30', { line: 1, text: '2026-02-30' }],
  ['a name before the day', '2026-05-01\nChristmas,2026-12-25', { line: 2, text: 'Christmas' }],
  ['a year that is too far away', '1999-01-01', { line: 1, text: '1999-01-01' }],
])('a line with %s is named', (_, text, problem) => {
  expect(holidaysIn(text)).toEqual(problem)
})
