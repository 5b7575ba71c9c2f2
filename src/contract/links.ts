import type { PostId } from '#domain/ids.ts'
import { linkPrefix } from '#domain/links.ts'
import type { Platform } from '#domain/vocabulary.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** The path of a member's trackable link, which redirects GET and HEAD; `?p=` may name the post. */
export const visitPath = `${linkPrefix}:trackingCode`

/** What a member's trackable link to one post has brought. */
export interface LinkedPost {
  readonly postId: PostId
  readonly platform: Platform
  readonly authorName: string
  readonly excerpt: string
  /** The full URL of the member's trackable link to this post. */
  readonly link: string
  readonly clicks: number
  /** How often machines fetched the link; these visits earn nothing. */
  readonly previews: number
  readonly points: number
  readonly lastClickedAt: string | null
}

/** The counts cover all posts, including deleted ones. */
export interface OwnLinks {
  readonly trackingCode: string
  /** The full URL of the trackable link that leads to the newest post. */
  readonly link: string
  readonly clicks: number
  readonly previews: number
  readonly points: number
  /** At most 100 live posts: first those with clicks or previews, by latest click, then the newest others. */
  readonly posts: readonly LinkedPost[]
}

/** The caller's own trackable links and their results. */
export const myLinks = endpoint<{ answer: Data<OwnLinks> }>('GET', '/api/links/mine')
