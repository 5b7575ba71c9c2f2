import { ActionIcon } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import classes from './nav.module.css'
import { navEntries } from './nav-entries.ts'

const mobileMenuId = 'mobile-menu'

/** The navigation in the bar of a wide screen. */
export function WideNav() {
  return (
    <nav aria-label="Main" className={classes.wide}>
      <NavLinks />
    </nav>
  )
}

/** The menu button of a narrow screen, which opens the same links below the bar. */
export function MobileNav() {
  const [isOpen, setOpen] = useState(false)
  const [location] = useLocation()
  const button = useRef<HTMLButtonElement>(null)
  const area = useClickOutside<HTMLDivElement>(() => setOpen(false))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes because the address has changed
  useEffect(() => setOpen(false), [location])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for Escape from the controls inside it
    <div
      ref={area}
      className={classes.mobile}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        setOpen(false)
        button.current?.focus()
      }}
    >
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size={44}
        aria-label="Menu"
        aria-expanded={isOpen}
        aria-controls={mobileMenuId}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <X size={22} aria-hidden /> : <Menu size={22} aria-hidden />}
      </ActionIcon>
      <div id={mobileMenuId} className={classes.panel} hidden={!isOpen}>
        <nav aria-label="Main">
          <NavLinks onFollow={() => setOpen(false)} />
        </nav>
        <div className={classes.theme}>
          <span>Theme</span>
          {isOpen && <ThemeToggle />}
        </div>
      </div>
    </div>
  )
}

function NavLinks({ onFollow }: { readonly onFollow?: () => void }) {
  const [location] = useLocation()
  return (
    <ul className={classes.links}>
      {navEntries.map(({ href, label, Icon }) => (
        <li key={href}>
          <ScreenLink
            href={href}
            className={classes.link}
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
