import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { SlackImport } from '#contract/slack.ts'
import { useSyncSlackUsers } from '#web/api/slack.ts'
import { type Refusal, useAttempt } from '#web/parts/form/attempt.ts'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import classes from './sync-members.module.css'

const words = { title: 'Sync failed', fallback: 'Failed to sync members from Slack.' } as const

/** Imports members from the workplace chat and shows the result. */
export function SyncMembers() {
  const { mutateAsync } = useSyncSlackUsers()
  const { isPending, attempt } = useAttempt(words)
  const [result, setResult] = useState({ text: '', hasFailed: false })
  const sync = async () => {
    setResult({ text: '', hasFailed: false })
    let latest: SlackImport | null = null
    const outcome = await attempt(async () => {
      latest = await mutateAsync()
    })
    if (outcome === 'under way') return
    if (outcome !== 'done') return setResult({ text: reasonOf(outcome), hasFailed: true })
    const text = resultText(latest)
    setResult({ text, hasFailed: false })
    toast({ kind: 'success', title: 'Members synced', description: text })
  }
  return (
    <div className={classes.sync}>
      <PendingButton
        variant="default"
        leftSection={<RefreshCw size={16} aria-hidden />}
        isPending={isPending}
        pendingText="Syncing…"
        onClick={() => void sync()}
      >
        Sync members
      </PendingButton>
      <p className={classes.result} data-failed={result.hasFailed || undefined} role="status">
        {result.text}
      </p>
    </div>
  )
}

/** Why it was refused, with the settings to check if the server names them. */
function reasonOf({ inline, problems }: Refusal): string {
  return [inline, ...Object.values(problems)].join(' ')
}

function resultText(result: SlackImport | null): string {
  if (!result) return 'Still importing. The list updates automatically.'
  const { created, linked, updated, skipped, disabled, enabled, failure } = result
  const counts = [
    `${created} added, ${linked} linked, ${updated} updated, ${skipped} skipped`,
    ...(disabled > 0 ? [`${disabled} disabled`] : []),
    ...(enabled > 0 ? [`${enabled} enabled`] : []),
  ].join(', ')
  return failure ? `${counts}. It stopped early: ${failure}` : counts
}
