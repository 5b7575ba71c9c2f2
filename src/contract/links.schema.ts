import { z } from 'zod'
import { platforms } from '#domain/vocabulary.ts'
import { count, idOf, instant } from './fields.schema.ts'
import * as contract from './links.ts'
import { serve } from './served.schema.ts'

const linkedPost = z.object({
  postId: idOf<'post'>(),
  platform: z.enum(platforms),
  authorName: z.string(),
  excerpt: z.string(),
  link: z.string(),
  clicks: count,
  previews: count,
  points: count,
  lastClickedAt: instant.nullable(),
}) satisfies z.ZodType<contract.LinkedPost>

const ownLinks = z.object({
  trackingCode: z.string(),
  link: z.string(),
  clicks: count,
  previews: count,
  points: count,
  posts: z.array(linkedPost),
}) satisfies z.ZodType<contract.OwnLinks>

export const myLinks = serve(contract.myLinks, { answer: z.object({ data: ownLinks }) })
