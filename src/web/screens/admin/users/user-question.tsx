import type { ListedUser } from '#contract/users.ts'
import { useChangeStatus, useRevokeSessions } from '#web/api/users.ts'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import type { UserAct } from './user-menu.tsx'

interface UserQuestionProps extends DialogProps {
  readonly act: UserAct | undefined
  /** Null until it is first opened. */
  readonly user: ListedUser | null
  /** Called when the member has left the list. */
  readonly onMoved: (user: ListedUser) => void
}

/** Asks before a member is disabled, enabled, left out of boards or signed out everywhere. */
export function UserQuestion({ act, user, ...dialog }: UserQuestionProps) {
  if (!user) return null
  if (act === 'sign-out') return <SignOutQuestion {...dialog} user={user} />
  if (act === 'leave-out' || act === 'let-in')
    return <PlaceQuestion {...dialog} user={user} isLeaving={act === 'leave-out'} />
  return <StatusQuestion {...dialog} user={user} isDisabling={act === 'disable'} />
}

type AboutUser = Omit<UserQuestionProps, 'act' | 'user'> & { readonly user: ListedUser }

const fallback = 'Please try again later.'
const disabling = {
  title: 'Disable Member',
  question:
    'Are you sure you want to disable this member? They are signed out everywhere and leave every board, list and contest. The team keeps what they earned, and enabling them brings everything back.',
  confirm: 'Disable',
  pending: 'Disabling…',
  words: { title: 'Failed to disable the member', fallback },
  done: 'Member disabled',
} as const
const enabling = {
  title: 'Enable Member',
  question:
    'Are you sure you want to enable this member? They can sign in again, and are back on every board, list and contest with everything that they earned.',
  confirm: 'Enable',
  pending: 'Enabling…',
  words: { title: 'Failed to enable the member', fallback },
  done: 'Member enabled',
} as const

function StatusQuestion({
  user,
  isDisabling,
  isOpen,
  onClose,
  onMoved,
}: AboutUser & { readonly isDisabling: boolean }) {
  const { mutateAsync } = useChangeStatus()
  const { done, ...words } = isDisabling ? disabling : enabling
  return (
    <ConfirmDialog
      {...words}
      isOpen={isOpen}
      onClose={onClose}
      subject={user.displayName}
      isHarmless={!isDisabling}
      act={() => mutateAsync({ id: user.id, disabled: isDisabling })}
      onDone={() => {
        onClose()
        onMoved(user)
        toast({ kind: 'success', title: done, description: user.displayName })
      }}
    />
  )
}

const leavingOut = {
  title: 'Leave Out of Boards',
  question:
    'Are you sure you want to leave this member out? They have no place on boards and cannot win contests. They still earn points and see them, and the team keeps what they earn.',
  confirm: 'Leave Out',
  pending: 'Leaving out…',
  words: { title: 'Failed to leave the member out', fallback },
  done: 'Member left out of boards',
} as const
const lettingIn = {
  title: 'Back on Boards',
  question:
    'Are you sure you want to give this member a place on boards and in contests? It is the one that their points have.',
  confirm: 'Give a Place',
  pending: 'Giving a place…',
  words: { title: 'Failed to give the member a place', fallback },
  done: 'Member back on boards',
} as const

function PlaceQuestion({ user, isLeaving, isOpen, onClose }: AboutUser & { readonly isLeaving: boolean }) {
  const { mutateAsync } = useChangeStatus()
  const { done, ...words } = isLeaving ? leavingOut : lettingIn
  return (
    <ConfirmDialog
      {...words}
      isOpen={isOpen}
      onClose={onClose}
      subject={user.displayName}
      isHarmless
      act={() => mutateAsync({ id: user.id, leftOut: isLeaving })}
      onDone={() => {
        onClose()
        toast({ kind: 'success', title: done, description: user.displayName })
      }}
    />
  )
}

function SignOutQuestion({ user, isOpen, onClose }: AboutUser) {
  const { mutateAsync } = useRevokeSessions()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Sign Out Everywhere"
      question="Are you sure you want to sign this member out on every device? Their access tokens end too. They can sign in again."
      subject={user.displayName}
      confirm="Sign Out"
      pending="Signing out…"
      words={{ title: 'Failed to sign the member out', fallback }}
      act={async () => {
        const {
          data: { revokedSessions },
        } = await mutateAsync(user.id)
        const description = `${user.displayName}: ${counted(revokedSessions, 'session')} ended`
        toast({ kind: 'success', title: 'Member signed out', description })
      }}
      onDone={onClose}
    />
  )
}
