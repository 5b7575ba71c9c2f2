import { z } from 'zod'
import { linkPrefix } from '#domain/links.ts'
import { platforms } from '#domain/vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { count, idOf, instant } from './fields.ts'

/** The path of a member's trackable link, which redirects GET and HEAD; `?p=` may name the post. */
export const visitPath = `${linkPrefix}:trackingCode`

/** What a member's trackable link to one post has brought. */
export const linkedPost = z.object({
  postId: idOf<'post'>(),
  platform: z.enum(platforms),
  authorName: z.string(),
  excerpt: z.string(),
  /** The full URL of the member's trackable link to this post. */
  link: z.string(),
  clicks: count,
  /** How often machines fetched the link; these visits earn nothing. */
  previews: count,
  points: count,
  lastClickedAt: instant.nullable(),
})
export type LinkedPost = z.output<typeof linkedPost>

/** The counts cover all posts, including deleted ones. */
export const ownLinks = z.object({
  trackingCode: z.string(),
  /** The full URL of the trackable link that leads to the newest post. */
  link: z.string(),
  clicks: count,
  previews: count,
  points: count,
  /** At most 100 live posts: first those with clicks or previews, by latest click, then the newest others. */
  posts: z.array(linkedPost),
})
export type OwnLinks = z.output<typeof ownLinks>

/** The caller's own trackable links and their results. */
export const myLinks = endpoint({
  method: 'GET',
  path: '/api/links/mine',
  answer: z.object({ data: ownLinks }),
})
