import { engagementUpdate, newPost } from '#contract/posts.schema.ts'
import type { EngagementAnswer, NewPostAnswer } from '#contract/posts.ts'
import type { ServedEndpoint } from '#contract/served.schema.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { rawAnswer, startTestApp, type TestApp } from '#test/support/app.ts'
import { type AnswerTo, CheckedAnswer } from '#test/support/checked-answer.ts'

export const hookSecret = 'whsec_c2NoZWR1bGVyLXNlY3JldC1vZi10ZXN0cw=='

type Headers = Readonly<Record<string, string>>

/** The server with a known hook secret, and every announcement that it made. */
export interface HookApp extends TestApp {
  readonly announced: Announcement[]
  /** Posts a body with the hook secret. Text is sent unchanged, anything else as JSON. */
  deliver<E extends ServedEndpoint>(endpoint: E, body: unknown, headers?: Headers): Promise<AnswerTo<E>>
  newPost(changes?: Record<string, unknown>, headers?: Headers): Promise<CheckedAnswer<NewPostAnswer>>
  engagement(body: Record<string, unknown>, headers?: Headers): Promise<CheckedAnswer<EngagementAnswer>>
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
  const deliver: HookApp['deliver'] = async (endpoint, body, headers) => {
    const answer = await t.app.inject({
      method: endpoint.method,
      url: endpoint.path,
      headers: { 'content-type': 'application/json', 'x-webhook-secret': hookSecret, ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return new CheckedAnswer(endpoint, rawAnswer(answer))
  }
  return {
    ...t,
    announced,
    deliver,
    newPost: (changes, headers) => deliver(newPost, postBody(changes), headers),
    engagement: (body, headers) => deliver(engagementUpdate, body, headers),
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
