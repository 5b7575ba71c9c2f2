import '#web/ui/library-styles.ts'
import { Menu, useMantineColorScheme } from '@mantine/core'
import { Bell, Check, LogOut, UserRound } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { preferences, usePreferences } from '#web/app/preferences.ts'
import { useSignOut } from '#web/parts/session/sign-out.ts'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { themeChoices } from '#web/ui/theme-choices.ts'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import { AccountHead } from './account-head.tsx'
import * as classes from './profile-menu-items.module.css'

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
      width={280}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      // The button is outside the menu and closes it itself.
      closeOnClickOutside={false}
      alignItemsLabels="none"
      classNames={{ dropdown: classes.dropdown, item: classes.item, itemLabel: classes.itemLabel }}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Profile menu of ${user.displayName}`}>
        <AccountHead user={user} />
        <Menu.Divider />
        <Menu.Item
          component={ScreenLink}
          href={paths.profile}
          leftSection={<UserRound size={17} aria-hidden />}
        >
          View Profile
        </Menu.Item>
        <Menu.Divider />
        <ThemeItems />
        <Menu.Divider />
        <QuietItem />
        <Menu.Item leftSection={<LogOut size={17} aria-hidden />} onClick={() => void signOut()}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function ThemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu's group is no group of fields
    <div role="group" aria-labelledby="theme-items">
      <Menu.Label id="theme-items" className={classes.label}>
        Theme
      </Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => {
          const choice = themeChoices.find((one) => one.value === value)
          if (choice) setColorScheme(choice.value)
        }}
      >
        {themeChoices.map(({ value, label, Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            closeMenuOnClick={false}
            checkIcon={<Check size={17} strokeWidth={2.4} aria-hidden />}
            classNames={{ itemIndicator: classes.check }}
          >
            <Icon size={17} aria-hidden />
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  )
}

function QuietItem() {
  const { isQuiet } = usePreferences()
  return (
    <Menu.CheckboxItem
      checked={isQuiet}
      onChange={(checked) => preferences.change({ isQuiet: checked })}
      closeMenuOnClick={false}
      classNames={{ itemIndicator: classes.noCheck }}
      rightSection={<span className={classes.switch} data-on={isQuiet || undefined} />}
    >
      <Bell size={17} aria-hidden />
      Quiet live toasts
    </Menu.CheckboxItem>
  )
}
