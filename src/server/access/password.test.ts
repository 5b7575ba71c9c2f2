import { describe, expect, test } from 'vitest'
import { AppError, statusOfCode } from '#server/errors.ts'
import { hashPassword, isPasswordOf, isWeakHash, WorkGate } from './password.ts'

describe('passwords', () => {
  test('are stored as Argon2id with at least 19456 KiB and a new salt each time', {
    tags: ['sec-11'],
  }, async () => {
    const [one, other] = await Promise.all([hashPassword('the same one'), hashPassword('the same one')])
    expect(Number(/^\$argon2id\$v=19\$m=(\d+),t=\d+,p=1\$/.exec(one)?.[1])).toBeGreaterThanOrEqual(19_456)
    expect(one).not.toBe(other)
    expect(await isPasswordOf(one, 'the same one')).toBe(true)
    expect(await isPasswordOf(one, 'the same One')).toBe(false)
  })

  test('may consist of any characters', async () => {
    const password = '🐎'.repeat(64)
    const kept = await hashPassword(password)
    expect(await isPasswordOf(kept, password)).toBe(true)
    expect(await isPasswordOf(kept, '🐎'.repeat(63))).toBe(false)
  })

  test('take as much work to refuse for an unknown account as for a known one', {
    tags: ['sec-15'],
  }, async () => {
    const kept = await hashPassword('the right one')
    const work = { somebody: [] as number[], nobody: [] as number[] }
    for (let count = 0; count < 7; count++) {
      work.somebody.push(await workOf(() => isPasswordOf(kept, 'a wrong one')))
      work.nobody.push(await workOf(() => isPasswordOf(null, 'a wrong one')))
    }
    // The fastest of several runs is least disturbed by other load on the machine.
    const ratio = Math.min(...work.nobody) / Math.min(...work.somebody)
    expect(ratio).toBeGreaterThan(0.7)
    expect(ratio).toBeLessThan(1.4)
  })

  test('count as weak when made with less work than new ones', async () => {
    expect(isWeakHash(await hashPassword('x'))).toBe(false)
    expect(
      isWeakHash(
        '$argon2id$v=19$m=19456,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      ),
    ).toBe(true)
    expect(
      isWeakHash(
        '$argon2id$v=19$m=65536,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      ),
    ).toBe(true)
  })
})

describe('the concurrency gate', () => {
  test('lets two passwords be checked at once and fifty wait, and refuses all others at once', {
    tags: ['sec-16'],
  }, async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, () => isPasswordOf(null, 'a wrong one')),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(outcomes.slice(0, 52).map(({ status }) => status)).toEqual(Array(52).fill('fulfilled'))
    expect(refused).toHaveLength(148)
    expect(statusOfCode['not-ready']).toBe(503)
    for (const each of refused) expect(each).toMatchObject({ reason: { code: 'not-ready' } })
  })

  test('runs tasks up to its limit, queues more in order up to a limit, and refuses the rest', {
    tags: ['sec-16'],
  }, async () => {
    const gate = new WorkGate({ mostAtOnce: 2, mostWaiting: 3 })
    const finish: (() => void)[] = []
    const started: number[] = []
    const outcomes = [0, 1, 2, 3, 4, 5, 6].map((number) =>
      gate
        .run(async () => {
          started.push(number)
          await new Promise<void>((resolve) => finish.push(resolve))
          return number
        })
        .catch((error: unknown) => error),
    )
    await settle()
    expect(started).toEqual([0, 1])
    for (const outcome of await Promise.all(outcomes.slice(5))) {
      expect(outcome).toBeInstanceOf(AppError)
      expect(outcome).toMatchObject({ code: 'not-ready', retryAfterSeconds: 2 })
    }
    finish[0]?.()
    await settle()
    expect(started).toEqual([0, 1, 2])
    for (let index = 1; index < 5; index++) {
      finish[index]?.()
      await settle()
    }
    expect(await Promise.all(outcomes.slice(0, 5))).toEqual([0, 1, 2, 3, 4])
  })

  test('frees its slot after a failure', async () => {
    const gate = new WorkGate({ mostAtOnce: 1, mostWaiting: 1 })
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await gate.run(() => Promise.resolve('works'))).toBe('works')
  })
})

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Microseconds of CPU time, which other load on the machine distorts less than wall time. */
async function workOf(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await task()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
