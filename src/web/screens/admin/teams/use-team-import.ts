import { useRef, useState } from 'react'
import type { TeamImport } from '#contract/teams.ts'
import { useImportTeams, usePreviewTeams } from '#web/api/teams.ts'
import { type RefusalWords, useAttempt } from '#web/parts/form/attempt.ts'
import { toast } from '#web/ui/toasts.ts'
import { countsText } from './import-words.ts'

const fallback = 'Please try again later.'
const words = {
  preview: { title: 'Failed to read the list', fallback },
  import: { title: 'Failed to import the teams', fallback },
} as const satisfies Record<string, RefusalWords>

interface TeamImportOptions {
  readonly onRefused: () => void
  /** Called when everything has been imported; lines may have been skipped. */
  readonly onImported: (outcome: TeamImport) => void
}

/** A list of teams in CSV on its way from a text to a preview to an import. */
export function useTeamImport({ onRefused, onImported }: TeamImportOptions) {
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<TeamImport | null>(null)
  // What is wrong with the text, and what else went wrong.
  const [error, setError] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const latest = useRef(text)
  const previewing = useAttempt(words.preview)
  const importing = useAttempt(words.import)
  const { mutateAsync: preview } = usePreviewTeams()
  const { mutateAsync: importAll } = useImportTeams()

  function write(next: string): void {
    latest.current = next
    setText(next)
    setOutcome(null)
    setError(null)
    setFailure(null)
  }

  function refuse(problem: string): void {
    setError(problem)
    onRefused()
  }

  async function run({ attempt }: typeof previewing, act: typeof preview): Promise<void> {
    if (text.trim() === '') return refuse('Paste a list, or choose a file')
    setError(null)
    setFailure(null)
    let done: TeamImport | null = null
    const result = await attempt(async () => {
      done = (await act(text)).data
    })
    if (result === 'under way') return
    if (done) tell(done)
    if (typeof result !== 'object' || latest.current !== text) return
    // A preview may be out of date after a refusal.
    setOutcome(null)
    const problems = Object.values(result.problems).join(' ')
    if (problems === '') setFailure(result.inline)
    else refuse(problems)
  }

  function tell(done: TeamImport): void {
    if (!done.isPreview) toast({ kind: 'success', title: 'Teams imported', description: countsText(done) })
    // The text may have changed meanwhile.
    if (latest.current !== text) return
    setOutcome(done)
    if (!done.isPreview) onImported(done)
  }

  return {
    text,
    write,
    /** What the present text would do, or has done; null while that is unknown. */
    outcome,
    error,
    failure,
    refuse,
    isPreviewing: previewing.isPending,
    isImporting: importing.isPending,
    preview: () => void run(previewing, preview),
    importAll: () => void run(importing, importAll),
  }
}
