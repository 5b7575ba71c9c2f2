import { describe, expect, test } from 'vitest'
import type { SocialFeedPost } from '#contract/posts.ts'
import { ApiError } from '#web/api/client.ts'
import { goneIn, progressText, tellingOf } from './post-bulk-words.ts'

const some = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id: String(id) }) as SocialFeedPost)
const fail = (count: number, error: unknown) => some(count).map((item) => ({ item, error }))
const gone = new ApiError(404, JSON.stringify({ message: 'This post was not found' }))

describe('the result of a bulk action', () => {
  test('says how many posts were done', {
    tags: ['told-posts-deleted', 'told-posts-pushed', 'told-posts-restored'],
  }, () => {
    expect(tellingOf('delete', { done: some(120), failed: [], left: [] }).toast).toEqual({
      kind: 'success',
      title: 'Posts deleted',
      description: '120 posts deleted.',
    })
    expect(tellingOf('restore', { done: some(120), failed: [], left: [] }).toast).toEqual({
      kind: 'success',
      title: 'Posts restored',
      description: '120 posts restored.',
    })
    expect(tellingOf('push', { done: some(1), failed: [], left: [] })).toEqual({
      note: { kind: 'success', text: '1 post on the way to Slack.' },
      toast: { kind: 'success', title: 'Posts sent to Slack', description: '1 post on the way to Slack.' },
    })
  })

  test('says how many failed, and beside the buttons why', {
    tags: ['told-posts-delete-failed', 'told-posts-push-failed'],
  }, () => {
    expect(tellingOf('delete', { done: some(5), failed: fail(2, gone), left: [] })).toEqual({
      note: { kind: 'failure', text: 'Failed to delete 2 of 7 posts: This post was not found' },
      toast: { kind: 'destructive', title: 'Error', description: 'Failed to delete 2 of 7 posts' },
    })
    const { note, toast } = tellingOf('push', { done: [], failed: fail(3, new TypeError('x')), left: [] })
    expect(toast.description).toBe('Failed to push posts to Slack. Check the console for details.')
    expect(note.text).toMatch(/^Failed to push 3 of 3 posts to Slack: The server could not be reached/)
  })

  test('says how many posts are left after it was stopped', { tags: ['admin-posts-bulk-stop'] }, () => {
    const { note, toast } = tellingOf('delete', { done: some(12), failed: [], left: some(488) })
    expect([toast.title, toast.kind, note.text]).toEqual([
      'Stopped',
      'info',
      '12 posts deleted. 488 posts left, still selected.',
    ])
  })

  test('keeps failed posts selected, unless they are already gone', { tags: ['wrong-already-gone'] }, () => {
    const [done, missing, refused] = [some(1)[0], some(2)[1], some(3)[2]] as SocialFeedPost[]
    const failed = [
      { item: missing as SocialFeedPost, error: gone },
      { item: refused as SocialFeedPost, error: new ApiError(500, '') },
    ]
    expect(goneIn('delete', { done: [done as SocialFeedPost], failed, left: [] })).toEqual([done, missing])
    expect(goneIn('push', { done: [done as SocialFeedPost], failed, left: [] })).toEqual([done])
  })
})

test('progress counts the current post, and gives the reason for a pause', {
  tags: ['admin-posts-bulk-progress'],
}, () => {
  const progress = { settled: 11, total: 1_500, waitSeconds: null }
  expect(progressText('delete', progress)).toBe('Deleting 12 of 1,500…')
  expect(progressText('push', { ...progress, settled: 1_500 })).toBe('Pushing 1,500 of 1,500…')
  expect(progressText('push', { ...progress, waitSeconds: 17 })).toBe(
    'Pushing 12 of 1,500… The server asked to wait 17 seconds.',
  )
})
