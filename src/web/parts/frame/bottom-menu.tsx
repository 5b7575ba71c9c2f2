import '#web/ui/library-styles.ts'
import { Switch, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { Bell, Check, LogOut, UserRound } from 'lucide-react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { preferences, usePreferences } from '#web/app/preferences.ts'
import { useSignOut } from '#web/parts/session/sign-out.ts'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { themeChoices } from '#web/ui/theme-choices.ts'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import { AccountHead } from './account-head.tsx'
import * as classes from './bottom-menu.module.css'
import { entriesFor } from './nav-entries.ts'

interface BottomMenuProps extends DialogProps {
  readonly id: string
}

/** All links and the member's own menu, above the bottom bar. */
export function BottomMenu({ id, isOpen, onClose }: BottomMenuProps) {
  const { user } = useCurrentUser()
  const { signOut } = useSignOut()
  if (!isOpen) return null
  return (
    <section id={id} aria-label="Menu" className={classes.menu}>
      {user && <AccountHead user={user} />}
      <nav aria-label="Main" className={classes.part}>
        <Links onFollow={onClose} />
      </nav>
      <ThemeRows />
      <div className={classes.part}>
        <QuietSwitch />
        <UnstyledButton className={classes.row} onClick={() => void signOut()}>
          <LogOut size={18} aria-hidden className={classes.icon} />
          Logout
        </UnstyledButton>
      </div>
    </section>
  )
}

const profileEntry = { href: paths.profile, label: 'View Profile', Icon: UserRound } as const

function Links({ onFollow }: { readonly onFollow: () => void }) {
  const { user } = useCurrentUser()
  const [location] = useLocation()
  return (
    <ul className={classes.links}>
      {[...entriesFor(user), profileEntry].map(({ href, label, Icon }) => (
        <li key={href}>
          <ScreenLink
            href={href}
            className={classes.row}
            aria-current={location === href ? 'page' : undefined}
            onClick={onFollow}
          >
            <Icon size={18} aria-hidden className={classes.icon} />
            {label}
          </ScreenLink>
        </li>
      ))}
    </ul>
  )
}

function ThemeRows() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div className={classes.part} role="radiogroup" aria-labelledby="theme">
      <span id="theme" className={classes.label}>
        Theme
      </span>
      {themeChoices.map(({ value, label, Icon }) => (
        <label key={value} className={classes.row}>
          <input
            type="radio"
            name="theme"
            className="visually-hidden"
            checked={colorScheme === value}
            onChange={() => setColorScheme(value)}
          />
          <Icon size={18} aria-hidden className={classes.icon} />
          {label}
          {colorScheme === value && (
            <Check size={18} strokeWidth={2.4} aria-hidden className={classes.check} />
          )}
        </label>
      ))}
    </div>
  )
}

function QuietSwitch() {
  const { isQuiet } = usePreferences()
  return (
    <div className={classes.row}>
      <Bell size={18} aria-hidden className={classes.icon} />
      <Switch
        label="Quiet live toasts"
        labelPosition="left"
        className={classes.quiet}
        checked={isQuiet}
        onChange={(event) => preferences.change({ isQuiet: event.currentTarget.checked })}
      />
    </div>
  )
}
