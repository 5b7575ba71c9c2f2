import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Eye, EyeOff, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { socialpilotEvent } from '#contract/socialpilot.ts'
import { useRotateHookSecret } from '#web/api/automation.ts'
import type { SocialpilotSetup } from '#web/api/socialpilot.ts'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import classes from './automation.module.css'

/** What the scheduling tool needs to deliver: the address, and the secret that lets it in. */
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
        Bodies may come as {setup.contentTypes.join(', ')}.
      </p>
    </div>
  )
}

function SecretRow({ setup }: { readonly setup: SocialpilotSetup }) {
  const [isShown, setShown] = useState(false)
  const copying = useCopy(setup.secret)
  return (
    <>
      <div className={classes.copyRow}>
        <TextInput
          className={classes.secret}
          label="Webhook secret"
          readOnly
          type={isShown ? 'text' : 'password'}
          autoComplete="off"
          value={setup.secret}
          rightSectionWidth={44}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label="Show webhook secret"
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
            </ActionIcon>
          }
        />
        <CopyButton copying={copying} what="the webhook secret" />
        {!setup.isSecretFromEnvironment && <RotateButton setup={setup} />}
      </div>
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
      ? 'After that, deliveries with it are refused.'
      : 'The one before it, which is still accepted now, ends at once.'
  return (
    <>
      <Button
        variant="default"
        size="md"
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
        question="A new secret is made, and signs everything that goes out from now on. Give it to whoever delivers: the secret of today is accepted for another 24 hours."
        subject={effect}
        confirm="Rotate Secret"
        pending="Rotating…"
        words={{ title: 'Failed to rotate the secret', fallback: 'Please try again later' }}
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
    return `The secret before this one is accepted until ${absoluteTime(previousSecretEndsAt)}.`
  if (!isSecretFromEnvironment) return 'This is the only secret that is accepted.'
  const both = isRotating ? ' The one in WEBHOOK_SECRET_PREVIOUS is accepted too.' : ''
  return `The secret is set by WEBHOOK_SECRET, and is changed there.${both}`
}
