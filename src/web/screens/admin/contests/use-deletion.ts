import { useState } from 'react'
import type { Contest } from '#contract/contests.ts'
import { useDeleteContest, useRestoreContest } from '#web/api/contests.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { toast } from '#web/ui/toasts.ts'
import { useRowMoved } from '#web/ui/use-row-moved.ts'

const words = {
  deletion: { title: 'Error', fallback: 'Failed to delete monthly contest.', isToastFixed: true },
  restoration: { title: 'Error', fallback: 'Failed to restore monthly contest.', isToastFixed: true },
} as const

/**
 * Deletes a contest without asking, and restores it. `onMoved` gets the list position that should receive the focus.
 */
export function useDeletion(contests: readonly Contest[], onMoved: (place: number) => void) {
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync: deleteContest } = useDeleteContest()
  const { mutateAsync: restoreContest } = useRestoreContest()
  const deletion = useAttempt(words.deletion)
  const restoration = useAttempt(words.restoration)
  const { going, coming } = useRowMoved(contests, onMoved)

  async function run({ attempt }: typeof deletion, act: typeof deleteContest, { id }: Contest) {
    const outcome = await attempt(() => {
      setBusyId(id)
      setFailure(null)
      return act({ id })
    })
    if (outcome === 'under way') return false
    setBusyId(null)
    if (outcome !== 'done') setFailure(outcome.inline)
    return outcome === 'done'
  }

  async function remove(contest: Contest): Promise<void> {
    if (!(await run(deletion, deleteContest, contest))) return
    going(contest)
    const undo = { label: 'Undo', run: () => void restore(contest) }
    toast({ kind: 'success', title: 'Contest deleted', action: undo, isKept: true })
  }

  async function restore(contest: Contest): Promise<void> {
    const act = async ({ id }: Pick<Contest, 'id'>) => void (await restoreContest({ id }))
    if (!(await run(restoration, act, contest))) return
    coming(contest)
    toast({ kind: 'success', title: 'Contest restored' })
  }

  return {
    /** Why the last attempt failed; null if it succeeded. */
    failure,
    /** The contest with a request in flight; null for none. */
    busyId,
    remove: (contest: Contest) => void remove(contest),
    restore: (contest: Contest) => void restore(contest),
  }
}
