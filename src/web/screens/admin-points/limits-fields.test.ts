import { describe, expect, test } from 'vitest'
import { putHonesty } from '#contract/honesty.schema.ts'
import { defaultHonesty, type HonestySettings } from '#domain/honesty.ts'
import { check } from '#web/parts/form/check.ts'
import { fieldsOf, settingsIn } from './limits-fields.ts'

const settings: HonestySettings = {
  dailyCaps: { like: 5, comment: null, share: 10_000 },
  linkClicks: { perDay: 20, perAddress: 0 },
  checks: 'light',
}
const sent = (fields: ReturnType<typeof fieldsOf>) => check(putHonesty.body, settingsIn(fields))

describe('the fields of the limits', () => {
  test.each([[defaultHonesty], [settings]])('give back the settings that they were filled from', (each) => {
    expect(sent(fieldsOf(each))).toEqual({ body: each })
  })

  test.each(['ten', '0', '-1', '1.5', '10001', '1e3'])(
    'refuse %j as a daily cap, at its field',
    { tags: ['form-honesty'] },
    (like) => {
      const fields = fieldsOf(settings)
      expect(sent({ ...fields, dailyCaps: { ...fields.dailyCaps, like } })).toEqual({
        problems: { 'dailyCaps.like': 'Must be a whole number from 1 to 10000' },
      })
    },
  )

  test.each(['', 'many', '-1'])(
    'refuse %j as a limit of clicks, at its field',
    {
      tags: ['form-honesty'],
    },
    (perDay) => {
      const fields = fieldsOf(settings)
      expect(sent({ ...fields, linkClicks: { ...fields.linkClicks, perDay } })).toEqual({
        problems: { 'linkClicks.perDay': 'Must be a whole number from 0 to 10000' },
      })
    },
  )

  test('take a blank cap as none', () => {
    const fields = fieldsOf(settings)
    expect(sent({ ...fields, dailyCaps: { ...fields.dailyCaps, share: '  ' } })).toEqual({
      body: { ...settings, dailyCaps: { ...settings.dailyCaps, share: null } },
    })
  })
})
