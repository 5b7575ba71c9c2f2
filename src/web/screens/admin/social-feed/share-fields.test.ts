import { describe, expect, test } from 'vitest'
import { shareReview } from '#contract/shares.schema.ts'
import { fieldsOf, numberIn, type Reviewed, reviewIn, type ShareFields, shownValue } from './share-fields.ts'

const share: Reviewed = {
  platform: 'linkedin',
  customMessage: 'Look at this',
  contentType: 'case study',
  shareUrl: 'https://www.linkedin.com/posts/1',
  engagements: 12,
  points: 30,
  status: 'completed',
}
const fields = (changes: Partial<ShareFields> = {}): ShareFields => ({ ...fieldsOf(share), ...changes })

describe('the fields of a share', () => {
  test('give back the share that they were filled from, as the API takes it', () => {
    expect(reviewIn(fields())).toEqual({ review: share })
    expect(shareReview.parse(share)).toEqual(share)
    const bare = { ...share, customMessage: null, shareUrl: null }
    expect(reviewIn(fieldsOf(bare))).toEqual({ review: bare })
  })

  test('send blank text as nothing', { tags: ['form-share-link'] }, () => {
    expect(reviewIn(fields({ customMessage: '  ', shareUrl: ' ' }))).toMatchObject({
      review: { customMessage: null, shareUrl: null },
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
    expect(reviewIn(fields({ points: text, engagements: text }))).toMatchObject({
      review: { points: number, engagements: number },
    })
  })

  test.each([
    ['points', '-1', -1],
    ['points', '1.5', 1.5],
    ['points', '100001', 100_001],
    ['engagements', '-7', -7],
    ['engagements', '2147483648', 2_147_483_648],
    ['contentType', '', ''],
    ['contentType', '<b>', '<b>'],
    ['contentType', 'x'.repeat(41), 'x'.repeat(41)],
    ['shareUrl', 'javascript:alert(1)', 'javascript:alert(1)'],
    ['customMessage', 'x'.repeat(3001), 'x'.repeat(3001)],
  ] as const)(
    'refuse %s of %s in the words of the API',
    { tags: ['form-share-numbers', 'form-share-link'] },
    (field, text, value) => {
      const refused = shareReview.safeParse({ [field]: value })
      expect(reviewIn(fields({ [field]: text }))).toEqual({
        problems: { [field]: refused.error?.issues[0]?.message },
      })
    },
  )

  test('are told of in the words of the form', () => {
    expect(shownValue('twitter', 'platform')).toBe('Twitter')
    expect(shownValue('completed', 'status')).toBe('Completed')
    expect(shownValue('pending', 'customMessage')).toBe('pending')
    expect(shownValue(1204, 'points')).toBe('1,204')
    expect(shownValue(null, 'shareUrl')).toBe('None')
  })
})
