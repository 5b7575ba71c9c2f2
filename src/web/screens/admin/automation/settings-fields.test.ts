import { describe, expect, test } from 'vitest'
import { defaultAutomation } from '#domain/automation.ts'
import { changeIn, fieldsOf, settingText } from './settings-fields.ts'

const seen = { ...defaultAutomation, webhookUrl: 'https://hooks.zapier.com/…wxyz' }
const change = (fields: Partial<ReturnType<typeof fieldsOf>>, from = seen) =>
  changeIn({ ...fieldsOf(from), ...fields }, from)

describe('the fields of the settings', () => {
  test('send all six settings, each with how it was seen', () => {
    expect(change({})).toEqual({ ...seen, seen })
    expect(change({ autoPublish: true })).toEqual({ ...seen, autoPublish: true, seen })
    expect(change({ webhookUrl: ' https://hooks.zapier.com/new ' })).toEqual({
      ...seen,
      webhookUrl: 'https://hooks.zapier.com/new',
      seen,
    })
  })

  test('send no address as null', () => {
    expect(change({ webhookUrl: ' ' })).toEqual({ ...seen, webhookUrl: null, seen })
  })

  test('read as words', () => {
    expect([true, false, null, '', 'https://x.test/…abcd'].map(settingText)).toEqual([
      'On',
      'Off',
      'None',
      'None',
      'https://x.test/…abcd',
    ])
  })
})
