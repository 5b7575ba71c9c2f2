import { Award, type LucideIcon, Newspaper, Repeat2 } from 'lucide-react'
import type { Activity } from '#contract/activities.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './activity-row.module.css'

/** Icons that distinguish these activities from reports at a glance. */
const marks: Partial<Record<Activity['type'], LucideIcon>> = { achievement: Award, share: Repeat2 }

/** One team activity: who, what, when and the points it earned. */
export function ActivityRow({ activity }: { readonly activity: Activity }) {
  const { user, metadata, points } = activity
  const Mark = marks[activity.type]
  const source = metadata.platform ? `${platformNames[metadata.platform]} update` : 'Company update'
  return (
    <div className={classes.row}>
      {user ? (
        <span className={classes.person}>
          <UserAvatar person={user} size={36} />
          {Mark && (
            <span className={classes.mark} data-type={activity.type}>
              <Mark size={12} strokeWidth={2} aria-hidden />
            </span>
          )}
        </span>
      ) : (
        <span className={classes.news}>
          <Newspaper size={18} strokeWidth={1.75} aria-hidden />
        </span>
      )}
      <div className={classes.what}>
        {user ? (
          <PersonName person={user} className={classes.name} />
        ) : (
          <bdi className={classes.name}>{source}</bdi>
        )}
        <p className={classes.text}>
          <bdi>{activity.description}</bdi>
        </p>
        <p className={classes.when}>
          <RelativeTime instant={activity.createdAt} />
        </p>
      </div>
      {points > 0 && (
        <span className={classes.points}>
          +{points.toLocaleString('en-US')}
          <span className="visually-hidden">{points === 1 ? ' point' : ' points'}</span>
        </span>
      )}
    </div>
  )
}
