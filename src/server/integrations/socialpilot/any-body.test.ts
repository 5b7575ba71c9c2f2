import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { engagementUpdate, listPosts, newPost } from '#contract/posts.schema.ts'
import { type HookApp, postBody, startHookApp } from '#test/support/hooks.ts'

let t: HookApp
beforeAll(async () => {
  t = await startHookApp({ limits: { readyReadsPerMember: 100_000 } })
})
afterAll(() => t.close())

// Includes lone surrogates and NUL, which JSON can express but a database may not store.
const anyUnit = fc.oneof(fc.nat(0xffff), fc.constantFrom(0, 0xd800, 0xdfff, 0x202e, 0x25, 0x2f, 0x3f))
const anyText = fc.array(anyUnit, { maxLength: 40 }).map((units) => String.fromCharCode(...units))
const anyAddress = fc.oneof(
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  anyText.map((text) => `https://x.test/${text}`),
  anyText.map((text) => `https://${text}`),
  fc.constantFrom('#', 'javascript:alert(1)', 'https://example.com', 'https://x.test/known'),
)
const anyInstant = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.stringMatching(/^\d{4}-?\d\d-?\d\d([T ]\d\d(:?\d\d){0,2}([.,]\d+)?(Z|[+-]\d\d:?\d\d)?)?$/),
)
const anyCount = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.integer().map(String),
  fc.stringMatching(/^\d{1,12}$/),
)
const anything = fc.oneof(anyText, anyAddress, anyInstant, anyCount, fc.jsonValue({ maxDepth: 3 }))
const near = <Value>(likely: fc.Arbitrary<Value>) => fc.oneof({ weight: 4, arbitrary: likely }, anything)

const anyDelivery = fc.record(
  {
    platform: near(fc.constantFrom('linkedin', 'TikTok', 'x')),
    content: near(anyText),
    post_url: near(anyAddress),
    image_url: near(anyAddress),
    author_name: near(anyText),
    author_handle: near(anyText),
    author_avatar: near(anyAddress),
    likes_count: near(anyCount),
    updated_at: near(anyInstant),
    campaign_tags: near(fc.oneof(anyText, fc.array(anyText))),
    brand: near(fc.stringMatching(/^[a-z]{0,8}$/)),
    scheduled_time: near(anyInstant),
    other: anything,
  },
  { requiredKeys: [] },
)
// One wrong field hides the effect of all others, so these bodies have a single arbitrary field.
const anyChange = fc.constantFrom(
  'content',
  'author_name',
  'author_handle',
  'post_url',
  'image_url',
  'campaign_tags',
)
const nearlyRight = fc.oneof(
  fc.tuple(anyChange, fc.oneof(anyText, anyAddress)).map(([field, value]) => postBody({ [field]: value })),
  anyInstant.map((scheduled_time) => postBody({ scheduled_time })),
  anyAddress.map((post_url) => ({ post_url, likes_count: 1 })),
  anyInstant.map((updated_at) => ({ post_url: 'https://x.test/known', views_count: 1, updated_at })),
  fc
    .tuple(fc.constantFrom('likes_count', 'comments_count', 'shares_count', 'views_count'), anyCount)
    .map(([field, value]) => ({ post_url: 'https://x.test/known', [field]: value })),
)

test('no request body makes a hook or the feed fail', { tags: ['f-13'], timeout: 60_000 }, async () => {
  const member = await t.member('ana.lima')
  const accepted = new Set<string>()
  const property = fc.asyncProperty(
    fc.constantFrom(newPost, engagementUpdate),
    fc.oneof(nearlyRight, anyDelivery, fc.jsonValue()),
    async (hook, body) => {
      const delivered = await t.deliver(hook, JSON.stringify(body))
      const { status } = delivered
      if (status === 200) accepted.add(hook.path)
      expect([200, 400, 404]).toContain(status)
      if (status === 400)
        expect(typeof (delivered.error.issues?.[0]?.path ?? delivered.error.message)).toBe('string')
    },
  )
  await fc.assert(property, { numRuns: 1_000 })
  expect(accepted.size).toBe(2)
  expect((await t.call(listPosts, { as: member })).status).toBe(200)
})
