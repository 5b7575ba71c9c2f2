import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Grace Wanjiru Kamau', 'GK'],
  ['Wilhelmina van der Berg-Oosterhuis', 'WB'],
  ['ليلى حداد', 'لح'],
  ['Cher', 'C'],
  ['émile  de zola ', 'ÉZ'],
  ['李小龙', '李'],
  ['Agent 007', 'A0'],
  ['<b>Bo</b> (Sales)', 'BS'],
  ['𝒜na 🎉', '𝒜'],
  ['🎉', '?'],
  ['', '?'],
])('the initials of "%s" are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
