import { describe, expect, test } from 'vitest'
import type { LedgerEntry } from '#contract/ledger.ts'
import { asDay } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import { byMonth, entryDay, entryTone, entryWords, monthTitle, signedPoints } from './statement-words.ts'

function entry(fields: Partial<LedgerEntry>): LedgerEntry {
  return {
    id: asId('01890000-0000-7000-8000-000000000000'),
    at: '2026-11-22T10:00:00.000Z',
    day: asDay('2026-11-22'),
    reason: 'interaction',
    amount: 15,
    balance: 900,
    isUndone: false,
    report: null,
    achievement: null,
    shareStatus: null,
    platform: null,
    author: null,
    title: null,
    url: null,
    ...fields,
  }
}

describe('An entry of the statement', () => {
  const post = { author: 'Press', title: 'Big news', platform: 'linkedin' } as const
  test.each<[Partial<LedgerEntry>, string, string]>([
    [{ report: 'like', ...post }, 'Liked “Big news”', 'plain'],
    [{ report: 'comment', ...post, title: '' }, 'Commented on a post by Press', 'plain'],
    [{ report: 'share', ...post, isUndone: true }, 'Shared “Big news”', 'undone'],
    [{ reason: 'undo', report: 'share', ...post, amount: -30 }, 'Undid a share of “Big news”', 'undone'],
    [{ reason: 'achievement', achievement: 'streak_master' }, 'Badge: Streak Master', 'badge'],
    [{ reason: 'undo', achievement: 'first_steps', amount: -10 }, 'Badge taken back: First Steps', 'undone'],
    [{ reason: 'share', title: 'Year-end guide' }, 'Share verified: Year-end guide', 'verified'],
    [{ reason: 'share', platform: 'tiktok' }, 'Share verified: on TikTok', 'verified'],
    [{ reason: 'share', amount: -30, title: 'Guide' }, 'Share corrected: Guide', 'plain'],
    [{ reason: 'link_click', ...post }, 'A click on your link to “Big news”', 'plain'],
    [{ reason: 'adjustment' }, 'Correction', 'plain'],
  ])('says what it was for: %o', (fields, words, tone) => {
    expect(entryWords(entry(fields))).toBe(words)
    expect(entryTone(entry(fields))).toBe(tone)
  })
})

test('points have a sign and commas', () => {
  expect([15, 0, -10_000].map(signedPoints)).toEqual(['+15', '+0', '−10,000'])
})

test('a day is the same in every time zone, and an earlier year is named', () => {
  const today = new Date(2026, 10, 22)
  expect(entryDay('2026-11-01')).toBe('Nov 1')
  expect(monthTitle('2026-11', today)).toBe('November')
  expect(monthTitle('2025-11', today)).toBe('November 2025')
})

test('entries stand under their months', { tags: ['profile-statement'] }, () => {
  const months = ['2026-11', '2026-10', '2026-09'].map((month) => ({
    month,
    amount: 15,
    balance: 30,
    entries: 1,
  }))
  const entries = [entry({}), entry({}), entry({ day: asDay('2026-10-31') })]
  expect(byMonth(months, entries).map(({ month, shown }) => [month, shown.length])).toEqual([
    ['2026-11', 2],
    ['2026-10', 1],
  ])
})
