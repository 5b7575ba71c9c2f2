import { RotateCw } from 'lucide-react'
import type { SlackStatus } from '#contract/slack.ts'
import { useRetryFailedMessages } from '#web/api/slack.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './failed-messages.module.css'
import { failedText } from './slack-words.ts'

const words = { title: 'Messages not sent again', fallback: 'The messages could not be sent again.' } as const

/** Why messages failed, and a button that sends again those that Slack would not refuse again. */
export function FailedMessages({ status }: { readonly status: SlackStatus }) {
  const { mutateAsync } = useRetryFailedMessages()
  const { isPending, attempt } = useAttempt(words)
  const retry = async () => {
    let retried = 0
    const outcome = await attempt(async () => {
      retried = await mutateAsync()
    })
    if (outcome !== 'done') return
    toast({
      kind: 'success',
      title: 'Sending again',
      description: `${counted(retried, 'message')} on the way.`,
    })
  }
  return (
    <div className={classes.failed}>
      <p className={classes.text}>{failedText(status)}</p>
      {status.retryable > 0 && (
        <PendingButton
          variant="default"
          leftSection={<RotateCw size={16} aria-hidden />}
          isPending={isPending}
          pendingText="Trying…"
          onClick={() => void retry()}
        >
          Try again
        </PendingButton>
      )}
    </div>
  )
}
