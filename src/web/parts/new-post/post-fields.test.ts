import { describe, expect, test } from 'vitest'
import { newPostForm } from '#contract/posts.schema.ts'
import type { SocialFeedPost } from '#contract/posts.ts'
import { asId } from '#domain/ids.ts'
import { check } from '#web/parts/form/check.ts'
import {
  handleOf,
  lastAuthor,
  localMinute,
  newPostFields,
  type PostFields,
  postIn,
  seenText,
} from './post-fields.ts'

const now = new Date(2026, 2, 1, 9, 30, 45)
const fields = (changes: Partial<PostFields> = {}): PostFields => ({
  ...newPostFields(now),
  content: 'We have news.',
  post_url: 'https://www.linkedin.com/posts/1',
  author_name: 'Ana  Lima',
  ...changes,
})

const sent = (given: PostFields) => check(newPostForm, postIn(given))

describe('the fields of a new post', () => {
  test('begin with LinkedIn, the accounting brand and this minute on the reader’s clock', {
    tags: ['form-post-platform', 'form-post-brand', 'form-post-time'],
  }, () => {
    expect(newPostFields(now)).toMatchObject({
      platform: 'linkedin',
      brand: 'accounting',
      scheduled_time: '2026-03-01T09:30',
      content: '',
      post_url: '',
      author_name: '',
    })
  })

  test('send empty addresses and tags as null, a handle of the author’s name, and an instant', {
    tags: ['form-post-tags', 'form-post-optional'],
  }, () => {
    expect(sent(fields({ content: '  We have news. ', brand: ' Accounting ' }))).toEqual({
      body: {
        platform: 'linkedin',
        content: 'We have news.',
        post_url: 'https://www.linkedin.com/posts/1',
        image_url: null,
        author_name: 'Ana  Lima',
        author_handle: '@ana.lima',
        author_avatar: null,
        campaign_tags: [],
        question: null,
        angles: [],
        brand: 'accounting',
        scheduled_time: new Date(2026, 2, 1, 9, 30).toISOString(),
        status: null,
      },
    })
  })

  test('send what is given as it is given', () => {
    const given = {
      platform: 'tiktok',
      author_handle: '@northwind',
      campaign_tags: 'spring, launch',
      image_url: 'https://x.test/i.png',
      author_avatar: 'https://x.test/a.png',
      brand: 'default',
    }
    expect(sent(fields(given))).toMatchObject({ body: { ...given, campaign_tags: ['spring', 'launch'] } })
  })

  test.each([
    ['platform', '', 'Platform is required'],
    ['content', '  ', 'Content is required'],
    ['post_url', '', 'Please enter a valid URL'],
    ['post_url', '#', 'Please enter a valid URL'],
    ['post_url', 'www.linkedin.com/posts/1', 'Please enter a valid URL'],
    ['post_url', 'javascript:alert(1)', 'Please enter a valid URL'],
    ['image_url', 'a.png', 'Please enter a valid image URL'],
    ['author_name', ' ', 'Author name is required'],
    ['author_avatar', 'data:image/png;base64,AA', 'Please enter a valid avatar URL'],
    ['brand', '', 'Brand is required'],
    ['brand', 'two words', 'Brand must be one lower-case word'],
    ['scheduled_time', '', 'Scheduled time is required'],
  ] as const)(
    'with %s as %j are refused at that field',
    {
      tags: [
        'form-post-platform',
        'form-post-content',
        'form-post-address',
        'form-post-picture',
        'form-post-author',
        'form-post-avatar',
        'form-post-brand',
        'form-post-time',
        'wrong-link',
      ],
    },
    (field, text, message) => {
      expect(sent(fields({ [field]: text }))).toEqual({ problems: { [field]: message } })
    },
  )

  test('are all looked at together', () => {
    const nothing = Object.fromEntries(Object.keys(fields()).map((name) => [name, '']))
    expect(sent({ ...fields(), ...nothing })).toEqual({
      problems: {
        platform: 'Platform is required',
        content: 'Content is required',
        post_url: 'Please enter a valid URL',
        author_name: 'Author name is required',
        brand: 'Brand is required',
        scheduled_time: 'Scheduled time is required',
      },
    })
  })
})

test('a moment becomes the minute on the reader’s clock and the same instant again', () => {
  for (const instant of [now, new Date(2026, 6, 31, 23, 59), new Date(2026, 0, 1)])
    expect(Date.parse(localMinute(instant))).toBe(Math.floor(instant.getTime() / 60_000) * 60_000)
})

test('a handle is derived from a name, and never too long to be sent', { tags: ['form-post-handle'] }, () => {
  expect(['Ana Lima', ' Ana  de  Lima ', '', '  '].map(handleOf)).toEqual([
    '@ana.lima',
    '@ana.de.lima',
    '',
    '',
  ])
  const longest = fields({ author_name: '😀'.repeat(120) })
  expect(sent(longest)).toHaveProperty('body')
})

const post: SocialFeedPost = {
  id: asId('00000000-0000-7000-8000-000000000001'),
  state: 'published',
  brand: 'accounting',
  platform: 'tiktok',
  authorName: 'Ana Lima',
  authorHandle: '@ana',
  authorAvatarUrl: null,
  content: 'We have news.',
  imageUrl: null,
  originalPostDate: '2026-03-01T09:30:00.000Z',
  postUrl: null,
  question: null,
  angles: [],
  likesCount: 1,
  commentsCount: 2,
  sharesCount: 3,
  worth: { like: 15, comment: 20, share: 30 },
}

test('the author is that of the last post on the platform, else of the last at all', {
  tags: ['form-post-link'],
}, () => {
  const by = (authorName: string, platform: SocialFeedPost['platform'], brand = 'default') => ({
    ...post,
    authorName,
    platform,
    brand,
  })
  const posts = [
    by('A Test', 'linkedin', 'test'),
    by('Bea', 'tiktok'),
    by('Cy', 'linkedin'),
    by('Di', 'linkedin'),
  ]
  expect(['linkedin', 'tiktok', 'youtube'].map((platform) => lastAuthor(posts, platform))).toEqual([
    'Cy',
    'Bea',
    'Bea',
  ])
  expect(lastAuthor([], 'linkedin')).toBe('')
})

test('a time that lies ahead says when members see the post', { tags: ['form-post-later'] }, () => {
  expect(seenText('2026-11-30T09:00', now)).toMatch(/^Members see it on Nov 30 at 9:00.AM$/)
  expect(seenText('2027-01-02T18:05', now)).toMatch(/^Members see it on Jan 2, 2027 at 6:05.PM$/)
  for (const text of ['2026-03-01T09:30', '', 'soon']) expect(seenText(text, now)).toBeNull()
})
