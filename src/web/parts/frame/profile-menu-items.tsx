import { Menu } from '@mantine/core'
import { LogOut, UserRound } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { roleNames } from '#web/parts/member/role-names.ts'
import { useSignOut } from '#web/parts/session/sign-out.ts'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import classes from './profile-menu.module.css'

interface ProfileMenuItemsProps extends DialogProps {
  readonly user: CurrentUser
}

/** The profile menu, below its button. */
export function ProfileMenuItems({ isOpen, onClose, user }: ProfileMenuItemsProps) {
  const { signOut } = useSignOut()
  return (
    <Menu
      opened={isOpen}
      onChange={(isNowOpen) => isNowOpen || onClose()}
      width={220}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      // The button is outside the menu and closes it itself.
      closeOnClickOutside={false}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Profile menu of ${user.displayName}`}>
        <Menu.Label className={classes.who}>
          <bdi className={classes.name}>{user.displayName}</bdi>
          <span className={classes.role}>{roleNames[user.role]}</span>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          component={ScreenLink}
          href={paths.profile}
          leftSection={<UserRound size={16} aria-hidden />}
        >
          View Profile
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => void signOut()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
