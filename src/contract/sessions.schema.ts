import { z } from 'zod'
import { idOf, instant, listOf } from './fields.schema.ts'
import { noContent, serve } from './served.schema.ts'
import * as contract from './sessions.ts'

const ownSession = z
  .object({
    id: idOf<'session'>(),
    createdAt: instant,
    lastSeenAt: instant,
    browser: z.string(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'OwnSession' }) satisfies z.ZodType<contract.OwnSession>

export const listOwnSessions = serve(contract.listOwnSessions, { answer: listOf(ownSession) })

export const endOwnSession = serve(contract.endOwnSession, {
  params: z.object({ id: idOf<'session'>() }),
  answer: noContent,
})

export const endOtherSessions = serve(contract.endOtherSessions, {
  answer: z.object({ data: z.object({ endedSessions: z.int(), endedTokens: z.int() }) }),
})
