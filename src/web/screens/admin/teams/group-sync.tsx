import { RefreshCw } from 'lucide-react'
import type { TeamSync } from '#contract/team-groups.ts'
import { useSyncTeams } from '#web/api/team-groups.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { absoluteTime, shortTime } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import * as classes from './groups.module.css'
import { outcomeText, severalText } from './groups-words.ts'

const words = { title: 'Failed to update the teams', fallback: 'Please try again later.' } as const

/** How the teams stand that follow Slack, and a button that brings them in step. */
export function GroupSync({ sync }: { readonly sync: TeamSync }) {
  const { isConfigured, inStepAt, failure } = sync
  const now = useMinute()
  const { mutateAsync } = useSyncTeams()
  const { isPending, attempt } = useAttempt(words)
  const update = () =>
    attempt(async () => {
      const { data } = await mutateAsync()
      toast({ kind: 'success', title: 'Teams updated', description: outcomeText(data) })
    })
  const several = severalText(sync)
  return (
    <div className={classes.sync}>
      <div className={classes.state}>
        <p>
          {inStepAt === null ? (
            'Not in step with Slack yet.'
          ) : (
            <>
              Last in step with Slack:{' '}
              <time dateTime={inStepAt} title={absoluteTime(inStepAt)}>
                {shortTime(inStepAt, now)}
              </time>
              .
            </>
          )}
          {!isConfigured && ' SLACK_BOT_TOKEN is not set, so these teams stay as they are.'}
        </p>
        {several !== '' && <p>{several}</p>}
        {failure && <FailureNote text={`Slack could not be read. ${failure.reason}. ${failure.advice}`} />}
      </div>
      {isConfigured && (
        <PendingButton
          variant="default"
          leftSection={<RefreshCw size={16} aria-hidden />}
          isPending={isPending}
          pendingText="Updating…"
          onClick={() => void update()}
        >
          Update now
        </PendingButton>
      )}
    </div>
  )
}
