import { z } from 'zod'
import { achievementCodes } from '#domain/achievements.ts'
import type { Id, LedgerSubject } from '#domain/ids.ts'
import { bonusTypes, interactionTypes, ledgerReasons, platforms, shareStatuses } from '#domain/vocabulary.ts'
import {
  count,
  day,
  filterDay,
  idOf,
  instant,
  requiredText,
  wholeNumber,
  wholeNumberText,
} from './fields.schema.ts'
import * as contract from './ledger.ts'
import { serve } from './served.schema.ts'
import { bookedTeam, userCard } from './users.schema.ts'

const entry = z
  .object({
    id: idOf<'ledgerEntry'>(),
    createdAt: instant,
    day,
    bookedOn: day,
    reason: z.enum(ledgerReasons),
    amount: z.int(),
    balance: z.int(),
    description: z.string(),
    subject: z.object({
      type: z.enum(['interaction', 'share', 'achievement', 'link_click', 'adjustment']),
      id: z.uuid() as unknown as z.ZodType<Id<LedgerSubject>, string>,
      title: z.string(),
    }),
    rule: z
      .object({
        id: idOf<'pointsRule'>(),
        pointValue: count,
        multiplier: count,
        bonus: count,
        bonusType: z.enum(bonusTypes).nullable(),
      })
      .nullable(),
    overCap: count.nullable(),
    isUndone: z.boolean(),
    team: bookedTeam.nullable(),
    note: z.object({ by: userCard.nullable(), reason: z.string() }).nullable(),
    appeal: z
      .object({ outcome: z.enum(['open', 'upheld', 'given_back']), reason: z.string().nullable() })
      .nullable(),
    appealable: z
      .object({
        interactionId: idOf<'interaction'>().nullable(),
        shareId: idOf<'share'>().nullable(),
        until: instant,
      })
      .nullable(),
    report: z.enum(interactionTypes).nullable(),
    achievement: z.enum(achievementCodes).nullable(),
    shareStatus: z.enum(shareStatuses).nullable(),
    platform: z.enum(platforms).nullable(),
    author: z.string().nullable(),
    url: z.string().nullable(),
  })
  .meta({ id: 'LedgerEntry' }) satisfies z.ZodType<contract.LedgerEntry>

const month = z
  .object({
    month: z.string(),
    amount: z.int(),
    balance: z.int(),
    entries: count,
    teams: z.array(z.object({ team: bookedTeam, amount: z.int() })),
  })
  .meta({ id: 'LedgerMonth' }) satisfies z.ZodType<contract.LedgerMonth>

const part = { data: z.array(entry), nextCursor: z.string().nullable(), months: z.array(month) }
const filters = { reason: z.enum(ledgerReasons).optional(), from: filterDay, to: filterDay }

/** The filters of a statement, as its spreadsheet file takes them. */
export const ledgerFilters = z.object(filters)

const query = z.object({
  limit: wholeNumberText({ from: 1, to: 100 }).prefault(50),
  cursor: z.string().min(1).max(200).optional(),
  ...filters,
})

export const listOwnLedger = serve(contract.listOwnLedger, { query, answer: z.object(part) })

export const listLedgerOf = serve(contract.listLedgerOf, {
  params: z.object({ userId: idOf<'user'>() }),
  query,
  answer: z.object({ ...part, user: userCard }),
})

const { from, to } = contract.adjustmentReasonLimits
const { largestAdjustment } = contract
const notAnAmount = `Must be a whole number from -${largestAdjustment} to ${largestAdjustment}, but not 0`

export const adjustPoints = serve(contract.adjustPoints, {
  body: z.object({
    userId: idOf<'user'>(),
    amount: wholeNumber({ from: -largestAdjustment, to: largestAdjustment }).refine(
      (amount) => amount !== 0,
      notAnAmount,
    ),
    reason: requiredText(to, 'Reason is required').refine(
      (text) => Array.from(text).length >= from,
      `Must be at least ${from} characters long`,
    ),
  }),
  answer: z.object({
    data: z.object({
      id: idOf<'adjustment'>(),
      userId: idOf<'user'>(),
      amount: z.int(),
      reason: z.string(),
      totalPoints: z.int(),
      createdAt: instant,
    }),
  }),
})
