import { afterEach, describe, expect, test, vi } from 'vitest'
import { type newPost, newPostPayload } from '#contract/posts.schema.ts'
import type { NewPostBody } from '#web/api/socialpilot.ts'
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

afterEach(() => {
  vi.useRealTimers()
})

describe('the sample post', () => {
  test('is accepted by the hook, has the test brand and links to the chosen address', () => {
    expect(newPostPayload.parse(samplePost(origin))).toMatchObject({
      brand: 'test',
      post_url: 'https://ovation.test/social-feed?sample=1',
    })
  })

  test('is announced once while it is new, and again if it was known or restored', {
    tags: ['admin-webhooks-republish'],
  }, async () => {
    const now = new Date('2026-03-11T10:00:00.000Z')
    const hourAgo = new Date('2026-03-11T09:00:00.000Z')
    vi.useFakeTimers({ now, toFake: ['Date'] })
    expect((await republished(false, now)).tags).toEqual([undefined])
    expect((await republished(true, hourAgo)).tags).toEqual([undefined, ['manual-push']])
    expect((await republished(false, hourAgo)).tags).toEqual([undefined, ['manual-push']])
  })
})

test('the tester calls three webhooks', { tags: ['admin-webhooks-test-all'] }, () => {
  expect(testCalls(origin).map(({ endpoint }) => endpoint)).toEqual([
    '/api/socialpilot/webhook',
    '/api/webhooks/socialpilot/engagement-update',
    '/api/zapier/trigger',
  ])
})
