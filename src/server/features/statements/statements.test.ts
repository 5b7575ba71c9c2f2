import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { listLedgerOf, listOwnLedger } from '#contract/ledger.schema.ts'
import { type LedgerEntry, ownLedgerFile } from '#contract/ledger.ts'
import { reviewShare, submitShare } from '#contract/shares.schema.ts'
import { changeTeamOf, createTeam, deleteTeam, updateTeam } from '#contract/teams.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { newId } from '#server/db/new-id.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

// In Honolulu it is still the 28th of February.
const start = '2026-03-01T09:00:00.000Z'
let t: TestApp
let ana: TestMember
let admin: TestMember

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock(start),
    config: { timeZone: 'Pacific/Honolulu' },
    limits: { perMember: 10_000 },
  })
  admin = await t.member('cara.ito', 'admin')
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  t.clock.set(start)
  ana = await t.member(`ana.${newId()}`)
})

const report = async (interactionType: string, fields: Parameters<typeof insertPost>[1] = {}) => {
  const body = { postId: await insertPost(t.deps, fields), interactionType }
  expect((await t.call(reportInteraction, { as: ana, body })).status).toBe(200)
}
const undoLast = async () => {
  const { id } = present((await t.call(recentInteractions, { as: ana })).answer.data[0])
  expect((await t.call(undoInteraction, { as: ana, params: { id } })).status).toBe(200)
}
const ledgerOf = async (as: TestMember = ana, query?: string) =>
  (await t.call(listOwnLedger, { as, query })).answer
const pointsOf = async (as: TestMember = ana) =>
  (await t.call(getCurrentUser, { as })).answer.data.totalPoints

/** Every entry of a member, read `limit` at a time. */
async function allOf(as: TestMember, limit: number): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const part = await ledgerOf(as, `limit=${limit}${cursor && `&cursor=${cursor}`}`)
    entries.push(...part.data)
    cursor = part.nextCursor
  }
  return entries
}

describe('the statement', () => {
  it('has every entry with its reason and what it belongs to', { tags: ['profile-statement'] }, async () => {
    const post = { authorName: 'Press', content: '\nBig news.\nMore.', postUrl: 'https://x.com/press/1' }
    await report('comment', { platform: 'twitter', ...post })
    t.clock.set('2026-03-01T11:00:00.000Z')
    const body = { platform: 'linkedin', customMessage: 'Year-end guide', shareUrl: 'https://linkedin.com/1' }
    const { id } = (await t.call(submitShare, { as: ana, body })).answer.data
    const verified = { params: { id }, body: { status: 'completed' } }
    expect((await t.call(reviewShare, { as: admin, ...verified })).status).toBe(200)

    const { data, months, nextCursor } = await ledgerOf()
    const nothing = {
      report: null,
      achievement: null,
      shareStatus: null,
      platform: null,
      author: null,
      url: null,
      isUndone: false,
      overCap: null,
      note: null,
      appeal: null,
      appealable: null,
      team: null,
    }
    expect(data[0]).toEqual({
      ...nothing,
      id: expect.any(String),
      createdAt: '2026-03-01T11:00:00.000Z',
      day: '2026-03-01',
      bookedOn: '2026-03-01',
      reason: 'share',
      amount: 30,
      balance: 60,
      description: 'Share verified: Year-end guide',
      subject: { type: 'share', id, title: 'Year-end guide' },
      rule: { id: expect.any(String), pointValue: 30, multiplier: 100, bonus: 0, bonusType: null },
      shareStatus: 'completed',
      platform: 'linkedin',
      url: 'https://linkedin.com/1',
    })
    expect(data.slice(1)).toHaveLength(2)
    expect(data).toContainEqual({
      ...nothing,
      id: expect.any(String),
      createdAt: start,
      day: '2026-02-28',
      bookedOn: '2026-02-28',
      reason: 'interaction',
      amount: 20,
      balance: expect.any(Number),
      description: 'Commented on “Big news.”',
      subject: { type: 'interaction', id: expect.any(String), title: 'Big news.' },
      rule: { id: expect.any(String), pointValue: 20, multiplier: 100, bonus: 0, bonusType: null },
      report: 'comment',
      platform: 'twitter',
      author: 'Press',
      url: 'https://x.com/press/1',
    })
    expect(data).toContainEqual(
      expect.objectContaining({ ...nothing, reason: 'achievement', achievement: 'first_steps', amount: 10 }),
    )
    expect(months).toEqual([
      { month: '2026-03', amount: 30, balance: 60, entries: 1, teams: [] },
      { month: '2026-02', amount: 30, balance: 30, entries: 2, teams: [] },
    ])
    expect(nextCursor).toBeNull()
  })

  it('adds up: each balance is the one before and the amount', { tags: ['profile-statement'] }, async () => {
    for (const type of ['like', 'comment', 'share', 'like']) {
      t.clock.advance(60_000)
      await report(type)
    }
    await undoLast()
    for (const limit of [1, 2, 100]) {
      const entries = (await allOf(ana, limit)).toReversed()
      expect(entries).toHaveLength(6)
      let balance = 0
      for (const entry of entries) {
        balance += entry.amount
        expect(entry.balance).toBe(balance)
      }
      expect(balance).toBe(await pointsOf())
    }
    const { months } = await ledgerOf()
    expect(months.reduce((sum, { amount }) => sum + amount, 0)).toBe(await pointsOf())
    expect(months[0]?.balance).toBe(await pointsOf())
  })

  it('recognises undone pairs, also of an achievement', { tags: ['profile-statement'] }, async () => {
    await report('like', { content: 'Dark theme' })
    t.clock.advance(60_000)
    await undoLast()
    t.clock.advance(60_000)
    await report('like', { content: 'Light theme' })
    const { data } = await ledgerOf()
    const told = data.map(({ reason, amount, isUndone, subject, achievement }) =>
      [reason, amount, isUndone, achievement ?? subject.title].join(' '),
    )
    expect(told.toSorted()).toEqual(
      [
        'interaction 15 false Light theme',
        'achievement 10 false first_steps',
        'undo -10 false first_steps',
        'undo -15 false Dark theme',
        'achievement 10 true first_steps',
        'interaction 15 true Dark theme',
      ].toSorted(),
    )
    expect(data.at(0)?.balance).toBe(25)
  })

  it('says for which team each entry counted, and how much of each month', {
    tags: ['statement-teams'],
  }, async () => {
    const make = async (name: string, color: string) =>
      (await t.call(createTeam, { as: admin, body: { name, color } })).answer.data.id
    const moveTo = (teamId: string | null) =>
      t.call(changeTeamOf, { as: admin, params: { id: ana.id }, body: { teamId } })
    const blue = await make(`Blue ${newId()}`, '#2563eb')
    const green = await make(`Amber ${newId()}`, '#16a34a')
    await report('like', { content: 'First' })
    await moveTo(blue)
    await report('comment', { content: 'Second' })
    await moveTo(green)
    await undoLast()
    await report('share', { content: 'Third' })
    await t.call(updateTeam, { as: admin, params: { id: green }, body: { name: 'Green' } })
    await t.call(deleteTeam, { as: admin, params: { id: blue } })

    const { data, months } = await ledgerOf()
    const blueTeam = { id: blue, name: expect.stringMatching(/^Blue /), color: '#2563eb', isDeleted: true }
    const greenTeam = { id: green, name: 'Green', color: '#16a34a', isDeleted: false }
    const teamOf = (wanted: string, why: string) =>
      data.find(({ subject, reason }) => subject.title === wanted && reason === why)?.team
    expect(teamOf('First', 'interaction')).toBeNull()
    expect(teamOf('Second', 'interaction')).toEqual(blueTeam)
    expect(teamOf('Second', 'undo')).toEqual(blueTeam)
    expect(teamOf('Third', 'interaction')).toEqual(greenTeam)
    expect(months).toMatchObject([
      {
        amount: 55,
        teams: [
          { team: blueTeam, amount: 0 },
          { team: greenTeam, amount: 30 },
        ],
      },
    ])
    const seen = (await t.call(listLedgerOf, { as: admin, params: { userId: ana.id } })).answer
    expect(seen.months).toEqual(months)
    expect(seen.data.map(({ team }) => team)).toEqual(data.map(({ team }) => team))
    const { text } = await t.request('GET', ownLedgerFile, ana)
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/,Note,Team$/)
    expect(lines.filter((line) => line.endsWith(',Green'))).toHaveLength(1)
    expect(lines.filter((line) => /,Blue [^,]+$/.test(line))).toHaveLength(2)
  })

  it('has nobody else’s entries', async () => {
    await report('like')
    const ben = await t.member(`ben.${newId()}`)
    expect(await ledgerOf(ben)).toEqual({ data: [], nextCursor: null, months: [] })
  })

  it('links to no unsafe address', async () => {
    await report('like', { postUrl: 'javascript:alert(1)' })
    const entry = (await ledgerOf()).data.find(({ reason }) => reason === 'interaction')
    expect(entry).toMatchObject({ author: 'Northwind', url: null })
  })

  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=many'],
    ['cursor', 'cursor=nonsense'],
    ['reason', 'reason=gift'],
    ['from', 'from=2026-13-01'],
    ['to', 'to=tomorrow'],
  ])('refuses a wrong %s by its name: %s', async (field, query) => {
    const { status, error } = await t.call(listOwnLedger, { as: ana, query })
    expect(status).toBe(400)
    expect(error.issues?.map(({ path }) => path)).toEqual([field])
  })
})
