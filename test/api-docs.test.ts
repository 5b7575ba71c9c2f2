import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tokenScopes } from '#domain/access-tokens.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { type ListeningApp, startListeningApp } from '#test/support/listening.ts'
import { insertTestToken } from '#test/support/session.ts'

const run = promisify(execFile)
let t: ListeningApp
let guide: string
let environment: Readonly<Record<string, string>>

beforeAll(async () => {
  t = await startListeningApp()
  guide = await readFile(new URL('../docs/api.md', import.meta.url), 'utf8')
  const admin = await t.member('iris.admin', 'admin')
  environment = {
    PATH: process.env.PATH ?? '',
    OVATION_URL: t.origin,
    OVATION_TOKEN: await insertTestToken(t.deps, admin.id, ['admin']),
    POST_ID: await insertPost(t.deps),
  }
})
afterAll(() => t.close())

const examples = () => [...guide.matchAll(/```sh\n([^`]+)```/g)].map(([, lines = '']) => lines)

it('every call in the API guide works as written', { tags: ['access-tokens-guide'] }, async () => {
  expect(examples()).toHaveLength(4)
  for (const lines of examples()) {
    const { stdout } = await run('sh', ['-euc', lines], { env: environment })
    expect(stdout, lines).toMatch(/^\{/)
  }
})

it('the calls in the API guide fail without a token that works', async () => {
  for (const lines of examples()) {
    const env = { ...environment, OVATION_TOKEN: 'ovt_wrong' }
    await expect(run('sh', ['-euc', lines], { env }), lines).rejects.toThrow('401')
  }
})

it('the API guide names every scope', () => {
  for (const scope of tokenScopes) expect(guide).toContain(`| \`${scope}\` |`)
})
