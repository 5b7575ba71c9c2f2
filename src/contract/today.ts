import type { Day } from '#domain/days.ts'
import type { PostId } from '#domain/ids.ts'
import type { DayState, PartOfDay } from '#domain/today.ts'
import type { InteractionType, Platform } from '#domain/vocabulary.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** The most posts in `posts`. */
export const todayPostsCount = 6
/** The most posts in `doneToday`. */
export const doneTodayCount = 3

export interface TodayPost {
  readonly id: PostId
  readonly platform: Platform
  readonly authorName: string
  /** The first line of its text, cut at 80 characters. */
  readonly title: string
  readonly imageUrl: string | null
  readonly link: string | null
  /** The points that the reports in `open` earn together under the current rules. */
  readonly worth: number
  /** The reports that the caller has not made on it, in the order like, comment, share. */
  readonly open: readonly InteractionType[]
}

/** A post on which the caller made the last missing report today. */
export interface DoneTodayPost extends TodayPost {
  /** What today's live reports on it earned. */
  readonly points: number
}

interface WeekDay {
  readonly day: Day
  readonly state: DayState
  /** Live reports of the caller that count for this day. */
  readonly reports: number
}

interface DayGain {
  readonly day: Day
  /** Negative when more was taken back than earned. */
  readonly points: number
}

/** What waits for the caller, what is done, and how their days and weeks go. Days and weeks are the workspace's. */
export interface Today {
  readonly day: Day
  /** IANA name of the workspace's time zone, in which the days begin and end. */
  readonly timeZone: string
  /** Posts of the last seven days with at least one report open. */
  readonly waiting: number
  /** The points still open on all of them. */
  readonly worth: number
  /** The newest of them, newest first. */
  readonly posts: readonly TodayPost[]
  /** Posts finished today, the last finished first. */
  readonly doneToday: readonly DoneTodayPost[]
  /** Everything booked for today. */
  readonly pointsToday: number
  /** Monday to Sunday of the current week. */
  readonly week: readonly WeekDay[]
  /** Whether the caller has a live report at all. */
  readonly hasReported: boolean
  /** When posts usually arrive; null while there are too few to say. */
  readonly usualTime: PartOfDay | null
  /** When the newest post was published; null without posts. */
  readonly lastPostAt: string | null
  /** The last seven days, today last. */
  readonly gains: readonly DayGain[]
  /** Everything booked since Monday. */
  readonly pointsThisWeek: number
  /** The caller's live reports since Monday. */
  readonly reportsThisWeek: Readonly<Record<InteractionType, number>>
  /** Unanswered checks of the caller. */
  readonly openChecks: number
}

export const getToday = endpoint<{ answer: Data<Today> }>('GET', '/api/today')
