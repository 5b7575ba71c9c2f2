import { useActivities } from '#web/api/activities.ts'
import { useToday } from '#web/api/interactions.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { ApplauseButton } from './applause.tsx'
import * as classes from './colleagues-badges.module.css'
import { reachedOn, reachedWords } from './reached-today.ts'

const mostShown = 3

/** What colleagues earned today, to be applauded; nothing where nobody did. */
export function ColleaguesBadges() {
  const { user } = useCurrentUser()
  const today = useToday().data?.data
  const activities = useActivities().data?.data
  if (!user || !today || !activities) return null
  const reached = reachedOn(activities, { ownId: user.id, day: today.day, timeZone: today.timeZone })
  if (reached.length === 0) return null
  return (
    <>
      <p className={classes.text}>{reachedWords(reached.length)}</p>
      <ul className={classes.badges} aria-label="What colleagues reached today">
        {reached.slice(0, mostShown).map((activity) => {
          const { user: colleague, metadata } = activity
          const { displayName } = colleague
          return (
            <li key={activity.id} className={classes.badge} title={`${displayName}: ${metadata.achievement}`}>
              <UserAvatar person={colleague} size={28} />
              <span className="visually-hidden">{displayName}: </span>
              {metadata.achievement}
              <ApplauseButton activity={activity} what={`${displayName}: earned ${metadata.achievement}`} />
            </li>
          )
        })}
      </ul>
    </>
  )
}
