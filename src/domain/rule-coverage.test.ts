import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asId } from './ids.ts'
import { type PointsRule, worthOf } from './points.ts'
import {
  coverageOf,
  effectsOf,
  futileIn,
  type Occasion,
  type OccasionKind,
  occasions,
  rulesInForce,
} from './rule-coverage.ts'
import { shareEarning } from './shares.ts'
import {
  actionTypes,
  bonusTypes,
  interactionTypes,
  platforms,
  ruleContexts,
  rulePlatforms,
} from './vocabulary.ts'

const rule = (changes: Partial<PointsRule> & { readonly nth?: number } = {}): PointsRule => {
  const { nth = 1, ...fields } = changes
  return {
    id: asId(`01890000-0000-7000-8000-0000000000${String(nth).padStart(2, '0')}`),
    actionType: 'like',
    platform: null,
    context: null,
    pointValue: 10,
    multiplier: 100,
    bonusType: null,
    bonusValue: null,
    isActive: true,
    createdAt: new Date(2026, 0, nth),
    ...fields,
  }
}

const anyRule: fc.Arbitrary<PointsRule> = fc.record({
  id: fc.uuid().map(asId<'pointsRule'>),
  actionType: fc.constantFrom(...actionTypes),
  platform: fc.constantFrom(null, ...rulePlatforms),
  context: fc.constantFrom(null, ...ruleContexts),
  pointValue: fc.nat({ max: 50 }),
  multiplier: fc.constantFrom(50, 100, 200),
  bonusType: fc.constantFrom(null, ...bonusTypes),
  bonusValue: fc.constantFrom(null, 0, 5),
  isActive: fc.boolean(),
  createdAt: fc.constantFrom(new Date('2026-01-01'), new Date('2026-01-02')),
})
const anyRules = fc.uniqueArray(anyRule, { selector: ({ id }) => id, maxLength: 12 })

const namesOf = (places: readonly Occasion[]) =>
  places.map(({ kind, platform, context }) => `${kind} ${platform ?? context}`)
const everywhere = (kind: OccasionKind) => platforms.map((platform) => `${kind} ${platform}`)

describe('the rule in force', () => {
  const pointsIn = (rules: readonly PointsRule[], kind: OccasionKind) =>
    rulesInForce(rules)
      .filter(({ occasion }) => occasion.kind === kind)
      .map(({ points }) => points)

  it('is none where no rule applies, and then nothing is earned', () => {
    for (const { rule: found, points } of rulesInForce([])) expect([found, points]).toEqual([null, 0])
    expect(pointsIn([rule({ platform: 'linkedin' })], 'like')).toEqual([10, 0, 0, 0, 0, 0])
  })

  it('is known for 35 occasions, of six kinds', () => {
    expect(occasions).toHaveLength(5 * platforms.length + 5)
  })

  it('earns on a report what the cards show', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        for (const type of interactionTypes) {
          expect(pointsIn(rules, type)).toEqual(platforms.map((platform) => worthOf(rules, platform)[type]))
        }
      }),
    )
  })

  it('earns on a verified share what the share then earns', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        const share = { customMessage: null, hasReachedThreshold: false }
        const worths = platforms.map((platform) => shareEarning(rules, { ...share, platform }).points)
        expect(pointsIn(rules, 'verified_share')).toEqual(worths)
      }),
    )
  })

  it('on a verified share is the one for shares on its platform, even if another is more specific', () => {
    const onLinkedIn = rule({ actionType: 'share_linkedin', pointValue: 45 })
    const shares = rule({
      nth: 2,
      actionType: 'share',
      platform: 'linkedin',
      context: 'verified',
      pointValue: 30,
    })
    expect(pointsIn([onLinkedIn, shares], 'verified_share')).toEqual([45, 0, 0, 0, 0, 0])
    expect(pointsIn([shares], 'verified_share')).toEqual([30, 0, 0, 0, 0, 0])
  })
})

describe('a draft', () => {
  const general = rule({ nth: 1, actionType: 'share', context: 'honor_system', pointValue: 30 })
  const onLinkedIn = rule({ nth: 2, actionType: 'share', platform: 'linkedin', pointValue: 45 })

  it('is overridden by a more specific rule, on its platform alone', () => {
    const draft = rule({ nth: 9, actionType: 'share', context: 'honor_system', pointValue: 50 })
    const { decides, overriddenBy, overrides } = coverageOf([general, onLinkedIn], draft)
    expect(overriddenBy.map((each) => [each.rule, namesOf(each.occasions)])).toEqual([
      [onLinkedIn, ['share linkedin']],
    ])
    expect(namesOf(decides)).toEqual(everywhere('share').filter((name) => name !== 'share linkedin'))
    expect(overrides.map((each) => [each.rule, namesOf(each.occasions)])).toEqual([
      [general, namesOf(decides)],
    ])
  })

  it('is overridden everywhere by a newer one of the same kind', () => {
    const newer = rule({ nth: 12, actionType: 'share', context: 'honor_system' })
    const { decides, overriddenBy } = coverageOf([newer], general)
    expect(decides).toEqual([])
    expect(overriddenBy.map((each) => namesOf(each.occasions))).toEqual([everywhere('share')])
  })

  it('does not meet its own older state, nor inactive rules', () => {
    const inactive = rule({ nth: 3, actionType: 'share', platform: 'tiktok', isActive: false })
    const { decides, overriddenBy, overrides } = coverageOf([general, inactive], {
      ...general,
      pointValue: 9,
    })
    expect([namesOf(decides), overriddenBy, overrides]).toEqual([everywhere('share'), [], []])
  })

  it('that is inactive is looked at as if it were active', () => {
    expect(coverageOf([], { ...general, isActive: false }).decides).toHaveLength(platforms.length)
  })

  it('decides where it is in force, and nowhere else', () => {
    fc.assert(
      fc.property(anyRules, anyRule, (rules, draft) => {
        const { decides } = coverageOf(rules, draft)
        const own = { ...draft, isActive: true }
        const inForce = rulesInForce([...rules, own]).filter((each) => each.rule === own)
        expect(decides).toEqual(inForce.map(({ occasion }) => occasion))
      }),
    )
  })
})

describe('nothing ever meets', () => {
  it.each([
    ['a like on Slack', { actionType: 'like', platform: 'slack' }, 'platform'],
    ['a comment on Slack', { actionType: 'comment', platform: 'slack' }, 'platform'],
    ['a share on Slack', { actionType: 'share', platform: 'slack' }, 'platform'],
    ['a share on TikTok that is on Slack', { actionType: 'share_tiktok', platform: 'slack' }, 'platform'],
    ['a share on TikTok that is on YouTube', { actionType: 'share_tiktok', platform: 'youtube' }, 'platform'],
    ['a link click on Slack', { actionType: 'link_click', platform: 'slack' }, 'platform'],
    ['an achievement on LinkedIn', { actionType: 'achievement', platform: 'linkedin' }, 'platform'],
    ['a verified like', { actionType: 'like', context: 'verified' }, 'context'],
    ['a comment in Slack', { actionType: 'comment', context: 'slack' }, 'context'],
    ['a share in Slack', { actionType: 'share', context: 'slack' }, 'context'],
    ['a share for an achievement', { actionType: 'share', context: 'team_leader' }, 'context'],
    ['a reported share on TikTok', { actionType: 'share_tiktok', context: 'honor_system' }, 'context'],
    ['a link click by honor', { actionType: 'link_click', context: 'honor_system' }, 'context'],
    ['an achievement by honor', { actionType: 'achievement', context: 'honor_system' }, 'context'],
  ] as const)('%s', (_, changes, reason) => {
    expect(futileIn(rule(changes)).neverMet).toBe(reason)
    expect(coverageOf([], rule(changes)).decides).toEqual([])
  })

  it.each([
    [{ actionType: 'like', platform: 'tiktok', context: 'honor_system' }],
    [{ actionType: 'share', context: 'verified' }],
    [{ actionType: 'share' }],
    [{ actionType: 'share_tiktok', platform: 'tiktok', context: 'verified' }],
    [{ actionType: 'link_click', platform: 'linkedin', context: 'slack' }],
    [{ actionType: 'achievement' }],
    [{ actionType: 'achievement', context: 'first_steps' }],
  ] as const)('but %j is met', (changes) => {
    expect(futileIn(rule(changes)).neverMet).toBeNull()
  })

  it('a rule that never decides, whatever else is there, and every other one decides alone', () => {
    fc.assert(
      fc.property(anyRule, (each) => {
        expect(futileIn(each).neverMet === null).toBe(coverageOf([], each).decides.length > 0)
      }),
    )
  })
})

describe('a bonus', () => {
  it.each([
    ['without a value', { bonusType: 'streak', bonusValue: null }, 'without-value'],
    ['of 0', { bonusType: 'streak', bonusValue: 0 }, 'without-value'],
    ['without a type', { bonusType: null, bonusValue: 5 }, 'without-type'],
    ['for a streak of likes', { bonusType: 'streak', bonusValue: 5 }, null],
    ['for a message with a like', { bonusType: 'custom_message', bonusValue: 5 }, 'never-reached'],
    ['for engagements of a like', { bonusType: 'engagement_threshold', bonusValue: 5 }, 'never-reached'],
    ['for a message with a share', { actionType: 'share', bonusType: 'custom_message', bonusValue: 5 }, null],
    [
      'for a message with a reported share',
      { actionType: 'share', context: 'honor_system', bonusType: 'custom_message', bonusValue: 5 },
      'never-reached',
    ],
    [
      'for a streak of verified shares',
      { actionType: 'share', context: 'verified', bonusType: 'streak', bonusValue: 5 },
      'never-reached',
    ],
    [
      'for engagements of a share on TikTok',
      { actionType: 'share_tiktok', bonusType: 'engagement_threshold', bonusValue: 5 },
      null,
    ],
    ['of a link click', { actionType: 'link_click', bonusType: 'streak', bonusValue: 5 }, 'never-reached'],
    ['of an achievement', { actionType: 'achievement', bonusType: 'streak', bonusValue: 5 }, 'never-reached'],
    ['of 0 without a type', { bonusType: null, bonusValue: 0 }, null],
  ] as const)('%s gets the right verdict', (_, changes, verdict) => {
    expect(futileIn(rule(changes)).bonus).toBe(verdict)
  })
})

describe('a change of the rules', () => {
  const likes = rule({ nth: 1, context: 'honor_system', pointValue: 15 })
  const shares = rule({ nth: 2, actionType: 'share', pointValue: 30 })
  const told = (before: readonly PointsRule[], after: readonly PointsRule[]) =>
    effectsOf(before, after).map((effect) => [
      effect.kind,
      effect.before,
      effect.after,
      effect.occasions.map(({ platform }) => platform),
    ])

  it('has its effects by kind and by what is earned before and after', () => {
    expect(told([likes], [{ ...likes, pointValue: 10 }])).toEqual([['like', 15, 10, platforms]])
    const onTikTok = rule({ nth: 3, platform: 'tiktok', pointValue: 40 })
    expect(told([likes, onTikTok], [onTikTok])).toEqual([
      ['like', 15, 0, platforms.filter((platform) => platform !== 'tiktok')],
    ])
    expect(told([likes], [likes, onTikTok])).toEqual([['like', 15, 40, ['tiktok']]])
  })

  it('can have effects on reports and verified shares alike', () => {
    expect(told([likes, shares], [likes, { ...shares, isActive: false }])).toEqual([
      ['share', 30, 0, platforms],
      ['verified_share', 30, 0, platforms],
    ])
  })

  it('has none if everything earns as much as before', () => {
    expect(told([likes, shares], [shares, { ...likes, context: null, multiplier: 100 }])).toEqual([])
  })
})
