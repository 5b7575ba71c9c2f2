import type { AchievementCode } from '#domain/achievements.ts'
import type { Day } from '#domain/days.ts'
import type { Id } from '#domain/ids.ts'
import type { InteractionType, LedgerReason, Platform, ShareStatus } from '#domain/vocabulary.ts'
import type { ListPart, ListQuery } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** What an entry belongs to. An undo belongs to what it took back. Null where something does not apply. */
export interface LedgerSource {
  /** The type of the report. */
  readonly report: InteractionType | null
  readonly achievement: AchievementCode | null
  /** What has become of the share. */
  readonly shareStatus: ShareStatus | null
  readonly platform: Platform | null
  /** The author of the post that was reported on or clicked. */
  readonly author: string | null
  /** The first words of the post, or of the message of the share; may be empty. */
  readonly title: string | null
  /** Where the post or the share can be seen. */
  readonly url: string | null
}

/** An entry of the caller's ledger. */
export interface LedgerEntry extends LedgerSource {
  readonly id: Id<'ledgerEntry'>
  readonly at: string
  /** The workspace day of `at`. An undo counts for an earlier day, if that is when the report was made. */
  readonly day: Day
  readonly reason: LedgerReason
  /** Negative when points were taken back. */
  readonly amount: number
  /** The member's points after this entry. */
  readonly balance: number
  /** Whether a later entry took this one back. */
  readonly isUndone: boolean
}

/** All entries of a month, by the workspace days on which they were booked. */
export interface LedgerMonth {
  /** `YYYY-MM` */
  readonly month: string
  readonly amount: number
  /** The member's points at the end of the month. */
  readonly balance: number
  readonly entries: number
}

/** A part of the caller's ledger, newest first, with all its months, newest first. */
export interface LedgerPart extends ListPart<LedgerEntry> {
  readonly months: readonly LedgerMonth[]
}

export const listOwnLedger = endpoint<{ query: ListQuery; answer: LedgerPart }>('GET', '/api/ledger/mine')
