import type { LiveMessage } from '#contract/live.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { counted } from '#web/ui/time-words.ts'
import type { Toast } from '#web/ui/toast-queue.ts'

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
  return null
}
