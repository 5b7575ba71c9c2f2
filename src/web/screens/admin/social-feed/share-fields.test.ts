import { describe, expect, test } from 'vitest'
import { shareReview } from '#contract/shares.schema.ts'
import { check } from '#web/parts/form/check.ts'
import { numberIn } from '#web/parts/form/number-field.tsx'
import { fieldsOf, type Reviewed, reviewIn, type ShareFields, shownValue } from './share-fields.ts'

const share: Reviewed = {
  platform: 'linkedin',
  customMessage: 'Look at this',
  contentType: 'case study',
  shareUrl: 'https://www.linkedin.com/posts/1',
  engagements: 12,
  points: 30,
  status: 'completed',
  reason: null,
}
const fields = (changes: Partial<ShareFields> = {}): ShareFields => ({ ...fieldsOf(share), ...changes })

const sent = (given: ShareFields) => check(shareReview, reviewIn(given))

describe('the fields of a share', () => {
  test('give back the share that they were filled from, as the API takes it', () => {
    expect(sent(fields())).toEqual({ body: share })
    const bare = { ...share, customMessage: null, shareUrl: null }
    expect(sent(fieldsOf(bare))).toEqual({ body: bare })
  })

  test('send a reason with a rejection only, which needs one', { tags: ['admin-shares-reason'] }, () => {
    expect(sent(fields({ reason: 'Left over' }))).toMatchObject({ body: { reason: null } })
    const rejected = fields({ status: 'rejected', reason: ' The link does not open ' })
    expect(sent(rejected)).toMatchObject({ body: { reason: 'The link does not open' } })
  })

  test('send blank text as nothing', { tags: ['form-share-link'] }, () => {
    expect(sent(fields({ customMessage: '  ', shareUrl: ' ' }))).toMatchObject({
      body: { customMessage: null, shareUrl: null },
    })
  })

  test.each([
    ['many', 0],
    ['', 0],
    [' ', 0],
    ['-', 0],
    ['9'.repeat(400), 0],
    [' 25 ', 25],
  ])('for numbers count %j as %i', { tags: ['form-share-no-number'] }, (text, number) => {
    expect(numberIn(text)).toBe(number)
    expect(sent(fields({ points: text, engagements: text }))).toMatchObject({
      body: { points: number, engagements: number },
    })
  })

  const notThePoints = 'Must be a whole number from 0 to 100000'
  const notTheEngagements = 'Must be a whole number from 0 to 2147483647'
  const notTheType = 'Must be up to 40 letters, digits, spaces, - or _, beginning with a letter'

  test.each([
    ['points', '-1', notThePoints],
    ['points', '1.5', notThePoints],
    ['points', '100001', notThePoints],
    ['engagements', '-7', notTheEngagements],
    ['engagements', '2147483648', notTheEngagements],
    ['contentType', '', notTheType],
    ['contentType', '<b>', notTheType],
    ['contentType', 'x'.repeat(41), notTheType],
    ['shareUrl', 'javascript:alert(1)', 'Please enter a valid URL'],
    ['customMessage', 'x'.repeat(3001), 'Must be at most 3000 characters long'],
  ] as const)(
    'are refused with %s as %s',
    { tags: ['form-share-numbers', 'form-share-link'] },
    (field, text, message) => {
      expect(sent(fields({ [field]: text }))).toEqual({ problems: { [field]: message } })
    },
  )

  test('are told of in the words of the form', () => {
    expect(shownValue('twitter', 'platform')).toBe('X (Twitter)')
    expect(shownValue('completed', 'status')).toBe('Completed')
    expect(shownValue('pending', 'customMessage')).toBe('pending')
    expect(shownValue(1204, 'points')).toBe('1,204')
    expect(shownValue(null, 'shareUrl')).toBe('None')
  })
})
