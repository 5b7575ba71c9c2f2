import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { createTeam, importTeams, listTeams } from '#contract/teams.schema.ts'
import { mostTeams } from '#domain/teams.ts'
import { newId } from '#server/db/new-id.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 100_000 } })
  admin = await t.member('the.admin', 'admin')
  ana = await t.member('Ana Lima')
  await t.member('ben.okafor')
  for (const _ of [1, 2]) await t.member('sam.alike')
  await t.deps.db.script(`update users set email = 'ana@brightwater.example' where id = '${ana.id}'`)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.deps.db.script(`begin; set local session_replication_role = replica;
    update users set team_id = null; delete from teams; commit`)
})

const take = (csv: string, preview?: boolean, as = admin) =>
  t.call(importTeams, {
    as,
    body: { csv },
    ...(preview !== undefined && { query: { preview: String(preview) } as never }),
  })
const teams = async () =>
  (await t.call(listTeams, { as: admin })).answer.data.map(({ name, size }) => `${name} ${size}`)

describe('a list of teams', () => {
  it('says what it would do, does it, and then changes nothing more', { tags: ['team-import'] }, async () => {
    await t.call(createTeam, { as: admin, body: { name: 'Sales' } })
    const csv = [
      '\uFEFFusername,team',
      'ana lima,sales',
      'ben.okafor,"Design, Web"',
      'nobody,Sales',
      'sam.alike,Sales',
      '',
      'BEN.OKAFOR,Sales',
      `the.admin,${'x'.repeat(61)}`,
    ].join('\r\n')
    const found = {
      lines: 6,
      newTeams: ['Design, Web'],
      moved: 2,
      unchanged: 0,
      skipped: 4,
      changes: [
        { line: 2, member: { username: 'Ana Lima' }, from: null, to: 'Sales' },
        { line: 3, member: { username: 'ben.okafor' }, from: null, to: 'Design, Web' },
      ],
      skippedLines: [
        { line: 4, text: 'nobody, Sales', reason: 'No member has this username' },
        { line: 5, reason: '2 members have this username' },
        { line: 7, reason: 'Line 3 names the same member' },
        { line: 8, reason: 'Team: Must be at most 60 characters long' },
      ],
    }
    expect((await take(csv, true)).answer.data).toMatchObject({ isPreview: true, ...found })
    expect(await teams()).toEqual(['Sales 0'])
    expect((await take(csv)).answer.data).toMatchObject({ isPreview: false, ...found })
    expect(await teams()).toEqual(['Design, Web 1', 'Sales 1'])
    expect((await take(csv)).answer.data).toMatchObject({ moved: 0, unchanged: 2, newTeams: [] })
    expect((await verify(t.deps.db)).flatMap((finding) => finding.violations)).toEqual([])
  })

  it('knows people by their address, columns in either order, and semicolons', async () => {
    const taken = await take('Team;Email\nSales;Ana@Brightwater.example\n')
    expect(taken.answer.data).toMatchObject({ moved: 1, newTeams: ['Sales'] })
    expect((await take('email,team\nana@brightwater.example,\n')).answer.data).toMatchObject({
      moved: 1,
      changes: [{ from: 'Sales', to: null }],
    })
    expect(await teams()).toEqual(['Sales 0'])
  })

  it('of ten thousand lines is previewed and taken over', async () => {
    const lines = Array.from({ length: 10_000 }, (_, nth) => `person.${nth},Team ${nth % 50}`)
    const csv = ['username,team', ...lines, 'ben.okafor,Team 7'].join('\n')
    const { data } = (await take(csv, true)).answer
    expect(data).toMatchObject({ lines: 10_001, moved: 1, skipped: 10_000, newTeams: ['Team 7'] })
    expect(data.skippedLines).toHaveLength(100)
    expect((await take(csv, false)).answer.data.moved).toBe(1)
  })

  test.each([
    ['', 'The first line must be'],
    ['name,team\nana,Sales', 'The first line must be'],
    ['username,team,more\nana,Sales,x', 'The first line must be'],
    ['username,team\nana,Sales,more', 'This is no list in CSV'],
    ['username,team\n"ana,Sales', 'This is no list in CSV'],
  ])('is refused as a whole when it reads %j', async (csv, message) => {
    const refused = await take(csv)
    expect([refused.status, refused.error?.issues?.[0]?.path]).toEqual([400, 'csv'])
    expect(refused.error?.issues?.[0]?.message).toContain(message)
  })

  it('makes no more teams than there may be, and none of them then', async () => {
    const rows = Array.from(
      { length: mostTeams },
      (_, nth) => `('${newId()}', 'Team ${nth}', '#000000', '2026-03-01')`,
    )
    await t.deps.db.script(`begin; set local session_replication_role = replica;
      insert into teams (id, name, color, created_at) values ${rows.join(',')}; commit`)
    const refused = await take('username,team\nAna Lima,One more')
    expect([refused.status, refused.error?.issues?.[0]?.path]).toEqual([400, 'csv'])
    expect((await t.call(createTeam, { as: admin, body: { name: 'One more' } })).status).toBe(400)
    expect((await take('username,team\nAna Lima,Team 3')).answer.data.moved).toBe(1)
  })

  it('is taken from administrators alone', async () => {
    expect((await take('username,team', undefined, ana)).status).toBe(403)
  })
})
