/** What has an id of its own. */
export type Identified =
  | 'accessToken'
  | 'activity'
  | 'adjustment'
  | 'appeal'
  | 'auditEntry'
  | 'chatMessage'
  | 'check'
  | 'contest'
  | 'deadLetter'
  | 'delivery'
  | 'directMessage'
  | 'earnedAchievement'
  | 'interaction'
  | 'invitation'
  | 'ledgerEntry'
  | 'linkClick'
  | 'monthlyWinner'
  | 'notification'
  | 'pointsRule'
  | 'post'
  | 'press'
  | 'quest'
  | 'session'
  | 'share'
  | 'socialAccount'
  | 'standings'
  | 'team'
  | 'user'
  | 'webhook'
  | 'window'

/**
 * The id of one kind of thing: a UUID as text. Only the compiler knows the kind. It refuses the id of one thing where
 * it expects that of another.
 */
export type Id<Of extends Identified> = string & { readonly [idOf]: Of }
declare const idOf: unique symbol

export type AccessTokenId = Id<'accessToken'>
export type AppealId = Id<'appeal'>
export type CheckId = Id<'check'>
export type ContestId = Id<'contest'>
export type DeadLetterId = Id<'deadLetter'>
export type DeliveryId = Id<'delivery'>
export type DirectMessageId = Id<'directMessage'>
export type InteractionId = Id<'interaction'>
export type MonthlyWinnerId = Id<'monthlyWinner'>
export type PointsRuleId = Id<'pointsRule'>
export type PostId = Id<'post'>
export type PressId = Id<'press'>
export type QuestId = Id<'quest'>
export type SessionId = Id<'session'>
export type ShareId = Id<'share'>
export type SocialAccountId = Id<'socialAccount'>
export type StandingsId = Id<'standings'>
export type TeamId = Id<'team'>
export type UserId = Id<'user'>
export type WebhookId = Id<'webhook'>
export type WindowId = Id<'window'>

/** What a ledger entry books points for. */
export type LedgerSubject = 'adjustment' | 'earnedAchievement' | 'interaction' | 'linkClick' | 'share'

/** A text as an id. Throws a RangeError if it is no UUID. */
export function asId<Of extends Identified>(text: string): Id<Of> {
  if (!isId<Of>(text)) throw new RangeError('An id is written as a UUID')
  return text
}

/** Whether a text is a UUID. The caller knows which kind of thing it identifies. */
export function isId<Of extends Identified>(text: string): text is Id<Of> {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
}

/** The id that nothing has. */
export const nilId = '00000000-0000-0000-0000-000000000000'
