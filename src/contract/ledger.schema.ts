import { z } from 'zod'
import { achievementCodes } from '#domain/achievements.ts'
import { interactionTypes, ledgerReasons, platforms, shareStatuses } from '#domain/vocabulary.ts'
import { count, day, idOf, instant } from './fields.schema.ts'
import * as contract from './ledger.ts'
import { serve } from './served.schema.ts'

const entry = z.object({
  id: idOf<'ledgerEntry'>(),
  at: instant,
  day,
  reason: z.enum(ledgerReasons),
  amount: z.int(),
  balance: z.int(),
  isUndone: z.boolean(),
  report: z.enum(interactionTypes).nullable(),
  achievement: z.enum(achievementCodes).nullable(),
  shareStatus: z.enum(shareStatuses).nullable(),
  platform: z.enum(platforms).nullable(),
  author: z.string().nullable(),
  title: z.string().nullable(),
  url: z.string().nullable(),
}) satisfies z.ZodType<contract.LedgerEntry>

const month = z.object({
  month: z.string(),
  amount: z.int(),
  balance: z.int(),
  entries: count,
}) satisfies z.ZodType<contract.LedgerMonth>

export const listOwnLedger = serve(contract.listOwnLedger, {
  query: z.object({
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
    cursor: z.string().min(1).max(200).optional(),
  }),
  answer: z.object({ data: z.array(entry), nextCursor: z.string().nullable(), months: z.array(month) }),
})
