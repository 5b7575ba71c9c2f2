import { Menu, UnstyledButton } from '@mantine/core'
import { ChevronDown, LogOut } from 'lucide-react'
import type { Role } from '#domain/vocabulary.ts'
import { useCurrentUser, useSignOut } from '../api/session.ts'
import classes from './profile-menu.module.css'
import { UserAvatar } from './user-avatar.tsx'

const roleNames: Readonly<Record<Role, string>> = { user: 'Member', moderator: 'Moderator', admin: 'Admin' }

/** Who is signed in, and what they can do about it. */
export function ProfileMenu() {
  const { user } = useCurrentUser()
  const { signOut } = useSignOut()
  if (!user) return null
  return (
    <Menu width={220} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <span className="visually-hidden">Profile menu of {user.username}</span>
          <UserAvatar name={user.username} src={user.avatar} size={32} />
          <ChevronDown size={16} aria-hidden className={classes.chevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.who}>
          <bdi className={classes.name}>{user.username}</bdi>
          <span className={classes.role}>{roleNames[user.role]}</span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => void signOut()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
