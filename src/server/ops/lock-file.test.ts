import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LockedError, takeLock } from './lock-file.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-lock-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('a lock file', () => {
  test('names this process, excludes this process too, and is deleted on release', async () => {
    const release = await takeLock(lock())
    expect(await holder()).toEqual({ pid: process.pid, startedAt: await startOf(process.pid) })
    expect((await stat(lock())).mode & 0o777).toBe(0o600)
    await expect(takeLock(lock())).rejects.toThrow(LockedError)
    await release()
    expect(await readdir(folder)).toEqual([])
    await takeLock(lock())
  })

  test('of another living process is refused with its pid', async () => {
    const other = await startSleeper()
    await writeLock({ pid: other.pid, startedAt: await startOf(other.pid) })
    await expect(takeLock(lock())).rejects.toThrow(`locked by pid ${other.pid}`)
    expect((await holder()).pid).toBe(other.pid)
    await other.end()
  })

  test('of a dead process is taken over', async () => {
    const other = await startSleeper()
    const startedAt = await startOf(other.pid)
    await other.end()
    await writeLock({ pid: other.pid, startedAt })
    await takeLock(lock())
    expect((await holder()).pid).toBe(process.pid)
  })

  test('of a dead process whose pid was reused is taken over', async () => {
    const other = await startSleeper()
    await writeLock({ pid: other.pid, startedAt: '1' })
    await takeLock(lock())
    expect((await holder()).pid).toBe(process.pid)
    await other.end()
  })

  test('of a dead process with our own pid is taken over, as in a restarted container', async () => {
    await writeLock({ pid: process.pid, startedAt: '1' })
    await takeLock(lock())
    expect((await holder()).startedAt).toBe(await startOf(process.pid))
  })

  test.each(['', '{"pid":', '{"pid":"x"}'])(
    'that was not completely written (%j) is taken over',
    async (text) => {
      await writeFile(lock(), text)
      await takeLock(lock())
      expect((await holder()).pid).toBe(process.pid)
    },
  )

  test('of a dead process goes to exactly one of many that try to take it', async () => {
    await writeLock({ pid: process.pid, startedAt: '1' })
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(lock())))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readdir(folder)).toEqual(['ovation.lock'])
  })

  test('of a dead process is taken over after a takeover that was interrupted', async () => {
    await writeLock({ pid: process.pid, startedAt: '1' })
    await writeFile(`${lock()}.takeover`, JSON.stringify({ pid: process.pid, startedAt: '2' }))
    await takeLock(lock())
    expect(await readdir(folder)).toEqual(['ovation.lock'])
  })
})

function lock(): string {
  return join(folder, 'ovation.lock')
}

async function holder(): Promise<{ pid: number; startedAt: string | null }> {
  return JSON.parse(await readFile(lock(), 'utf8'))
}

async function writeLock(holder: { pid: number; startedAt: string }): Promise<void> {
  await writeFile(lock(), JSON.stringify(holder))
}

async function startOf(pid: number): Promise<string> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8')
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

async function startSleeper(): Promise<{ pid: number; end(): Promise<void> }> {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  await once(child, 'spawn')
  const end = async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  return { pid: child.pid ?? 0, end }
}
