import { z } from 'zod'
import { platforms } from '#domain/vocabulary.ts'
import { count, idOf, instant } from './fields.schema.ts'
import * as contract from './links.ts'
import { serve } from './served.schema.ts'

const linkResults = z.object({ clicks: count, people: count, previews: count, points: count })

const linkedPost = linkResults
  .extend({
    postId: idOf<'post'>(),
    platform: z.enum(platforms),
    authorName: z.string(),
    excerpt: z.string(),
    link: z.string(),
    lastClickedAt: instant.nullable(),
  })
  .meta({ id: 'LinkedPost' }) satisfies z.ZodType<contract.LinkedPost>

const ownLinks = linkResults
  .extend({
    trackingCode: z.string(),
    link: z.string(),
    posts: z.array(linkedPost),
  })
  .meta({ id: 'OwnLinks' }) satisfies z.ZodType<contract.OwnLinks>

export const myLinks = serve(contract.myLinks, {
  query: z.object({ postId: idOf<'post'>().optional() }),
  answer: z.object({ data: ownLinks }),
})
