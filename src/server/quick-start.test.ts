import { chmod, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ProjectProcess } from '#test/crash/product-process.ts'

let folder = ''
const compiled = () => join(folder, 'compiled')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-quick-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Starts quickly in a process of its own, and returns what it says. */
async function start(): Promise<string> {
  const program = `const { startQuickly } = await import('./src/server/quick-start.ts')
    console.log(startQuickly())
    await import('./src/domain/days.ts')
    await import('drizzle-orm/pg-core')`
  const started = new ProjectProcess(['--input-type=module', '--eval', program], {
    DATA_DIR: folder,
    NODE_COMPILE_CACHE: '',
  })
  expect(await started.waitForExit(), started.output).toBe(0)
  return started.output.trim()
}

test('compiled code is kept for the next start', { tags: ['start-from-cache'] }, async () => {
  expect(await start()).toBe('null')
  expect((await readdir(compiled(), { recursive: true })).length).toBeGreaterThan(100)
  expect(await start()).toBe('null')
})

test.each([
  ['a folder that others may write to', () => mkdir(compiled()).then(() => chmod(compiled(), 0o777))],
  ['a link to another place', () => symlink(tmpdir(), compiled())],
  ['a folder in one that others may write to', () => chmod(folder, 0o777)],
])('no code is kept in %s, and the program starts', { tags: ['start-from-cache'] }, async (_, prepare) => {
  await prepare()
  const before = await readdir(folder)
  expect(await start()).not.toBe('null')
  if (before.length > 0) expect((await readdir(folder)).sort()).toEqual(before)
})
