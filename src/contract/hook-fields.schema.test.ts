import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  engagementFields,
  eventFields,
  type HookField,
  postFields,
  triggerFields,
} from '#domain/hook-fields.ts'
import { engagementUpdatePayload, newPostPayload } from './posts.schema.ts'
import { socialpilotEvent } from './socialpilot.schema.ts'
import { zapierTrigger } from './zapier.schema.ts'

const post = { platform: 'linkedin', content: 'We are hiring!', author_name: 'Brightwater' }
const engagement = { post_url: 'https://www.linkedin.com/posts/a', likes_count: 12 }

describe.each<readonly [name: string, fields: readonly HookField[], body: Body, schema: z.ZodType]>([
  ['a new post', postFields, post, newPostPayload],
  ['an engagement update', engagementFields, engagement, engagementUpdatePayload],
  ['an event', eventFields, { event: 'post.published' }, socialpilotEvent.body],
  ['a trigger', triggerFields, { shareId: 's1', action: 'publish' }, zapierTrigger.body],
])('of the fields listed for %s', (_, fields, body, schema) => {
  test('those marked as required are enough', () => {
    expect(schema.safeParse(body).error).toBeUndefined()
    const required = fields.filter(({ isRequired }) => isRequired).map(({ field }) => field)
    expect(Object.keys(body)).toEqual(expect.arrayContaining(required))
  })

  test.each(fields)(
    '$field is refused when it is missing only if it is marked as required',
    ({ field, isRequired }) => {
      // One of the numbers must be there, but none of them in particular.
      const whole: Body = { views_count: 480, ...body }
      const { [field]: _missing, ...rest } = whole
      expect(schema.safeParse(rest).success).toBe(!isRequired)
    },
  )
})

type Body = Readonly<Record<string, unknown>>
