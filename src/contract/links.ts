import type { PostId } from '#domain/ids.ts'
import { linkPrefix } from '#domain/links.ts'
import type { Platform } from '#domain/vocabulary.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** The path of a member's trackable link, which redirects GET and HEAD; `?p=` may name the post. */
export const visitPath = `${linkPrefix}:trackingCode`

/** What trackable links have brought. */
interface LinkResults {
  readonly clicks: number
  /** How many different visitors clicked. A visitor is the network of an address. */
  readonly people: number
  /** How often machines fetched the link; these visits earn nothing. */
  readonly previews: number
  readonly points: number
}

/** What a member's trackable link to one post has brought. */
export interface LinkedPost extends LinkResults {
  readonly postId: PostId
  readonly platform: Platform
  readonly authorName: string
  readonly excerpt: string
  /** The full URL of the member's trackable link to this post. */
  readonly link: string
  readonly lastClickedAt: string | null
}

/** The results cover all posts, including deleted ones. With `postId`, everything is about that post alone. */
export interface OwnLinks extends LinkResults {
  readonly trackingCode: string
  /** The full URL of the trackable link that leads to the newest post, or with `postId` to that one. */
  readonly link: string
  /** At most 100 live posts: first those with clicks or previews, by latest click, then the newest others. */
  readonly posts: readonly LinkedPost[]
}

/** The caller's own trackable links and their results. 404 for a post that is unknown, deleted or not out yet. */
export const myLinks = endpoint<{ query: { readonly postId?: PostId }; answer: Data<OwnLinks> }>(
  'GET',
  '/api/links/mine',
)
