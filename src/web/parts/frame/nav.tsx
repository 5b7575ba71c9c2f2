import { useLocation } from 'wouter'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import classes from './nav.module.css'
import { currentOf, navEntries } from './nav-entries.ts'

/** The navigation in the bar of a wide screen. */
export function WideNav() {
  const [location] = useLocation()
  return (
    <nav aria-label="Main" className={classes.nav}>
      <ul className={classes.links}>
        {navEntries.map((entry) => (
          <li key={entry.href}>
            <ScreenLink href={entry.href} className={classes.link} aria-current={currentOf(entry, location)}>
              {entry.label}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
