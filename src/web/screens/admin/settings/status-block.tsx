import { ShieldCheck } from 'lucide-react'
import type { Verification } from '#contract/status.ts'
import { useStartVerification, useStatus } from '#web/api/status.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { FactList } from '#web/screens/admin/fact-list.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { FailedJobs } from './failed-jobs.tsx'
import { statusFacts } from './status-facts.tsx'

/** What the person on call asks first, and the background jobs that failed for good. */
export function StatusBlock() {
  return (
    <TabSection title="Status" text="What runs, what waits and what has failed." actions={<VerifyNow />}>
      <QueryState
        query={useStatus()}
        what="status"
        skeleton={<SkeletonRows count={8} height={40} hasAvatar={false} />}
      >
        {({ data }) => (
          <>
            <FactList facts={statusFacts(data)} />
            {data.deadLetters && (
              <FailedJobs jobs={data.deadLetters} total={data.deadLetterCount ?? data.deadLetters.length} />
            )}
          </>
        )}
      </QueryState>
    </TabSection>
  )
}

function VerifyNow() {
  const { mutateAsync } = useStartVerification()
  const { isPending, attempt } = useAttempt({
    title: 'Verification not started',
    fallback: 'Please try again later.',
  })
  async function start(): Promise<void> {
    let found: Verification | null = null
    const outcome = await attempt(async () => {
      found = await mutateAsync()
    })
    if (outcome === 'done') tell(found)
  }
  return (
    <PendingButton
      variant="default"
      leftSection={<ShieldCheck size={16} aria-hidden />}
      isPending={isPending}
      pendingText="Verifying…"
      onClick={() => void start()}
    >
      Verify now
    </PendingButton>
  )
}

function tell(found: Verification | null): void {
  if (found === null) {
    toast({ kind: 'success', title: 'Verification under way', description: 'It shows here once it is done.' })
  } else if (found.violations > 0) {
    const description = `${counted(found.violations, 'total')} differ from the ledger. Run “npm run verify” for each.`
    toast({ kind: 'destructive', title: 'Verification failed', description })
  } else toast({ kind: 'success', title: 'Verified', description: 'All totals agree with the ledger.' })
}
