import { Newspaper } from 'lucide-react'
import type { Activity } from '#contract/activities.ts'
import { platformNames } from '#domain/vocabulary.ts'
import classes from './activity-row.module.css'
import { RelativeTime } from './relative-time.tsx'
import { UserAvatar } from './user-avatar.tsx'

/** One thing that happened in the team: who, what, when and the points it brought. */
export function ActivityRow({ activity }: { readonly activity: Activity }) {
  const { user, metadata, points } = activity
  const source = metadata.platform ? `${platformNames[metadata.platform]} update` : 'Company update'
  return (
    <div className={classes.row}>
      {user ? (
        <UserAvatar name={user.username} src={user.avatar} size={36} />
      ) : (
        <span className={classes.news}>
          <Newspaper size={18} strokeWidth={1.75} aria-hidden />
        </span>
      )}
      <div className={classes.what}>
        <bdi className={classes.name}>{user?.username ?? source}</bdi>
        <p className={classes.text} dir="auto">
          {activity.description}
        </p>
        <p className={classes.when}>
          <RelativeTime instant={activity.createdAt} />
        </p>
      </div>
      {points > 0 && (
        <span className={classes.points}>
          +{points.toLocaleString('en-US')}
          <span className="visually-hidden"> points</span>
        </span>
      )}
    </div>
  )
}
