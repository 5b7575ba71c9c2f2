import { expect, test } from 'vitest'
import { appealWords } from './appeal-words.ts'

test('what became of an appeal is told', { tags: ['statement-appeal'] }, () => {
  expect(appealWords({ outcome: 'open', reason: null })).toBe('Appeal open')
  expect(appealWords({ outcome: 'upheld', reason: 'Not there' })).toBe('Upheld: Not there')
  expect(appealWords({ outcome: 'given_back', reason: 'Found' })).toBe('Given back: Found')
})
