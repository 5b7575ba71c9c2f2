import { describe, expect, test } from 'vitest'
import { newPointsConfiguration } from '#contract/points.schema.ts'
import type { PointsConfiguration } from '#contract/points.ts'
import { asId } from '#domain/ids.ts'
import { check } from '#web/parts/form/check.ts'
import { numberIn } from '#web/parts/form/number-field.tsx'
import { fieldsOf, noMultiplier, type RuleFields, ruleIn } from './rule-fields.ts'

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

const sent = (given: RuleFields) => check(newPointsConfiguration, ruleIn(given))

describe('the fields of a points rule', () => {
  test('begin with 0 points, 100 percent, no bonus and an active rule', {
    tags: ['form-rule-optional', 'number-new-rule'],
  }, () => {
    expect(sent(fields())).toEqual({
      body: {
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
    expect(sent(fieldsOf(rule))).toEqual({ body: rest })
  })

  test('want an action type', { tags: ['form-rule-action'] }, () => {
    expect(sent(fields({ actionType: '' }))).toEqual({ problems: { actionType: 'Action type is required' } })
  })

  test('send blank text and a bonus of 0 as nothing', { tags: ['form-rule-optional'] }, () => {
    expect(sent(fields({ bonusType: 'streak', bonusValue: '0', description: '  ' }))).toMatchObject({
      body: { bonusType: 'streak', bonusValue: null, description: null },
    })
  })
})

describe('a text in a field for numbers', () => {
  test.each([
    ['pointValue', 'many', 0],
    ['pointValue', '', 0],
    ['multiplier', 'double', noMultiplier],
    ['multiplier', ' ', noMultiplier],
    ['pointValue', '-', 0],
    ['pointValue', '9'.repeat(400), 0],
    ['pointValue', ' 25 ', 25],
  ] as const)(
    'of %s, %j, counts as %i',
    { tags: ['form-rule-points', 'form-rule-multiplier', 'form-rule-bonus'] },
    (field, text, number) => {
      expect(numberIn(text, field === 'multiplier' ? noMultiplier : 0)).toBe(number)
      expect(sent(fields({ [field]: text }))).toMatchObject({ body: { [field]: number } })
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
    'of %s, %j, is refused at its field',
    { tags: ['form-rule-points', 'form-rule-multiplier', 'form-rule-bonus'] },
    (field, text) => {
      expect(sent(fields({ [field]: text }))).toEqual({
        problems: { [field]: expect.stringMatching(/^Must be a whole number from [01] to [\d]+$/) },
      })
    },
  )
})
