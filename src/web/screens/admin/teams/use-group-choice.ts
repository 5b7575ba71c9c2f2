import { useRef, useState } from 'react'
import type { TeamGroupsOutcome } from '#contract/team-groups.ts'
import { usePreviewGroups, usePutGroups } from '#web/api/team-groups.ts'
import { type RefusalWords, useAttempt } from '#web/parts/form/attempt.ts'
import { toast } from '#web/ui/toasts.ts'
import { outcomeText } from './groups-words.ts'

const fallback = 'Please try again later.'
const words = {
  preview: { title: 'Failed to read the groups', fallback },
  put: { title: 'Failed to take the groups over', fallback },
} as const satisfies Record<string, RefusalWords>

interface GroupChoiceOptions {
  /** The groups that are chosen at first. */
  readonly opened: readonly string[]
  readonly onDone: () => void
}

/** A choice of user groups on its way to a preview, and to teams. */
export function useGroupChoice({ opened, onDone }: GroupChoiceOptions) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(opened))
  const [outcome, setOutcome] = useState<TeamGroupsOutcome | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const latest = useRef(chosen)
  const previewing = useAttempt(words.preview)
  const putting = useAttempt(words.put)
  const { mutateAsync: preview } = usePreviewGroups()
  const { mutateAsync: put } = usePutGroups()

  function toggle(id: string): void {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    latest.current = next
    setChosen(next)
    setOutcome(null)
    setFailure(null)
  }

  async function run({ attempt }: typeof previewing, act: typeof preview): Promise<void> {
    setFailure(null)
    let done: TeamGroupsOutcome | null = null
    const result = await attempt(async () => {
      done = (await act([...chosen])).data
    })
    if (result === 'under way') return
    if (done) tell(done)
    // What was chosen may have changed meanwhile.
    if (typeof result !== 'object' || latest.current !== chosen) return
    setOutcome(null)
    setFailure([result.inline, ...Object.values(result.problems)].join(' '))
  }

  function tell(done: TeamGroupsOutcome): void {
    if (!done.isPreview) {
      toast({ kind: 'success', title: 'Groups taken over', description: outcomeText(done) })
      onDone()
    } else if (latest.current === chosen) setOutcome(done)
  }

  return {
    chosen,
    toggle,
    /** What the present choice would do; null while that is unknown. */
    outcome,
    failure,
    isPreviewing: previewing.isPending,
    isPutting: putting.isPending,
    preview: () => void run(previewing, preview),
    takeOver: () => void run(putting, put),
  }
}
