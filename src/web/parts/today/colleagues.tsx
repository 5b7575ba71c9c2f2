import type { Activity } from '#contract/activities.ts'
import type { Today } from '#contract/today.ts'
import { dayOf } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import { useActivities } from '#web/api/activities.ts'
import { Faces } from '#web/parts/member/user-avatar.tsx'
import { counted } from '#web/ui/time-words.ts'
import * as classes from './today-stage.module.css'

const shownFaces = 4

interface ColleaguesProps {
  readonly today: Today
  readonly user: { readonly id: UserId; readonly hasReportedToday: boolean }
}

/** Who else reported today, as far as the latest activities show it. */
export function Colleagues({ today, user }: ColleaguesProps) {
  const activities = useActivities().data
  if (!activities) return null
  const ofToday = activities.data.filter(
    ({ createdAt }) => dayOf(new Date(createdAt), today.timeZone) === today.day,
  )
  const people = reporters(ofToday, user.id)
  if (people.length === 0) return null
  // The list ends before the day began, so that more may have reported.
  const isCut = activities.nextCursor !== null && ofToday.length === activities.data.length
  const others = counted(people.length, 'colleague')
  return (
    <p className={classes.colleagues}>
      <Faces people={people.slice(0, shownFaces)} size={26} />
      <span>
        {isCut ? `More than ${others}` : others} reported today{user.hasReportedToday && ' too'}
      </span>
    </p>
  )
}

function reporters(activities: readonly Activity[], ownId: UserId) {
  const people = new Map<UserId, { id: UserId; displayName: string; avatar: string | null }>()
  for (const { type, userId, user } of activities) {
    if (type !== 'interaction' || !user || userId === null || userId === ownId) continue
    people.set(userId, { id: userId, displayName: user.displayName, avatar: user.avatar })
  }
  return [...people.values()]
}
