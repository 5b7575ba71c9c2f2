import type { AchievementCode } from '#domain/achievements.ts'
import type { Day } from '#domain/days.ts'
import type { Id, InteractionId, LedgerSubject, PointsRuleId, ShareId, UserId } from '#domain/ids.ts'
import type { BonusType, InteractionType, LedgerReason, Platform, ShareStatus } from '#domain/vocabulary.ts'
import type { Data, ListPart, ListQuery } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { BookedTeam } from './teams.ts'
import type { UserCard } from './users.ts'

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
  /** Where the post or the share can be seen. */
  readonly url: string | null
}

export type LedgerSubjectType = 'interaction' | 'share' | 'achievement' | 'link_click' | 'adjustment'

/** The points rule that gave an amount, with its values at that moment: round(value × multiplier / 100) + bonus. */
export interface Receipt {
  readonly id: PointsRuleId
  readonly pointValue: number
  /** Percent. */
  readonly multiplier: number
  /** The points of the bonus that applied; 0 for none. */
  readonly bonus: number
  readonly bonusType: BonusType | null
}

/** What became of an appeal; `open` while nobody has decided it. */
export type AppealOutcome = 'open' | 'upheld' | 'given_back'

/** What a person decided about an entry or its subject, in words for the member. */
export interface LedgerNote {
  /** Who decided; null if the member did, or nobody is named. */
  readonly by: UserCard | null
  readonly reason: string
}

/** What a member may do about an entry that took points. */
export interface Appealable {
  /** Exactly one of the ids. */
  readonly interactionId: InteractionId | null
  readonly shareId: ShareId | null
  /** The last moment for an appeal. */
  readonly until: string
}

/** An entry of a member's ledger. */
export interface LedgerEntry extends LedgerSource {
  readonly id: Id<'ledgerEntry'>
  readonly createdAt: string
  /** The workspace day that it counts for. */
  readonly day: Day
  /** The workspace day of `createdAt`. An undo counts for an earlier day, if that is when the report was made. */
  readonly bookedOn: Day
  readonly reason: LedgerReason
  /** Negative when points were taken back. */
  readonly amount: number
  /** The member's points after this entry. */
  readonly balance: number
  /** What was done, in words: `Liked "Year-end is closer than it looks"`. */
  readonly description: string
  readonly subject: {
    readonly type: LedgerSubjectType
    readonly id: Id<LedgerSubject>
    /** The first words of the post or of the share's message, the achievement's name; may be empty. */
    readonly title: string
  }
  /** Null where no rule gave the amount: reversals, corrections, points set by hand, entries before receipts. */
  readonly rule: Receipt | null
  /** The daily cap beyond which a report earned nothing; null otherwise. */
  readonly overCap: number | null
  /** Whether a later entry took this one back. */
  readonly isUndone: boolean
  readonly note: LedgerNote | null
  /** The team that it counts for; null for none. */
  readonly team: BookedTeam | null
  /** What became of the member's appeal against this entry; null without one. */
  readonly appeal: { readonly outcome: AppealOutcome; readonly reason: string | null } | null
  readonly appealable: Appealable | null
}

/** All entries of a month, by the workspace days on which they were booked. */
export interface LedgerMonth {
  /** `YYYY-MM` */
  readonly month: string
  readonly amount: number
  /** The member's points at the end of the month. */
  readonly balance: number
  readonly entries: number
  /** How much of `amount` counts for which team, by the names of the teams. Empty while nothing counts for any. */
  readonly teams: readonly AmountOfTeam[]
}

export interface AmountOfTeam {
  readonly team: BookedTeam
  readonly amount: number
}

/** A part of a member's ledger, newest first, with all its months, newest first. */
export interface LedgerPart extends ListPart<LedgerEntry> {
  readonly months: readonly LedgerMonth[]
}

export interface LedgerQuery extends ListQuery {
  readonly reason?: LedgerReason
  /** First and last workspace day of the booking, both included. */
  readonly from?: Day
  readonly to?: Day
}

export const listOwnLedger = endpoint<{ query: LedgerQuery; answer: LedgerPart }>('GET', '/api/ledger/mine')

/** The caller's statement as a spreadsheet file, with the filters of the statement. Not JSON. */
export const ownLedgerFile = '/api/ledger/mine.csv'

/** A member's statement, for reviewers. */
export const listLedgerOf = endpoint<{
  params: { userId: UserId }
  query: LedgerQuery
  answer: LedgerPart & { readonly user: UserCard }
}>('GET', '/api/ledger/users/:userId')

export const adjustmentReasonLimits = { from: 5, to: 280 }
export const largestAdjustment = 100_000

/** Adds or takes points. 409 when the member has fewer points than are to be taken. */
export const adjustPoints = endpoint<{
  body: { userId: UserId; amount: number; reason: string }
  answer: Data<{
    readonly id: Id<'adjustment'>
    readonly userId: UserId
    readonly amount: number
    readonly reason: string
    /** The member's points after it. */
    readonly totalPoints: number
    readonly createdAt: string
  }>
}>('POST', '/api/ledger/adjustments')
