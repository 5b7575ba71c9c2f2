import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { recentInteractions } from '#contract/interactions.ts'
import { serve } from '#contract/served.schema.ts'
import type { UserId } from '#domain/ids.ts'
import type { StandingClock } from '#sandbox/standing-clock.ts'
import { newId } from '#server/db/new-id.ts'
import { testClock } from '#test/support/moment.ts'
import { Cache } from './cache.ts'
import type { Ready, ReadyAnswer } from './kept.ts'

const [ana, ben, carla] = [newId<'user'>(), newId<'user'>(), newId<'user'>()]
const reports = serve(
  endpoint<{ answer: { userId: string; version: number } }>('GET', recentInteractions.path),
  { answer: z.object({ userId: z.string(), version: z.int() }) },
)
let clock: StandingClock
let answers: Cache
let own: (memberId: UserId) => Ready
let version = 0
let builds: string[] = []
let takesMs = 0

beforeEach(() => {
  version = 0
  builds = []
  takesMs = 0
  clock = testClock('2026-03-11T09:59:00.000Z')
  answers = new Cache({ clock, timeZone: 'Pacific/Honolulu' })
  own = answers.defineForMembers(reports, async (userId) => {
    builds.push(userId)
    const built = { userId, version, secret: 'not in the shape' }
    if (takesMs > 0) await sleep(takesMs)
    return built
  })
})

const shown = ({ body }: ReadyAnswer) => JSON.parse(body)
const read = async (userId: UserId) => shown(await own(userId).read())

describe('an answer about a member', () => {
  test('is built once for each member, cached, and contains only fields in its schema', async () => {
    expect(await read(ana)).toEqual({ userId: ana, version: 0 })
    expect(await read(ben)).toEqual({ userId: ben, version: 0 })
    version = 1
    expect(await read(ana)).toEqual({ userId: ana, version: 0 })
    expect(shown(own(ben).peek() as ReadyAnswer)).toEqual({ userId: ben, version: 0 })
    expect(own(carla).peek()).toBeNull()
    expect(builds).toEqual([ana, ben])
  })

  test('is built once for all simultaneous requests of a member', async () => {
    takesMs = 20
    const all = await Promise.all(Array.from({ length: 5 }, () => own(ana).read()))
    expect(new Set(all).size).toBe(1)
    expect(builds).toEqual([ana])
  })

  test('is dropped for the named members only', async () => {
    await Promise.all([ana, ben, carla].map(read))
    version = 1
    answers.forgetMembers([ana, carla, newId()])
    expect(await Promise.all([ana, ben, carla].map(read))).toMatchObject([
      { version: 1 },
      { version: 0 },
      { version: 1 },
    ])
  })

  test('is dropped for everybody by one of its own topics only', async () => {
    await read(ana)
    answers.touch(['totals', 'activities'])
    expect(own(ana).peek()).not.toBeNull()
    answers.touch(['totals', 'authors'], [ben])
    expect(own(ana).peek()).not.toBeNull()
    answers.touch(['totals', 'authors'])
    expect(own(ana).peek()).toBeNull()
    await read(ana)
    answers.forgetAll()
    expect(own(ana).peek()).toBeNull()
  })

  test('expires at the end of the workspace day', async () => {
    await read(ana)
    clock.set('2026-03-11T09:59:59.999Z')
    expect(own(ana).peek()).not.toBeNull()
    clock.set('2026-03-11T10:00:00.000Z')
    expect(own(ana).peek()).toBeNull()
    await read(ana)
    expect(own(ana).peek()).not.toBeNull()
    clock.set('2026-03-11T09:59:59.999Z')
    expect(own(ana).peek()).toBeNull()
  })

  test('that was being built during a change is neither cached nor given to later requests', async () => {
    takesMs = 30
    const early = read(ana)
    version = 1
    answers.forgetMembers([ana])
    const late = read(ana)
    expect(await early).toMatchObject({ version: 0 })
    expect(await late).toMatchObject({ version: 1 })
    expect(await read(ana)).toMatchObject({ version: 1 })
    expect(builds).toHaveLength(2)
  })

  test('that cannot be built fails for the waiting requests, and is retried by the next', async () => {
    let isBroken = true
    const flaky = answers.defineForMembers({ method: 'GET', path: '/api/flaky', answer: z.object({}) }, () =>
      isBroken ? Promise.reject(new Error('gone')) : Promise.resolve({}),
    )
    const waiting = await Promise.allSettled([flaky(ana).read(), flaky(ana).read()])
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    expect(shown(await flaky(ana).read())).toEqual({})
  })

  test('is cached for 5,000 members, then the oldest is evicted', async () => {
    const [oldest, second, another] = [newId<'user'>(), newId<'user'>(), newId<'user'>()]
    const others = Array.from({ length: 4_998 }, () => newId<'user'>())
    await Promise.all([oldest, second, ...others].map(read))
    expect(own(oldest).peek()).not.toBeNull()
    await read(another)
    expect(own(oldest).peek()).toBeNull()
    expect(own(second).peek()).not.toBeNull()
    expect(own(another).peek()).not.toBeNull()
  })
})

describe('an answer that nearly everybody shares', () => {
  test('is built once, and a member with an answer of their own gets it from the same build', async () => {
    const builds: number[] = []
    const made: UserId[] = []
    const most = answers.defineForMost(reports, async () => {
      builds.push(version)
      const built = version
      return {
        shared: { userId: 'everybody', version: built, secret: 'not in the shape' },
        ownFor: (userId) => {
          if (userId !== ana) return null
          made.push(userId)
          return { userId, version: built, secret: 'not in the shape' }
        },
      }
    })
    expect(most(ana).peek()).toBeNull()
    expect(shown(await most(ana).read())).toEqual({ userId: ana, version: 0 })
    expect(most(ana).peek()).toBe(await most(ana).read())
    expect(shown(await most(ben).read())).toEqual({ userId: 'everybody', version: 0 })
    expect(most(carla).peek()).toBe(most(ben).peek())
    expect([builds, made]).toEqual([[0], [ana]])
    version = 1
    answers.touch(['reports'])
    expect(most(ana).peek()).toBeNull()
    expect(shown(await most(ana).read())).toEqual({ userId: ana, version: 1 })
    expect(shown(await most(ben).read())).toEqual({ userId: 'everybody', version: 1 })
    expect(builds).toEqual([0, 1])
  })
})
