import { useRef } from 'react'
import type { OwnSession } from '#contract/sessions.ts'
import { useEndOtherSessions, useOwnSessions } from '#web/api/own-sessions.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { Card } from '#web/ui/card.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { useFocusLost } from '#web/ui/use-focus-lost.ts'
import { SessionRow } from './session-row.tsx'
import * as classes from './sessions.module.css'

/** Where the member is signed in. They can sign out each browser, and all others at once. */
export function Sessions() {
  const query = useOwnSessions()
  const heading = useRef<HTMLHeadingElement>(null)
  const toHeading = () => heading.current?.focus()
  return (
    <Card title="Where you are signed in" titleRef={heading}>
      <QueryState
        query={query}
        what="list of your sessions"
        skeleton={<SkeletonRows count={2} hasAvatar={false} />}
      >
        {({ data }) => (
          <>
            <SessionList sessions={data} onFocusLost={toHeading} />
            {data.some(({ isCurrent }) => !isCurrent) && <EverywhereElse onFocusLost={toHeading} />}
          </>
        )}
      </QueryState>
    </Card>
  )
}

interface SessionListProps {
  readonly sessions: readonly OwnSession[]
  /** Called when a row is removed while it has the focus. */
  readonly onFocusLost: () => void
}

function SessionList({ sessions, onFocusLost }: SessionListProps) {
  return (
    <ul className={classes.list} aria-label="Your sessions">
      {sessions.map((session) => (
        <li key={session.id} className={classes.row}>
          <SessionRow session={session} onFocusLost={onFocusLost} />
        </li>
      ))}
    </ul>
  )
}

function EverywhereElse({ onFocusLost }: Pick<SessionListProps, 'onFocusLost'>) {
  const { mutateAsync } = useEndOtherSessions()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Not signed out',
    fallback: 'Failed to sign out elsewhere',
  })
  const foot = useRef<HTMLDivElement>(null)
  useFocusLost(foot, onFocusLost)
  const signOut = () =>
    attempt(async () => {
      const { data } = await mutateAsync()
      const tokens = data.endedTokens > 0 ? `, and ${counted(data.endedTokens, 'access token')}` : ''
      const description = `${counted(data.endedSessions, 'other session')} ended${tokens}`
      toast({ kind: 'success', title: 'Signed out everywhere else', description })
    })
  return (
    <div ref={foot} className={classes.foot}>
      {failure !== null && <FailureNote text={failure} />}
      <p className={classes.effect}>This ends your access tokens too.</p>
      <PendingButton
        variant="default"
        isPending={isPending}
        pendingText="Signing out…"
        onClick={() => void signOut()}
      >
        Sign out everywhere else
      </PendingButton>
    </div>
  )
}
