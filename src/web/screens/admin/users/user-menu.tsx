import { Menu } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import type { ListedUser } from '#contract/users.ts'
import { RowButton } from '#web/ui/row-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import classes from './user-menu.module.css'

/** What else can be done with a member's line. On a phone, the rest of the row has it all. */
export function UserMenu({ user }: { readonly user: ListedUser }) {
  const { displayName, username, email, slackUserId } = user
  const texts = [
    ['Copy email address', email],
    ['Copy Slack ID', slackUserId],
    ['Copy username', username],
  ] as const
  return (
    <span className={classes.menu}>
      {/* Not in a portal, to stay in the page's landmark; fixed, so that the scrolling table does not clip it. */}
      <Menu withinPortal={false} floatingStrategy="fixed" offset={4}>
        <Menu.Target>
          <RowButton label={`More for ${displayName}`} icon={Ellipsis} />
        </Menu.Target>
        <Menu.Dropdown>
          {texts.map(([label, text]) =>
            text ? (
              <Menu.Item key={label} onClick={() => void copy(text)}>
                {label}
              </Menu.Item>
            ) : null,
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
