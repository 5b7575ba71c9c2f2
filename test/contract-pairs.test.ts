import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'

const folder = new URL('../src/contract/', import.meta.url)
const names = await readdir(folder)
const nounsWithSchemas = names.flatMap((name) => /^([\w-]+)\.schema\.ts$/.exec(name)?.[1] ?? [])
const nouns = names.flatMap((name) => /^([\w-]+)\.ts$/.exec(name)?.[1] ?? [])

test('every endpoint stands with the same name, method and path in the file without and the file with schemas', async () => {
  const served = await endpointsOf(nounsWithSchemas, '.schema.ts')
  const called = await endpointsOf(nouns, '.ts')
  expect(served).toEqual(called)
  expect(called).toContain('posts listPosts GET /api/social-feed-posts')
  expect(called.length).toBeGreaterThan(50)
})

/** A body that is kept as it came, for the log of deliveries; the fields that are read from it are named. */
const keptWhole = ['socialpilot socialpilotEvent']

test('what a route reads from a body has only the fields that its contract names', {
  tags: ['sec-39'],
}, async () => {
  const bodies = await bodiesOf(nounsWithSchemas)
  expect(bodies.size).toBeGreaterThan(30)
  const open = [...bodies].filter(([, body]) => takesOthers(body)).map(([name]) => name)
  expect(open).toEqual(keptWhole)
  expect(takesOthers(z.object({ inner: z.array(z.looseObject({ a: z.string() })).optional() }))).toBe(true)
  expect(takesOthers(z.object({ inner: z.array(z.object({ a: z.string() })).optional() }))).toBe(false)
})

async function bodiesOf(ofNouns: readonly string[]): Promise<Map<string, z.ZodType>> {
  const bodies = new Map<string, z.ZodType>()
  for (const noun of ofNouns) {
    const module: Readonly<Record<string, unknown>> = await import(`${folder.href}${noun}.schema.ts`)
    for (const [name, value] of Object.entries(module)) {
      if (isEndpoint(value) && 'body' in value && value.body instanceof z.ZodType)
        bodies.set(`${noun} ${name}`, value.body)
    }
  }
  return bodies
}

/** Whether an object in what is read could have a field that the schema does not name. */
function takesOthers(schema: z.ZodType): boolean {
  const read = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return hasOpenObject(read)
}

function hasOpenObject(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  const { type, additionalProperties } = part as { type?: unknown; additionalProperties?: unknown }
  if (type === 'object' && additionalProperties !== false) return true
  return Object.values(part).some(hasOpenObject)
}

async function endpointsOf(ofNouns: readonly string[], ending: string): Promise<string[]> {
  const found = await Promise.all(
    ofNouns.map(async (noun) => {
      const module: Readonly<Record<string, unknown>> = await import(`${folder.href}${noun}${ending}`)
      return Object.entries(module).flatMap(([name, value]) =>
        isEndpoint(value) ? [`${noun} ${name} ${value.method} ${value.path}`] : [],
      )
    }),
  )
  return found.flat().sort()
}

function isEndpoint(value: unknown): value is { method: string; path: string } {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
