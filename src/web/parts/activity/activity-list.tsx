import type { Activity } from '#contract/activities.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import classes from './activity-row.module.css'
import { ActivityRow } from './activity-row.tsx'

interface ActivityListProps {
  readonly activities: readonly Activity[]
  readonly label: string
}

/** Activities in the given order. */
export function ActivityList({ activities, label }: ActivityListProps) {
  return (
    <AmongPeople people={activities.flatMap(({ user }) => user ?? [])}>
      <ul className={classes.list} aria-label={label}>
        {activities.map((activity) => (
          <li key={activity.id}>
            <ActivityRow activity={activity} />
          </li>
        ))}
      </ul>
    </AmongPeople>
  )
}
