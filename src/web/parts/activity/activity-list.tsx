import type { Activity } from '#contract/activities.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import * as classes from './activity-row.module.css'
import { ActivityRow } from './activity-row.tsx'

interface ActivityListProps {
  readonly activities: readonly Activity[]
  readonly label: string
  /** Lets members applaud their colleagues' activities, and shows how many do. */
  readonly hasApplause?: boolean
  /** Two columns where there is room, read row by row. */
  readonly isWide?: boolean
}

/** Activities in the given order. */
export function ActivityList({ activities, label, hasApplause = false, isWide = false }: ActivityListProps) {
  const { user } = useCurrentUser()
  return (
    <AmongPeople people={activities.flatMap((activity) => activity.user ?? [])}>
      <div className={classes.box}>
        <ul className={classes.list} data-wide={isWide || undefined} aria-label={label}>
          {activities.map((activity) => (
            <li key={activity.id}>
              <ActivityRow
                activity={activity}
                applause={
                  hasApplause && activity.user ? (activity.userId === user?.id ? 'count' : 'button') : null
                }
              />
            </li>
          ))}
        </ul>
      </div>
    </AmongPeople>
  )
}
