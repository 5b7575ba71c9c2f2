import { Button } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { SlackImport } from '#contract/slack.ts'
import { useSyncSlackUsers } from '#web/api/slack.ts'
import { type Refusal, useAttempt } from '#web/parts/form/attempt.ts'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { importText } from './import-words.ts'
import * as classes from './sync-members.module.css'

const icon = <RefreshCw size={16} aria-hidden />
const words = { title: 'Sync failed', fallback: 'Failed to sync members from Slack.' } as const

interface SyncMembersProps {
  /** False where the chat is not set up yet. The reason must stand beside the button. */
  readonly isReady?: boolean
  readonly isPrimary?: boolean
}

/** Imports members from the workplace chat and shows the result. */
export function SyncMembers({ isReady = true, isPrimary = false }: SyncMembersProps) {
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
      {isReady ? (
        <PendingButton
          variant={isPrimary ? 'filled' : 'default'}
          leftSection={icon}
          isPending={isPending}
          pendingText="Syncing…"
          onClick={() => void sync()}
        >
          Sync members
        </PendingButton>
      ) : (
        <Button type="button" variant="default" leftSection={icon} className={classes.waiting} aria-disabled>
          Sync members
        </Button>
      )}
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
  const text = importText(result)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
