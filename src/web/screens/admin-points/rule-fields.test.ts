import { describe, expect, test } from 'vitest'
import { newPointsConfiguration } from '#contract/points.schema.ts'
import type { PointsConfiguration } from '#contract/points.ts'
import { asId } from '#domain/ids.ts'
import { fieldsOf, numberIn, type RuleFields, ruleIn } from './rule-fields.ts'

const rule: PointsConfiguration = {
  id: asId('00000000-0000-7000-8000-000000000001'),
  actionType: 'share_linkedin',
  platform: 'linkedin',
  context: 'verified',
  pointValue: 40,
  multiplier: 150,
  bonusType: 'custom_message',
  bonusValue: 5,
  description: 'For words of your own',
  isActive: false,
}
const fields = (changes: Partial<RuleFields> = {}): RuleFields => ({
  ...fieldsOf(null),
  actionType: 'like',
  ...changes,
})

describe('the fields of a points rule', () => {
  test('begin with 0 points, 100 percent, no bonus and an active rule', {
    tags: ['form-rule-optional', 'number-new-rule'],
  }, () => {
    expect(ruleIn(fields())).toEqual({
      rule: {
        actionType: 'like',
        pointValue: 0,
        multiplier: 100,
        platform: null,
        context: null,
        bonusType: null,
        bonusValue: null,
        description: null,
        isActive: true,
      },
    })
  })

  test('give back the rule that they were filled from', () => {
    const { id: _, ...rest } = rule
    expect(ruleIn(fieldsOf(rule))).toEqual({ rule: rest })
  })

  test('give what the API takes', () => {
    const result = ruleIn(fieldsOf(rule))
    expect('rule' in result && newPointsConfiguration.safeParse(result.rule).success).toBe(true)
  })

  test('want an action type, in the words of the API', { tags: ['form-rule-action'] }, () => {
    const refused = newPointsConfiguration.safeParse({ actionType: '' })
    expect(ruleIn(fields({ actionType: '' }))).toEqual({
      problems: { actionType: refused.error?.issues[0]?.message },
    })
  })

  test('send blank text and a bonus of 0 as nothing', { tags: ['form-rule-optional'] }, () => {
    expect(ruleIn(fields({ bonusType: 'streak', bonusValue: '0', description: '  ' }))).toMatchObject({
      rule: { bonusType: 'streak', bonusValue: null, description: null },
    })
  })
})

describe('a text in a field for numbers', () => {
  test.each([
    ['pointValue', 'many', 0],
    ['pointValue', '', 0],
    ['multiplier', 'double', 100],
    ['multiplier', ' ', 100],
    ['bonusValue', '-', 0],
    ['bonusValue', '9'.repeat(400), 0],
    ['pointValue', ' 25 ', 25],
  ] as const)(
    'of %s, %j, counts as %i',
    { tags: ['form-rule-points', 'form-rule-multiplier', 'form-rule-bonus'] },
    (field, text, number) => {
      expect(numberIn(field, text)).toBe(number)
    },
  )

  test.each([
    ['pointValue', '-1'],
    ['pointValue', '1.5'],
    ['pointValue', '100001'],
    ['multiplier', '0'],
    ['multiplier', '1001'],
    ['bonusValue', '-5'],
  ] as const)(
    'of %s, %j, is refused in the words of the API',
    { tags: ['form-rule-points', 'form-rule-multiplier', 'form-rule-bonus'] },
    (field, text) => {
      const refused = newPointsConfiguration.safeParse({ actionType: 'like', [field]: Number(text) })
      expect(ruleIn(fields({ [field]: text }))).toEqual({
        problems: { [field]: refused.error?.issues[0]?.message },
      })
    },
  )
})
