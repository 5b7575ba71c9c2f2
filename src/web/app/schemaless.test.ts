import { expect, test, vi } from 'vitest'
import { z } from './schemaless.ts'

vi.mock('zod', () => import('./schemaless.ts'))

const contract = import.meta.glob<Record<string, unknown>>(
  ['../../contract/*.ts', '!../../contract/*.test.ts'],
  {
    eager: true,
  },
)

test('the whole contract loads without schemas and keeps its methods and paths', () => {
  const endpoints = Object.values(contract)
    .flatMap((file) => Object.values(file))
    .filter(isEndpoint)
  expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/auth/login')
  expect(endpoints.every(({ path }) => path.startsWith('/'))).toBe(true)
  expect(endpoints.length).toBeGreaterThan(15)
})

test('a schema that is used in the browser throws', () => {
  const schema = (
    z as unknown as { object: (shape: object) => { parse: (value: unknown) => unknown } }
  ).object({})
  expect(() => schema.parse('anything')).toThrow('There are no schemas in the browser: parse')
})

function isEndpoint(value: unknown): value is { method: string; path: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, 'path') &&
    Object.hasOwn(value, 'method')
  )
}
