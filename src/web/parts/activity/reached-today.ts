import type { Activity } from '#contract/activities.ts'
import { type Day, dayOf } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'

/** A colleague's badge. */
export type Reached = Activity & {
  readonly user: NonNullable<Activity['user']>
  readonly metadata: { readonly achievement: string }
}

interface Asked {
  readonly ownId: UserId
  readonly day: Day
  readonly timeZone: string
}

/** The latest badge of each colleague who earned one on a day, the last first. */
export function reachedOn(activities: readonly Activity[], { ownId, day, timeZone }: Asked): Reached[] {
  const latest = new Map<UserId, Reached>()
  for (const activity of activities) {
    if (!isBadge(activity) || activity.user.id === ownId || latest.has(activity.user.id)) continue
    if (dayOf(new Date(activity.createdAt), timeZone) === day) latest.set(activity.user.id, activity)
  }
  return [...latest.values()]
}

function isBadge(activity: Activity): activity is Reached {
  return (
    activity.type === 'achievement' && activity.user !== null && activity.metadata.achievement !== undefined
  )
}

const inWords = ['', 'a colleague', 'two colleagues', 'three colleagues']

/** "Meanwhile, two colleagues reached something today." */
export function reachedWords(colleagues: number): string {
  return `Meanwhile, ${inWords[colleagues] ?? 'several colleagues'} reached something today.`
}
