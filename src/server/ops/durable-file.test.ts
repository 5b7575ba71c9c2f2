import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeDurably } from './durable-file.ts'

let folder = ''
const path = () => join(folder, 'backup')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-durable-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the leftover of a killed process neither blocks a write nor makes the new file readable by others', async () => {
  await writeFile(`${path()}.partial`, 'half of it')
  await chmod(`${path()}.partial`, 0o644)
  await writeDurably(path(), async (file) => void (await file.write('all of it')))
  expect(await readFile(path(), 'utf8')).toBe('all of it')
  expect((await stat(path())).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['backup'])
})

test('a failed write leaves the previous file, and nothing else', async () => {
  await writeDurably(path(), async (file) => void (await file.write('before')))
  const failing = writeDurably(path(), async (file) => {
    await file.write('half of it')
    throw new Error('no space left')
  })
  await expect(failing).rejects.toThrow('no space left')
  expect(await readFile(path(), 'utf8')).toBe('before')
  expect(await readdir(folder)).toEqual(['backup'])
})
