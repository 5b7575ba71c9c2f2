import '#web/ui/library-styles.ts'
import { SegmentedControl } from '@mantine/core'
import { Radio } from 'lucide-react'
import { useId, useState } from 'react'
import { newPost } from '#contract/posts.ts'
import { useDeliveryLogRefresh } from '#web/api/deliveries.ts'
import { type SocialpilotSetup, useDeliverPost } from '#web/api/socialpilot.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { EmptyState } from '#web/ui/query-state.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import {
  formatNames,
  type LinkFormat,
  linkFormats,
  republish,
  samplePost,
  testCalls,
} from './sample-calls.ts'
import { type TestResult, useTester } from './use-tester.ts'
import * as classes from './webhooks.module.css'

/** Tests the webhooks with samples, and republishes the sample post. */
export function WebhookTester({ setup }: { readonly setup: SocialpilotSetup }) {
  const [format, setFormat] = useState<LinkFormat>('new')
  const origin = format === 'old' && setup.legacyPublicUrl !== null ? setup.legacyPublicUrl : setup.publicUrl
  const tester = useTester()
  const refreshLog = useDeliveryLogRefresh()
  const republishing = useRepublish(origin, (result) => {
    tester.add({ ...result, endpoint: newPost.path, format })
  })

  async function testAll(): Promise<void> {
    const calls = testCalls(origin)
    const succeeded = await tester.run(calls, format)
    if (succeeded === null) return
    const description = `${succeeded} of ${calls.length} succeeded`
    if (succeeded > 0) toast({ kind: 'success', title: 'Webhook test completed', description })
    else toast({ kind: 'destructive', title: 'Webhook test failed', description })
    await refreshLog()
  }
  return (
    <div className={classes.card}>
      <FormatChoice setup={setup} format={format} onChoose={setFormat} />
      <div className={classes.buttons}>
        <PendingButton isPending={tester.isRunning} pendingText="Testing…" onClick={() => void testAll()}>
          Test All Webhooks
        </PendingButton>
        <PendingButton
          variant="default"
          isPending={republishing.isPending}
          pendingText="Republishing…"
          onClick={() => void republishing.run()}
        >
          Republish Sample Post
        </PendingButton>
      </div>
      {republishing.failure !== null && <FailureNote text={republishing.failure} />}
      <Results results={tester.results} />
    </div>
  )
}

function useRepublish(origin: string, onEnd: (result: Pick<TestResult, 'success' | 'message'>) => void) {
  const { mutateAsync } = useDeliverPost()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Republish failed',
    fallback: 'The server could not be reached. Check your connection and try again.',
  })
  async function run(): Promise<void> {
    const outcome = await attempt(async () => {
      const description = await republish(samplePost(origin), mutateAsync)
      onEnd({ success: true, message: description })
      toast({ kind: 'success', title: 'Post republished', description })
    })
    if (typeof outcome === 'object') onEnd({ success: false, message: outcome.inline })
  }
  return { failure, isPending, run }
}

interface FormatChoiceProps {
  readonly setup: SocialpilotSetup
  readonly format: LinkFormat
  readonly onChoose: (format: LinkFormat) => void
}

function FormatChoice({ setup: { publicUrl, legacyPublicUrl }, format, onChoose }: FormatChoiceProps) {
  const note = useId()
  return (
    <div className={classes.choice}>
      <SegmentedControl
        aria-label="Link format of the samples"
        aria-describedby={note}
        data={linkFormats.map((value) => ({
          value,
          label: formatNames[value],
          disabled: value === 'old' && legacyPublicUrl === null,
        }))}
        value={format}
        onChange={onChoose}
        withItemsBorders={false}
        classNames={{ root: classes.formats, label: classes.formatLabel }}
      />
      <p id={note} className={classes.note}>
        {legacyPublicUrl === null ? (
          <>
            Sample links begin with <code>{publicUrl}</code>. This workspace has not moved: set{' '}
            <code>LEGACY_PUBLIC_URL</code> to test its former address.
          </>
        ) : (
          <>
            Sample links begin with <code>{format === 'old' ? legacyPublicUrl : publicUrl}</code>. Links under
            either domain lead to the same posts.
          </>
        )}
      </p>
    </div>
  )
}

function Results({ results }: { readonly results: readonly TestResult[] }) {
  const [latest] = results
  return (
    <div>
      <h3 className={classes.subtitle}>Results</h3>
      <p className="visually-hidden" role="status">
        {latest && `${latest.endpoint}: ${latest.success ? 'Success' : 'Failed'}. ${latest.message}`}
      </p>
      {results.length === 0 ? (
        <EmptyState icon={Radio} title="No tests yet" text="The latest ten results appear here." />
      ) : (
        <ol className={classes.results} aria-label="Test results">
          {results.map(({ id, endpoint, format, success, message, at }) => (
            <li key={id}>
              <div className={classes.resultHead}>
                <code className={classes.endpoint}>{endpoint}</code>
                <StatusBadge tone={success ? 'good' : 'bad'}>{success ? 'Success' : 'Failed'}</StatusBadge>
              </div>
              <p>{message}</p>
              <p className={classes.note}>
                {formatNames[format]}, <time dateTime={at}>{absoluteTime(at)}</time>
              </p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
