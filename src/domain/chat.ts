import type { Day } from './days.ts'
import type { Platform } from './vocabulary.ts'

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
      /** The best members, best first; equal scores share a rank. */
      readonly leaders: readonly {
        readonly rank: number
        readonly displayName: string
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
      /** Today counts as a full day, as everywhere. */
      readonly daysLeft: number
      readonly leader: { readonly displayName: string; readonly points: number } | null
    }
  | {
      readonly kind: 'contest_winner'
      readonly title: string
      readonly prize: string | null
      readonly displayName: string
      readonly points: number
    }
  | {
      readonly kind: 'new_post'
      readonly platform: Platform
      readonly authorName: string
      readonly content: string
      /** Null when the post has no address, or only a placeholder. */
      readonly postUrl: string | null
      /** Whether the post only tests the connection; it earns nobody points. */
      readonly isTest: boolean
    }

/** The six automatic notifications that people see, each with the kinds of notification that it covers. */
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

/** How many days before its end a contest gets a reminder. */
export const contestReminderDays = 3
