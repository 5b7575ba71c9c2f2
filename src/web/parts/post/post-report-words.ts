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
}): Toast {
  const { points, interactionType, platform } = answer
  return {
    kind: 'success',
    title: 'Interaction reported!',
    description: `+${counted(points, 'point')} for the ${interactionType} on ${platformNames[platform]}`,
    brief: `+${points.toLocaleString('en-US')}`,
  }
}

export function undoneToast(answer: { readonly pointsRemoved: number }): Toast {
  return {
    kind: 'success',
    title: 'Interaction removed',
    description: `-${counted(answer.pointsRemoved, 'point')}`,
    brief: `−${answer.pointsRemoved.toLocaleString('en-US')}`,
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
