import '#web/ui/library-styles.ts'
import { Button, Checkbox } from '@mantine/core'
import { Check } from 'lucide-react'
import type { ReviewedShare } from '#contract/review.ts'
import { FirstName } from '#web/parts/member/first-name.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { singlePress } from '#web/ui/single-press.ts'
import { counted } from '#web/ui/time-words.ts'
import { LinkCard } from './link-card.tsx'
import * as classes from './queue-row.module.css'
import { OtherDecides, QueueRow, RowHead } from './queue-row.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import { shareReasons, shortReasonLimit } from './reasons.ts'
import type { Queue } from './use-queue.ts'

interface ShareRowProps {
  readonly share: ReviewedShare
  readonly queue: Queue<ReviewedShare>
  readonly isOwn: boolean
  /** Whether its Verify is the one filled button of the view. */
  readonly isPrimary: boolean
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onVerify: () => void
  readonly onReject: (reason: string) => void
}

/** A share that waits for its review. */
export function ShareRow({
  share,
  queue,
  isOwn,
  isPrimary,
  isSelected,
  onSelect,
  onVerify,
  onReject,
}: ShareRowProps) {
  const { user, worth } = share
  const state = queue.stateOf(share)
  const what = `the share by ${user.displayName}`
  const isOpen = state.phase === 'open'
  return (
    <QueueRow
      id={share.id}
      label={`Share by ${user.displayName}`}
      user={user}
      state={state}
      title={queue.title}
      tick={
        isOwn ? null : (
          <Checkbox radius="xs" aria-label={`Select ${what}`} checked={isSelected} onChange={onSelect} />
        )
      }
      controls={
        <>
          <span className={classes.worth}>+{worth.toLocaleString('en-US')}</span>
          {isOwn && <OtherDecides isOwn />}
          {!isOwn && !isOpen && (
            <>
              <Button
                variant="default"
                aria-label={`Reject ${what}`}
                {...singlePress(() => queue.open(share, 'reject'))}
              >
                Reject
              </Button>
              <PendingButton
                variant={isPrimary ? 'filled' : 'default'}
                aria-label={`Verify ${what}, ${counted(worth, 'point')}`}
                leftSection={<Check size={16} strokeWidth={2.2} aria-hidden />}
                isPending={state.isPending}
                pendingText="Verifying…"
                onClick={onVerify}
              >
                Verify
              </PendingButton>
            </>
          )}
        </>
      }
      panel={
        isOpen && (
          <ReasonPanel
            title="Why not?"
            hint={
              <>
                <FirstName person={user} /> will read this.
              </>
            }
            reasons={shareReasons}
            limit={shortReasonLimit}
            send="Send “Not accepted”"
            isPending={state.isPending}
            onSend={onReject}
            onCancel={() => queue.close(share)}
          />
        )
      }
    >
      <ShareContent share={share} hasWorth />
    </QueueRow>
  )
}

interface ShareContentProps {
  readonly share: ReviewedShare
  /** Whether it says what the share earns. */
  readonly hasWorth: boolean
}

/** What the member handed in. */
export function ShareContent({ share, hasWorth }: ShareContentProps) {
  const { user, platform, createdAt, customMessage, shareUrl, worth } = share
  return (
    <>
      <RowHead
        user={user}
        platform={platform}
        at={createdAt}
        {...(hasWorth && { worth: `+${worth.toLocaleString('en-US')}` })}
      />
      {customMessage === null ? (
        <p className={classes.quiet}>No message.</p>
      ) : (
        <p className={classes.text} dir="auto">
          {customMessage}
        </p>
      )}
      <LinkCard address={shareUrl} />
    </>
  )
}
