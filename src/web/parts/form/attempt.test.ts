import { expect, test } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { refusalOf } from './attempt.ts'

const words = { title: 'Error creating configuration', fallback: 'Failed to create configuration' }

test('a refusal shows the server’s message, and what it says of the fields', {
  tags: ['form-refusal'],
}, () => {
  const body = { message: 'Not so', issues: [{ path: 'pointValue', message: 'Too many' }] }
  expect(refusalOf(new ApiError(400, JSON.stringify(body)), words)).toEqual({
    toast: { kind: 'destructive', title: 'Error creating configuration', description: 'Not so' },
    inline: 'Error creating configuration: Not so',
    problems: { pointValue: 'Too many' },
  })
})

test('what never reached the server has the words of its own', { tags: ['told-unreached'] }, () => {
  const { toast, problems } = refusalOf(new TypeError('Failed to fetch'), words)
  expect(toast.description).toBe('Failed to create configuration')
  expect(problems).toEqual({})
})
