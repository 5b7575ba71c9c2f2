import { z } from 'zod'
import { audiences, bellKinds } from '#domain/bell.ts'
import { interactionTypes, platforms } from '#domain/vocabulary.ts'
import * as contract from './bell.ts'
import { count, instant, listOf } from './fields.schema.ts'
import { serve } from './served.schema.ts'
import { userCard } from './users.schema.ts'

const bellLine = z
  .object({
    id: z.string(),
    audience: z.enum(audiences),
    kind: z.enum(bellKinds),
    user: userCard.nullable(),
    subject: z.string().nullable(),
    report: z.enum(interactionTypes).nullable(),
    platform: z.enum(platforms).nullable(),
    count,
    points: z.int(),
    reason: z.string().nullable(),
    at: instant,
  })
  .meta({ id: 'BellLine' }) satisfies z.ZodType<contract.BellLine>

export const listBell = serve(contract.listBell, { answer: listOf(bellLine) })
