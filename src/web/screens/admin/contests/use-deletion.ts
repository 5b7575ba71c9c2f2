import { useState } from 'react'
import type { Contest } from '#contract/contests.ts'
import { useDeleteContest, useRestoreContest } from '#web/api/contests.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { toast } from '#web/ui/toasts.ts'
import { useRowMoved } from '#web/ui/use-row-moved.ts'

const fallback = 'Please try again later.'

/**
 * Deletes a contest without asking, and restores it. `onMoved` gets the list position that should receive the focus.
 */
export function useDeletion(contests: readonly Contest[], onMoved: (place: number) => void) {
  const [deleted, setDeleted] = useState<readonly Contest[]>([])
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync: deleteContest } = useDeleteContest()
  const { mutateAsync: restoreContest } = useRestoreContest()
  const deletion = useAttempt({ title: 'Failed to delete monthly contest.', fallback })
  const restoration = useAttempt({ title: 'Failed to restore monthly contest.', fallback })
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
    setDeleted((before) => [...before, contest])
    going(contest)
    toast({ kind: 'success', title: 'Contest deleted' })
  }

  async function restore(contest: Contest): Promise<void> {
    const act = async ({ id }: Pick<Contest, 'id'>) => void (await restoreContest({ id }))
    if (!(await run(restoration, act, contest))) return
    setDeleted((before) => before.filter(({ id }) => id !== contest.id))
    coming(contest)
    toast({ kind: 'success', title: 'Contest restored' })
  }

  return {
    /** Contests deleted since the list was opened, which can be restored. */
    deleted,
    /** Why the last attempt failed; null if it succeeded. */
    failure,
    /** The contest with a request in flight; null for none. */
    busyId,
    remove: (contest: Contest) => void remove(contest),
    restore: (contest: Contest) => void restore(contest),
  }
}
