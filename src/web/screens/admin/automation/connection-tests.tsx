import { type ReactNode, useState } from 'react'
import { useTestZapier } from '#web/api/automation.ts'
import { type TestPost, useTestSocialpilot } from '#web/api/socialpilot.ts'
import { type RefusalWords, useAttempt } from '#web/parts/form/attempt.ts'
import { nameAmong, sameNamesOf } from '#web/parts/member/same-names.ts'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { counted } from '#web/ui/time-words.ts'
import type { Toast } from '#web/ui/toast-queue.ts'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './automation.module.css'

type ProbeState = 'idle' | 'testing' | 'tested' | 'failed'

const states = {
  idle: { tone: 'off', text: 'Not tested yet' },
  testing: { tone: 'waiting', text: 'Testing…' },
  tested: { tone: 'good', text: 'Tested' },
  failed: { tone: 'bad', text: 'Failed' },
} as const

interface ProbeProps {
  readonly title: string
  readonly text: string
  readonly button: string
  readonly words: RefusalWords
  /** Resolves to the toast for a success. */
  readonly act: () => Promise<Pick<Toast, 'title' | 'description'>>
  readonly children?: ReactNode
}

/** A button that tests a connection and shows the result. */
function Probe({ title, text, button, words, act, children }: ProbeProps) {
  const [ended, setEnded] = useState<'idle' | 'tested' | 'failed'>('idle')
  const [reason, setReason] = useState<string | null>(null)
  const { isPending, attempt } = useAttempt({ ...words, isToastFixed: true })
  const state: ProbeState = isPending ? 'testing' : ended
  async function probe(): Promise<void> {
    const outcome = await attempt(async () => {
      const success = await act()
      toast({ kind: 'success', ...success })
    })
    if (outcome === 'under way') return
    setEnded(outcome === 'done' ? 'tested' : 'failed')
    if (outcome === 'done') return setReason(null)
    const said = Object.values(outcome.problems)
    setReason(said.length > 0 ? `${words.title}: ${said.join('. ')}` : outcome.inline)
  }
  const { tone, text: word } = states[state]
  return (
    <article className={classes.card}>
      <div className={classes.probeHead}>
        <h3 className={classes.subtitle}>{title}</h3>
        <span role="status">
          <StatusBadge tone={tone}>{word}</StatusBadge>
        </span>
      </div>
      <p className={classes.note}>{text}</p>
      <div>
        <PendingButton
          variant="default"
          isPending={isPending}
          pendingText="Testing…"
          onClick={() => void probe()}
        >
          {button}
        </PendingButton>
      </div>
      {state === 'failed' && reason !== null && <FailureNote text={reason} />}
      {children}
    </article>
  )
}

/** The tests of the two connections. */
export function ConnectionTests() {
  const socialpilot = useTestSocialpilot()
  const zapier = useTestZapier()
  return (
    <div className={classes.pair}>
      <Probe
        title="SocialPilot"
        text="Adds a marked test post to the feed and announces it in the team chat. It earns no points, and the next test replaces it."
        button="Test SocialPilot Workflow"
        words={{
          title: 'Test failed',
          fallback: 'Failed to test SocialPilot workflow, check your configuration',
        }}
        act={async () => {
          const { trackableLinks } = await socialpilot.mutateAsync()
          const description = `Created with ${counted(trackableLinks.length, 'trackable link')}. Check the team chat channel.`
          return { title: 'Test post created', description }
        }}
      >
        {socialpilot.data && <TestLinks post={socialpilot.data} />}
      </Probe>
      <Probe
        title="Zapier"
        text="Sends one signed message to the saved outgoing webhook address. Zapier also accepts messages for a Zap that is off, so check that it arrived."
        button="Test Zapier Webhook"
        words={{ title: 'Webhook test failed', fallback: 'Check your Zapier configuration' }}
        act={async () => {
          await zapier.mutateAsync()
          return {
            title: 'Webhook test successful',
            description: 'Your Zapier integration is working correctly',
          }
        }}
      />
    </div>
  )
}

function TestLinks({ post: { trackableLinks } }: { readonly post: TestPost }) {
  if (trackableLinks.length === 0) return <p className={classes.note}>No member has a trackable link yet.</p>
  const same = sameNamesOf(trackableLinks)
  return (
    <ul className={classes.links} aria-label="Trackable links of the test post">
      {trackableLinks.map((link) => (
        <TestLink key={link.userId} name={nameAmong(same, link)} url={link.url} />
      ))}
    </ul>
  )
}

function TestLink({ name, url }: { readonly name: string; readonly url: string }) {
  const copying = useCopy(url)
  return (
    <li className={classes.copyRow}>
      <CopyField label={`Link of ${name}`} text={url} copying={copying} />
      <CopyButton copying={copying} what={`the link of ${name}`} />
    </li>
  )
}
