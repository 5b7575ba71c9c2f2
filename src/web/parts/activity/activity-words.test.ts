import { describe, expect, test } from 'vitest'
import type { Activity } from '#contract/activities.ts'
import { asId } from '#domain/ids.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { activityWords, plainWords } from './activity-words.ts'

const id = asId<'user'>('01890000-0000-7000-8000-000000000001')
const grace = { id, username: 'grace', displayName: 'Grace Kamau', avatar: null }

function activity(changes: Partial<Activity>): Activity {
  return {
    id: asId<'activity'>('01890000-0000-7000-8000-000000000002'),
    userId: id,
    type: 'interaction',
    description: 'Liked a LinkedIn post by Press',
    points: 15,
    createdAt: '2026-03-11T10:00:00.000Z',
    user: grace,
    metadata: { platform: 'linkedin' },
    applause: { count: 0, mine: false },
    ...changes,
  }
}

describe('the words of an activity', () => {
  test('continue the name of the member', () => {
    const words = activityWords(activity({}))
    expect(words).toEqual({ who: 'Grace Kamau', text: 'liked a LinkedIn post by Press', stressed: null })
    expect(plainWords(words)).toBe('liked a LinkedIn post by Press')
  })

  test('stress the achievement that a member earned', () => {
    const words = activityWords(activity({ type: 'achievement', metadata: { achievement: 'First Steps' } }))
    expect(words).toEqual({ who: 'Grace Kamau', text: 'earned', stressed: 'First Steps' })
    expect(plainWords(words)).toBe('earned First Steps')
  })

  test('name the author of a company post and the network', () => {
    const author = { name: 'Press', picture: null }
    expect(
      activityWords(
        activity({ user: null, type: 'platform_update', metadata: { platform: 'twitter', author } }),
      ),
    ).toEqual({ who: 'Press', text: `posted on ${platformNames.twitter}`, stressed: null })
  })

  test('are the description where nobody is named', () => {
    const description = 'Grace Kamau is the champion of March'
    expect(
      activityWords(activity({ user: null, type: 'platform_update', description, metadata: {} })),
    ).toEqual({ who: null, text: description, stressed: null })
  })
})
