import { Check } from 'lucide-react'
import { lazyPart } from '#web/app/lazy.tsx'
import * as classes from './all-caught-up.module.css'

const ColleaguesBadges = lazyPart(
  async () => (await import('#web/parts/activity/colleagues-badges.tsx')).ColleaguesBadges,
)

/** In place of the posts that wait, once none is left. */
export function AllCaughtUp() {
  return (
    <div className={classes.done}>
      <span className={classes.check} aria-hidden>
        <Check size={26} strokeWidth={2.2} />
      </span>
      <p className={classes.title}>Nothing waits for you</p>
      <p className={classes.text}>The next post shows up here the moment it is out.</p>
      <ColleaguesBadges />
    </div>
  )
}
