import { UnstyledButton } from '@mantine/core'
import { useClickOutside, useDisclosure, useWindowEvent } from '@mantine/hooks'
import { ChevronDown } from 'lucide-react'
import { useCurrentUser } from '#web/api/session.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import * as classes from './profile-menu.module.css'

const items = lazyDialog(async () => (await import('./profile-menu-items.tsx')).ProfileMenuItems)

/** Shows who is signed in, and opens the profile menu. */
export function ProfileMenu() {
  const { user } = useCurrentUser()
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const area = useClickOutside<HTMLDivElement>(close)
  // The menu handles Escape only once it has the focus, which is a moment after it appears.
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && close())
  if (!user) return null
  return (
    <div ref={area} className={classes.area}>
      <UnstyledButton
        className={classes.target}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={toggle}
        {...items.onIntent}
      >
        <span className="visually-hidden">Profile menu of {user.displayName}</span>
        <UserAvatar person={user} size={34} />
        <ChevronDown size={14} aria-hidden />
      </UnstyledButton>
      <items.Dialog isOpen={isOpen} onClose={close} user={user} />
    </div>
  )
}
