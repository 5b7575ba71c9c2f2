import { Button } from '@mantine/core'
import { History } from 'lucide-react'
import { isAlreadyReported, useReportInteraction } from '#web/api/interactions.ts'
import { keepUnsentReport, type UnsentReport } from '#web/app/unsent-report.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { reportedToast, reportFailedWords } from './post-report-words.ts'
import * as classes from './unsent-report.module.css'

interface UnsentReportNoticeProps {
  readonly report: UnsentReport
  /** Called when the report has been sent or dismissed. */
  readonly onDone: () => void
}

/** Offers to send a report that could not be sent because the session ended. */
export function UnsentReportNotice({ report, onDone }: UnsentReportNoticeProps) {
  const { postId, interactionType, authorName } = report
  const { mutateAsync } = useReportInteraction(keepUnsentReport)
  const { failure, isPending, attempt } = useAttempt(reportFailedWords)
  const leave = () => {
    document.getElementById('content')?.focus({ preventScroll: true })
    onDone()
  }
  const send = async () => {
    const outcome = await attempt(async () => {
      try {
        toast(reportedToast(await mutateAsync({ postId, interactionType, authorName })))
      } catch (error) {
        if (!isAlreadyReported(error)) throw error
      }
    })
    if (outcome === 'done') leave()
  }
  return (
    <section className={classes.notice} aria-label="Unsent report">
      <History size={20} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>
          Your {interactionType} on the post by <bdi>{authorName}</bdi> has not been reported
        </p>
        <p>Your session ended before it was sent.</p>
        {failure !== null && <p className={classes.failure}>{failure}</p>}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={leave}>
          Dismiss
        </Button>
        <PendingButton isPending={isPending} pendingText="Reporting…" onClick={() => void send()}>
          Report it now
        </PendingButton>
      </div>
    </section>
  )
}
