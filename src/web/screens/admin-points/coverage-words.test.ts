import { describe, expect, test } from 'vitest'
import type { PointsConfiguration } from '#contract/points.ts'
import { asId } from '#domain/ids.ts'
import { cardNote, deletionNotes, draftNotes } from './coverage-words.ts'

const rule = (nth: number, fields: Partial<PointsConfiguration>): PointsConfiguration => ({
  id: asId(`00000000-0000-7000-8000-00000000000${nth}`),
  actionType: 'like',
  platform: null,
  context: null,
  pointValue: 15,
  multiplier: 100,
  bonusType: null,
  bonusValue: null,
  description: null,
  isActive: true,
  ...fields,
})
const likes = rule(1, { context: 'honor_system' })
const comments = rule(2, { actionType: 'comment', context: 'honor_system', pointValue: 20 })
const shares = rule(3, { actionType: 'share', context: 'honor_system', pointValue: 30 })
const onLinkedIn = rule(4, { actionType: 'share', platform: 'linkedin', pointValue: 45 })
const verified = rule(5, { actionType: 'share', context: 'verified', pointValue: 30 })
const firstSteps = rule(6, { actionType: 'achievement', context: 'first_steps', pointValue: 10 })
const clicks = rule(7, { actionType: 'link_click', context: 'slack', pointValue: 5 })
const rules = [clicks, firstSteps, verified, onLinkedIn, shares, comments, likes]

describe('before a rule is saved', () => {
  test('nothing is said of one that changes nothing', { tags: ['rules-warnings'] }, () => {
    expect(draftNotes(rules, { ...likes, description: 'Anew' })).toEqual([])
  })

  test('the rule that wins over it is named, with its platform', { tags: ['rules-warnings'] }, () => {
    expect(draftNotes(rules, { ...shares, description: 'Anew' })).toEqual([
      'On LinkedIn another rule wins: share, LinkedIn, 45 points.',
    ])
  })

  test('so is the rule over which it wins, and what the cards will show', {
    tags: ['rules-warnings'],
  }, () => {
    expect(draftNotes(rules, rule(9, { platform: 'instagram', pointValue: 10 }))).toEqual([
      'On Instagram this rule wins over: like, Honor system, 15 points.',
      'Cards will show +10 instead of +15 on Instagram.',
    ])
    expect(draftNotes(rules, { ...likes, pointValue: 10 })).toEqual(['Cards will show +10 instead of +15.'])
  })

  test('several platforms are counted', { tags: ['rules-warnings'] }, () => {
    const onTwo = [rule(8, { platform: 'twitter' }), rule(9, { platform: 'tiktok' }), ...rules]
    expect(draftNotes(onTwo, { ...likes, multiplier: 200 })).toEqual([
      'On X (Twitter) another rule wins: like, X (Twitter), 15 points.',
      'On TikTok another rule wins: like, TikTok, 15 points.',
      'Cards will show +30 instead of +15 on LinkedIn and 3 others.',
    ])
  })

  test('it says what no longer earns anything when the rule is switched off', {
    tags: ['rules-warnings'],
  }, () => {
    expect(draftNotes(rules, { ...comments, isActive: false })).toEqual([
      'Cards will show no points for comments.',
    ])
    expect(draftNotes(rules, { ...clicks, isActive: false })).toEqual(['Link clicks will earn nothing.'])
    expect(draftNotes(rules, { ...firstSteps, isActive: false })).toEqual(['First Steps will earn nothing.'])
    expect(draftNotes(rules, { ...verified, isActive: false })).toEqual([
      'Verified shares will earn nothing on X (Twitter) and 4 others.',
    ])
  })

  test('it says what begins to earn something', { tags: ['rules-warnings'] }, () => {
    expect(draftNotes([], rule(9, { platform: 'twitter', pointValue: 3 }))).toEqual([
      'Cards will show +3 for likes on X (Twitter).',
    ])
  })

  test('where a rule is for reports and verified shares, it says which of them another decides', {
    tags: ['rules-warnings'],
  }, () => {
    expect(draftNotes([shares], rule(9, { actionType: 'share', pointValue: 30 }))).toEqual([
      'For reports another rule wins: share, Honor system, 30 points.',
      'Verified shares will earn +30.',
    ])
    expect(draftNotes([firstSteps], rule(9, { actionType: 'achievement', pointValue: 0 }))).toEqual([
      'For First Steps another rule wins: achievement, First Steps, 10 points.',
    ])
  })

  test.each([
    [{ platform: 'slack' }, 'Nothing ever meets this rule. No like has this platform.'],
    [
      { actionType: 'comment', context: 'slack' },
      'Nothing ever meets this rule. No comment has this context.',
    ],
    [
      { actionType: 'share_tiktok', platform: 'youtube' },
      'Nothing ever meets this rule. No share on TikTok has this platform.',
    ],
    [
      { actionType: 'achievement', context: 'slack' },
      'Nothing ever meets this rule. No achievement has this context.',
    ],
  ] as const)('nothing ever meets %j', { tags: ['rules-warnings'] }, (fields, note) => {
    expect(draftNotes(rules, rule(9, fields))).toEqual([note])
    expect(cardNote(rule(9, fields), [rule(9, fields), ...rules])).toBe(note)
  })

  test.each([
    [{ bonusType: 'streak', bonusValue: null }, 'The streak bonus has no value, so it adds nothing.'],
    [{ bonusType: null, bonusValue: 5 }, 'The bonus value has no bonus type, so it is never added.'],
    [
      { bonusType: 'custom_message', bonusValue: 5 },
      'Nothing that this rule pays for ever reaches the custom message bonus.',
    ],
  ] as const)('the bonus of %j has no effect', { tags: ['rules-warnings'] }, (bonus, note) => {
    expect(draftNotes(rules, { ...likes, ...bonus })).toEqual([note])
  })
})

describe('before a rule is deleted', () => {
  test('it says what will earn something else', { tags: ['rules-warnings'] }, () => {
    expect(deletionNotes(rules, onLinkedIn)).toEqual([
      'Cards will show +30 instead of +45 on LinkedIn.',
      'Verified shares will earn +30 instead of +45 on LinkedIn.',
    ])
    expect(deletionNotes(rules, likes)).toEqual(['Cards will show no points for likes.'])
  })
})

describe('the card of a rule', () => {
  test('says nothing while the rule decides somewhere, or is switched off', {
    tags: ['rules-in-force'],
  }, () => {
    for (const each of rules) expect(cardNote(each, rules)).toBeNull()
    const off = rule(9, { platform: 'slack', isActive: false })
    expect(cardNote(off, [off, ...rules])).toBeNull()
  })

  test('says by which rules it is overridden everywhere', { tags: ['rules-in-force'] }, () => {
    const newer = rule(9, { context: 'honor_system', pointValue: 1 })
    expect(cardNote(likes, [newer, ...rules])).toBe('Overridden everywhere: like, Honor system, 1 point.')
  })
})
