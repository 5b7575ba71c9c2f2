import { useLocation } from 'wouter'
import { useCurrentUser } from '#web/api/session.ts'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import * as classes from './nav.module.css'
import { currentOf, entriesFor } from './nav-entries.ts'
import { WaitingCount } from './waiting-count.ts'

/** The navigation in the bar of a wide screen. */
export function WideNav() {
  const { user } = useCurrentUser()
  const [location] = useLocation()
  return (
    <nav aria-label="Main" className={classes.nav}>
      <ul className={classes.links}>
        {entriesFor(user).map((entry) => (
          <li key={entry.href}>
            <ScreenLink href={entry.href} className={classes.link} aria-current={currentOf(entry, location)}>
              {entry.label}
              {entry.isForReviewers && <WaitingCount />}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
