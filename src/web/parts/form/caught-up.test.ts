import { expect, test } from 'vitest'
import { caughtUp } from './caught-up.ts'

test('what somebody else changed stands where nothing was written, and nowhere else', {
  tags: ['wrong-follows'],
}, () => {
  const opened = { title: 'Spring', prize: '', isActive: true }
  const written = { ...opened, title: 'May' }
  const now = { title: 'April', prize: 'A kettle', isActive: false }
  expect(caughtUp(written, { opened, now })).toEqual({ title: 'May', prize: 'A kettle', isActive: false })
  expect(caughtUp(written, { opened, now: opened })).toEqual(written)
})
