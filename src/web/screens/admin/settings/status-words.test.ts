import { expect, test } from 'vitest'
import { jobsSummary, queueText, sizeText, waitText } from './status-words.ts'

test('sizes are in megabytes, and in gigabytes from a thousand of them', () => {
  expect([8_412_345, 999_940_000, 12_345_000_000].map(sizeText)).toEqual(['8.4 MB', '999.9 MB', '12.3 GB'])
})

test('a wait is told in its largest whole unit', () => {
  expect([0.4, 1, 59, 60, 3_599, 3_600, 7_300].map(waitText)).toEqual([
    '0 seconds',
    '1 second',
    '59 seconds',
    '1 minute',
    '59 minutes',
    '1 hour',
    '2 hours',
  ])
})

test('a queue without words is told by its code', () => {
  expect(['chat.send', 'moon.land', null].map(queueText)).toEqual([
    'Send messages to Slack',
    'moon.land',
    'Unknown job',
  ])
})

test('jobs are late once the oldest one has waited for more than fifteen minutes', () => {
  const idle = { queue: 'chat.import', queued: 0, oldestSeconds: 0 }
  const some = { queue: 'chat.send', queued: 2, oldestSeconds: 900 }
  const old = { queue: 'posts.publish', queued: 1, oldestSeconds: 901 }
  expect(jobsSummary([idle])).toEqual({ waiting: 0, oldest: null, isLate: false })
  expect(jobsSummary([idle, some])).toEqual({ waiting: 2, oldest: some, isLate: false })
  expect(jobsSummary([some, old, idle])).toEqual({ waiting: 3, oldest: old, isLate: true })
})
