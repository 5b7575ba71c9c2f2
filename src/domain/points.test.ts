import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asId } from './ids.ts'
import {
  decidingRule,
  earningFor,
  nothing,
  type PointsCase,
  type PointsRule,
  pointsFor,
  pointsOf,
  worthOf,
} from './points.ts'
import {
  actionTypes,
  bonusTypes,
  interactionTypes,
  platforms,
  ruleContexts,
  rulePlatforms,
} from './vocabulary.ts'

const rule = (changes: Partial<PointsRule> = {}): PointsRule => ({
  id: asId('01890000-0000-7000-8000-000000000001'),
  actionType: 'like',
  platform: null,
  context: null,
  pointValue: 10,
  multiplier: 100,
  bonusType: null,
  bonusValue: null,
  isActive: true,
  createdAt: new Date('2026-01-01'),
  ...changes,
})
const like: PointsCase = { actionType: 'like', platform: 'linkedin', context: 'honor_system' }
// The more general a rule is, the newer it is, so that age alone would choose wrongly.
const onBoth = rule({ platform: 'linkedin', context: 'honor_system', pointValue: 1 })
const onLinkedIn = rule({ platform: 'linkedin', pointValue: 2, createdAt: new Date('2026-01-02') })
const onHonor = rule({ context: 'honor_system', pointValue: 3, createdAt: new Date('2026-01-03') })
const onAny = rule({ pointValue: 4, createdAt: new Date('2026-01-04') })

const anyRule: fc.Arbitrary<PointsRule> = fc.record({
  id: fc.uuid().map(asId<'pointsRule'>),
  actionType: fc.constantFrom(...actionTypes),
  platform: fc.constantFrom(null, ...rulePlatforms),
  context: fc.constantFrom(null, ...ruleContexts),
  pointValue: fc.nat({ max: 1_000 }),
  multiplier: fc.integer({ min: 1, max: 1_000 }),
  bonusType: fc.constantFrom(null, ...bonusTypes),
  bonusValue: fc.constantFrom(null, 0, 5),
  isActive: fc.boolean(),
  createdAt: fc.constantFrom(new Date('2026-01-01'), new Date('2026-01-02')),
})
const anyCase: fc.Arbitrary<PointsCase> = fc.record({
  actionType: fc.constantFrom(...actionTypes),
  platform: fc.constantFrom(null, ...rulePlatforms),
  context: fc.constantFrom(...ruleContexts),
  bonuses: fc.subarray([...bonusTypes]),
})

describe('without a rule that applies', () => {
  it.each(actionTypes)('a %s earns nothing, by no rule', { tags: ['rules-whole-truth'] }, (actionType) => {
    expect(earningFor([], { ...like, actionType })).toEqual({ points: 0, rule: null })
    expect(pointsFor([], { ...like, actionType })).toBe(0)
  })

  it.each([
    ['is inactive', { isActive: false }],
    ['is for another action', { actionType: 'share' }],
    ['is for another platform', { platform: 'twitter' }],
    ['is for another context', { context: 'verified' }],
  ] as const)('a like earns nothing when the only rule %s', (_, changes) => {
    expect(earningFor([rule(changes)], like)).toBe(nothing)
  })

  it('a post is worth nothing', { tags: ['rules-whole-truth'] }, () => {
    expect(worthOf([], 'linkedin')).toEqual({ like: 0, comment: 0, share: 0 })
  })
})

describe('an earning', () => {
  it('says by which rule, with its values at that moment', () => {
    const deciding = rule({ pointValue: 15, multiplier: 150, bonusType: 'streak', bonusValue: 5 })
    const { id, pointValue, multiplier } = deciding
    expect(earningFor([deciding], like)).toEqual({
      points: 23,
      rule: { id, pointValue, multiplier, bonus: 0, bonusType: null },
    })
    expect(earningFor([deciding], { ...like, bonuses: ['streak'] })).toEqual({
      points: 28,
      rule: { id, pointValue, multiplier, bonus: 5, bonusType: 'streak' },
    })
  })

  it('is the sum of its receipt', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 12 }), anyCase, (rules, wanted) => {
        const { points, rule: applied } = earningFor(rules, wanted)
        expect(applied?.id).toBe(decidingRule(rules, wanted)?.id)
        expect(points).toBe(applied ? pointsOf(applied) : 0)
        expect(points).toBe(pointsFor(rules, wanted))
      }),
    )
  })
})

describe('the deciding rule', () => {
  it.each([
    ['platform and context over platform', [onLinkedIn, onBoth], onBoth],
    ['platform and context over context', [onHonor, onBoth], onBoth],
    ['platform over context', [onHonor, onLinkedIn], onLinkedIn],
    ['context over neither', [onAny, onHonor], onHonor],
    ['platform over neither', [onAny, onLinkedIn], onLinkedIn],
    ['the only rule', [onAny], onAny],
  ])('prefers %s, whatever the order and age of the rules', (_, rules, expected) => {
    expect(decidingRule(rules, like)).toBe(expected)
    expect(decidingRule(rules.toReversed(), like)).toBe(expected)
  })

  it('is the newest of equally specific ones, and has the greater id among equally old ones', () => {
    const idOf = (last: string) => asId<'pointsRule'>(`01890000-0000-7000-8000-00000000000${last}`)
    const older = rule({ id: idOf('c'), createdAt: new Date('2026-01-01') })
    const newer = rule({ id: idOf('a'), createdAt: new Date('2026-01-02') })
    const twin = rule({ id: idOf('b'), createdAt: new Date('2026-01-02') })
    expect(decidingRule([older, newer], like)).toBe(newer)
    expect(decidingRule([newer, twin], like)).toBe(twin)
    expect(decidingRule([twin, newer, older], like)).toBe(twin)
  })

  it('does not depend on the order of the rules', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyRule, { selector: ({ id }) => id, maxLength: 12 }),
        anyCase,
        (rules, wanted) => {
          expect(decidingRule(rules.toReversed(), wanted)).toBe(decidingRule(rules, wanted))
        },
      ),
    )
  })

  it('always applies, and no other applicable rule is more specific', () => {
    const applies = (each: PointsRule, wanted: PointsCase) =>
      each.isActive &&
      each.actionType === wanted.actionType &&
      [null, wanted.platform].includes(each.platform) &&
      [null, wanted.context].includes(each.context)
    const rank = ({ platform, context }: PointsRule) => (platform ? 2 : 0) + (context ? 1 : 0)
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 12 }), anyCase, (rules, wanted) => {
        const candidates = rules.filter((each) => applies(each, wanted))
        const chosen = decidingRule(rules, wanted)
        expect(chosen === null).toBe(candidates.length === 0)
        if (chosen === null) return
        expect(candidates).toContain(chosen)
        expect(Math.max(...candidates.map(rank))).toBe(rank(chosen))
      }),
    )
  })
})

describe('the points of a rule', () => {
  it.each([
    [10, 100, 10],
    [15, 150, 23],
    [15, 50, 8],
    [10, 33, 3],
    [1, 49, 0],
    [1, 50, 1],
    [0, 300, 0],
    [7, 1, 0],
  ])('%i at %i percent are %i', (pointValue, multiplier, expected) => {
    expect(pointsFor([rule({ pointValue, multiplier })], like)).toBe(expected)
  })

  it.each([
    ['added when its condition holds', 'streak', 5, ['streak'], 15],
    ['left out when its condition does not hold', 'streak', 5, [], 10],
    ['left out when only another condition holds', 'streak', 5, ['custom_message'], 10],
    ['counted as 0 when it has no value', 'streak', null, ['streak'], 10],
    ['left out when the rule names no condition', null, 5, ['streak', 'custom_message'], 10],
  ] as const)('have the bonus %s', (_, bonusType, bonusValue, bonuses, expected) => {
    expect(pointsFor([rule({ bonusType, bonusValue })], { ...like, bonuses })).toBe(expected)
  })

  it('do not multiply the bonus', () => {
    const doubled = rule({ multiplier: 200, bonusType: 'streak', bonusValue: 5 })
    expect(pointsFor([doubled], { ...like, bonuses: ['streak'] })).toBe(25)
  })

  it('are always a whole number, never below zero', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 12 }), anyCase, (rules, wanted) => {
        const points = pointsFor(rules, wanted)
        expect(Number.isInteger(points) && points >= 0).toBe(true)
      }),
    )
  })
})

describe('the worth shown on a post', () => {
  it('is what a report without a bonus earns, on every platform', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 12 }), fc.constantFrom(...platforms), (rules, platform) => {
        const worth = worthOf(rules, platform)
        for (const actionType of interactionTypes) {
          expect(worth[actionType]).toBe(pointsFor(rules, { actionType, platform, context: 'honor_system' }))
        }
      }),
    )
  })
})
