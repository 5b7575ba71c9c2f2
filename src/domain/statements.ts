import type { AppliedRule } from './points.ts'
import type { BonusType, InteractionType, LedgerReason, ShareStatus } from './vocabulary.ts'

/** The facts that name a ledger entry. */
export interface EntryFacts {
  readonly reason: LedgerReason
  readonly amount: number
  readonly subjectType: 'interaction' | 'share' | 'achievement' | 'link_click' | 'adjustment'
  /** The first words of the post or of the share, or the achievement's name; may be empty. */
  readonly title: string
  readonly author: string | null
  readonly report: InteractionType | null
  readonly shareStatus: ShareStatus | null
  /** Whether a reviewer took the report back with this entry, or gave it back. */
  readonly isReviewed: boolean
}

/** What a member did, at the beginning of a sentence. */
export const pastTenses: Readonly<Record<InteractionType, string>> = {
  like: 'Liked',
  comment: 'Commented on',
  share: 'Shared',
}

/** What an entry was booked for, in words. */
export function entryDescription(facts: EntryFacts): string {
  const { subjectType, title, amount, reason } = facts
  switch (subjectType) {
    case 'interaction':
      return reportDescription(facts)
    case 'share':
      return `${shareWords(facts)}${title === '' ? '' : `: ${title}`}`
    case 'achievement':
      return `${reason === 'undo' ? 'Badge taken back' : 'Badge'}: ${title}`
    case 'link_click':
      return `Click on your link to ${named(facts)}`
    case 'adjustment':
      return amount > 0 ? 'Points added by an administrator' : 'Points taken by an administrator'
  }
}

function reportDescription(facts: EntryFacts): string {
  const { reason, report, isReviewed } = facts
  const type = report ?? 'like'
  if (reason === 'interaction') return `${pastTenses[type]} ${named(facts)}`
  const words = `${type} on ${named(facts)}`
  if (reason === 'adjustment') return `Given back: ${words}`
  return isReviewed ? `Taken back: ${words}` : `Undid a ${words}`
}

function shareWords({ reason, amount, shareStatus }: EntryFacts): string {
  if (reason === 'share') return shareStatus === 'approved' ? 'Share scheduled' : 'Share verified'
  if (amount < 0 && shareStatus === 'rejected') return 'Share not accepted'
  return amount === 0 ? 'Share counted anew' : 'Points of a share changed'
}

function named({ title, author }: EntryFacts): string {
  return title === '' ? `a post by ${author ?? 'somebody'}` : `“${title}”`
}

const bonusNames: Readonly<Record<BonusType, string>> = {
  streak: 'streak bonus',
  custom_message: 'message bonus',
  engagement_threshold: 'engagement bonus',
}

/** How a rule made an amount: `15 × 100 % + 5 streak bonus`. */
export function receiptWords({ pointValue, multiplier, bonus, bonusType }: Omit<AppliedRule, 'id'>): string {
  const base = `${pointValue} × ${multiplier} %`
  return bonusType === null ? base : `${base} + ${bonus} ${bonusNames[bonusType]}`
}
