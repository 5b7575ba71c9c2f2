import { engagementUpdate, newPost } from '#contract/posts.schema.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { startTestApp, type TestAnswer, type TestApp } from '#test/support/app.ts'

export const hookSecret = 'whsec_c2NoZWR1bGVyLXNlY3JldC1vZi10ZXN0cw=='

/** The server with a known hook secret, and every announcement that it made. */
export interface HookApp extends TestApp {
  readonly announced: Announcement[]
  /** Posts a body with the hook secret. Text is sent unchanged, anything else as JSON. */
  deliver(path: string, body: unknown, headers?: Record<string, string>): Promise<TestAnswer>
  newPost(changes?: Record<string, unknown>, headers?: Record<string, string>): Promise<TestAnswer>
  engagement(body: Record<string, unknown>, headers?: Record<string, string>): Promise<TestAnswer>
}

export async function startHookApp(options: Parameters<typeof startTestApp>[0] = {}): Promise<HookApp> {
  const limits = { perHookSecret: 100_000, ...options.limits }
  const t = await startTestApp({
    ...options,
    limits,
    config: { webhookSecret: hookSecret, ...options.config },
  })
  const announced: Announcement[] = []
  t.deps.live.listen((announcement) => announced.push(announcement))
  const deliver: HookApp['deliver'] = async (url, body, headers) => {
    const { statusCode, ...answer } = await t.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'x-webhook-secret': hookSecret, ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
    const { payload } = answer
    return {
      status: statusCode,
      headers: answer.headers,
      text: payload,
      json: payload ? JSON.parse(payload) : null,
    }
  }
  return {
    ...t,
    announced,
    deliver,
    newPost: (changes, headers) => deliver(newPost.path, postBody(changes), headers),
    engagement: (body, headers) => deliver(engagementUpdate.path, body, headers),
  }
}

/** A delivery with every field that a post needs. */
export function postBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    platform: 'linkedin',
    content: 'We have news.',
    post_url: 'https://www.linkedin.com/posts/northwind_news-activity-7001',
    author_name: 'Ana Lima',
    ...changes,
  }
}
