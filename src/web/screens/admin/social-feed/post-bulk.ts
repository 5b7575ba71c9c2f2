import { useRef, useState } from 'react'
import type { SocialFeedPost } from '#contract/posts.ts'
import type { BulkProgress } from '#web/api/bulk.ts'
import { useBulkOfPosts } from '#web/api/post-admin.ts'
import { toast } from '#web/ui/toasts.ts'
import { type BulkKind, type BulkNote, goneIn, noneSelected, tellingOf } from './post-bulk-words.ts'
import { pushOf } from './post-push.ts'
import type { PostSelection } from './post-selection.ts'

const progressEveryMs = 250

interface Running {
  readonly kind: BulkKind
  readonly progress: BulkProgress
}

export interface PostBulk {
  /** The running action and its progress; null when idle. */
  readonly running: Running | null
  /** The result of the last action, or why it did not start. */
  readonly note: BulkNote | null
  /** Whether an action can start: posts are selected and no other action runs. Says so if nothing is selected. */
  readonly mayBegin: () => boolean
  readonly run: (kind: BulkKind) => Promise<void>
  readonly stop: () => void
}

interface Bulk {
  readonly selection: PostSelection
  /** The posts that are on screen now. */
  readonly rows: readonly SocialFeedPost[]
  /** Called when an action has ended and the list has been refetched. */
  readonly onEnded: () => void
}

/**
 * Deletes the selected posts or pushes them to the chat. Posts that fail stay selected. The toast of a deletion puts the
 * deleted posts back.
 */
export function usePostBulk({ selection, rows, onEnded }: Bulk): PostBulk {
  const { mutateAsync } = useBulkOfPosts()
  const [running, setRunning] = useState<Running | null>(null)
  const [note, setNote] = useState<BulkNote | null>(null)
  const stopper = useRef<AbortController | null>(null)
  const ended = useRef(onEnded)
  ended.current = onEnded

  function run(kind: BulkKind): Promise<void> {
    const shown = new Map(rows.map((post) => [post.id, post]))
    return runOn(
      kind,
      [...selection.chosen.values()].map((post) => shown.get(post.id) ?? post),
    )
  }

  async function runOn(kind: BulkKind, posts: readonly SocialFeedPost[]): Promise<void> {
    if (stopper.current) return
    const stopping = new AbortController()
    stopper.current = stopping
    setNote(null)
    setRunning({ kind, progress: { settled: 0, total: posts.length, waitSeconds: null } })
    const onProgress = occasionally((progress) => setRunning({ kind, progress }))
    try {
      const outcome = await mutateAsync({
        posts,
        act: kind === 'push' ? { pushOf } : kind,
        signal: stopping.signal,
        onProgress,
      })
      if (kind === 'push' && outcome.failed.length > 0)
        console.warn('Posts could not be pushed', outcome.failed)
      const telling = tellingOf(kind, outcome)
      selection.set(goneIn(kind, outcome), false)
      setNote(telling.note)
      const undo = { label: 'Undo', run: () => void runOn('restore', outcome.done) }
      toast(kind === 'delete' && outcome.done.length > 0 ? { ...telling.toast, action: undo } : telling.toast)
    } finally {
      stopper.current = null
      setRunning(null)
    }
    ended.current()
  }

  return {
    running,
    // The note that nothing is selected goes as soon as something is.
    note: note?.kind === 'none selected' && selection.chosen.size > 0 ? null : note,
    mayBegin: () => {
      if (stopper.current) return false
      if (selection.chosen.size > 0) return true
      setNote(noneSelected.note)
      toast(noneSelected.toast)
      return false
    },
    run,
    stop: () => stopper.current?.abort(),
  }
}

/** Throttles progress: updates that nobody could read in time are not rendered. */
function occasionally(pass: (progress: BulkProgress) => void): (progress: BulkProgress) => void {
  let lastMs = Number.NEGATIVE_INFINITY
  return (progress) => {
    const nowMs = performance.now()
    if (progress.waitSeconds === null && nowMs - lastMs < progressEveryMs) return
    lastMs = nowMs
    pass(progress)
  }
}
