import type { Delivery } from '#contract/deliveries.ts'
import { isCutBody } from '#domain/deliveries.ts'
import { useReplayDelivery } from '#web/api/deliveries.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { absoluteTime, counted } from '#web/ui/time-words.ts'
import { outcomeText } from './delivery-words.ts'
import * as classes from './webhooks.module.css'

interface DeliveryDetailsProps {
  readonly delivery: Delivery
  readonly onReplayed: () => void
}

/** The body and the outcome of a delivery, with a Replay button. */
export function DeliveryDetails({ delivery, onReplayed }: DeliveryDetailsProps) {
  const { body, direction, sender, tries, finishedAt, replayOf, route } = delivery
  const { mutateAsync, data } = useReplayDelivery()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Replay failed',
    fallback: 'The server could not be reached. Check your connection and try again.',
  })
  const isCut = direction === 'in' && isCutBody(body)
  const canReplay = direction === 'out' || (sender !== 'chat' && body !== null && !isCut)
  const replay = async () => {
    await attempt(() => mutateAsync(delivery.id))
    onReplayed()
  }
  return (
    <div className={classes.details}>
      <p>{outcomeText(delivery)}</p>
      <p className={classes.note}>
        {direction === 'out' && `${counted(tries, 'try', 'tries')}. `}
        {finishedAt && `Finished ${absoluteTime(finishedAt)}. `}
        {replayOf !== null && 'Replay of an earlier delivery.'}
      </p>
      {body === null ? (
        <p className={classes.note}>The body was not kept.</p>
      ) : (
        <ScrollRegion label={`Body of ${route}`} className={classes.body}>
          <pre>{JSON.stringify(body, null, 2)}</pre>
        </ScrollRegion>
      )}
      {isCut && (
        <p className={classes.note}>Only the first 16 KB of the body were kept, so it cannot be replayed.</p>
      )}
      {failure !== null && <FailureNote text={failure} />}
      <div className={classes.buttons}>
        {canReplay && (
          <PendingButton
            variant="default"
            isPending={isPending}
            pendingText="Replaying…"
            onClick={() => void replay()}
          >
            Replay
          </PendingButton>
        )}
        <p role="status" className={classes.replayed}>
          {data && !isPending && `Replayed: ${outcomeText(data.data)}`}
        </p>
      </div>
    </div>
  )
}
