import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'

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
