import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.schema.ts'
import { createPointsConfiguration, deletePointsConfiguration } from '#contract/points.schema.ts'
import { submitShare } from '#contract/shares.schema.ts'
import { asDay } from '#domain/days.ts'
import { insertAuditEntry } from '#server/access/audit.ts'
import { statement } from '#server/db/handle.ts'
import {
  listAuditActions,
  listAuditOfActions,
  listAuditOfActors,
  listAuditOfSubject,
  listAuditRows,
} from '#server/features/audit/store.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({
    limits: { perMember: 100_000 },
    environment: { WORKSPACE_TIME_ZONE: 'America/New_York' },
    clock: testClock('2026-03-11T10:00:00Z'),
  })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana_lima')
})
afterAll(() => t.close())

const read = async (query = '', as: TestMember | null = admin) => t.call(listAudit, { as, query })
const listed = async (query = '') => (await read(query)).answer.data
const actions = async (query = '') => (await listed(query)).map(({ action }) => action)

interface Line {
  readonly action: string
  readonly actor?: TestMember | null
  readonly subject?: string
  readonly details?: Record<string, unknown>
  readonly at?: string
}

function note({ action, actor = admin, subject, details = {}, at }: Line): Promise<void> {
  const entry = {
    actorId: actor?.id ?? null,
    action,
    details,
    ip: '192.0.2.7',
    at: at === undefined ? t.clock.now() : new Date(at),
  }
  return insertAuditEntry(t.deps.db, subject === undefined ? entry : { ...entry, subject })
}

describe('the audit trail', () => {
  it('names who did what to what, the newest first', { tags: ['sec-69'] }, async () => {
    const contest = await insertContest(t.deps, {
      startDate: asDay('2026-03-01'),
      endDate: asDay('2026-03-31'),
    })
    const post = await insertPost(t.deps, { authorName: 'Northwind News' })
    t.clock.advance(1_000)
    const share = (await t.call(submitShare, { as: ana, body: { platform: 'linkedin' } })).answer.data.id
    const details = { before: { prize: null }, after: { prize: 'A kettle' } }
    await note({ action: 'contest.update', subject: contest, details })
    for (const subject of [post, share, ana.id, 'slack']) {
      t.clock.advance(1_000)
      await note({ action: 'thing.touch', subject })
    }
    t.clock.advance(1_000)
    await note({ action: 'sign-in.refused', actor: null })
    const [refused, slack, member, shared, posted, changed] = await listed()
    expect(refused).toMatchObject({ actor: null, subject: null, subjectName: null })
    expect(slack).toMatchObject({ subject: 'slack', subjectName: null })
    expect(member).toMatchObject({ subject: ana.id, subjectName: 'Ana Lima' })
    expect(shared).toMatchObject({ subject: share, subjectName: 'Ana Lima' })
    expect(posted).toMatchObject({ subject: post, subjectName: 'Northwind News' })
    expect(changed).toEqual({
      id: changed?.id,
      action: 'contest.update',
      subject: contest,
      subjectName: 'Spring contest',
      details,
      actor: { id: admin.id, username: 'cara.ito', displayName: 'Cara Ito' },
      ip: '192.0.2.7',
      createdAt: '2026-03-11T10:00:01.000Z',
    })
  })

  it('is paged with each entry once, even if many share one instant', {
    tags: ['admin-settings-pages'],
  }, async () => {
    const at = '2026-02-01T12:00:00Z'
    for (let line = 0; line < 7; line++) await note({ action: 'page.turn', at })
    const ids: string[] = []
    let cursor = ''
    for (let page = 0; page < 4; page++) {
      const { answer } = await read(`action=page&limit=2${cursor}`)
      ids.push(...answer.data.map(({ id }) => id))
      expect(answer.nextCursor === null).toBe(page === 3)
      expect(answer.nouns.length > 0).toBe(page === 0)
      cursor = `&cursor=${answer.nextCursor}`
    }
    expect([ids.length, ids]).toEqual([7, [...new Set(ids)].sort().reverse()])
  })

  it('filters by noun, action, actor, subject and workspace day, and by all of them together', {
    tags: ['admin-settings-filter'],
  }, async () => {
    const day = '2026-01-15'
    await note({ action: 'filter.make', subject: 'one', at: '2026-01-15T04:59:59.999Z' })
    await note({ action: 'filter.make', subject: 'two', at: '2026-01-15T05:00:00Z' })
    await note({ action: 'filter.keep', actor: ana, subject: 'one', at: '2026-01-16T04:59:59.999Z' })
    await note({ action: 'filters.keep', actor: ana, at: '2026-01-16T05:00:00Z' })
    expect(await actions('action=filter')).toEqual(['filter.keep', 'filter.make', 'filter.make'])
    expect(await actions('action=filter.make')).toEqual(['filter.make', 'filter.make'])
    expect(await actions(`from=${day}&to=${day}`)).toEqual(['filter.keep', 'filter.make'])
    expect(await actions('to=2026-01-15&action=filter&actor=CARA')).toEqual(['filter.make', 'filter.make'])
    expect(await actions('actor=_&from=2026-01-01&to=2026-01-31')).toEqual(['filters.keep', 'filter.keep'])
    for (const text of ['%25', '%00a', '%ED%A0%80', "'"]) {
      expect((await read(`actor=${text}&subject=${text}`)).answer.data, text).toEqual([])
    }
    expect(await actions('subject=one')).toEqual(['filter.keep', 'filter.make'])
    expect(await actions(`subject=one&actor=ana&from=${day}`)).toEqual(['filter.keep'])
    const { nouns } = (await read()).answer
    expect(nouns).toEqual(expect.arrayContaining(['contest', 'filter', 'filters', 'page']))
    expect(nouns).toEqual([...nouns].sort())
  })

  it('cannot be changed, not even directly in the database', {
    tags: ['admin-settings-fixed', 'sec-69'],
  }, async () => {
    for (const sql of [
      "update audit_entries set action = 'other'",
      'delete from audit_entries',
      'truncate audit_entries',
    ]) {
      await expect(t.deps.db.script(sql)).rejects.toThrow('never changed')
    }
  })

  it('is read through an index with any filter', { tags: ['lists-bounded'] }, async () => {
    const { db } = t.deps
    await db.run(
      statement(
        'test_fill_audit',
        `insert into audit_entries (id, actor_id, action, subject, created_at)
         select gen_random_uuid(), $1::uuid, 'bulk.line-' || chr(97 + i % 20), i % 500 || ' ' || $1::text,
           timestamptz '2025-06-01' - i * interval '1 second'
         from generate_series(1, 20000) i`,
      ),
      [admin.id],
    )
    await db.script('analyze audit_entries')
    const range = [null, null, null, null]
    for (const [read, values] of [
      [listAuditRows, [...range, 50]],
      [listAuditOfActions, [['bulk.line-t', 'bulk.line-b'], ...range, 50]],
      [listAuditOfActors, [[admin.id, ana.id], null, ...range, 50]],
      [listAuditOfSubject, ['7', null, null, ...range, 50]],
      [listAuditActions, []],
    ] as const) {
      const { name, text } = read.described
      const lines = await db.run(statement<{ 'QUERY PLAN': string }>('', `explain ${text}`), [...values])
      const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
      expect(plan, name).toMatch(/using audit_\w+ on audit_entries|Bitmap Index Scan on audit_/)
      expect(plan, name).not.toContain('Seq Scan on audit_entries')
    }
  })
})

describe('refusals', () => {
  const refusals = async () => (await listed('action=access.refused')).map(({ details }) => details)

  it('are recorded once a minute per member and route, and not for signed-out callers', {
    tags: ['admin-settings-refused', 'sec-69'],
  }, async () => {
    const before = (await refusals()).length
    for (let turn = 0; turn < 3; turn++) {
      expect(
        (await t.call(createPointsConfiguration, { as: ana, body: { actionType: 'like' } })).status,
      ).toBe(403)
      expect((await t.call(deletePointsConfiguration, { as: ana, params: { id: uuidv7() } })).status).toBe(
        403,
      )
    }
    expect((await t.call(createPointsConfiguration, { body: {} })).status).toBe(401)
    expect(
      (await t.call(createPointsConfiguration, { as: await t.member('mo.dane', 'moderator'), body: {} }))
        .status,
    ).toBe(403)
    const lines = await listed('action=access.refused')
    expect(lines.slice(0, lines.length - before)).toHaveLength(3)
    expect(await listed('action=access.refused&actor=ana')).toMatchObject([
      {
        details: { method: 'DELETE', route: deletePointsConfiguration.path },
        actor: { id: ana.id },
        ip: '127.0.0.1',
      },
      {
        details: { method: 'POST', route: createPointsConfiguration.path },
        actor: { id: ana.id },
        subject: null,
      },
    ])
  })

  it('of a request from another site are recorded too', { tags: ['sec-69'] }, async () => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/automation/settings',
      headers: { cookie: admin.cookie, 'sec-fetch-site': 'cross-site' },
      payload: {},
    })
    expect(answer.statusCode).toBe(403)
    expect(await listed('action=access.refused&actor=cara')).toMatchObject([
      { details: { method: 'POST', route: '/api/automation/settings' } },
    ])
  })
})

describe('the audit trail refuses', () => {
  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['cursor', 'cursor=nonsense'],
    ['action', 'action=Contest'],
    ['action', 'action=%25'],
    ['from', 'from=yesterday'],
    ['to', 'to=2026-02-30'],
    ['to', 'to=9999-12-31'],
  ])('an invalid %s and names the field: %s', async (path, query) => {
    const answer = await read(query)
    expect([answer.status, answer.error.issues?.[0]?.path]).toEqual([400, path])
  })
})

describe('access', () => {
  it('to the audit trail is for admins only', { tags: ['rights-figures'] }, async () => {
    expect((await read('', null)).status).toBe(401)
    for (const role of ['user', 'moderator'] as const) {
      const answer = await read('', await t.member(`some.${role}`, role))
      expect([answer.status, Object.keys(answer.error)]).toEqual([403, ['message']])
    }
  })
})
