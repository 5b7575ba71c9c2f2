import type { Day } from './days.ts'
import type { AppealId, ContestId, PostId, ShareId } from './ids.ts'
import type { QuestAction } from './quests.ts'
import type { Platform } from './vocabulary.ts'

/** A member on a board, best first; equal scores share a rank. */
export interface PlacedMember {
  readonly rank: number
  readonly displayName: string
  readonly points: number
}

/** A notification for the chat, with the facts that its text needs. */
export type ChatNotification =
  | {
      readonly kind: 'share_submitted'
      readonly displayName: string
      readonly platform: Platform
      readonly customMessage: string | null
      readonly shareUrl: string | null
      /** Whether the share is sent out automatically; otherwise somebody reviews it first. */
      readonly isGoingOut: boolean
    }
  | {
      readonly kind: 'achievement_unlocked'
      readonly displayName: string
      readonly achievement: string
      readonly description: string
      readonly points: number
    }
  | { readonly kind: 'member_joined'; readonly displayName: string }
  | {
      readonly kind: 'weekly_leaderboard'
      /** The week that has just ended, from Monday to Sunday. */
      readonly week: {
        readonly firstDay: Day
        readonly lastDay: Day
        /** The members who earned most in it. */
        readonly leaders: readonly PlacedMember[]
        /** How many members earned points in it. */
        readonly members: number
      }
      /** The running contest with the first of its standings; null if none runs. */
      readonly contest: { readonly title: string; readonly leaders: readonly PlacedMember[] } | null
    }
  | {
      /** As earlier releases stored it: the best members of all time. */
      readonly kind: 'weekly_leaderboard'
      readonly leaders: readonly PlacedMember[]
      /** How many members have points. */
      readonly members: number
    }
  | {
      readonly kind: 'contest_reminder'
      readonly title: string
      readonly prize: string | null
      readonly endDate: Day
      /** Today counts as a full day, as everywhere. */
      readonly daysLeft: number
      readonly leader: { readonly displayName: string; readonly points: number } | null
    }
  | {
      readonly kind: 'contest_winner'
      /** Missing in notifications of earlier releases. */
      readonly contestId?: ContestId
      readonly title: string
      readonly prize: string | null
      readonly displayName: string
      readonly points: number
      /** The team that was first. Missing in notifications of earlier releases. */
      readonly team?: { readonly name: string; readonly average: number } | null
    }
  | {
      /** The team has reached the goal of a quest. */
      readonly kind: 'quest_done'
      readonly title: string
      readonly actionType: QuestAction
      readonly goal: number
    }
  | {
      readonly kind: 'new_post'
      /** Missing in notifications of earlier releases. */
      readonly postId?: PostId
      readonly platform: Platform
      readonly authorName: string
      readonly content: string
      /** Null when the post has no address, or only a placeholder. */
      readonly postUrl: string | null
      /** What the author gives readers for a comment. Missing in notifications of earlier releases. */
      readonly question?: string | null
      readonly angles?: readonly string[]
      /** Whether the post only tests the connection; it earns nobody points. */
      readonly isTest: boolean
    }
  | { /** A share waits for its reviewers. */ readonly kind: 'share_review'; readonly shareId: ShareId }
  | { /** An appeal waits for its reviewers. */ readonly kind: 'appeal_review'; readonly appealId: AppealId }

/** The six automatic notifications that people see, each with the kinds of notification that it covers. */
export const chatNotificationGroups = [
  { name: 'Share submissions', kinds: ['share_submitted', 'share_review', 'appeal_review'] },
  { name: 'Achievement unlocks', kinds: ['achievement_unlocked'] },
  { name: 'New user registration', kinds: ['member_joined'] },
  { name: 'Leaderboard updates (weekly)', kinds: ['weekly_leaderboard'] },
  { name: 'Contest reminders (monthly)', kinds: ['contest_reminder', 'contest_winner', 'quest_done'] },
  { name: 'New social content', kinds: ['new_post'] },
] as const satisfies readonly { readonly name: string; readonly kinds: readonly ChatNotification['kind'][] }[]

/** How many members the weekly message names, for the week and for the contest. */
export const weeklyLeaders = 5

/** How many days before its end a contest gets a reminder. */
export const contestReminderDays = 3

/** What a message is about that stands in the chat and is kept up to date. */
export const chatMessageKinds = ['post', 'share', 'appeal'] as const
export type ChatMessageKind = (typeof chatMessageKinds)[number]

/** How many of those who reported on a post its message names. */
export const namedReporters = 3

/** A message is updated at most once in this time. */
export const chatUpdateMs = 5_000

/** For how long messages are kept up to date. */
export const chatMessageLifeMs = 30 * 86_400_000
