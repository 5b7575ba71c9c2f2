import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getAnalytics, listPostReach, listTeamFigures } from '#contract/analytics.schema.ts'
import {
  type AnalyticsPeriod,
  analyticsPeriods,
  exportFiles,
  exportPath,
  periodFiles,
} from '#contract/analytics.ts'
import { listAudit } from '#contract/audit.schema.ts'
import { pathTo } from '#contract/endpoint.ts'
import { myInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { reviewShare, submitShare } from '#contract/shares.schema.ts'
import { createTeam } from '#contract/teams.schema.ts'
import { asDay } from '#domain/days.ts'
import { newId } from '#server/db/new-id.ts'
import { ledger } from '#server/db/schema/game.ts'
import { users } from '#server/db/schema/people.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

const trap = '=HYPERLINK("https://evil.example","Click")'

let t: TestApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({
    limits: { perMember: 10_000 },
    // Already the next day in the workspace.
    clock: testClock('2026-03-11T12:30:00Z'),
    environment: { WORKSPACE_TIME_ZONE: 'Pacific/Auckland' },
  })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member(trap)
})
afterAll(() => t.close())

const ask = (file: string, as: TestMember | null = admin, query = '') =>
  t.request('GET', pathTo(exportPath, { file }) + query, as)
const rowsOf = async (file: string, query = '') => {
  const { text } = await ask(file, admin, query)
  const [head = '', ...lines] = text.slice(1).split('\r\n')
  expect(lines.pop()).toBe('')
  const heads = head.split(',')
  return lines.map((line) =>
    Object.fromEntries(
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .slice(0, heads.length)
        .map(([, cell], at) => [heads[at], cell]),
    ),
  )
}

const isOfPeriod = (file: string) => periodFiles.some((each) => each === file)
const downloads = async () =>
  (await t.call(listAudit, { as: admin, query: { action: 'file.download' } })).answer.data

describe('an export', () => {
  it('is a spreadsheet file named by the workspace day, and is not cached', {
    tags: ['admin-analytics-files', 'sec-62'],
  }, async () => {
    for (const file of exportFiles) {
      const { status, headers, text } = await ask(file)
      expect([
        status,
        headers['content-type'],
        headers['content-disposition'],
        headers['cache-control'],
      ]).toEqual([
        200,
        'text/csv; charset=utf-8',
        `attachment; filename="ovation-${file.slice(0, -4)}${isOfPeriod(file) ? '-30-days' : ''}-2026-03-12.csv"`,
        'no-store',
      ])
      expect(text.startsWith('\u{FEFF}')).toBe(true)
      expect(text.endsWith('\r\n')).toBe(true)
    }
  })

  it('of the members has all of them, with names that look like formulas as text', {
    tags: ['admin-analytics-whole-files', 'sec-62'],
  }, async () => {
    const gone = await t.member('gone.girl')
    await t.deps.db.orm.update(users).set({ disabledAt: t.clock.now() }).where(eq(users.id, gone.id))
    expect(await rowsOf('members.csv')).toEqual([
      expect.objectContaining({ Username: 'cara.ito', Role: 'admin', Points: '0', 'Disabled (UTC)': '' }),
      expect.objectContaining({
        ID: ana.id,
        Username: `"'${trap.replaceAll('"', '""')}"`,
        Role: 'user',
        'Joined (UTC)': '2026-03-11 12:30:00',
      }),
      expect.objectContaining({ Username: 'gone.girl', 'Disabled (UTC)': '2026-03-11 12:30:00' }),
    ])
  })

  it('of the members, of who reported and of the points name the teams', async () => {
    const name = 'Sales, North'
    await t.call(createTeam, { as: admin, body: { name, userIds: [ana.id] } })
    const postId = await insertPost(t.deps)
    await t.call(reportInteraction, { as: ana, body: { postId, interactionType: 'like' } })
    expect(await rowsOf('members.csv')).toContainEqual(
      expect.objectContaining({ ID: ana.id, Team: `"${name}"` }),
    )
    expect((await ask('points.csv')).text.trimEnd()).toMatch(/,"Sales, North"$/)
    expect(await rowsOf('people.csv')).toEqual([
      expect.objectContaining({ ID: ana.id, Reports: '1', Team: `"${name}"` }),
    ])
  })

  it('of the shares has each submitted share and its status', {
    tags: ['admin-analytics-whole-files'],
  }, async () => {
    const body = {
      platform: 'linkedin',
      customMessage: 'Great, "really"\ngreat',
      shareUrl: 'https://a.example/',
    }
    const { id } = (await t.call(submitShare, { as: ana, body })).answer.data
    await t.call(reviewShare, { as: admin, params: { id }, body: { status: 'completed', engagements: 7 } })
    const { text } = await ask('shares.csv')
    expect(text).toContain(`,linkedin,custom,"Great, ""really""\ngreat",https://a.example/,7,30,completed,`)
  })

  it('of the points has the whole ledger, with reversals as negative numbers', {
    tags: ['admin-analytics-whole-files'],
  }, async () => {
    const post = await insertPost(t.deps)
    await t.call(reportInteraction, { as: ana, body: { postId: post, interactionType: 'like' } })
    const { id } = present((await t.call(myInteractions, { as: ana })).answer.data[0])
    await t.call(undoInteraction, { as: ana, params: { id } })
    const rows = await rowsOf('points.csv')
    expect(rows).toHaveLength((await t.deps.db.orm.select().from(ledger)).length)
    const ofReport = rows.filter((row) => row.For === id)
    expect(ofReport.map(({ Points, Reason, 'Counts for day': day }) => [Points, Reason, day])).toEqual([
      ['15', 'interaction', '2026-03-12'],
      ['-15', 'undo', '2026-03-12'],
    ])
    expect(ofReport[1]?.['Reverses entry']).toBe(ofReport[0]?.ID)
  })

  it('is read in pages, with no row missing or repeated', async () => {
    const at = t.clock.now()
    const entries = Array.from({ length: 2_500 }, () => ({
      id: newId<'ledgerEntry'>(),
      userId: ana.id,
      amount: 1,
      reason: 'adjustment' as const,
      subjectId: newId<'interaction'>(),
      day: asDay('2026-03-12'),
      createdAt: at,
    }))
    await t.deps.db.orm.insert(ledger).values(entries)
    const reads = vi.spyOn(t.deps.db, 'run')
    const rows = await rowsOf('points.csv')
    const pages = reads.mock.calls.filter(([{ name }]) => name === 'export_ledger')
    expect(pages.map(([, [, limit]]) => limit)).toEqual([1_000, 1_000, 1_000])
    const stored = await t.deps.db.orm.select({ id: ledger.id }).from(ledger).orderBy(ledger.id)
    expect(rows.map((row) => row.ID)).toEqual(stored.map(({ id }) => id))
  })
})

describe('a file of a period', () => {
  it('has what the table shows, in the chosen period', {
    tags: ['admin-analytics-shown-files'],
  }, async () => {
    const ben = await t.member('ben.okafor')
    const text = '@launch, "now"'
    const post = await insertPost(t.deps, { content: text, at: new Date('2026-02-20T10:00:00Z') })
    await insertPost(t.deps, { isScheduled: true })
    for (const interactionType of ['like', 'share'])
      await t.call(reportInteraction, { as: ben, body: { postId: post, interactionType } })
    t.deps.cache.forgetAll()
    for (const days of analyticsPeriods) await expectShown(days)
    const found = (await rowsOf('posts.csv', '?days=30')).find(({ ID }) => ID === post)
    expect(found).toMatchObject({
      Text: `"'@launch, ""now"""`,
      'Posted (UTC)': '2026-02-20 10:00:00',
      Members: '1',
      Points: '45',
    })
    expect((await rowsOf('posts.csv', '?days=7')).some(({ ID }) => ID === post)).toBe(false)
  })

  it('of the teams has the lines of the table', { tags: ['admin-analytics-shown-files'] }, async () => {
    const { data } = (await t.call(listTeamFigures, { as: admin, query: { days: 7 } })).answer
    expect(data.length).toBeGreaterThan(1)
    const rows = await rowsOf('teams.csv', '?days=7')
    expect(rows.map((row) => [row.ID, row.Members, row.Points, row.Likes])).toEqual(
      data.map(({ team, members, current }) => [
        team?.id ?? '',
        String(members),
        String(current.points),
        String(current.likes),
      ]),
    )
    expect(rows.at(-1)).toMatchObject({ ID: '', Team: 'No team' })
    expect(rows[0]).toMatchObject({ Team: '"Sales, North"', 'Share of members (%)': '100', Deleted: '' })
  })

  it('is refused for another period, by the name of the field', async () => {
    const { status, json } = await ask('posts.csv', admin, '?days=14')
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { issues: [{ path: 'days', message: 'Must be one of 7, 30, 90' }] },
    })
  })

  async function expectShown(days: AnalyticsPeriod): Promise<void> {
    const { data } = (await t.call(getAnalytics, { as: admin, query: { days } })).answer
    const points = new Map(data.period.pointsPerDay.map((row) => [row.day, row.points]))
    expect(await rowsOf('analytics.csv', `?days=${days}`)).toEqual(
      data.reportsPerDay.map(({ day, likes, comments, shares }) => ({
        Day: day,
        Likes: String(likes),
        Comments: String(comments),
        Shares: String(shares),
        Points: String(points.get(day)),
      })),
    )
    expect(await rowsOf('weeks.csv')).toEqual(
      data.activeMembersPerWeek.map(({ monday, members }) => {
        return { 'Week starting': monday, 'Active members': String(members) }
      }),
    )
    const people = await rowsOf('people.csv', `?days=${days}`)
    const most = people.toSorted((one, other) => Number(other.Reports) - Number(one.Reports))
    expect(most.map(({ ID, Reports }) => [ID, Number(Reports)])).toEqual(
      data.period.topMembers.map(({ id, reports }) => [id, reports]),
    )
    const reach = (await t.call(listPostReach, { as: admin, query: { days } })).answer.data
    const rows = await rowsOf('posts.csv', `?days=${days}`)
    expect(
      rows.map((row) => [row.ID, row.Engagement, row.Members, row.Clicks, row.People, row.Points]),
    ).toEqual(
      reach
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ id, engagements, members, clicks, people: visitors, points: cost }) => {
          return [id, engagements, members, clicks, visitors, cost].map(String)
        }),
    )
  }
})

describe('a download', () => {
  it('is an entry of the audit trail: who, which file and which days', {
    tags: ['audit-downloads'],
  }, async () => {
    const before = (await downloads()).length
    await ask('posts.csv', admin, '?days=7')
    await ask('members.csv')
    const entries = await downloads()
    expect(entries).toHaveLength(before + 2)
    expect(entries.slice(0, 2)).toMatchObject([
      { actor: { id: admin.id }, subject: 'members.csv', details: {} },
      { actor: { id: admin.id }, subject: 'posts.csv', details: { from: '2026-03-06', to: '2026-03-12' } },
    ])
  })

  it('is none where the file is refused, or is only asked about', { tags: ['audit-downloads'] }, async () => {
    const before = await downloads()
    await ask('secrets.csv')
    await ask('posts.csv', admin, '?days=14')
    await ask('members.csv', ana)
    const url = pathTo(exportPath, { file: 'members.csv' })
    const answer = await t.app.inject({ method: 'HEAD', url, headers: { cookie: admin.cookie } })
    expect(answer.statusCode).toBe(404)
    expect(await downloads()).toEqual(before)
  })
})

describe('an export is refused', () => {
  it.each(['secrets.csv', 'members', 'members.csv.gz', 'constructor'])('for %s with 404', async (file) => {
    const { status, json } = await ask(file)
    expect([status, json]).toEqual([404, { message: 'There is no such file' }])
  })

  it('before its first byte if the database does not answer, so that nobody saves half a file', {
    tags: ['wrong-file', 'audit-downloads'],
  }, async () => {
    const before = await downloads()
    const run = t.deps.db.run.bind(t.deps.db)
    vi.spyOn(t.deps.db, 'run').mockImplementation((statement, values) =>
      statement.name.startsWith('export_') ? Promise.reject(new Error('broken')) : run(statement, values),
    )
    const { status, headers, json } = await ask('members.csv')
    expect({ status, json }).toMatchObject({
      status: 500,
      json: { message: 'Something went wrong on our side.' },
    })
    expect(headers['content-disposition']).toBeUndefined()
    expect(await downloads()).toEqual(before)
  })
})

describe('access to exports', () => {
  it.each(exportFiles)('%s is for administrators only', { tags: ['rights-figures'] }, async (file) => {
    const callers = [null, ana, await t.member('mo', 'moderator')]
    const answers = await Promise.all(callers.map((as) => ask(file, as)))
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 403])
    for (const { json } of answers) expect(json).toEqual({ message: expect.any(String) })
  })

  it('no file has a secret: no password, session or visitor', {
    tags: ['admin-analytics-no-secret', 'sec-24', 'sec-43'],
  }, async () => {
    const texts = await Promise.all(exportFiles.map(async (file) => (await ask(file)).text))
    expect(texts.join('')).not.toMatch(/password|hash|session|visitor/i)
  })
})
