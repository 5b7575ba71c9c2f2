import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import type { Announcement } from '#server/db/announcement.ts'
import { newId } from '#server/db/new-id.ts'
import { createLog } from '#server/log.ts'
import { freshDatabase, type TestDatabase } from '#test/support/database.ts'
import { Relay } from './relay.ts'

let database: TestDatabase
const opened: Relay[] = []

beforeEach(async () => {
  database = await freshDatabase()
})

afterEach(async () => {
  for (const relay of opened.splice(0)) await relay.close()
  await database.db.close()
})

const message = {
  type: 'POINT_UPDATE',
  data: {
    username: 'ana.lima',
    displayName: 'Ana Lima',
    pointsEarned: 15,
    interactionType: 'like',
    platform: 'linkedin',
    postId: newId<'post'>(),
  },
} as const

describe('announcements', () => {
  test('reach every listener of the process before `announce` returns', () => {
    const { relay, heard } = newRelay()
    const again: Announcement[] = []
    relay.listen((announcement) => again.push(announcement))
    relay.announce({ topics: ['totals'], messages: [message] })
    expect(heard).toEqual([{ topics: ['totals'], messages: [message] }])
    expect(again).toEqual(heard)
  })
})

if (inject('postgresUrl') === null) {
  test('with the embedded database announcements stay in the process, without a query', async () => {
    const run = vi.spyOn(database.db, 'run')
    const { relay } = newRelay()
    relay.announce({ topics: ['posts'] })
    await sleep(60)
    expect(run).not.toHaveBeenCalled()
  })
} else {
  describe('two instances on one PostgreSQL', () => {
    test('receive the announcements of each other, and their own only once', async () => {
      const [one, other] = [await connected(), await connected()]
      const ended = newId<'session'>()
      one.relay.announce({ topics: ['totals'], messages: [message] })
      other.relay.announce({ endedSessions: [ended] })
      await vi.waitFor(() => expect(one.heard).toHaveLength(2), { timeout: 45_000 })
      await vi.waitFor(() => expect(other.heard).toHaveLength(2), { timeout: 45_000 })
      await sleep(100)
      expect(one.heard).toEqual([{ topics: ['totals'], messages: [message] }, { endedSessions: [ended] }])
      expect(other.heard).toEqual([{ endedSessions: [ended] }, { topics: ['totals'], messages: [message] }])
    })

    test('lose nothing of a burst, and keep its order', async () => {
      const [one, other] = [await connected(), await connected()]
      const users = Array.from({ length: 2_000 }, () => newId<'user'>())
      for (const user of users) one.relay.announce({ changedUsers: [user] })
      await vi.waitFor(() => expect(other.heard).toHaveLength(users.length), { timeout: 45_000 })
      expect(other.heard.flatMap(({ changedUsers = [] }) => changedUsers)).toEqual(users)
    })

    test('transmit an announcement that is too large for one NOTIFY', async () => {
      const [one, other] = [await connected(), await connected()]
      const endedSessions = Array.from({ length: 1_000 }, () => newId<'session'>())
      const changedUsers = Array.from({ length: 400 }, () => newId<'user'>())
      const members = Array.from({ length: 300 }, () => newId<'user'>())
      const writers = Array.from({ length: 200 }, () => newId<'user'>())
      const messages = Array.from({ length: 100 }, () => message)
      one.relay.announce({ topics: ['rules'], members, endedSessions, changedUsers, messages, writers })
      const wrote = () => other.heard.flatMap((each) => each.writers ?? [])
      await vi.waitFor(() => expect(wrote()).toEqual(writers), { timeout: 45_000 })
      expect(other.heard.flatMap((each) => each.changedUsers ?? [])).toEqual(changedUsers)
      expect(other.heard.flatMap((each) => each.endedSessions ?? [])).toEqual(endedSessions)
      expect(other.heard.flatMap((each) => each.members ?? [])).toEqual(members)
      expect(other.heard.flatMap((each) => each.messages ?? [])).toEqual(messages)
      expect([...new Set(other.heard.flatMap((each) => each.topics ?? []))]).toEqual(['rules'])
      expect(one.heard).toHaveLength(1)
    })

    test('reconnect after a lost connection, report the gap, and receive everything once', async () => {
      const [one, other] = [await connected(), await connected()]
      await endListeners()
      await vi.waitFor(() => expect([one.gaps(), other.gaps()]).toEqual([1, 1]), { timeout: 45_000 })
      one.relay.announce({ topics: ['contests'] })
      await vi.waitFor(() => expect(other.heard).toEqual([{ topics: ['contests'] }]), { timeout: 45_000 })
      await sleep(100)
      expect(other.heard).toHaveLength(1)
      expect(await countListeners()).toBe(2)
    })

    test('retry while the server refuses connections, and end with one connection', async () => {
      const one = await connected()
      await asAdministrator((admin, name) => admin.query(`alter database "${name}" allow_connections false`))
      await endListeners()
      await sleep(2_500)
      expect(one.gaps()).toBe(0)
      await asAdministrator((admin, name) => admin.query(`alter database "${name}" allow_connections true`))
      await vi.waitFor(() => expect(one.gaps()).toBe(1), { timeout: 45_000 })
      await sleep(1_500)
      expect([one.gaps(), await countListeners()]).toEqual([1, 1])
    })

    test('report a failure of the first connection to the caller', async () => {
      const { relay } = newRelay()
      await expect(relay.connect('postgres://nobody@127.0.0.1:1/none', () => undefined)).rejects.toThrow()
    })
  })
}

function newRelay() {
  const relay = new Relay(database.db, createLog('silent'))
  const heard: Announcement[] = []
  relay.listen((announcement) => heard.push(announcement))
  opened.push(relay)
  return { relay, heard }
}

async function connected() {
  const { relay, heard } = newRelay()
  let gaps = 0
  await relay.connect(String(database.url), () => gaps++)
  return { relay, heard, gaps: () => gaps }
}

async function asAdministrator<Result>(work: (admin: Client, database: string) => Promise<Result>) {
  const admin = new Client({ connectionString: String(inject('postgresUrl')) })
  await admin.connect()
  return work(admin, new URL(String(database.url)).pathname.slice(1)).finally(() => admin.end())
}

async function endListeners(): Promise<void> {
  await asAdministrator((admin, name) =>
    admin.query(`select pg_terminate_backend(pid) from pg_stat_activity ${ofListeners}`, [name]),
  )
}

async function countListeners(): Promise<number> {
  const { rows } = await asAdministrator((admin, name) =>
    admin.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity ${ofListeners}`, [
      name,
    ]),
  )
  return rows[0]?.count ?? 0
}

const ofListeners = "where datname = $1 and application_name = 'ovation live'"
