import { type ReactNode, type RefObject, useRef } from 'react'
import type { UserCard } from '#contract/users.ts'
import { type Platform, platformNames } from '#domain/vocabulary.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useFocusLost } from '#web/ui/use-focus-lost.ts'
import * as classes from './queue-row.module.css'
import { StatementButton } from './statement-button.tsx'
import type { RowState } from './use-queue.ts'

interface QueueRowProps {
  readonly id: string
  /** Names the row, as in "Share by Ana Lima". */
  readonly label: string
  readonly user: UserCard
  readonly state: RowState
  /** Takes the focus when the last row disappears with it. */
  readonly title: RefObject<HTMLHeadingElement | null>
  /** The box that selects the row. */
  readonly tick?: ReactNode
  /** What it is worth, and the buttons. */
  readonly controls: ReactNode
  /** What is open below, over the whole width. */
  readonly panel?: ReactNode
  readonly children: ReactNode
}

/** A row of a queue. It takes the focus, so that keys answer it. */
export function QueueRow({ id, label, user, state, title, tick, controls, panel, children }: QueueRowProps) {
  const row = useRef<HTMLLIElement>(null)
  useFocusLost(row, () => {
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    if (next instanceof HTMLElement) next.focus()
    else title.current?.focus()
  })
  const isTold = state.phase === 'told'
  return (
    <li
      ref={row}
      className={classes.row}
      data-row={id}
      data-leaving={state.phase === 'leaving' || undefined}
      data-ticks={tick !== undefined || undefined}
      tabIndex={-1}
      aria-label={label}
    >
      {tick !== undefined && <span className={classes.tick}>{tick}</span>}
      <UserAvatar person={user} size={40} />
      <div className={classes.content}>{children}</div>
      {!isTold && <div className={classes.controls}>{controls}</div>}
      {state.failure !== null && (
        <div className={classes.below} role="alert">
          <FailureNote text={state.failure} />
        </div>
      )}
      {isTold && (
        <p className={classes.told} role="status">
          {state.note}
        </p>
      )}
      {panel && <div className={classes.below}>{panel}</div>}
    </li>
  )
}

interface RowHeadProps {
  readonly user: UserCard
  readonly platform: Platform
  readonly at: string
  /** Shown among the facts where the row has no room for it at its end. */
  readonly worth?: string
}

/** Who a row is about, where it happened and when. */
export function RowHead({ user, platform, at, worth }: RowHeadProps) {
  return (
    <div className={classes.head}>
      <PersonName person={user} cardOf={user.id} className={classes.name} />
      <span className={classes.facts}>
        <PlatformMark platform={platform} size={16} />
        {platformNames[platform]} · <RelativeTime instant={at} />
        {worth !== undefined && <span className={classes.narrowWorth}> · {worth}</span>}{' '}
        <StatementButton user={user} />
      </span>
    </div>
  )
}

/** What the row says instead of buttons: nobody decides what is their own. */
export function OtherDecides({ isOwn }: { readonly isOwn: boolean }) {
  return (
    <p className={classes.other}>{isOwn ? 'Yours: a colleague decides.' : 'A colleague decides this one.'}</p>
  )
}

/** Whether a row is about the reviewer. */
export function useIsOwn(): (user: { readonly id: string }) => boolean {
  const { user: me } = useCurrentUser()
  return ({ id }) => id === me?.id
}
