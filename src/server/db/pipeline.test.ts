import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createDatabase } from '#test/support/postgres.ts'
import { type Db, type Statement, type StatementValue, statement } from './handle.ts'
import { openPostgres } from './postgres.ts'

const rounds = Array.from({ length: 100 }, (_, n) => n)
let db: Db
let url: string
let idleErrors: Error[]

beforeEach(async () => {
  idleErrors = []
  url = await createDatabase(String(inject('postgresUrl')), `pipeline_${randomUUID()}`)
  db = openPostgres(url, (error) => idleErrors.push(error))
  await db.script('create table notes (n int primary key)')
})

afterEach(() => db.close())

const insert = statement<{ n: number }>('test_insert', 'insert into notes values ($1) returning n')
const pid = statement<{ pid: number }>('test_pid', 'select pg_backend_pid() as pid')
const pause = statement('test_pause', 'select pg_sleep($1::float8)')
const lockTable = statement('test_lock', 'lock table notes')
const cut = statement('test_cut', 'select pg_terminate_backend($1)')
const list = statement<{ n: number }>('test_list', 'select n from notes order by n')
const listBusy = statement<{ pid: number }>(
  'test_busy',
  `select pid from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
)

function runAlone<Row>(asked: Statement<Row>, ...values: StatementValue[]): Promise<Row[]> {
  return db.singleStatement((tx) => tx.run(asked, values))
}

test('connections stay open through minutes without a request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const before = await db.run(pid, [])
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(await db.run(pid, [])).toEqual(before)
})

describe('concurrent statements', () => {
  test('each get their own rows', async () => {
    const answers = await Promise.all(rounds.map((n) => runAlone(insert, n)))
    expect(answers).toEqual(rounds.map((n) => [{ n }]))
  })

  test('do not fail because the one before them fails', async () => {
    await runAlone(insert, 50)
    const outcomes = await Promise.allSettled(rounds.map((n) => runAlone(insert, n)))
    const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(failures).toEqual([expect.objectContaining({ name: 'DatabaseFailure', code: '23505' })])
    expect(await db.run(list, [])).toEqual(rounds.map((n) => ({ n })))
  })

  test('share twelve connections, and consecutive ones need only one', async () => {
    const apart = new Set<number | undefined>()
    for (const _ of rounds) apart.add((await runAlone(pid))[0]?.pid)
    expect(apart.size).toBe(1)
    const together = await Promise.all(rounds.map(() => runAlone(pid)))
    expect(new Set(together.map(([row]) => row?.pid)).size).toBe(12)
  })

  test('do not wait behind one that waits for a lock', async () => {
    const locked = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const locking = db.transaction(async (tx) => {
      await tx.run(lockTable, [])
      locked.resolve()
      await done.promise
      return tx.run(list, [])
    })
    await locked.promise
    const waiting = runAlone(insert, 1)
    for (const _ of rounds) await runAlone(pid)
    done.resolve()
    expect(await locking).toEqual([])
    expect(await waiting).toEqual([{ n: 1 }])
  })
})

describe('a connection that is lost', () => {
  test('while it is idle is reported and replaced', async () => {
    const [before] = await runAlone(pid)
    await db.run(cut, [before?.pid ?? 0])
    await expect.poll(() => idleErrors.length).toBe(1)
    const [after] = await runAlone(pid)
    expect(after?.pid).not.toBe(before?.pid)
  })

  test('fails the statements that run on it, and no others', async () => {
    const asleep = Array.from({ length: 12 }, () => runAlone(pause, 1).catch((error: unknown) => error))
    const pipelined = rounds.map((n) => runAlone(insert, n).catch((error: unknown) => error))
    await expect.poll(async () => (await db.run(listBusy, [])).length).toBe(12)
    const [first] = await db.run(listBusy, [])
    await db.run(cut, [first?.pid ?? 0])
    const lost = (await Promise.all(asleep)).filter((each) => each instanceof Error)
    expect(lost).toEqual([expect.objectContaining({ name: 'DatabaseFailure', code: '57P01' })])
    const outcomes = await Promise.all(pipelined)
    const kept = rounds.filter((n) => !(outcomes[n] instanceof Error))
    expect(kept.length).toBeGreaterThan(80)
    expect(kept.length).toBeLessThan(100)
    expect(outcomes.filter((each) => each instanceof Error)).toEqual(
      Array.from({ length: 100 - kept.length }, () => expect.objectContaining({ code: 'ECONNLOST' })),
    )
    expect(await db.run(list, [])).toEqual(kept.map((n) => ({ n })))
    expect(await runAlone(insert, 100)).toEqual([{ n: 100 }])
  })
})

test('closing waits for running statements', async () => {
  const other = openPostgres(url, () => undefined)
  const writing = rounds.map((n) => other.singleStatement((tx) => tx.run(insert, [n])))
  await other.close()
  expect(await Promise.all(writing)).toEqual(rounds.map((n) => [{ n }]))
})
