import { useLocation } from 'wouter'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import classes from './nav.module.css'
import { navEntries } from './nav-entries.ts'

/** The navigation in the bar of a wide screen. */
export function WideNav() {
  const [location] = useLocation()
  return (
    <nav aria-label="Main" className={classes.nav}>
      <ul className={classes.links}>
        {navEntries.map(({ href, label }) => (
          <li key={href}>
            <ScreenLink
              href={href}
              className={classes.link}
              aria-current={location === href ? 'page' : undefined}
            >
              {label}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
