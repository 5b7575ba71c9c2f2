import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type RunningPostgres, startPostgres } from '#test/support/postgres.ts'

let postgres: RunningPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})

afterAll(() => postgres.stop())

test('the server is durable: fsync and synchronous commits are on', async () => {
  const [settings] = await query(
    postgres.url,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('full_page_writes') as pages, current_setting('server_encoding') as encoding`,
  )
  expect(settings).toEqual({ fsync: 'on', commit: 'on', pages: 'on', encoding: 'UTF8' })
})

test('a database made from a template holds the same rows', async () => {
  const template = await createDatabase(postgres.url, 'template of tests')
  await query(template, 'create table member (name text)')
  await query(template, `insert into member values ('Zoë')`)
  const clones = await Promise.all(
    ['first', 'second'].map((name) => createDatabase(postgres.url, name, 'template of tests')),
  )
  for (const clone of clones) expect(await query(clone, 'select name from member')).toEqual([{ name: 'Zoë' }])
})

test('a wrong password is refused', async () => {
  const address = new URL(postgres.url)
  address.password = 'guess'
  await expect(query(address.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('stopping a server deletes its data', async () => {
  const other = await startPostgres({ durable: false })
  expect(await query(other.url, 'show fsync')).toEqual([{ fsync: 'off' }])
  await other.stop()
  expect(existsSync(other.dataDir)).toBe(false)
  await expect(query(other.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a server does not outlive the process that started it, even when that is killed', async () => {
  const dataDir = await dataDirOfKilledStarter()
  expect(dataDir).toContain('ovation-pg-')
  await expect.poll(() => existsSync(dataDir), { timeout: 10_000 }).toBe(false)
})

function dataDirOfKilledStarter(): Promise<string> {
  const script = `
    import { startPostgres } from '#test/support/postgres.ts'
    const { dataDir } = await startPostgres({ durable: false })
    process.stdout.write(dataDir, () => process.kill(process.pid, 'SIGKILL'))`
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', script], (_error, stdout) => resolve(stdout))
  })
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
