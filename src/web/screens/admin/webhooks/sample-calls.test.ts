import { describe, expect, test } from 'vitest'
import { type newPost, newPostPayload } from '#contract/posts.ts'
import type { NewPostBody } from '../../../api/socialpilot.ts'
import { republish, samplePost, testCalls } from './sample-calls.ts'

const origin = 'https://ovation.test'
type Answer = ReturnType<typeof newPost.answer.parse>

async function republished(duplicate: boolean, originalPostDate: Date) {
  const sent: NewPostBody[] = []
  const text = await republish(samplePost(origin), async (body) => {
    sent.push(body)
    const data = { originalPostDate: originalPostDate.toISOString() } as Answer['data']
    return { success: true, duplicate, data }
  })
  return { text, tags: sent.map(({ campaign_tags }) => campaign_tags) }
}

describe('the sample post', () => {
  test('is one that the hook takes, of the brand that tests, under the address that was chosen', () => {
    expect(newPostPayload.parse(samplePost(origin))).toMatchObject({
      ...{ brand: 'test', post_url: 'https://ovation.test/social-feed?sample=1' },
    })
  })

  test('is not told twice while it is new, and told again when it was known or came back', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000)
    expect((await republished(false, new Date())).tags).toEqual([undefined])
    expect((await republished(true, hourAgo)).tags).toEqual([undefined, ['manual-push']])
    expect((await republished(false, hourAgo)).tags).toEqual([undefined, ['manual-push']])
  })
})

test('the tester calls three hooks', () => {
  expect(testCalls(origin).map(({ endpoint }) => endpoint)).toEqual([
    '/api/socialpilot/webhook',
    '/api/webhooks/socialpilot/engagement-update',
    '/api/zapier/trigger',
  ])
})
