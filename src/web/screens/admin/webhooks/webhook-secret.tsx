import { useEffect, useRef } from 'react'
import type { MadeWebhook } from '#contract/webhooks.ts'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { hostOf } from './webhook-words.ts'
import classes from './webhooks.module.css'

interface WebhookSecretProps {
  readonly made: MadeWebhook
  /** Whether it gets the focus, because it has just appeared. */
  readonly takesFocus?: boolean
}

/** The secret of a webhook that was just made. It stays until the reader leaves the tab. */
export function WebhookSecret({ made, takesFocus = false }: WebhookSecretProps) {
  const copying = useCopy(made.secret)
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [takesFocus])
  const host = hostOf(made)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of what belongs to one secret, not fields of a form
    <div ref={note} className={classes.secret} role="group" aria-label={`Secret for ${host}`} tabIndex={-1}>
      <p>
        Store this secret where <b>{host}</b> checks the signatures. It is not shown again.
      </p>
      <div className={classes.secretField}>
        <CopyField label="Secret" text={made.secret} copying={copying} />
        <CopyButton copying={copying} what="the secret" />
      </div>
    </div>
  )
}
