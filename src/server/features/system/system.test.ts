import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getSystemState } from '#contract/system.schema.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'

let t: TestApp
let admin: TestMember

beforeAll(async () => {
  t = await startTestApp({
    environment: { PUBLIC_URL: 'https://ovation.example.net', WORKSPACE_TIME_ZONE: 'Europe/Lisbon' },
  })
  admin = await t.member('cara.ito', 'admin')
})
afterAll(() => t.close())

describe('the state of the system', () => {
  it('has the version, the mode, the database, the addresses and the start time', async () => {
    const startedAt = t.clock.now().toISOString()
    t.clock.advance(5_000)
    const { version } = JSON.parse(
      await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'),
    )
    const reply = await t.call(getSystemState, { as: admin })
    expect([reply.status, reply.answer]).toEqual([
      200,
      {
        data: {
          mode: 'production',
          database: {
            engine: process.env.OVATION_TEST_ENGINE === 'postgres' ? 'postgres' : 'embedded',
            isConnected: true,
          },
          liveConnections: 0,
          timeZone: 'Europe/Lisbon',
          publicUrl: 'https://ovation.example.net',
          legacyPublicUrl: null,
          version,
          startedAt,
        },
      },
    ])
  })
})

describe('access to the state of the system', () => {
  it('is for admins only, and a refusal reveals nothing', { tags: ['rights-figures'] }, async () => {
    expect((await t.call(getSystemState)).status).toBe(401)
    for (const role of ['user', 'moderator'] as const) {
      const answer = await t.call(getSystemState, { as: await t.member(`some.${role}`, role) })
      expect([answer.status, Object.keys(answer.error)]).toEqual([403, ['message']])
    }
  })
})
