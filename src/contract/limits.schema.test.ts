import { expect, test } from 'vitest'
import type { z } from 'zod'
import { listActivities } from './activities.schema.ts'
import { listAudit } from './audit.schema.ts'
import { emergencySignIn } from './auth.schema.ts'
import { listAnnualWinners } from './contests.schema.ts'
import { listDeliveries } from './deliveries.schema.ts'
import { clearableText } from './fields.schema.ts'
import { getLeaderboard, getStandings } from './leaderboard.schema.ts'
import { listPosts } from './posts.schema.ts'
import { listShares } from './shares.schema.ts'
import { listUsers } from './users.schema.ts'

const pagedLists = { listActivities, listAudit, listDeliveries, listPosts, listShares }
const boards = { getLeaderboard, getStandings }
const tables = { listPosts, listShares, listUsers }
const signIn = { email: 'ana@brightwater.example', password: 'a secret' }
const longestEmail = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`
const id = '0190b6f0-0000-7000-8000-000000000001'
const won = { id, userId: id, year: 2026, totalPoints: 1, totalShares: 0, totalEngagements: 1 }

const cases: readonly Case[] = [
  ...casesOf({ ...pagedLists, ...boards }, [
    ['limit', 1, 0],
    ['limit', 100, 101],
  ]),
  ...casesOf(pagedLists, [
    ['cursor', text(1), ''],
    ['cursor', text(200), text(201)],
  ]),
  ...casesOf(boards, [['offset', 0, -1]]),
  ...casesOf(tables, [
    ['page', 1, 0],
    ['page', 100_000, 100_001],
    ['search', text(200), text(201)],
  ]),
  ...casesOf({ listAudit }, [
    ['actor', text(200), text(201)],
    ['subject', text(200), text(201)],
  ]),
  ['getLeaderboard', getLeaderboard.query, { search: text(64) }, { search: text(65) }],
  [
    'emergencySignIn',
    emergencySignIn.body,
    { ...signIn, password: text(1024) },
    { ...signIn, password: text(1025) },
  ],
  [
    'emergencySignIn',
    emergencySignIn.body,
    { ...signIn, email: longestEmail },
    { ...signIn, email: `${longestEmail}d` },
  ],
  [
    'listAnnualWinners',
    listAnnualWinners.answer,
    { data: [{ ...won, totalMonthsWon: 1 }] },
    { data: [{ ...won, totalMonthsWon: 0 }] },
  ],
]

test.each(cases)(
  '%s accepts what is just within a limit, and refuses what is just beyond',
  (_, schema, within, beyond) => {
    expect(schema.safeParse(within).error).toBeUndefined()
    expect(schema.safeParse(beyond).success).toBe(false)
  },
)

test.each(Object.entries(tables))('%s searches for the text without the spaces around it', (_, { query }) => {
  expect(query.parse({ search: ' Ana Lima ' })).toMatchObject({ search: 'Ana Lima' })
})

test('null clears a text as an empty one does', () => {
  expect([null, '', 'kept'].map((value) => clearableText(10).parse(value))).toEqual([null, null, 'kept'])
})

type Case = readonly [name: string, schema: z.ZodType, within: object, beyond: object]
type Limit = readonly [field: string, within: unknown, beyond: unknown]

function casesOf(
  endpoints: Readonly<Record<string, { query: z.ZodType }>>,
  limits: readonly Limit[],
): Case[] {
  return Object.entries(endpoints).flatMap(([name, { query }]) =>
    limits.map(
      ([field, within, beyond]): Case => [
        `${name}: ${field}`,
        query,
        { [field]: within },
        { [field]: beyond },
      ],
    ),
  )
}

function text(length: number): string {
  return 'x'.repeat(length)
}
