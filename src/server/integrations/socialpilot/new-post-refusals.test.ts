import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newPost } from '#contract/posts.schema.ts'
import { activities } from '#server/db/schema/game.ts'
import { posts } from '#server/db/schema/posts.ts'
import type { CheckedAnswer } from '#test/support/checked-answer.ts'
import { type HookApp, startHookApp } from '#test/support/hooks.ts'
import { present } from '#test/support/present.ts'

let t: HookApp
beforeAll(async () => {
  t = await startHookApp()
})
afterAll(() => t.close())
afterEach(async () => {
  t.announced.length = 0
  await t.deps.db.orm.delete(activities)
  await t.deps.db.orm.delete(posts)
})

const rows = () => t.deps.db.orm.select().from(posts)
const fieldsOf = ({ error }: CheckedAnswer<unknown>) => present(error.issues).map(({ path }) => path)

describe('a new post is refused', () => {
  test.each([
    ['platform', { platform: undefined }, 'Platform is required'],
    ['platform', { platform: '  ' }, 'Platform is required'],
    ['platform', { platform: 'myspace' }],
    ['platform', { platform: 7 }, 'Platform is required'],
    ['content', { content: undefined }, 'Content is required'],
    ['content', { content: '' }, 'Content is required'],
    ['content', { content: ' \n\u0000 ' }, 'Content is required'],
    ['content', { content: ['a'] }, 'Content is required'],
    ['author_name', { author_name: null }, 'Author name is required'],
    ['author_handle', { author_handle: 7 }],
    ['post_url', { post_url: 'nowhere' }, 'Please enter a valid URL'],
    ['post_url', { post_url: 7 }, 'Please enter a valid URL'],
    ['post_url', { post_url: 'javascript:alert(1)' }, 'Please enter a valid URL'],
    ['post_url', { post_url: ' JaVa\tscript:alert(1)' }, 'Please enter a valid URL'],
    ['post_url', { post_url: 'data:text/html,<b>' }, 'Please enter a valid URL'],
    ['post_url', { post_url: 'vbscript:x' }, 'Please enter a valid URL'],
    ['post_url', { post_url: '//evil.test/a' }, 'Please enter a valid URL'],
    ['post_url', { post_url: 'https://user:word@a.test' }, 'Please enter a valid URL'],
    ['image_url', { image_url: 'javascript:alert(1)' }, 'Please enter a valid image URL'],
    ['image_url', { image_url: '#' }, 'Please enter a valid image URL'],
    ['author_avatar', { author_avatar: 'data:image/png;base64,AA' }, 'Please enter a valid avatar URL'],
    ['campaign_tags', { campaign_tags: 7 }],
    ['brand', { brand: 'two words' }],
    ['brand', { brand: '<b>' }],
    ['scheduled_time', { scheduled_time: 'tomorrow' }],
    ['scheduled_time', { scheduled_time: 1_773_136_800 }],
    ['scheduled_time', { scheduled_time: '2026-02-30T10:00:00Z' }],
    ['scheduled_time', { scheduled_time: '9999-12-31T23:59:59Z' }],
  ])(
    'for a bad %s: %j',
    {
      tags: [
        'form-post-platform',
        'form-post-content',
        'form-post-address',
        'form-post-picture',
        'form-post-author',
        'form-post-avatar',
        'wrong-link',
        'sec-57',
      ],
    },
    async (field, change, message?: string) => {
      const answer = await t.newPost(change)
      expect([answer.status, fieldsOf(answer)[0]?.split('.')[0]]).toEqual([400, field])
      if (message) expect(answer.error.issues?.[0]?.message).toBe(message)
      expect(await rows()).toEqual([])
    },
  )

  test.each([
    ['content of 10,001 letters', 'content', 'x'.repeat(10_001)],
    ['content of 10,001 emoji', 'content', '😀'.repeat(10_001)],
    ['a name of 121 letters', 'author_name', 'x'.repeat(121)],
    ['a handle of 121 letters', 'author_handle', 'x'.repeat(121)],
    ['an address of more than 2,048 letters', 'post_url', `https://a.test/${'x'.repeat(2_048)}`],
    ['an address that is too long once encoded', 'post_url', `https://a.test/${'ü'.repeat(400)}`],
    ['51 tags', 'campaign_tags', Array(51).fill('x')],
  ])('for %s', async (_name, field, value) => {
    const answer = await t.newPost({ [field]: value })
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]])
  })

  test('for several fields at once, and the answer names each', async () => {
    const answer = await t.newPost({ platform: '', content: '', author_name: '', image_url: 'x' })
    expect(fieldsOf(answer).sort()).toEqual(['author_name', 'content', 'image_url', 'platform'])
  })

  test.each([
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"text"'],
    ['empty', ''],
    ['half an object', '{"platform":'],
    ['an object with __proto__', '{"__proto__":{"isAdmin":true},"platform":"linkedin"}'],
    ['an object with a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ['100,000 nested lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['10,000 nested objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ])('for a body that is %s', async (_name, body) => {
    const answer = await t.deliver(newPost, body)
    expect([answer.status, typeof answer.error.message]).toEqual([400, 'string'])
  })

  test('completely when its activity cannot be stored, so there is no post either', {
    tags: ['sec-49'],
  }, async () => {
    await t.deps.db.script('alter table activities add constraint no_lines check (false) not valid')
    try {
      expect((await t.newPost()).status).toBe(500)
      expect([await rows(), t.announced]).toEqual([[], []])
    } finally {
      await t.deps.db.script('alter table activities drop constraint no_lines')
    }
    expect((await t.newPost()).answer.duplicate).toBe(false)
  })
})
