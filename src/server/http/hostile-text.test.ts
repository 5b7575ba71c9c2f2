import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.schema.ts'
import { getLeaderboard, getStandings } from '#contract/leaderboard.schema.ts'
import { listPosts } from '#contract/posts.schema.ts'
import { listReviewReports } from '#contract/review.schema.ts'
import { listShares } from '#contract/shares.schema.ts'
import { listUsers } from '#contract/users.schema.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { handleErrors } from './errors.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember
const noId = '018f0000-0000-7000-8000-000000000000'

beforeAll(async () => {
  t = await startTestApp()
  admin = await t.member('iris.admin', 'admin')
  ana = await t.member('ana.lima')
  await t.deps.db.run(statement('', 'update users set total_points = 5 where id = $1'), [ana.id])
})
afterAll(() => t.close())

test.each([
  ['the board', getLeaderboard.path, ''],
  ['the standings of a contest', getStandings.path.replace(':contestId', noId), ''],
  ['members', listUsers.path, '&page=1'],
  ['posts', listPosts.path, '&page=1'],
  ['shares', listShares.path, '&page=1'],
  ['the audit trail', listAudit.path, ''],
  ['reports under review', listReviewReports.path, ''],
])(
  'no text in a search of %s makes the server fail',
  { tags: ['hostile-text', 'sec-60'] },
  async (...given) => {
    const [, path, more] = given
    for (const text of ['%00', '%ED%A0%80', 'a%00b', '%5C', '%25', '%27%22', '%F0%9F%8E%89%00', '%C3%28']) {
      const { status } = await t.request('GET', `${path}?search=${text}${more}`, admin)
      expect([200, 404], text).toContain(status)
    }
  },
)

test('a search of the board finds a member although the text has a character that no database stores', {
  tags: ['hostile-text'],
}, async () => {
  const { answer } = await t.call(getLeaderboard, { as: ana, query: 'search=ana%00.lima' })
  expect(answer.data.map(({ id }) => id)).toEqual([ana.id])
})

test.each([
  ['text that cannot be stored', 'select $1::text', ['\0'], 400],
  ['a date that does not exist', 'select $1::text::date', ['2026-02-30'], 400],
  ['a division by nothing', 'select 1 / $1::int', [0], 400],
  ['a number that grows too large', 'select 2147483647 + $1::int', [1], 409],
  ['a statement of ours that is wrong', 'select missing from users where username = $1', ['a'], 500],
])('%s is refused in plain words by its kind', { tags: ['hostile-value', 'sec-60'] }, async (...given) => {
  const [, sql, values, status] = given
  const app = fastify()
  handleErrors(app)
  app.get('/', async () => t.deps.db.run(statement('test_value', sql), values))
  const answer = await app.inject('/')
  const words = {
    400: 'The request has a value that cannot be stored',
    409: 'This would make a number too large to be stored',
    500: 'Something went wrong on our side.',
  }
  expect([answer.statusCode, answer.json().message]).toEqual([status, Reflect.get(words, status)])
})
