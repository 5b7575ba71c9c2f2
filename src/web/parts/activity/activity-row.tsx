import { Newspaper } from 'lucide-react'
import type { Activity } from '#contract/activities.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { AuthorMark } from '#web/parts/post/author-mark.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import * as classes from './activity-row.module.css'
import { activityWords, plainWords } from './activity-words.ts'
import { ApplauseButton, ApplauseCount } from './applause.tsx'

interface ActivityRowProps {
  readonly activity: Activity
  /** How the applause shows; null where it does not. */
  readonly applause: 'button' | 'count' | null
}

/** One team activity: who did what, the points it earned, when, and the applause. */
export function ActivityRow({ activity, applause }: ActivityRowProps) {
  const { user, points, createdAt } = activity
  const words = activityWords(activity)
  return (
    <div className={classes.row}>
      <Mark activity={activity} />
      <div className={classes.what}>
        <p className={classes.text}>
          {user ? (
            <PersonName person={user} cardOf={user.id} className={classes.name} />
          ) : (
            words.who !== null && <bdi className={classes.name}>{words.who}</bdi>
          )}{' '}
          <bdi>{words.text}</bdi>
          {words.stressed !== null && <b className={classes.name}> {words.stressed}</b>}
        </p>
        <p className={classes.when}>
          {points > 0 && (
            <>
              <b className={classes.points}>
                +{points.toLocaleString('en-US')}
                <span className="visually-hidden">{points === 1 ? ' point' : ' points'}</span>
              </b>{' '}
              ·{' '}
            </>
          )}
          <RelativeTime instant={createdAt} />
        </p>
      </div>
      {applause === 'button' && (
        <ApplauseButton activity={activity} what={`${words.who}: ${plainWords(words)}`} />
      )}
      {applause === 'count' && <ApplauseCount count={activity.applause.count} />}
    </div>
  )
}

function Mark({ activity: { user, metadata } }: { readonly activity: Activity }) {
  if (user) return <UserAvatar person={user} size={36} />
  const { platform, author } = metadata
  if (platform && author) return <AuthorMark {...author} platform={platform} size={36} />
  return (
    <span className={classes.news}>
      <Newspaper size={18} strokeWidth={1.75} aria-hidden />
    </span>
  )
}
