import { expect, it } from 'vitest'
import { interactionTypes } from '#domain/vocabulary.ts'
import { giveBackReasons, reportReasons, shareReasons, shortReasonLimit, upholdReasons } from './reasons.ts'

const all = [
  ...shareReasons,
  ...interactionTypes.flatMap(reportReasons),
  ...upholdReasons,
  ...giveBackReasons,
]

it.each(all.map(({ label, text }) => [label, text]))(
  '%s fits: %s',
  {
    tags: ['review-reason'],
  },
  (_, text) => {
    expect(text.length).toBeLessThanOrEqual(shortReasonLimit)
  },
)

it('asks for a link where there can be one', { tags: ['review-reason'] }, () => {
  expect(interactionTypes.map((type) => reportReasons(type)[0]?.text)).toEqual([
    'We could not find your like on the post. Tell us if we missed it.',
    'We could not find your comment on the post. Send us a link to it and we will look again.',
    'We could not find your share on the post. Send us a link to it and we will look again.',
  ])
})
