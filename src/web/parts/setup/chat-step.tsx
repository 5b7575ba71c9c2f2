import { Button } from '@mantine/core'
import { Check, Copy, ExternalLink, PlugZap } from 'lucide-react'
import type { SlackAppDraft } from '#contract/setup.ts'
import { useSlackStatus, useTestSlackConnection } from '#web/api/slack.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { SlackMark } from '#web/parts/session/slack-mark.tsx'
import { type Copying, CopyNews, useCopy } from '#web/ui/copy-button.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './chat-step.module.css'
import { chatText } from './setup-words.ts'
import { Step, type StepPlace } from './step.tsx'

interface ChatStepProps {
  readonly place: StepPlace
  readonly app: SlackAppDraft
}

/** Connects the chat: creates the app with everything filled in, names what is missing, and tests the connection. */
export function ChatStep({ place, app }: ChatStepProps) {
  const { data } = useSlackStatus()
  const status = data?.data
  const settings = useCopy(app.settings)
  const manifest = useCopy(app.manifest)
  const isMissing = status === undefined || status.missing.length > 0
  const refused = settings.refusals > 0 ? app.settings : manifest.refusals > 0 ? app.manifest : null
  return (
    <Step place={place} title="Connect Slack" text={chatText(status)}>
      {!place.isDone && isMissing && (
        <>
          <CopyTextButton copying={settings} label="Copy settings" />
          {app.createUrl === null ? (
            <CopyTextButton copying={manifest} label="Copy app manifest" />
          ) : (
            <Button
              component="a"
              href={app.createUrl}
              target="_blank"
              rel="noopener noreferrer"
              variant={place.isPrimary ? 'filled' : 'default'}
              leftSection={<SlackMark size={16} />}
              rightSection={<ExternalLink size={16} aria-hidden />}
            >
              Create Slack app<span className="visually-hidden">, new tab</span>
            </Button>
          )}
        </>
      )}
      {!place.isDone && !isMissing && <TestButton isPrimary={place.isPrimary} />}
      {refused !== null && !place.isDone && (
        <textarea className={classes.text} readOnly rows={8} aria-label="Text to copy" value={refused} />
      )}
    </Step>
  )
}

interface CopyTextButtonProps {
  readonly copying: Copying
  readonly label: string
}

function CopyTextButton({ copying: { isCopied, refusals, copy }, label }: CopyTextButtonProps) {
  return (
    <>
      <Button
        variant="default"
        leftSection={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        onClick={copy}
      >
        {isCopied ? 'Copied' : label}
      </Button>
      <CopyNews isCopied={isCopied} refusals={refusals} />
    </>
  )
}

function TestButton({ isPrimary }: { readonly isPrimary: boolean }) {
  const { mutateAsync } = useTestSlackConnection()
  const { isPending, attempt } = useAttempt({
    title: 'Slack connection failed',
    fallback: 'Check your Slack configuration.',
  })
  async function test(): Promise<void> {
    if ((await attempt(() => mutateAsync())) === 'done')
      toast({ kind: 'success', title: 'Slack connection successful' })
  }
  return (
    <PendingButton
      variant={isPrimary ? 'filled' : 'default'}
      leftSection={<PlugZap size={16} aria-hidden />}
      isPending={isPending}
      pendingText="Testing…"
      onClick={() => void test()}
    >
      Test Connection
    </PendingButton>
  )
}
