import { describe, expect, test } from 'vitest'
import { defaultAutomation } from '#domain/automation.ts'
import { changeIn, fieldsOf, settingText } from './settings-fields.ts'

const seen = { ...defaultAutomation, webhookUrl: 'https://hooks.zapier.com/…wxyz' }
const change = (fields: Partial<ReturnType<typeof fieldsOf>>, from = seen) =>
  changeIn({ ...fieldsOf(from), ...fields }, from)

describe('the fields of the settings', () => {
  test('send what was changed, with how it was seen, and nothing else', () => {
    expect(change({})).toEqual({ seen: {} })
    expect(change({ autoPublish: true })).toEqual({ autoPublish: true, seen: { autoPublish: false } })
    expect(change({ webhookUrl: ' https://hooks.zapier.com/new ' })).toEqual({
      webhookUrl: 'https://hooks.zapier.com/new',
      seen: { webhookUrl: seen.webhookUrl },
    })
  })

  test('send no address as null', () => {
    expect(change({ webhookUrl: ' ' })).toEqual({ webhookUrl: null, seen: { webhookUrl: seen.webhookUrl } })
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
