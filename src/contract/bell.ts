import type { Audience, BellKind } from '#domain/bell.ts'
import type { InteractionType, Platform } from '#domain/vocabulary.ts'
import type { ListOf } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { UserCard } from './users.ts'

/** One line behind the bell. */
export interface BellLine {
  /** Stays the same while the line grows, so that it can be recognised. */
  readonly id: string
  readonly audience: Audience
  readonly kind: BellKind
  /** `passed_by`: who passed the member. `activity`: whose it is; null for what no member did. Otherwise null. */
  readonly user: UserCard | null
  /**
   * `achievement`: its name. `contest_ends`: the contest's title.
   * `no_contest`: the first day of a month that has none. `applause`: the applauded activity's description,
   * null when there are several. `post` and `activity`: the description. A line about a report: the author of its post.
   * Otherwise null.
   */
  readonly subject: string | null
  /** The type of the report that the line is about; null if it is about none. */
  readonly report: InteractionType | null
  /** Of a share, a report, a post or an activity. */
  readonly platform: Platform | null
  /**
   * `applause`: how many colleagues applauded. `passed_by`: how many passed the member. `contest_ends`: days left, today
   * included. Otherwise 0.
   */
  readonly count: number
  /** What a share, an achievement or an activity earned, or was given back; negative for what was taken. */
  readonly points: number
  /** What a person wrote to the member about it; null for all other lines. */
  readonly reason: string | null
  /** When it happened; of a line that grows, when it last grew. */
  readonly at: string
}

/** What is new for the caller: lines for them first, then the team's, ten in all. */
export const listBell = endpoint<{ answer: ListOf<BellLine> }>('GET', '/api/notifications')
