import { Button } from '@mantine/core'
import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAnalytics } from '#web/api/analytics.ts'
import { displayMessage } from '#web/api/client.ts'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { Loading, StaleNote } from '#web/ui/query-state.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import classes from './analytics-tab.module.css'
import { Exports } from './exports.tsx'
import { TotalSkeletons, Totals } from './totals.tsx'
import { Trends } from './trends.tsx'

/** The programme's figures, charts and CSV exports. */
export function AnalyticsTab() {
  const { data, error, isFetching, dataUpdatedAt, refetch } = useAnalytics()
  const retry = () => void refetch()
  if (!data) {
    return (
      <AnalyticsPage>
        {error ? (
          <LoadingError message={displayMessage(error)} onRetry={retry} />
        ) : (
          <Loading what="analytics">
            <TotalSkeletons />
          </Loading>
        )}
      </AnalyticsPage>
    )
  }
  const refresh = (
    <PendingButton variant="default" isPending={isFetching} pendingText="Refreshing…" onClick={retry}>
      Refresh
    </PendingButton>
  )
  const updated = `Updated ${absoluteTime(new Date(dataUpdatedAt).toISOString())}.`
  return (
    <AnalyticsPage text={updated} actions={refresh} below={<Trends figures={data.data} />}>
      {error && <StaleNote what="analytics" onRetry={retry} />}
      <Totals figures={data.data} />
    </AnalyticsPage>
  )
}

interface AnalyticsPageProps {
  readonly text?: string
  readonly actions?: ReactNode
  readonly below?: ReactNode
  readonly children: ReactNode
}

// The exports stay available when the figures fail to load.
function AnalyticsPage({
  text = 'How the programme is performing.',
  actions,
  below,
  children,
}: AnalyticsPageProps) {
  return (
    <>
      <TabSection title="Analytics" text={text} actions={actions}>
        {children}
      </TabSection>
      {below}
      <Exports />
    </>
  )
}

interface LoadingErrorProps {
  /** The reason for the failure, if it is known. */
  readonly message: string
  readonly onRetry: () => void
}

function LoadingError({ message, onRetry }: LoadingErrorProps) {
  return (
    <div className={classes.failure}>
      <div role="alert">
        <CircleAlert size={24} className={classes.failureIcon} aria-hidden />
        <h3 className={classes.failureTitle}>Error Loading Analytics</h3>
        <p>Make sure you are logged in as an admin, then refresh the page.</p>
        <p className={classes.failureText}>{message}</p>
      </div>
      <Button variant="default" leftSection={<RotateCw size={16} aria-hidden />} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
