import type { LiveMessage } from '#contract/live.ts'
import { asId } from '#domain/ids.ts'

/** What the messages below are about. */
export const pointEvent = {
  username: 'ana.lima',
  displayName: 'Ana Lima',
  interactionType: 'like',
  platform: 'linkedin',
  postId: asId<'post'>('01890000-0000-7000-8000-000000000001'),
} as const

export const earned = {
  type: 'POINT_UPDATE',
  data: { ...pointEvent, pointsEarned: 15 },
} as const satisfies LiveMessage

export const removed = {
  type: 'POINT_REMOVAL',
  data: { ...pointEvent, pointsRemoved: 15 },
} as const satisfies LiveMessage
