/** What the model keeps: lists of what happened, from which everything else is worked out. */

export type Outcome = 'done' | 'unknown' | 'conflict' | 'not-allowed' | 'gone' | 'invalid' | 'too-many'

/** Who reviews: a member by their number, or the administrator, who does not play. */
export type Person = number | 'admin'

export interface ModelRule {
  readonly type: string
  readonly platform: string | null
  readonly context: string | null
  value: number
  readonly multiplier: number
  readonly bonusType: string | null
  readonly bonusValue: number | null
  readonly createdAtMs: number
  isActive: boolean
  isDeleted: boolean
}

/** The values of the rule that gave an amount. */
export interface ModelReceipt {
  readonly value: number
  readonly multiplier: number
  readonly bonus: number
}

export interface ModelEarning {
  readonly points: number
  /** Null without a rule. */
  readonly receipt: ModelReceipt | null
}

export interface ModelEntry {
  readonly member: number
  readonly day: string
  readonly amount: number
  /** How many verified shares it adds. */
  readonly shares: number
  readonly atMs: number
  readonly reason: string
  readonly receipt: ModelReceipt | null
  readonly overCap: number | null
  /** The team that it counts for; null for none. */
  readonly team: string | null
  isReversed: boolean
}

interface TakenBack {
  readonly by: Person
  readonly atMs: number
  isGivenBack: boolean
}

export interface ModelReport {
  readonly member: number
  readonly post: number
  readonly type: string
  readonly points: number
  readonly day: string
  /** The day in the member's own time zone. */
  readonly ownDay: string
  readonly atMs: number
  readonly order: number
  readonly award: ModelEntry
  /** The entry that holds its points: the award, or the one by which it was given back. */
  latest: ModelEntry
  undoneAtMs: number | null
  takenBack: TakenBack | null
}

export interface ModelBadge {
  readonly member: number
  readonly code: string
  readonly points: number
  readonly day: string
  readonly atMs: number
  readonly order: number
  readonly award: ModelEntry
  lead: number
  isTakenBack: boolean
}

export interface ModelShare {
  readonly member: number
  /** The report that made it. */
  readonly report: ModelReport | null
  readonly platform: string
  readonly message: string | null
  readonly atMs: number
  engagements: number
  points: number
  status: string
  isDue: boolean
  isSetByHand: boolean
  hasReached50: boolean
  isReviewed: boolean
  isGone: boolean
  /** The day on which it was counted as a share. */
  countedOn: string | null
  /** Its first entry. */
  award: ModelEntry | null
  rejection: { readonly by: Person; readonly atMs: number } | null
}

export interface ModelCheck {
  readonly report: ModelReport
  readonly askedAtMs: number
  answer: string | null
  decision: string | null
  isGone: boolean
}

export interface ModelAppeal {
  readonly member: number
  readonly subject: ModelReport | ModelShare
  readonly against: Person
  decision: string | null
}

export interface ModelContest {
  startDate: string
  endDate: string
  isActive: boolean
  isDeleted: boolean
  /** The standings of each member when a contest with a winner was deleted or switched off; null while they move. */
  final: readonly Sums[] | null
}

export interface ModelQuest {
  type: string
  /** Null for all who are enabled. */
  goal: number | null
  startDate: string
  endDate: string
  isDone: boolean
}

/** What is kept for one member, or for a member in one contest. */
export interface Sums {
  readonly points: number
  readonly shares: number
  readonly engagements: number
}

export interface ModelTeam {
  readonly name: string
  readonly totalPoints: number
  readonly activeMembers: number
  readonly size: number
  /** When it earned its last points. */
  readonly reachedAtMs: number
}

export interface ModelWinner extends Sums {
  readonly year: number
  readonly month: number
  readonly member: number
  readonly contest: ModelContest
  readonly endDate: string
  readonly atMs: number
  /** How the teams stood then. */
  readonly teams: readonly ModelTeam[]
}

export interface World {
  readonly timeZone: string
  readonly platforms: readonly string[]
  readonly memberIds: readonly string[]
  /** Those of the members who may also review. */
  readonly moderators: readonly number[]
}

export function isLive({ undoneAtMs, takenBack }: ModelReport): boolean {
  return undoneAtMs === null && (takenBack === null || takenBack.isGivenBack)
}

export function isOpen({ answer, decision, isGone }: ModelCheck): boolean {
  return answer === null && decision === null && !isGone
}

/** What the ledger holds for a share itself. */
export function held({ isDue, status, points, report }: ModelShare): number {
  const worth = status === 'rejected' ? 0 : points
  if (report !== null) return isLive(report) ? worth - report.points : 0
  return isDue ? worth : 0
}

export function isVerified({ status, report }: ModelShare): boolean {
  return report === null && status === 'completed'
}

export function dayBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date - 1)).toISOString().slice(0, 10)
}
