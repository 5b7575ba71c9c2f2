import { Button } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { socialpilotEvent } from '#contract/socialpilot.ts'
import { useRotateHookSecret } from '#web/api/automation.ts'
import type { SocialpilotSetup } from '#web/api/socialpilot.ts'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { SecretField } from '#web/parts/hook/secret-field.tsx'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './automation.module.css'

/** The address and the secret that the scheduling tool needs to deliver. */
export function IncomingPanel({ setup }: { readonly setup: SocialpilotSetup }) {
  const address = `${setup.publicUrl}${socialpilotEvent.path}`
  const copying = useCopy(address)
  return (
    <div className={classes.card}>
      <div className={classes.copyRow}>
        <CopyField label="Incoming webhook address" text={address} copying={copying} />
        <CopyButton copying={copying} what="the incoming webhook address" />
      </div>
      <SecretRow setup={setup} />
      <p className={classes.note}>
        Send the secret in the header <code>{setup.header}</code>, or as <code>Authorization: Bearer</code>.
        Accepted content types: {setup.contentTypes.join(', ')}.
      </p>
    </div>
  )
}

function SecretRow({ setup }: { readonly setup: SocialpilotSetup }) {
  return (
    <>
      <SecretField secret={setup.secret}>
        {!setup.isSecretFromEnvironment && <RotateButton setup={setup} />}
      </SecretField>
      <p className={classes.note} role="status">
        {secretState(setup)}
      </p>
    </>
  )
}

function RotateButton({ setup }: { readonly setup: SocialpilotSetup }) {
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useRotateHookSecret()
  const effect =
    setup.previousSecretEndsAt === null
      ? 'After that, it is refused.'
      : 'The secret before that, still accepted now, is refused immediately.'
  return (
    <>
      <Button
        variant="outline"
        color="red"
        leftSection={<RefreshCw size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        Rotate Secret
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Rotate Webhook Secret"
        question="This creates a new secret, which signs all outgoing calls from now on. Give it to every tool that delivers here: the current secret is accepted for another 24 hours."
        subject={effect}
        confirm="Rotate Secret"
        pending="Rotating…"
        words={{ title: 'Failed to rotate the secret', fallback: 'Please try again later.' }}
        act={() => mutateAsync()}
        onDone={() => {
          setAsking(false)
          const description = 'The old one is accepted for another 24 hours'
          toast({ kind: 'success', title: 'Secret rotated', description })
        }}
      />
    </>
  )
}

function secretState({
  isSecretFromEnvironment,
  isRotating,
  previousSecretEndsAt,
}: SocialpilotSetup): string {
  if (previousSecretEndsAt !== null)
    return `The previous secret is accepted until ${absoluteTime(previousSecretEndsAt)}.`
  if (!isSecretFromEnvironment) return 'Only this secret is accepted.'
  const both = isRotating ? ' The secret in WEBHOOK_SECRET_PREVIOUS is accepted too.' : ''
  return `WEBHOOK_SECRET sets the secret. Change it there.${both}`
}
