import '#web/ui/library-styles.ts'
import { Menu } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import type { ListedUser } from '#contract/users.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { RowButton } from '#web/ui/row-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './user-menu.module.css'

/** What can be opened about a member. */
export type UserAct =
  | 'statement'
  | 'points'
  | 'team'
  | 'sign-out'
  | 'disable'
  | 'enable'
  | 'leave-out'
  | 'let-in'
export type OpenUser = (act: UserAct, user: ListedUser) => void

interface UserMenuProps {
  readonly user: ListedUser
  readonly onOpen: OpenUser
}

/** What else can be done with a member's line. On a phone it shows once the rest of the row is open. */
export function UserMenu({ user, onOpen }: UserMenuProps) {
  const { user: me } = useCurrentUser()
  const { displayName, username, email, slackUserId, disabledBy, leftOut } = user
  const texts = [
    ['Copy email address', email],
    ['Copy Slack ID', slackUserId],
    ['Copy username', username],
  ] as const
  const open = (act: UserAct) => () => onOpen(act, user)
  return (
    <span className={classes.menu}>
      {/* Not in a portal, to stay in the page's landmark; fixed, so that the scrolling table does not clip it. */}
      <Menu
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        floatingStrategy="fixed"
        offset={4}
        classNames={{ item: classes.item }}
      >
        <Menu.Target>
          <RowButton label={`More for ${displayName}`} icon={Ellipsis} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={open('statement')}>Statement</Menu.Item>
          <Menu.Item onClick={open('points')}>Correct points</Menu.Item>
          <Menu.Item onClick={open('team')}>Change team…</Menu.Item>
          <Menu.Divider />
          {texts.map(([label, text]) =>
            text ? (
              <Menu.Item key={label} onClick={() => void copy(text)}>
                {label}
              </Menu.Item>
            ) : null,
          )}
          <Menu.Divider />
          {disabledBy ? (
            <Menu.Item onClick={open('enable')}>Enable</Menu.Item>
          ) : (
            <>
              <Menu.Item onClick={open(leftOut ? 'let-in' : 'leave-out')}>
                {leftOut ? 'Back on boards' : 'Leave out of boards'}
              </Menu.Item>
              <Menu.Item onClick={open('sign-out')}>Sign out everywhere</Menu.Item>
              {user.id !== me?.id && <Menu.Item onClick={open('disable')}>Disable</Menu.Item>}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ kind: 'success', title: 'Copied', description: text })
  } catch {
    toast({ kind: 'destructive', title: 'Your browser blocked copying', description: text })
  }
}
