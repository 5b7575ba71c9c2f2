import { z } from 'zod'
import { linkPrefix } from '#domain/links.ts'
import { platforms } from '#domain/vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { count, id, instant } from './fields.ts'

/** Where a member's trackable link leads on from, with GET and HEAD; `?p=` may name the post. */
export const visitPath = `${linkPrefix}:trackingCode`

/** What one post brought its member by the trackable link. */
export const linkedPost = z.object({
  postId: id,
  platform: z.enum(platforms),
  authorName: z.string(),
  excerpt: z.string(),
  /** The member's whole trackable link to this post. */
  link: z.string(),
  clicks: count,
  /** How often machines looked at the link; these earn nothing. */
  previews: count,
  points: count,
  lastClickedAt: instant.nullable(),
})
export type LinkedPost = z.output<typeof linkedPost>

/** The counts are of all posts, deleted ones included. */
export const ownLinks = z.object({
  trackingCode: z.string(),
  /** The whole trackable link, which leads to the newest post. */
  link: z.string(),
  clicks: count,
  previews: count,
  points: count,
  /** At most 100 that are live: those that were clicked or looked at by the newest click, then the newest others. */
  posts: z.array(linkedPost),
})
export type OwnLinks = z.output<typeof ownLinks>

/** The caller's own trackable links, and what came of them. */
export const myLinks = endpoint({
  method: 'GET',
  path: '/api/links/mine',
  answer: z.object({ data: ownLinks }),
})
