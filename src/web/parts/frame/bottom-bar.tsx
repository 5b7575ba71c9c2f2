import { UnstyledButton } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { UserRound } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import * as classes from './bottom-bar.module.css'
import { currentOf, entriesFor } from './nav-entries.ts'
import { WaitingCount } from './waiting-count.ts'

const menu = lazyDialog(async () => (await import('./bottom-menu.tsx')).BottomMenu)
const menuId = 'mobile-menu'
/** The screens that only the menu leads to. */
const underMe: readonly string[] = [paths.profile, paths.admin, paths.adminPoints]

/** The bar at the foot of a narrow screen. Its last button opens all links and the member's own menu. */
export function BottomBar() {
  const { user } = useCurrentUser()
  const [location] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const button = useRef<HTMLButtonElement>(null)
  const area = useClickOutside<HTMLDivElement>(close)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes because the address has changed
  useEffect(close, [location])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Escape from the controls inside it
    <div
      ref={area}
      className={classes.area}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        close()
        button.current?.focus()
      }}
    >
      <nav aria-label="Shortcuts" className={classes.bar}>
        {entriesFor(user).map(
          ({ href, within, short, isForReviewers, Icon }) =>
            short && (
              <ScreenLink
                key={href}
                href={href}
                className={classes.stop}
                aria-current={currentOf({ href, within }, location)}
                onClick={close}
              >
                <Icon size={22} aria-hidden />
                {short}
                {isForReviewers && <WaitingCount />}
              </ScreenLink>
            ),
        )}
        <UnstyledButton
          ref={button}
          className={classes.stop}
          aria-label={user ? `Me, profile menu of ${user.displayName}` : 'Me'}
          aria-expanded={isOpen}
          aria-current={underMe.includes(location) ? 'true' : undefined}
          aria-controls={menuId}
          onClick={() => setOpen(!isOpen)}
          {...menu.onIntent}
        >
          <UserRound size={22} aria-hidden />
          Me
        </UnstyledButton>
      </nav>
      <menu.Dialog id={menuId} isOpen={isOpen} onClose={close} />
    </div>
  )
}
