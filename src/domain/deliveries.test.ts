import { expect, test } from 'vitest'
import { cutBodyField, isCutBody } from './deliveries.ts'

test.each([
  [{ [cutBodyField]: '{"platform":' }, true],
  [{ [cutBodyField]: '', platform: 'linkedin' }, false],
  [{ platform: 'linkedin' }, false],
  [{}, false],
  [[cutBodyField], false],
  [cutBodyField, false],
  [null, false],
])('of %o only the beginning was kept: %s', (body, isCut) => {
  expect(isCutBody(body)).toBe(isCut)
})
