import type { SocialFeedPost } from '#contract/posts.ts'
import type { BulkOutcome, BulkProgress } from '#web/api/bulk.ts'
import { ApiError, displayMessage } from '#web/api/client.ts'
import { counted } from '#web/ui/time-words.ts'
import type { Toast } from '#web/ui/toast-queue.ts'

export type BulkKind = 'delete' | 'restore' | 'push'

export interface BulkNote {
  readonly kind: 'failure' | 'success' | 'none selected'
  readonly text: string
}

interface Telling {
  readonly note: BulkNote
  readonly toast: Toast
}

export const noneSelected: Telling = {
  note: { kind: 'none selected', text: 'No posts selected. Select at least one in the table first.' },
  toast: {
    kind: 'destructive',
    title: 'No posts selected',
    description: 'Select at least one in the table first.',
  },
}

const ended = { delete: 'deleted', restore: 'restored', push: 'on the way to Slack' } as const
const titles = { delete: 'Posts deleted', restore: 'Posts restored', push: 'Posts sent to Slack' } as const
const verbs = { delete: 'Deleting', restore: 'Restoring', push: 'Pushing' } as const

/** The posts to deselect: those that succeeded, and those that somebody else has deleted meanwhile. */
export function goneIn(kind: BulkKind, { done, failed }: BulkOutcome<SocialFeedPost>): SocialFeedPost[] {
  const isGone = (error: unknown) => kind === 'delete' && error instanceof ApiError && error.status === 404
  return [...done, ...failed.filter(({ error }) => isGone(error)).map(({ item }) => item)]
}

/** The note and the toast for a result. */
export function tellingOf(kind: BulkKind, { done, failed, left }: BulkOutcome<unknown>): Telling {
  const total = done.length + failed.length + left.length
  const [first] = failed
  if (first) {
    const few = `${number(failed.length)} of ${posts(total)}`
    const what = kind === 'push' ? `Failed to push ${few} to Slack` : `Failed to ${kind} ${few}`
    const description =
      kind === 'push' ? 'Failed to push posts to Slack. Check the console for details.' : what
    const text = [`${what}: ${displayMessage(first.error)}`, stillSelected(left.length)].join(' ').trim()
    return {
      note: { kind: 'failure', text },
      toast: { kind: 'destructive', title: 'Error', description },
    }
  }
  const text = `${posts(done.length)} ${ended[kind]}.`
  if (left.length === 0) {
    const title = titles[kind]
    return { note: { kind: 'success', text }, toast: { kind: 'success', title, description: text } }
  }
  const rest = `${text} ${stillSelected(left.length)}`
  return {
    note: { kind: 'success', text: rest },
    toast: { kind: 'info', title: 'Stopped', description: rest },
  }
}

/** `Deleting 12 of 500…`, with the reason for a pause. */
export function progressText(kind: BulkKind, { settled, total, waitSeconds }: BulkProgress): string {
  const text = `${verbs[kind]} ${number(Math.min(settled + 1, total))} of ${number(total)}…`
  return waitSeconds === null ? text : `${text} The server asked to wait ${counted(waitSeconds, 'second')}.`
}

function stillSelected(count: number): string {
  return count === 0 ? '' : `${posts(count)} left, still selected.`
}

function posts(count: number): string {
  return counted(count, 'post')
}

function number(count: number): string {
  return count.toLocaleString('en-US')
}
