import { Button } from '@mantine/core'
import type { MadeWebhook, Webhook } from '#contract/webhooks.ts'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { EditedWebhook, NewWebhook } from './webhook-form.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import * as classes from './webhooks.module.css'

interface WebhookDialogProps extends DialogProps {
  /** Null for a new one. */
  readonly webhook: Webhook | null
  /** Changes each time it is opened. */
  readonly opening: number
  /** The webhook that was made since it was opened. */
  readonly made: MadeWebhook | null
  readonly onMade: (made: MadeWebhook) => void
}

/** Adds a webhook and then shows its secret, or changes one. */
export function WebhookDialog({ isOpen, onClose, webhook, opening, made, onMade }: WebhookDialogProps) {
  const title = made ? 'Webhook Added' : webhook ? 'Edit Webhook' : 'Add Webhook'
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title={title}>
      {made ? (
        <div className={classes.card}>
          <WebhookSecret made={made} takesFocus />
          <div className={classes.ending}>
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      ) : webhook ? (
        <EditedWebhook key={opening} webhook={webhook} onClose={onClose} />
      ) : (
        <NewWebhook key={opening} onClose={onClose} onMade={onMade} />
      )}
    </WideDialog>
  )
}
