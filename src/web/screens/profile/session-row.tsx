import { LogOut } from 'lucide-react'
import { useRef } from 'react'
import type { OwnSession } from '#contract/sessions.ts'
import { useEndSession } from '#web/api/own-sessions.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { useSignOut } from '#web/parts/session/sign-out.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { shortDate } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { useFocusLost } from '#web/ui/use-focus-lost.ts'
import * as classes from './sessions.module.css'

interface SessionRowProps {
  readonly session: OwnSession
  /** Called when the row is removed while its button has the focus. */
  readonly onFocusLost: () => void
}

/** One browser in which the member is signed in, with a button that signs it out. */
export function SessionRow({ session, onFocusLost }: SessionRowProps) {
  const { browser, createdAt, lastSeenAt, isCurrent } = session
  const { failure, isPending, end } = useEnding(session)
  const button = useRef<HTMLDivElement>(null)
  useFocusLost(button, onFocusLost)
  return (
    <>
      <div className={classes.what}>
        <p className={classes.browser}>
          {browser} {isCurrent && <StatusBadge tone="accent">This browser</StatusBadge>}
        </p>
        <p className={classes.when}>
          <span>
            Last used: <RelativeTime instant={lastSeenAt} />
          </span>{' '}
          <span>
            Signed in: <time dateTime={createdAt}>{shortDate(createdAt)}</time>
          </span>
        </p>
      </div>
      <div ref={button}>
        <PendingButton
          variant="default"
          size="xs"
          leftSection={<LogOut size={14} aria-hidden />}
          isPending={isPending}
          pendingText="Signing out…"
          onClick={end}
        >
          Sign out
          <span className="visually-hidden">
            {' '}
            {browser}, signed in {shortDate(createdAt)}
          </span>
        </PendingButton>
      </div>
      {failure !== null && (
        <div className={classes.failure}>
          <FailureNote text={failure} />
        </div>
      )}
    </>
  )
}

/** Signs out one browser. This one leaves as with Logout. */
function useEnding({ id, browser, isCurrent }: OwnSession) {
  const { mutateAsync } = useEndSession()
  const { signOut } = useSignOut()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Not signed out',
    fallback: 'Failed to sign out',
  })
  async function end(): Promise<void> {
    if (isCurrent) return signOut()
    const outcome = await attempt(() => mutateAsync({ id }))
    if (outcome === 'done') toast({ kind: 'success', title: 'Signed out', description: browser })
  }
  return { failure, isPending, end: () => void end() }
}
