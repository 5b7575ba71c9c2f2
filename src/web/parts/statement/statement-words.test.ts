import { describe, expect, test } from 'vitest'
import type { LedgerEntry } from '#contract/ledger.ts'
import { asDay } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import {
  byMonth,
  dayWords,
  entryDay,
  entryTone,
  isSumTelling,
  monthTitle,
  noteWords,
  sumWords,
} from './statement-words.ts'

const subjectId: LedgerEntry['subject']['id'] = asId('01890000-0000-7000-8000-000000000001')

function entry(fields: Partial<LedgerEntry>): LedgerEntry {
  return {
    id: asId('01890000-0000-7000-8000-000000000000'),
    createdAt: '2026-11-22T10:00:00.000Z',
    day: asDay('2026-11-22'),
    bookedOn: asDay('2026-11-22'),
    reason: 'interaction',
    amount: 15,
    balance: 900,
    description: 'Liked "Big news"',
    subject: about('interaction'),
    rule: null,
    overCap: null,
    team: null,
    isUndone: false,
    note: null,
    appeal: null,
    appealable: null,
    report: null,
    achievement: null,
    shareStatus: null,
    platform: null,
    author: null,
    url: null,
    ...fields,
  }
}
function about(type: LedgerEntry['subject']['type'], title = 'Big news'): LedgerEntry['subject'] {
  return { type, id: subjectId, title }
}
function rule(fields: Partial<NonNullable<LedgerEntry['rule']>> = {}): LedgerEntry['rule'] {
  return {
    id: asId('01890000-0000-7000-8000-000000000002'),
    pointValue: 15,
    multiplier: 100,
    bonus: 0,
    bonusType: null,
    ...fields,
  }
}
const grace = {
  id: asId<'user'>('01890000-0000-7000-8000-000000000003'),
  username: 'grace.kamau',
  displayName: 'Grace Kamau',
  avatar: null,
}
const byGrace = { by: grace, reason: 'We could not find it' }

describe('An entry of the statement', () => {
  test.each<[Partial<LedgerEntry>, string]>([
    [{}, 'plain'],
    [{ isUndone: true }, 'undone'],
    [{ reason: 'undo', amount: -30 }, 'undone'],
    [{ reason: 'achievement', achievement: 'streak_master' }, 'badge'],
    [{ reason: 'share', subject: about('share'), shareStatus: 'completed' }, 'verified'],
    [{ reason: 'share', subject: about('share'), shareStatus: 'rejected' }, 'plain'],
    [{ reason: 'adjustment', subject: about('adjustment') }, 'plain'],
  ])('looks like what it is: %o', (fields, tone) => {
    expect(entryTone(entry(fields))).toBe(tone)
  })

  test.each<[Partial<LedgerEntry>, string | null, boolean]>([
    [{ rule: rule() }, '15 by the rule', false],
    [{ rule: rule({ multiplier: 150 }) }, '15 × 150 %', true],
    [{ rule: rule({ bonus: 5, bonusType: 'streak' }) }, '15 × 100 % + 5 streak bonus', true],
    [
      { rule: rule({ pointValue: 1000, bonus: 20, bonusType: 'engagement_threshold' }) },
      '1000 × 100 % + 20 engagement bonus',
      true,
    ],
    [{ rule: rule({ bonus: 5, bonusType: 'custom_message' }) }, '15 × 100 % + 5 message bonus', true],
    [{ rule: null }, null, false],
    [{ rule: rule(), overCap: 20, amount: 0 }, 'Over the daily limit of 20: counts, earns nothing', true],
  ])('says how its amount came about: %o', { tags: ['statement-sums'] }, (fields, words, isTelling) => {
    expect(sumWords(entry(fields))).toBe(words)
    expect(isSumTelling(entry(fields))).toBe(isTelling)
  })

  test.each<[Partial<LedgerEntry>, string | null]>([
    [{}, null],
    [{ reason: 'undo', note: byGrace }, 'Taken back by Grace: We could not find it'],
    [{ reason: 'undo', note: { by: null, reason: 'By mistake' } }, 'By mistake'],
    [{ reason: 'adjustment', note: byGrace }, 'Given back by Grace: We could not find it'],
    [
      { reason: 'adjustment', subject: about('adjustment'), note: byGrace },
      'Corrected by Grace: We could not find it',
    ],
    [
      { reason: 'adjustment', subject: about('share'), amount: -30, note: byGrace },
      'Not accepted by Grace: We could not find it',
    ],
  ])('says who decided, and why: %o', { tags: ['statement-decisions'] }, (fields, words) => {
    expect(noteWords(entry(fields))).toBe(words)
  })
})

test('a day is the same in every time zone, and an earlier year is named', () => {
  const today = new Date(2026, 10, 22)
  expect(entryDay('2026-11-01')).toBe('Nov 1')
  expect(monthTitle('2026-11', today)).toBe('November')
  expect(monthTitle('2025-11', today)).toBe('November 2025')
})

test('the day that an entry counts for is named where it was booked on another', () => {
  expect(dayWords(entry({}))).toBe(null)
  expect(dayWords(entry({ bookedOn: asDay('2026-11-24') }))).toBe('Counts for Nov 22')
})

test('entries stand under the months in which they were booked', { tags: ['profile-statement'] }, () => {
  const months = ['2026-11', '2026-10', '2026-09'].map((month) => ({
    month,
    amount: 15,
    balance: 30,
    entries: 1,
    teams: [],
  }))
  const late = entry({ day: asDay('2026-10-31'), bookedOn: asDay('2026-11-01') })
  const entries = [entry({}), late, entry({ bookedOn: asDay('2026-10-31') })]
  expect(byMonth(months, entries).map(({ month, shown }) => [month, shown.length])).toEqual([
    ['2026-11', 2],
    ['2026-10', 1],
  ])
})
