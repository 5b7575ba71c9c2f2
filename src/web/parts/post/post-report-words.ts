import { type CapUse, isUnderCap } from '#domain/honesty.ts'
import { type InteractionType, type Platform, platformNames } from '#domain/vocabulary.ts'
import { displayMessage, isUnauthorized } from '#web/api/client.ts'
import { counted } from '#web/ui/time-words.ts'
import type { Toast } from '#web/ui/toast-queue.ts'

/** What a failed report or undo shows: a toast, and a text beside the control until the next attempt. */
export interface Failure {
  readonly toast: Toast
  readonly inline: string
}

const authenticationTitle = 'Authentication required'
const authenticationText = 'Please log in to report interactions'

export const reportFailedWords = { title: 'Report failed', fallback: 'Failed to report interaction' } as const

export function reportedToast(answer: {
  readonly points: number
  readonly interactionType: InteractionType
  readonly platform: Platform
  readonly cap: CapUse
}): Toast {
  const { points, interactionType, platform, cap } = answer
  const what = `the ${interactionType} on ${platformNames[platform]}`
  const told = { kind: 'success', title: 'Interaction reported!' } as const
  if (points > 0) {
    return {
      ...told,
      description: `+${counted(points, 'point')} for ${what}`,
      brief: `+${points.toLocaleString('en-US')}`,
    }
  }
  const brief = isUnderCap(cap) ? 'Counts, no points' : 'Counts, no points today'
  return { ...told, description: `${brief}: ${what}`, brief }
}

export function undoneToast({ pointsRemoved }: { readonly pointsRemoved: number }): Toast {
  const toast = { kind: 'success', title: 'Interaction removed', brief: '' } as const
  if (pointsRemoved === 0) return toast
  return {
    ...toast,
    description: `-${counted(pointsRemoved, 'point')}`,
    brief: `−${pointsRemoved.toLocaleString('en-US')}`,
  }
}

export function reportFailure(error: unknown, place: 'dashboard' | 'feed'): Failure {
  if (isUnauthorized(error)) return authenticationFailure(place)
  const { title, fallback } = reportFailedWords
  return failure(title, displayMessage(error, fallback))
}

/** `isTooLate` means that the undo window has closed by the server's clock. */
export function undoFailure(error: unknown, isTooLate: boolean): Failure {
  if (isUnauthorized(error)) return authenticationFailure('feed')
  return failure('Undo failed', isTooLate ? 'Too late to undo' : 'Failed to undo interaction')
}

function authenticationFailure(place: 'dashboard' | 'feed'): Failure {
  const inline = `${authenticationTitle}: ${authenticationText}`
  const words =
    place === 'dashboard'
      ? { title: inline }
      : { title: authenticationTitle, description: authenticationText }
  return { toast: { kind: 'destructive', ...words }, inline }
}

function failure(title: string, description: string): Failure {
  return { toast: { kind: 'destructive', title, description }, inline: `${title}: ${description}` }
}
