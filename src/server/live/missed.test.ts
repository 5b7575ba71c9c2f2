import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getMissed } from '#contract/missed.schema.ts'
import { type Missed as Changes, longestAwayMs } from '#contract/missed.ts'
import type { Topic } from '#contract/topics.ts'
import { dayOf, startOfDay } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import { announcedForMs, deleteOldAnnouncements } from '#server/db/announced.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { Missed } from './missed.ts'

const minuteMs = 60_000
const shiftNotes = statement('', `update announcements set at = at - $1 * interval '1 millisecond'`)
const shiftMigrations = statement(
  '',
  `update schema_migrations set applied_at = applied_at - interval '1 day'`,
)
const renewMigrations = statement(
  '',
  `update schema_migrations set applied_at = applied_at + interval '2 days'`,
)
const countNotes = statement<{ count: number }>('', 'select count(*)::int as count from announcements')

let t: TestApp
let ana: TestMember
let ben: TestMember

beforeEach(async () => {
  t = await startTestApp()
  await t.deps.db.run(shiftMigrations, [])
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
})

afterEach(() => t.close())

describe('a process that has just started tells a window what it missed', () => {
  test('nothing where nothing changed', { tags: ['live-missed'] }, async () => {
    expect(await missedSince(minuteMs, ben)).toEqual({ topics: [], members: [] })
  })

  test('a report, to everybody on the boards and to its member as their own', {
    tags: ['live-missed'],
  }, async () => {
    const postId = await insertPost(t.deps)
    const body = { postId, interactionType: 'like' }
    expect((await t.call(reportInteraction, { as: ana, body })).status).toBe(200)
    const others = await missedSince(5 * minuteMs, ben)
    expect(others?.topics).toEqual(expect.arrayContaining(['totals', 'activities', 'streaks']))
    expect(others?.topics).not.toContain('reports')
    expect(others?.members).toEqual([ana.id])
    expect((await missedSince(5 * minuteMs, ana))?.topics).toContain('reports')
  })

  test('what transactions announced, and members own topics to them alone', {
    tags: ['live-missed'],
  }, async () => {
    await announce({ topics: ['posts'] })
    await announce({ topics: ['links'], members: [ana.id] })
    expect((await missedSince(minuteMs, ana))?.topics.toSorted()).toEqual(['links', 'posts'])
    expect((await missedSince(minuteMs, ben))?.topics).toEqual(['posts'])
  })

  test('nothing of a transaction that was rolled back, and of what only the panel shows', async () => {
    const rolledBack = t.deps.db.transaction(async (tx) => {
      tx.announce({ topics: ['posts'] })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await announce({ topics: ['audit', 'deliveries'] })
    expect(await t.deps.db.run(countNotes, [])).toEqual([{ count: 0 }])
  })

  test('a change a long time ago only to a window that has been away for longer', async () => {
    await announce({ topics: ['posts'] })
    await t.deps.db.run(shiftNotes, [20 * minuteMs])
    expect((await missedSince(30 * minuteMs, ben))?.topics).toEqual(['posts'])
    expect((await missedSince(10 * minuteMs, ben))?.topics).toEqual([])
  })

  test('everybody, where more members are concerned than are worth naming', {
    tags: ['live-missed'],
  }, async () => {
    const members = Array.from({ length: 501 }, () => newId<'user'>())
    await announce({ topics: ['links', 'totals'], members })
    expect(await missedSince(minuteMs, ben)).toEqual({ topics: ['links', 'totals'], members: null })
  })

  test('no names of those with other points, where they are more than a hundred', async () => {
    await announce({ topics: ['totals'], members: Array.from({ length: 100 }, () => newId<'user'>()) })
    expect((await missedSince(minuteMs, ben))?.members).toHaveLength(100)
    await announce({ topics: ['totals'], members: [newId()] })
    expect((await missedSince(minuteMs, ben))?.members).toBeNull()
  })
})

describe('nobody is told that they know everything', () => {
  test('who was away for longer than changes are known', { tags: ['live-missed'] }, async () => {
    expect(await missedSince(longestAwayMs - minuteMs, ben)).not.toBeNull()
    expect(await missedSince(longestAwayMs + 2 * minuteMs, ben)).toBeNull()
  })

  test('from before the database had its schema, so that a restored one does not count', {
    tags: ['live-missed'],
  }, async () => {
    await t.deps.db.run(renewMigrations, [])
    expect(await missedSince(minuteMs, ben)).toBeNull()
  })

  test('since another day', { tags: ['live-missed'] }, async () => {
    const { timeZone } = t.deps.config
    const midnight = startOfDay(dayOf(t.clock.now(), timeZone), timeZone)
    t.clock.set(new Date(midnight.getTime() + minuteMs))
    expect(await missedSince(minuteMs / 2, ben)).not.toBeNull()
    expect(await missedSince(2 * minuteMs, ben)).toBeNull()
  })

  test('before anything was read', () => {
    expect(newlyStarted().since(0, ben.id)).toBeNull()
  })
})

test('a window asks with the time since it heard something', { tags: ['live-missed'] }, async () => {
  const asked = { as: ben, query: { awayMs: minuteMs } }
  expect((await t.call(getMissed, asked)).answer).toEqual({ data: { topics: [], members: [] } })
  await announce({ topics: ['posts'] })
  expect((await t.call(getMissed, asked)).answer.data?.topics).toEqual(['posts'])
  for (const awayMs of [-1, 0.5, longestAwayMs + 1, 'long', '']) {
    const { status, error } = await t.call(getMissed, { as: ben, query: { awayMs } })
    expect([status, error?.issues?.map(({ path }) => path)]).toEqual([400, ['awayMs']])
  }
})

describe('a process that runs', () => {
  test('knows what it heard itself', async () => {
    const missed = newlyStarted()
    await missed.load()
    missed.hear({ topics: ['totals', 'reports'], members: [ana.id] })
    expect(missed.since(minuteMs, ben.id)).toEqual({ topics: ['totals'], members: [ana.id] })
    expect(missed.since(minuteMs, ana.id)).toEqual({ topics: ['totals', 'reports'], members: [ana.id] })
  })

  test('reads again what it may not have heard', { tags: ['live-missed'] }, async () => {
    const missed = newlyStarted()
    await missed.load()
    await announce({ topics: ['posts'] })
    expect(missed.since(minuteMs, ben.id)?.topics).toEqual([])
    missed.forget()
    expect(missed.since(0, ben.id)).toBeNull()
    await missed.load()
    expect(missed.since(minuteMs, ben.id)?.topics).toEqual(['posts'])
  })

  test('answers from memory for twenty thousand members, and knows whom it no longer remembers', async () => {
    const missed = newlyStarted()
    await missed.load()
    missed.hear({ topics: ['links'], members: [ana.id] })
    const others = Array.from({ length: 20_000 }, () => newId<'user'>())
    missed.hear({ topics: ['links'], members: others.slice(1) })
    expect(missed.since(minuteMs, ana.id)?.topics).toEqual(['links'])
    missed.hear({ topics: ['links'], members: others })
    expect(missed.since(minuteMs, ana.id)).toBeNull()
  })
})

test('a transaction whose announcement cannot be noted fails and changes nothing', {
  tags: ['live-missed'],
}, async () => {
  const failing = t.deps.db.transaction(async (tx) => {
    await tx.run(statement('', "insert into settings (key, value) values ('lost', 'x')"), [])
    tx.announce({ topics: ['links'], members: ['no id' as UserId] })
  })
  await expect(failing).rejects.toThrow('insert_announced')
  expect(await t.deps.db.run(statement('', "select 1 from settings where key = 'lost'"), [])).toEqual([])
})

test('notes are deleted once nobody is told of them any more', { tags: ['live-missed'] }, async () => {
  await announce({ topics: ['posts'] })
  await t.deps.db.run(shiftNotes, [announcedForMs - minuteMs])
  await deleteOldAnnouncements(t.deps.db)
  expect(await t.deps.db.run(countNotes, [])).toEqual([{ count: 1 }])
  await t.deps.db.run(shiftNotes, [2 * minuteMs])
  await deleteOldAnnouncements(t.deps.db)
  expect(await t.deps.db.run(countNotes, [])).toEqual([{ count: 0 }])
})

function announce(announcement: { topics: readonly Topic[]; members?: readonly UserId[] }): Promise<void> {
  return t.deps.db.transaction(async (tx) => tx.announce(announcement))
}

/** What a process that starts now tells a member who has heard nothing for so long. */
async function missedSince(awayMs: number, { id }: TestMember): Promise<Changes | null> {
  const missed = newlyStarted()
  await missed.load()
  return missed.since(awayMs, id)
}

function newlyStarted(): Missed {
  const { db, clock, config } = t.deps
  return new Missed({ db, clock, timeZone: config.timeZone })
}
