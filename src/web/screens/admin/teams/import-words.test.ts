import { expect, it } from 'vitest'
import { countsText, restText } from './import-words.ts'

it('an import is counted in words, before and after it is done', () => {
  const counts = { moved: 1_200, unchanged: 12, skipped: 1 }
  expect(countsText({ ...counts, isPreview: true })).toBe(
    '1,200 members to move, 12 unchanged, 1 line to skip',
  )
  expect(countsText({ ...counts, isPreview: false })).toBe(
    '1,200 members moved, 12 unchanged, 1 line skipped',
  )
})

it('a list says how much it leaves out', () => {
  expect([restText(1_112, 100), restText(100, 100), restText(0, 0)]).toEqual(['and 1,012 more', '', ''])
})
