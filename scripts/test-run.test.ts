import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearDeadRuns, runVariable, startOf } from './test-run.ts'

const begin = `
  import { spawn } from 'node:child_process'
  import { beginTestRun } from ${JSON.stringify(join(import.meta.dirname, 'test-run.ts'))}
  const run = await beginTestRun()
  const env = { ...process.env, ...run.environment }
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env, detached: true, stdio: 'ignore' })
  console.log(JSON.stringify({ folder: run.folder, leftPid: left.pid }))
  process.stdin.once('data', () => run.end().then(() => process.exit(0)))`

interface Begun {
  readonly process: ChildProcess
  readonly folder: string
  readonly leftPid: number
}

let root: string
const children: ChildProcess[] = []

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ovation-runs-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(root, { recursive: true, force: true })
})

/** Begins a run in another process. That process starts a program and does not stop it. */
async function beginRun(): Promise<Begun> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', begin], {
    env: { ...process.env, TMPDIR: root },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { process: child, ...(JSON.parse(String(line)) as Pick<Begun, 'folder' | 'leftPid'>) }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const isLeft = (pid: number) => startOf(pid) !== null

it('kills the programs that a run left behind, and deletes its folder', async () => {
  const run = await beginRun()
  expect([existsSync(run.folder), isLeft(run.leftPid)]).toEqual([true, true])
  const ended = once(run.process, 'exit')
  run.process.stdin?.write('end\n')
  await ended
  expect(existsSync(run.folder)).toBe(false)
  await expect.poll(() => isLeft(run.leftPid)).toBe(false)
})

it('cleans up a killed run, but no running one and no other folders or programs', async () => {
  const [dead, living] = [await beginRun(), await beginRun()]
  await mkdir(join(root, 'ovation-run-of-somebody'))
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    env: { ...process.env, [runVariable]: 'ovation-run-1-1-00000000' },
    stdio: 'ignore',
  })
  children.push(other)
  await kill(dead.process)
  expect(isLeft(dead.leftPid)).toBe(true)

  expect((await clearDeadRuns(root)).map((name) => join(root, name))).toEqual([dead.folder])
  expect(existsSync(dead.folder)).toBe(false)
  await expect.poll(() => isLeft(dead.leftPid)).toBe(false)
  expect([existsSync(living.folder), isLeft(living.leftPid)]).toEqual([true, true])
  expect([isLeft(other.pid ?? 0), (await readdir(root)).includes('ovation-run-of-somebody')]).toEqual([
    true,
    true,
  ])
  await kill(living.process)
  await clearDeadRuns(root)
})

it('recognises a dead run whose pid now belongs to another program', async () => {
  const taken = `ovation-run-${process.pid}-1-0123abcd`
  await mkdir(join(root, taken))
  expect(await clearDeadRuns(root)).toEqual([taken])
})
