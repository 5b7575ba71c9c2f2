import type { Day } from './days.ts'
import type { Platform } from './vocabulary.ts'

/** What the team chat is told, each with the facts that its message needs. */
export type ChatNotification =
  | {
      readonly kind: 'share_submitted'
      readonly username: string
      readonly platform: Platform
      readonly customMessage: string | null
      readonly shareUrl: string | null
      /** Whether it goes out by itself; else somebody reviews it first. */
      readonly isGoingOut: boolean
    }
  | {
      readonly kind: 'achievement_unlocked'
      readonly username: string
      readonly achievement: string
      readonly description: string
      readonly points: number
    }
  | { readonly kind: 'member_joined'; readonly username: string }
  | {
      readonly kind: 'weekly_leaderboard'
      /** The best, best first; equals share a rank. */
      readonly leaders: readonly {
        readonly rank: number
        readonly username: string
        readonly points: number
      }[]
      /** How many members have points. */
      readonly members: number
    }
  | {
      readonly kind: 'contest_reminder'
      readonly title: string
      readonly prize: string | null
      readonly endDate: Day
      /** Counting today in full, as everywhere. */
      readonly daysLeft: number
      readonly leader: { readonly username: string; readonly points: number } | null
    }
  | {
      readonly kind: 'contest_winner'
      readonly title: string
      readonly prize: string | null
      readonly username: string
      readonly points: number
    }
  | {
      readonly kind: 'new_post'
      readonly platform: Platform
      readonly authorName: string
      readonly content: string
      /** Null when it has none, or only a placeholder. */
      readonly postUrl: string | null
      /** Of a test of the connection: it earns nobody anything. */
      readonly isTest: boolean
    }

/** The six automatic notifications as people know them, with the kinds of message that each covers. */
export const chatNotificationGroups = [
  { name: 'Share submissions', kinds: ['share_submitted'] },
  { name: 'Achievement unlocks', kinds: ['achievement_unlocked'] },
  { name: 'New user registration', kinds: ['member_joined'] },
  { name: 'Leaderboard updates (weekly)', kinds: ['weekly_leaderboard'] },
  { name: 'Contest reminders (monthly)', kinds: ['contest_reminder', 'contest_winner'] },
  { name: 'New social content', kinds: ['new_post'] },
] as const satisfies readonly { readonly name: string; readonly kinds: readonly ChatNotification['kind'][] }[]

/** How many members the weekly leaderboard names. */
export const weeklyLeaders = 5

/** How many days before its end a contest is spoken of again. */
export const contestReminderDays = 3
