import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { listPosts } from '#contract/posts.schema.ts'
import { backfillPosts, getSocialpilotSetup, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import type { TestMember } from '#test/support/app.ts'
import { type HookApp, postBody, startHookApp } from '#test/support/hooks.ts'

const publicUrl = 'https://ovation.test'
const legacyPublicUrl = 'https://applause.test'
const place = `${paths.socialFeed}?test=1`

let t: HookApp
let admin: TestMember

beforeAll(async () => {
  t = await startHookApp({ config: { publicUrl, legacyPublicUrl } })
  admin = await t.member('cara.ito', 'admin')
  await t.newPost({ post_url: `${publicUrl}${place}` })
})
afterAll(() => t.close())

const posts = async () => (await t.call(listPosts, { as: admin })).answer.data

describe('in a workspace that has moved', () => {
  test('every hook finds a post and its numbers under the old address', async () => {
    const post_url = `${legacyPublicUrl}${place}`
    expect((await t.newPost({ post_url })).answer).toMatchObject({
      duplicate: true,
      data: { postUrl: `${publicUrl}${place}` },
    })
    expect((await t.engagement({ post_url, likes_count: 7 })).answer.outcome).toBe('applied')
    const numbers = { event: 'engagement.updated', post_url, engagement_data: { comments: 3 } }
    expect((await t.deliver(socialpilotEvent, numbers)).status).toBe(200)
    const again = { ...postBody({ post_url }), event: 'post.published' }
    expect((await t.deliver(socialpilotEvent, again)).answer.message).toBe('The post was unchanged')
    expect((await t.deliver(backfillPosts, [postBody({ post_url })])).answer).toMatchObject({
      unchanged: 1,
    })
    expect(await posts()).toMatchObject([{ likesCount: 7, commentsCount: 3 }])
  })

  test('the set-up names both addresses', async () => {
    const { data } = (await t.call(getSocialpilotSetup, { as: admin })).answer
    expect(data).toMatchObject({ publicUrl, legacyPublicUrl })
  })

  test('a trackable link under the old address leads to the same place as under the new one', async () => {
    const ana = await t.member('ana.lima')
    const url = `/go/${ana.id.slice(-10)}`
    const locations = await Promise.all(
      [publicUrl, legacyPublicUrl].map(async (origin) => {
        const { host } = new URL(origin)
        return (await t.app.inject({ url, headers: { host } })).headers.location
      }),
    )
    expect(locations).toEqual([`${publicUrl}${place}`, `${publicUrl}${place}`])
  })
})

describe('a similar address', () => {
  test('on another host is stored unchanged, and one with another path matches no post', async () => {
    const post_url = `https://www.${new URL(legacyPublicUrl).hostname}.evil.test${place}`
    expect((await t.newPost({ post_url, content: 'Another' })).answer.data.postUrl).toBe(post_url)
    expect(
      (await t.engagement({ post_url: `${legacyPublicUrl}/other`, likes_count: 1 })).answer.outcome,
    ).toBe('kept')
  })
})
