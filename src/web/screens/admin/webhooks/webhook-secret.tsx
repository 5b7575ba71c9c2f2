import type { MadeWebhook } from '#contract/webhooks.ts'
import { ShownOnce } from '#web/ui/shown-once.tsx'
import { hostOf } from './webhook-words.ts'

interface WebhookSecretProps {
  readonly made: MadeWebhook
  /** Whether it gets the focus, because it has just appeared. */
  readonly takesFocus?: boolean
}

/** The secret of a webhook that was just made. It stays until the reader leaves the tab. */
export function WebhookSecret({ made, takesFocus = false }: WebhookSecretProps) {
  const host = hostOf(made)
  const shown = { text: made.secret, takesFocus, isFramed: true }
  return (
    <ShownOnce name={`Secret for ${host}`} label="Secret" what="the secret" {...shown}>
      Store this secret where <b>{host}</b> checks the signatures. It is not shown again.
    </ShownOnce>
  )
}
