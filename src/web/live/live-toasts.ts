import type { QueryClient } from '@tanstack/react-query'
import { Goal } from 'lucide-react'
import { createElement } from 'react'
import { getLeaderboard } from '#contract/leaderboard.ts'
import type { LiveMessage } from '#contract/live.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { read } from '#web/api/read.ts'
import { counted } from '#web/ui/time-words.ts'
import type { Toast } from '#web/ui/toast-queue.ts'
import { isPointMessage } from './live-messages.ts'

export interface Person {
  readonly id: string
  readonly displayName: string
  readonly avatar: string | null
}

const activityNames = { like: 'liking', comment: 'commenting', share: 'sharing' } as const
const pointToastMs = 3000

/** What a message tells people; null for nothing. */
export function toastFor(message: LiveMessage): Toast | null {
  if (message.type === 'POINT_UPDATE') {
    const { displayName, pointsEarned, interactionType, platform } = message.data
    if (pointsEarned === 0) return null
    return {
      title: 'Points Earned!',
      description: `${displayName} earned ${counted(pointsEarned, 'point')} for ${activityNames[interactionType]} on ${platformNames[platform]}`,
      kind: 'live',
      durationMs: pointToastMs,
    }
  }
  if (message.type === 'POINT_REMOVAL') {
    const { displayName, pointsRemoved, interactionType } = message.data
    if (pointsRemoved === 0) return null
    return {
      title: 'Points Removed',
      description: `${displayName} undid their ${interactionType} (-${counted(pointsRemoved, 'point')})`,
      kind: 'live',
    }
  }
  if (message.type === 'QUEST_DONE') {
    return {
      title: 'Quest completed',
      description: message.data.title,
      detail: ['Done together'],
      picture: createElement(Goal, {
        size: 56,
        strokeWidth: 1.5,
        color: 'var(--ov-gold)',
        'aria-hidden': true,
      }),
      // Each member's own success: no other news holds it up.
      kind: 'success',
    }
  }
  return null
}

/** Whom a message is about, if the board that the browser knows has them. */
export function personIn(client: QueryClient, message: LiveMessage): Person | null {
  if (!isPointMessage(message)) return null
  const board = client.getQueryData(read(getLeaderboard).queryKey)?.data
  return board?.find(({ username }) => username === message.data.username) ?? null
}
